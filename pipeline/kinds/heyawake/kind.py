"""Heyawake: shaded cells that do not touch, and white lines through two rooms at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby, pairwise
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.areas import random_rectangles
from pipeline.kinds.kit.constraints.boards import Boards, fit_rooms
from pipeline.kinds.kit.constraints.by_definition import rows_and_columns, shades_apart
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import shade
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import region_numbers, renumbered
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import rooms_address
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.options import require_sides

NONE: Final = -1
"""A cell without a number."""
ROOMS: Final = (4, 6, 6, 6, 9)
"""Sizes of rooms from which a board is made."""
CELLS_A_ROOM: Final = 3.4
"""Fewest cells of a room on average, as long as one may be parted."""
ORDERS: Final = 30
"""Orders of shading tried before a draft is given up."""

BOARDS: Final = Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(NONE, (rows * cols + 1) // 2 + 1),
    expected="the number of shaded cells of a room, -1 for none",
    has_regions=True,
    repose=partial(fit_rooms, empty=NONE),
)


@lru_cache(maxsize=16)
def _without_rooms(grid: Grid) -> tuple[Model, dict[int, int]]:
    model = Model(grid)
    shaded = model.cells()
    for a, b in grid.edges():
        model.clause([-shaded[a], -shaded[b]], "touching", about=(a, b))
    model.connected({cell: -shaded[cell] for cell in grid.cells}, "connected")
    return model, shaded


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each shaded cell."""
    base, shaded = _without_rooms(clues.grid)
    model = base.extended()
    for cells in clues.areas:
        number = clues.values[cells[0]]
        if number != NONE:
            inside = [shaded[cell] for cell in cells]
            model.count(inside, (number,), "room", about=cells, clue=cells[0])
    for span in spans(clues.grid, clues.regions):
        model.clause([shaded[cell] for cell in span], "span", about=span)
    return model


def spans(grid: Grid, regions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the shortest lines that reach from a room through a second one into a third."""
    for line in grid.lines():
        cuts = [k for k in range(1, len(line)) if regions[line[k - 1]] != regions[line[k]]]
        for first, last in pairwise(cuts):
            yield line[first - 1 : last + 1]


RULE_CODES: Final = ("wrong-room", "long-line", "side-by-side", "parted")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    shaded = {cell for (cell,) in solution.items}
    for cell, number in enumerate(clues.values):
        room = [one for one, own in enumerate(clues.regions) if own == clues.regions[cell]]
        count = len(shaded.intersection(room))
        if number not in (NONE, count):
            yield Violation(
                "wrong-room", tuple(room), f"{count} shaded cells in a room of {number}"
            )
    for _, line in rows_and_columns(clues):
        for is_shaded, run in groupby(line, shaded.__contains__):
            cells = tuple(run)
            rooms = [*groupby(clues.regions[cell] for cell in cells)]
            if not is_shaded and len(rooms) > 2:
                yield Violation("long-line", cells, f"a white line through {len(rooms)} rooms")
    yield from shades_apart(clues, shaded)


def draft(board: Clues, state: RandomState, _: Params) -> Drafted | None:
    """Return random rooms, each with the number of cells shaded at random."""
    grid = board.grid
    order = shuffled(state, grid.cells)
    rooms = random_rectangles(grid, ROOMS, state, is_wide=True)
    regions = renumbered(region_numbers(rooms))
    lines, ranks = [*spans(grid, regions)], order
    for _attempt in range(ORDERS):
        shaded = shade(grid, ranks)
        long = [line for line in lines if shaded.isdisjoint(line)]
        if not long:
            solution = Solution("cells", tuple((cell,) for cell in sorted(shaded)))
            return Drafted(with_numbers(board, regions, solution), solution)
        # A cell of each line that is still white is shaded before the others.
        first = dict.fromkeys(pick(state, line) for line in long)
        ranks = [*first, *(cell for cell in ranks if cell not in first)]
    return None


def with_numbers(board: Clues, regions: Sequence[int], solution: Solution) -> Clues:
    """Return a board with rooms and the number of shaded cells of each."""
    posed = replace(board, regions=renumbered(regions))
    values = [NONE] * len(regions)
    for cells in posed.areas:
        values[cells[0]] = sum((cell,) in solution.items for cell in cells)
    return replace(posed, values=tuple(values))


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution] | None:
    """Part a room with an undecided cell in two where no white line becomes too long."""
    shaded, cols = {cell for (cell,) in solution.items}, clues.cols
    ways, areas = [], clues.areas
    for region in sorted({clues.regions[cell] for cell in cells}):
        room = areas[region]
        for at in (0, 1):
            lines = sorted({divmod(cell, cols)[at] for cell in room})
            for cut in lines[1:]:
                part = [cell for cell in room if divmod(cell, cols)[at] < cut]
                narrowest = min(cut - lines[0], lines[-1] + 1 - cut, len(room) // len(lines))
                ways.append((narrowest > 1, int(random_below(state, 1000)), part))
    ways.sort()  # wide rooms are the last, and parted first
    while ways and CELLS_A_ROOM * (max(clues.regions) + 1) <= len(clues.values):
        part = ways.pop()[-1]
        regions = [-1 if cell in part else own for cell, own in enumerate(clues.regions)]
        if not any(shaded.isdisjoint(span) for span in spans(clues.grid, regions)):
            return with_numbers(clues, regions, solution), solution
    return None


WORDS: Final = CellWords(
    {"-": NONE, ".": NONE}, range(5000), "a number of shaded cells, or -", "check the file"
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Heyawake",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        cells_a_change=45,
        kept_percent={None: 30, "easy": 60, "medium": 45, "hard": 30, "expert": 30},
        looks=Looks(),
        formats=(
            rooms_address(Forms(BOARDS), ("heyawake",)),
            Forms(BOARDS).janko(("heyawake",), WORDS, has_rooms=True),
        ),
        presets={"tiny": Params(5, 5), "small": Params(6, 6), "usual": Params(10, 10)},
        ceilings={
            None: ("global", "overlap", "trial"),
            "easy": ("global",),
            "medium": ("overlap",),
            "hard": ("trial",),
            "expert": ("trial", None),
        },
        plain=("room", "touching", "span", "overlap"),
        sizes=partial(require_sides, least=4, most=20),
    )
)
