"""Heyawake: shaded cells that do not touch, and white lines through two rooms at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3
from pipeline.kinds.kit.sites.words import Words

NONE: Final = -1
"""A cell without a number."""
ROOMS: Final = (4, 6, 6, 6, 9)
"""Sizes of rooms from which a board is made."""
CELLS_A_ROOM: Final = 3.4
"""Fewest cells of a room on average, as long as one may be parted."""
ORDERS: Final = 30
"""Orders of shading tried before a draft is given up."""

BOARDS: Final = kit.Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(NONE, (rows * cols + 1) // 2 + 1),
    expected="the number of shaded cells of a room, -1 for none",
    has_regions=True,
    normalize=partial(kit.fit_rooms, empty=NONE),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that shaded cells are apart, and white cells connected."""
    shaded = model.cells()
    for pair in board.grid.edges():
        model.clause(-shaded[pair], "touching")
    model.connected(-shaded, "connected")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers of rooms, and that white lines end in the second room."""
    shaded = model.cells()
    for cells in board.areas:
        number = board.values[cells[0]]
        if number != NONE:
            model.count(shaded[cells], number, "room", about=cells, clue=cells[0])
    for span in spans(board.grid, board.regions):
        model.clause(shaded[span], "span")


def spans(grid: kit.Grid, regions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the shortest lines that reach from a room through a second one into a third."""
    for line in grid.lines():
        cuts = [k for k in range(1, len(line)) if regions[line[k - 1]] != regions[line[k]]]
        for first, last in pairwise(cuts):
            yield line[first - 1 : last + 1]


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    rooms = [cells for _, cells in answer.regions()]
    for cell, number in board.clues_but(NONE):
        what = f"{{}} shaded cells in a room of {number}"
        room = rooms[board.regions[cell]]
        yield from answer.require_count("wrong-room", room, number, what)
    for _, line in (*answer.rows(), *answer.columns()):
        for is_shaded, run in groupby(line, answer.shaded.__contains__):
            cells = tuple(run)
            met = [*groupby(board.regions[cell] for cell in cells)]
            if not is_shaded and len(met) > 2:
                yield kit.Violation("long-line", cells, f"a white line through {len(met)} rooms")
    yield from answer.require_shades_apart()


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted | None:
    """Return random rooms, each with the number of cells shaded at random."""
    grid = board.grid
    order = making.shuffled(state, grid.cells)
    regions = making.regions_of(making.random_rectangles(grid, ROOMS, state, is_wide=True))
    lines, ranks = [*spans(grid, regions)], order
    for _attempt in range(ORDERS):
        shaded = making.shade(grid, ranks)
        long = [line for line in lines if shaded.isdisjoint(line)]
        if not long:
            return BOARDS.draft(with_numbers(board, regions, shaded), sorted(shaded))
        # A cell of each line that is still white is shaded before the others.
        first = dict.fromkeys(making.pick(state, line) for line in long)
        ranks = [*first, *(cell for cell in ranks if cell not in first)]
    return None


def with_numbers(board: kit.Board, regions: Sequence[int], shaded: set[int]) -> kit.Board:
    """Return a board with rooms and the number of shaded cells of each."""
    posed = replace(board, regions=making.renumbered(regions))
    values = [NONE] * len(regions)
    for cells in posed.areas:
        values[cells[0]] = len(shaded.intersection(cells))
    return replace(posed, values=tuple(values))


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Part a room with an undecided cell in two where no white line becomes too long."""
    shaded, cols = {cell for (cell,) in answer.items}, board.cols
    ways, areas = [], board.areas
    for region in sorted({board.regions[cell] for cell in cells}):
        room = areas[region]
        for at in (0, 1):
            lines = sorted({divmod(cell, cols)[at] for cell in room})
            for cut in lines[1:]:
                part = [cell for cell in room if divmod(cell, cols)[at] < cut]
                narrowest = min(cut - lines[0], lines[-1] + 1 - cut, len(room) // len(lines))
                ways.append((narrowest > 1, int(making.random_below(state, 1000)), part))
    ways.sort()  # wide rooms are the last, and parted first
    while ways and CELLS_A_ROOM * (max(board.regions) + 1) <= len(board.values):
        part = ways.pop()[-1]
        regions = [-1 if cell in part else own for cell, own in enumerate(board.regions)]
        if not any(shaded.isdisjoint(span) for span in spans(board.grid, regions)):
            return with_numbers(board, regions, shaded), answer
    return None


WORDS: Final = Words(range(5000), "a number of shaded cells, or -", "check the file")

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Mend(
        draft,
        move,
        cells_a_move=45,
        kept_percent={None: 30, "easy": 60, "medium": 45, "hard": 30, "expert": 30},
    ),
    forms=(
        puzz_link.form(("heyawake",), puzz_link.Borders(), puzz_link.OfRegions()),
        pzprv3.form(
            ("heyawake",),
            pzprv3.Rooms(has_borders=True),
            pzprv3.Cells(WORDS),
            header="pzprv3.1",
        ),
        janko.cells(("heyawake",), WORDS, has_rooms=True),
    ),
)
