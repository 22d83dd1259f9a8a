"""Yajilin: one loop through every cell that is neither shaded nor has a clue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Final

import networkx as nx
import numpy as np

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.extra import ARROW, SIDES, Clue, Extra, ahead
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_loop
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.arrow_forms import arrow_forms
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.options import require_sides

EMPTY, BLACK = 0, 1
"""A cell to be filled, and a cell outside of the loop that has no arrow."""
MOST_CLUES: Final = 3
"""A board with more than one clue for so many cells is given up."""

BOARDS: Final = Boards(
    family="edges+cells",
    empty=EMPTY,
    allowed=lambda rows, cols: (EMPTY, BLACK),
    expected="1 for a black cell, 0 for another",
    extra=Extra(has_arrows=True),
)


def free_cells(clues: Clues) -> list[int]:
    """Return the cells that are filled in: those without an arrow that are not black."""
    arrows = {cell for arrow in clues.extra for cell in arrow.place}
    return [c for c, value in enumerate(clues.values) if value == EMPTY and c not in arrows]


def declare(clues: Clues) -> Model:
    """Return the model of a board, with variables for lines and for shaded cells."""
    model, free = Model(clues.grid), dict.fromkeys(free_cells(clues))
    edges = model.edges((a, b) for a, b in clues.grid.edges() if a in free and b in free)
    shaded = model.cells(free)
    at: dict[int, list[int]] = {cell: [] for cell in free}
    for (a, b), line in edges.items():
        at[a].append(line)
        at[b].append(line)
        model.clause([-shaded[a], -shaded[b]], "touching", about=(a, b))
    for cell, lines in at.items():
        if len(lines) < 2:  # a dead end; its cell alone would be taken for one that is given
            about = (cell, *clues.grid.neighbours(cell))
            model.clause([shaded[cell], *lines], "white", about=about)
            for line in lines:
                model.clause([-line], "cell", about=about)
            continue
        model.count(lines, (0, 2), "cell", about=(cell,))
        for line in lines:
            model.clause([-line, -shaded[cell]], "shaded", about=(cell,))
        for some in combinations(lines, len(lines) - 1):
            model.clause([shaded[cell], *some], "white", about=(cell,))
    for place, arrow in enumerate(clues.extra, len(clues.values)):
        cells = [cell for cell in ahead(clues.grid, arrow) if cell in at]
        inside = [shaded[cell] for cell in cells]
        model.count(inside, arrow.numbers, "arrow", about=(*arrow.place, *cells), clue=place)
    model.loop(edges, "loop")
    return model


RULE_CODES: Final = (
    *("used-clue", "side-by-side", "wrong-number", "both", "neither", "no-loop", "several-loops"),
)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules by definition: it shares nothing with `declare`."""
    loop = nx.Graph(solution.of("edges"))
    shaded, cols = {cell for (cell,) in solution.of("cells")}, clues.cols
    outside = {arrow.place[0] for arrow in clues.extra} | {*np.flatnonzero(clues.values).tolist()}
    for cell in sorted(outside & {*loop, *shaded}):
        yield Violation("used-clue", (cell,), "a cell of a clue is shaded or on the loop")
    for one, other in nx.grid_2d_graph(clues.rows, cols).edges:
        pair = tuple(sorted(row * cols + col for row, col in (one, other)))
        if shaded.issuperset(pair):
            yield Violation("side-by-side", pair, "two shaded cells share a side")
    for arrow in clues.extra:
        row, col = divmod(arrow.place[0], cols)
        seen = {
            "left": [row * cols + k for k in range(col)],
            "right": [row * cols + k for k in range(col + 1, cols)],
            "top": [k * cols + col for k in range(row)],
            "bottom": [k * cols + col for k in range(row + 1, clues.rows)],
        }[arrow.sign]
        if (count := len(shaded.intersection(seen))) != arrow.numbers[0]:
            found = f"{count} shaded cells where the arrow has {arrow.numbers[0]}"
            yield Violation("wrong-number", arrow.place, found)
    for cell in {*range(len(clues.values))} - outside:
        if (cell in loop) == (cell in shaded):
            code = "both" if cell in shaded else "neither"
            word = "and" if cell in shaded else "nor"
            yield Violation(code, (cell,), f"this cell is {code} shaded {word} on the loop")
    ends = [cell for cell, degree in loop.degree if degree != 2]
    if ends or not loop:
        yield Violation("no-loop", tuple(ends[:1]), "the line ends or branches, or there is none")
    elif not nx.is_connected(loop):
        part = min(map(sorted, nx.connected_components(loop)))
        yield Violation("several-loops", tuple(part), "there is more than one loop")


def draft(board: Clues, state: RandomState, _: Params) -> Drafted:
    """Return a random loop through most of the cells, with others shaded and some arrows."""
    loop = random_loop(board.rows - 1, board.cols - 1, state)
    left = sorted({*board.grid.cells} - {cell for pair in loop for cell in pair})
    shaded = with_shades(board, (), left)
    return Drafted(*with_arrows(board, loop, shaded, {*left} - shaded, left, state))


def with_shades(board: Clues, shaded: Iterable[int], left: Iterable[int]) -> set[int]:
    """Return shaded cells and those of the cells left that can be shaded with them."""
    dark = {*shaded}
    for cell in left:
        if dark.isdisjoint(board.grid.neighbours(cell)):
            dark.add(cell)
    return dark


def with_arrows(
    clues: Clues,
    loop: Iterable[tuple[int, ...]],
    dark: set[int],
    left: Iterable[int],
    wanted: Iterable[int],
    state: RandomState,
) -> tuple[Clues, Solution]:
    """Give an arrow to the cells left, towards shaded and ``wanted`` cells if there are some."""
    grid, seen, arrows = clues.grid, dark | {*wanted}, list(clues.extra)
    for cell in sorted(left):
        ways = [Clue(ARROW, (cell,), (0,), side) for side in SIDES]
        most = max(len(seen.intersection(ahead(grid, way))) for way in ways)
        ways = [way for way in ways if len(seen.intersection(ahead(grid, way))) == most]
        arrows.append(pick(state, ways))
    counted = [one._replace(numbers=(len(dark.intersection(ahead(grid, one))),)) for one in arrows]
    posed = BOARDS.make_clues(clues.rows, clues.cols, clues.values, extra=counted)
    return posed, Solution("edges+cells", tuple(sorted([*loop, *((cell,) for cell in dark)])))


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution] | None:
    """Cut a bulge of the loop off among open cells, or give an open shaded cell an arrow."""
    if MOST_CLUES * len(clues.extra) > len(clues.values):
        return None
    loop, shaded = {*solution.of("edges")}, {cell for (cell,) in solution.of("cells")}
    near: dict[int, list[int]] = {}
    for a, b in loop:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    bulges = []
    for b, c in sorted(loop):
        (a,), (d,) = ([x for x in near[one] if x not in (b, c)] for one in (b, c))
        if (b in cells or c in cells) and d in clues.grid.neighbours(a) and len(near) > 4:
            bulges += [(a, b, c, d), (d, c, b, a)]
    if bulges:
        a, b, c, d = pick(state, bulges)
        cut = {(min(pair), max(pair)) for pair in ((a, b), (b, c), (c, d))}
        loop = (loop - cut) | {(min(a, d), max(a, d))}
        dark = with_shades(clues, shaded, (b, c))
        return with_arrows(clues, loop, dark, {b, c} - dark, cells, state)
    some = sorted(shaded.intersection(cells))
    if not some:
        return None
    cell = pick(state, some)
    return with_arrows(clues, loop, shaded - {cell}, (cell,), cells, state)


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Yajilin",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        cells_a_change=25,
        ceilings={
            None: ("global", "trial", None),
            "easy": ("global",),
            "medium": ("global", "trial"),
            "hard": ("trial",),
            "expert": (None,),
        },
        looks=Looks(signs={BLACK: Sign("wall", is_number=False)}),
        formats=arrow_forms(Forms(BOARDS), ("yajilin", "yajirin"), BLACK),
        presets={"tiny": Params(5, 5), "small": Params(6, 6), "usual": Params(10, 10)},
        plain=("arrow", "touching", "cell", "white", "shaded"),
        sizes=partial(require_sides, least=4, most=20),
    )
)
