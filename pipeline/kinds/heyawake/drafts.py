"""Boards of Heyawake: rooms with cells shaded at random, and rooms that are parted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = -1
"""A cell without a number."""
ROOMS: Final = (4, 6, 6, 6, 9)
"""Sizes of rooms from which a board is made."""
CELLS_A_ROOM: Final = 3.4
"""Fewest cells of a room on average, as long as one may be parted."""
ORDERS: Final = 30
"""Orders of shading tried before a draft is given up."""
LARGE: Final = 400
"""A board with more cells is shaded again beside its long white lines only, and made by `Climb`."""
PASSES: Final = 400
"""Times that the long white lines of such a board are looked up."""
REGRET: Final = 20
"""One in so many cells is shaded although more lines are too long afterwards."""
REACH: Final = 3
"""Cells to each side of a shaded cell that are shaded again with it."""
DROPPED: Final = 8
"""One in so many shaded cells there may become white."""
WALL, JOINED = -1, -2
"""In a change: a wall, or two rooms that become one, in place of cells to be shaded."""
SHAKEN: Final = 5
"""Cells to each side of an undecided one that are shaken."""
SHAKES: Final = 15
"""Changes by which they are."""
JOINS: Final = 6
"""Most pairs of rooms joined away from undecided cells at a time."""
LARGEST: Final = max(ROOMS)
"""Most cells of two rooms that are joined."""


def spans(
    grid: kit.Grid, regions: Sequence[int], cells: Collection[int] | None = None
) -> Iterator[Sequence[int]]:
    """Yield the shortest lines that reach from a room through a second one into a third.

    With some cells, only those in their rows and columns.
    """
    lines = grid.lines()
    if cells is not None:
        at = {n for cell in cells for n in (cell // grid.cols, grid.rows + cell % grid.cols)}
        lines = tuple(lines[n] for n in sorted(at))
    for line in lines:
        cuts = [k for k in range(1, len(line)) if regions[line[k - 1]] != regions[line[k]]]
        for first, last in pairwise(cuts):
            yield line[first - 1 : last + 1]


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted | None:
    """Return random rooms, each with the number of cells shaded at random."""
    grid = board.grid
    order = making.shuffled(state, grid.cells)
    regions = making.regions_of(making.random_rectangles(grid, ROOMS, state, is_wide=True))
    shaded = _shaded(grid, regions, order, state)
    if shaded is None:
        return None
    return kit.Drafted.of("cells", with_numbers(board, regions, shaded), sorted(shaded))


def _shaded(
    grid: kit.Grid, regions: Sequence[int], ranks: Sequence[int], state: kit.RandomState
) -> set[int] | None:
    """Return cells shaded in an order, changed until no white line is too long; None if stuck."""
    lines = [*spans(grid, regions)]
    shaded = making.shade(grid, ranks)
    if len(ranks) > LARGE:  # too many lines would become long at once
        return _shaded_in_parts(grid, regions, shaded, state)
    for _attempt in range(ORDERS):
        long = [line for line in lines if shaded.isdisjoint(line)]
        if not long:
            return shaded
        # A cell of each line that is still white is shaded before the others.
        first = dict.fromkeys(making.pick(state, line) for line in long)
        ranks = [*first, *(cell for cell in ranks if cell not in first)]
        shaded = making.shade(grid, ranks)
    return None


def _shaded_in_parts(
    grid: kit.Grid, regions: Sequence[int], shaded: set[int], state: kit.RandomState
) -> set[int] | None:
    """Return cells shaded again beside one long white line after the other; None if stuck."""
    for _pass in range(PASSES):
        long = [line for line in spans(grid, regions) if shaded.isdisjoint(line)]
        if not long:
            return shaded
        for line in long:
            if not shaded.isdisjoint(line):
                continue
            cell = making.pick(state, line)
            after = _shade_again(grid, shaded, _near(grid, shaded, cell, state))
            met = [*spans(grid, regions, after ^ shaded)]
            fewer = sum(map(shaded.isdisjoint, met)) - sum(map(after.isdisjoint, met))
            if fewer >= 0 or not making.random_below(state, REGRET):
                shaded = after
    return None


def _near(grid: kit.Grid, shaded: Set[int], cell: int, state: kit.RandomState) -> list[int]:
    """Return the cells beside one in an order of shading: itself, those shaded, then the others."""
    near = making.shuffled(state, _window(grid, cell, REACH))
    kept = {one for one in near if one in shaded and making.random_below(state, DROPPED)}
    return sorted(near, key=lambda one: (one != cell, one not in kept))


def _shade_again(grid: kit.Grid, shaded: set[int], near: Sequence[int]) -> set[int]:
    """Return shaded cells, those of ``near`` after all others and in its order."""
    return making.shade(grid, [*sorted(shaded.difference(near)), *near])


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
        if not any(shaded.isdisjoint(span) for span in spans(board.grid, regions, part)):
            return with_numbers(board, regions, shaded), answer
    return None


def propose(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return a change beside each of some cells: a wall of its room, or other shaded cells.

    A change has the cell, then those beside a cell to be shaded, in an order of shading; or `WALL`
    and a cell of the room's first row or column, the first beyond the wall. Elsewhere rooms are
    joined: `JOINED` and a cell of each.
    """
    shaded, found = {cell for (cell,) in answer.items}, list[making.Change]()
    for cell in cells:
        way = making.random_below(state, 3)
        first, *others = board.areas[board.regions[cell]]
        walls = [
            one for one in others if one - first < board.cols or not (one - first) % board.cols
        ]
        if way == 0 and walls:
            near = _near(board.grid, shaded, cell, state)
            found.append((cell, WALL, making.pick(state, walls), *near))
            continue
        if way == 1 and (beside := _joining(board, cell)):
            found.append((cell, JOINED, making.pick(state, beside)))
            continue
        other = making.pick(state, board.block(making.pick(state, board.block(cell))))
        if other not in shaded:
            found.append((cell, *_near(board.grid, shaded, other, state)))
    elsewhere = making.places_apart(board.grid, [*cells, *making.shuffled(state, board.grid.cells)])
    for cell in elsewhere[len(cells) :][: min(JOINS, len(cells) // 3)]:
        if beside := _joining(board, cell):
            found.append((cell, JOINED, making.pick(state, beside)))
    return found


def shake(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return many changes around the first of some cells: joined rooms, and other shaded cells."""
    grid, shaded, found = board.grid, {cell for (cell,) in answer.items}, list[making.Change]()
    for cell in cells[:1]:
        around = _window(grid, cell, SHAKEN)
        for one in (making.pick(state, around) for _ in range(SHAKES)):
            beside = _joining(board, one)
            if beside and making.random_below(state, 2):
                found.append((one, JOINED, making.pick(state, beside)))
            elif one not in shaded:
                found.append((one, *_near(grid, shaded, one, state)))
    return found


def _window(grid: kit.Grid, cell: int, reach: int) -> list[int]:
    """Return the cells up to a distance to each side of one, in reading order."""
    row, col = divmod(cell, grid.cols)
    rows = range(max(row - reach, 0), min(row + reach + 1, grid.rows))
    cols = range(max(col - reach, 0), min(col + reach + 1, grid.cols))
    return [r * grid.cols + c for r in rows for c in cols]


def _joining(board: kit.Board, cell: int) -> list[int]:
    """Return the neighbours of a cell whose room can be joined with its own to a rectangle."""
    areas, regions = board.areas, board.regions
    return [
        other
        for other in board.grid.neighbours(cell)
        if regions[other] != regions[cell]
        and _is_rectangle((*areas[regions[cell]], *areas[regions[other]]), board.cols)
    ]


def _is_rectangle(cells: Sequence[int], cols: int) -> bool:
    """Return whether two neighbouring rooms together are a rectangle that is not too large."""
    rows, columns = ({divmod(cell, cols)[k] for cell in cells} for k in (0, 1))
    return len(rows) * len(columns) == len(cells) <= LARGEST


def apply(
    board: kit.Board, answer: kit.Solution, changes: Sequence[making.Change]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board after the changes of `propose` by which no white line becomes too long.

    A room is changed only once.
    """
    grid, cols, met = board.grid, board.cols, set[int]()
    regions, shaded = [*board.regions], {cell for (cell,) in answer.items}
    for cell, *how in changes:
        moved, after, room = [*regions], shaded, board.areas[board.regions[cell]]
        rooms, changed = {board.regions[cell]}, {*room}
        if how[0] == JOINED:
            rooms.add(board.regions[how[1]])
            for one in room:
                moved[one] = board.regions[how[1]]
        elif how[0] == WALL:
            is_upright = how[1] - room[0] < cols
            for one in room:
                if (one % cols >= how[1] % cols) if is_upright else (one >= how[1]):
                    moved[one] = len(board.values) + cell
        else:
            after = _shade_again(grid, shaded, how)
            rooms, changed = set(), after ^ shaded
        long = [span for span in spans(grid, moved, changed) if after.isdisjoint(span)]
        if long and how[0] == WALL:
            first = [one for one in how[2:] if one in long[0]]
            after = _shade_again(grid, shaded, [*first[:1], *how[2:]])
            changed |= after ^ shaded
            long = [span for span in spans(grid, moved, changed) if after.isdisjoint(span)]
        if not long and met.isdisjoint(rooms):
            regions, shaded = moved, after
            met |= rooms
    made = with_numbers(board, regions, shaded)
    return kit.Drafted.of("cells", made, sorted(shaded))[:2]
