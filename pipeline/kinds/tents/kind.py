"""Tents: each tree has a tent of its own beside it, no two tents touch, lines are counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final

import networkx as nx

from pipeline.kernels.random_state import RandomState, pick, shuffled
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import rows_and_columns
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.extra import LEFT, TOP, Extra, count_lines, lines_outside
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.constraints.views.extra_forms import counts_id
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.janko_forms import counts_form
from pipeline.kinds.kit.options import require_sides
from pipeline.model import PuzzleFormatError

EMPTY, TREE = 0, 1
CELLS_A_TENT: Final = 5


def fit(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` if there is no tree."""
    if TREE not in clues.values:
        raise PuzzleFormatError("expected a tree, found none; check the cells")
    return clues


BOARDS: Final = Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: (EMPTY, TREE),
    expected="1 for a tree, 0 for an empty cell",
    repose=fit,
    most_side=40,
    extra=Extra(
        sides=(LEFT, TOP),
        is_one_number=True,
        is_run=True,
        numbers=lambda length: range((length + 1) // 2 + 1),
    ),
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell that is no tree."""
    grid, model = clues.grid, Model(clues.grid)
    trees = [cell for cell, value in enumerate(clues.values) if value == TREE]
    tent = model.cells(cell for cell, value in enumerate(clues.values) if value != TREE)
    near = [grid.neighbours(tree) for tree in trees]
    for tree, cells in zip(trees, near, strict=True):
        beside = [tent[cell] for cell in cells if cell in tent]
        model.clause(beside, "tree", about=(tree, *cells))
    for cell in tent.keys() - {cell for cells in near for cell in cells}:
        model.clause([-tent[cell]], "far", about=(cell,))
    corners = [cell for cell in grid.cells if grid.look(cell, 1, 1) is not None]
    blocks = [(cell, cell + 1, cell + grid.cols, cell + grid.cols + 1) for cell in corners]
    for block in blocks or grid.edges():  # a board of one row has no blocks
        inside = [tent[one] for one in block if one in tent]
        if len(inside) > 1:
            model.count(inside, (0, 1), "touching", about=block)
    lines = lines_outside(grid)
    for side, (at,), (number,), _ in clues.extra:
        line = [tent[cell] for cell in lines[side, at] if cell in tent]
        reason = "row" if side == LEFT else "column"
        model.count(line, (number,), reason, about=lines[side, at])
    model.matching(tent, near, "own")
    return model


RULE_CODES: Final = ("on-tree", "wrong-row", "wrong-column", "touching", "unpaired")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    tents = {cell for (cell,) in solution.items}
    trees = [cell for cell, value in enumerate(clues.values) if value == TREE]
    for cell in sorted(tents.intersection(trees)):
        yield Violation("on-tree", (cell,), "a tent in the cell of a tree")
    tents.difference_update(trees)
    numbers = {(clue.sort, clue.place[0]): clue.numbers[0] for clue in clues.extra}
    for k, (name, line) in enumerate(rows_and_columns(clues)):
        count = len(tents.intersection(line))
        number = numbers.get((LEFT, k) if name == "row" else (TOP, k - clues.rows), count)
        if number != count:
            yield Violation(f"wrong-{name}", line, f"{count} tents in a {name} of {number}")
    places = {cell: divmod(cell, clues.cols) for cell in {*tents, *trees}}
    for one in sorted(tents):
        for other in sorted(tents):
            (r, c), (row, col) = places[one], places[other]
            if one < other and max(abs(r - row), abs(c - col)) == 1:
                yield Violation("touching", (one, other), "two tents touch")
    graph = nx.Graph()
    for tree in trees:
        for cell in sorted(tents):
            (r, c), (row, col) = places[tree], places[cell]
            if abs(r - row) + abs(c - col) == 1:
                graph.add_edge(("tree", tree), ("tent", cell))
    paired = {cell for pair in nx.max_weight_matching(graph) for _, cell in pair}
    cells = tuple(sorted({*trees, *tents} - paired))
    if cells:
        yield Violation("unpaired", cells, "not every tree has a tent of its own")


def with_counts(board: Clues, trees: Iterable[int], tents: Iterable[int]) -> Clues:
    """Return a board with trees, and the number of tents in each line."""
    values = [EMPTY] * len(board.values)
    for cell in trees:
        values[cell] = TREE
    return replace(board, values=tuple(values), extra=count_lines(board.grid, {*tents}))


def draft(board: Clues, state: RandomState, _: Params) -> Drafted | None:
    """Return tents, each with a tree beside it, as close together as luck has it."""
    grid = board.grid
    order = shuffled(state, grid.cells)
    trees: list[int] = []
    tents: set[int] = set()
    blocked: set[int | None] = set()
    for cell in order:
        if len(tents) * CELLS_A_TENT >= len(order) or cell in blocked:
            continue
        free = [one for one in grid.neighbours(cell) if one not in tents and one not in trees]
        if free:
            tents.add(cell)
            trees.append(pick(state, free))
            blocked.add(trees[-1])
            for way in product((-1, 0, 1), repeat=2):
                blocked.add(grid.look(cell, *way))
    solution = Solution("cells", tuple((cell,) for cell in sorted(tents)))
    return Drafted(with_counts(board, trees, tents), solution) if tents else None


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution] | None:
    """Move a tree near an undecided cell to another side of its tent."""
    grid, tents = clues.grid, {cell for (cell,) in solution.items}
    trees = {cell for cell, value in enumerate(clues.values) if value == TREE}
    ways = []
    for tent in sorted(tents.intersection(cells)):
        for tree in trees.intersection(grid.neighbours(tent)):
            # Beside one tent alone, so that it is the tree of this one.
            if len(tents.intersection(grid.neighbours(tree))) == 1:
                free = (one for one in grid.neighbours(tent) if one not in trees | tents)
                ways += [(tree, one) for one in free]
    if not ways:
        return None
    old, new = pick(state, sorted(ways))
    return with_counts(clues, trees - {old} | {new}, tents), solution


WORDS: Final = CellWords(
    {"-": EMPTY, ".": EMPTY, "x": TREE, "o": EMPTY}, range(0), "x for a tree, or -", "check it"
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Tents",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        looks=Looks(shaded="tent", signs={TREE: Sign("tree", False)}),
        formats=(
            counts_id(Forms(BOARDS), "Tents", TREE),
            counts_form(Forms(BOARDS), ("tents", "zeltlager"), WORDS, "o"),
        ),
        presets={"tiny": Params(5, 5), "small": Params(8, 8), "usual": Params(10, 10)},
        ceilings={
            None: ("single", "global", "overlap", "trial"),
            "easy": ("single",),
            "medium": ("overlap",),
            "hard": ("overlap", "trial"),
            "expert": ("trial", None),
        },
        plain=("tree", "far", "touching", "row", "column", "overlap"),
        sizes=partial(require_sides, least=4, most=25),
        facts=lambda clues: {"trees": clues.values.count(TREE)},
    )
)
