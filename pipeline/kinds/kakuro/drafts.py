"""Boards of Kakuro: black cells alike under a half turn, and numbers between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY: Final = 0
BLACK: Final = -1
VALUES: Final = range(1, 10)
LONGEST: Final = {"easy": 5, "medium": 6, "hard": 8, "expert": 8, None: 6}
"""By band, the most cells of a run on a generated board."""
WHITE_PERCENT: Final = 60
"""Least share of white cells in a board without its rim; nearly all published ones have more."""
LARGE: Final = 17 * 17
"""Boards with so many cells or more are drawn again where black cells clump, not as a whole."""
REDRAWS: Final = 200
BLACKENED: Final = 2
"""One in so many changes blackens a cell; the others change numbers."""
ENDS: Final = (1, 1, 2, 3, 7, 8, 9, 9)
"""What a cell is changed to, where it can be: runs of low or high numbers have few sets.
Expert boards have all numbers alike, since these seldom leave anything to try."""


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted | None:
    """Return black cells, alike under a half turn, and numbers between them with their sums."""
    grid = board.grid
    blacks = {cell for cell in grid.cells if cell < grid.cols or cell % grid.cols == 0}
    longest = max(3, min(LONGEST[params.band], max(grid.rows, grid.cols) - 2))
    blacks = part_runs(board, blacks, longest, state)
    for _ in range(REDRAWS if len(grid.cells) >= LARGE else 0):
        clump = clump_of(grid, blacks, state)
        if clump is None:
            break
        blacks = part_runs(board, blacks - {*clump}, longest, state)
    white = set(grid.cells) - blacks
    if not is_spread(grid, white):
        return None
    runs = board.runs_between(blacks)
    numbers = making.random_numbers(len(grid.cells), runs, VALUES[-1], state)
    if numbers is None:
        return None
    of_white = {cell: numbers[cell] for cell in white}
    change_numbers(of_white, runs, sorted(white), state, params)
    return kit.Drafted(*with_sums(board, of_white))


def part_runs(board: kit.Board, blacks: set[int], longest: int, state: kit.RandomState) -> set[int]:
    """Return black cells and others, so that no run has one cell or more than ``longest``."""
    blacks = {*blacks}
    while bad := [run for run in board.runs_between(blacks) if not 1 < len(run) <= longest]:
        run = making.pick(state, bad)
        cell = making.pick(state, (run[0], run[-1], *run[2:-2]))
        blacks |= {cell, turned(board.grid, cell)}
    return blacks


def clump_of(grid: kit.Grid, blacks: set[int], state: kit.RandomState) -> list[int] | None:
    """Return the cells around a place where black cells part others or fill a block; None: none.

    With them are the cells on the other side of the middle.
    """
    white = set(grid.cells) - blacks
    apart = sorted(grid.parts(white), key=len)[:-1]
    filled = (block for block in _blocks(grid.rows, grid.cols) if blacks.issuperset(block))
    places = [*apart, *map(list, filled)]
    if not places:
        return None
    row, col = divmod(making.pick(state, making.pick(state, places)), grid.cols)
    near = [
        r * grid.cols + c
        for r in range(max(1, row - 2), min(grid.rows, row + 3))
        for c in range(max(1, col - 2), min(grid.cols, col + 3))
    ]
    return near + [turned(grid, cell) for cell in near]


def turned(grid: kit.Grid, cell: int) -> int:
    """Return the cell on the other side of the middle of the board without its rim."""
    return len(grid.cells) + grid.cols - cell


def change_numbers(
    numbers: dict[int, int],
    runs: Sequence[Sequence[int]],
    cells: Sequence[int],
    state: kit.RandomState,
    params: kit.Params,
) -> None:
    """Change the numbers of some cells, where others are possible; for most bands to `ENDS`."""
    liked = VALUES if params.band == "expert" else ENDS
    runs_of: dict[int, list[Sequence[int]]] = {cell: [] for cell in cells}
    for run in runs:
        for cell in run:
            if cell in runs_of:
                runs_of[cell].append(run)
    for cell in making.shuffled(state, cells):
        taken = {numbers[other] for run in runs_of[cell] for other in run if other != cell}
        free = [number for number in liked if number not in taken]
        free = free or [number for number in VALUES if number not in taken]
        numbers[cell] = making.pick(state, free)


def with_sums(board: kit.Board, numbers: dict[int, int]) -> tuple[kit.Board, kit.Solution]:
    """Return the board whose white cells have some numbers, with its sums and answer."""
    blacks = set(board.grid.cells) - numbers.keys()
    values = tuple(BLACK if cell in blacks else EMPTY for cell in board.grid.cells)
    runs = sorted(run for run in board.runs_between(blacks) if len(run) > 1)
    return with_totals(replace(board, values=values), runs, numbers)


def with_totals(
    board: kit.Board, runs: Iterable[tuple[int, ...]], numbers: dict[int, int]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board with the sums of its sorted runs, and its answer."""
    sums = (kit.Clue(kit.RUN, run, (sum(map(numbers.__getitem__, run)),)) for run in runs)
    answer = kit.Solution("numbers", tuple(sorted(numbers.items())))
    return replace(board, other_clues=tuple(sums)), answer


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    params: kit.Params,
) -> tuple[kit.Board, kit.Solution]:
    """Blacken one of some cells where the runs stay long enough, or change some of them."""
    numbers = answer.number_at
    cells = [cell for cell in cells if cell in numbers] or sorted(numbers)
    cell = making.pick(state, cells)
    if not making.random_below(state, BLACKENED) and may_blacken(board, numbers, cell):
        for one in {cell, turned(board.grid, cell)}:
            del numbers[one]
        return with_sums(board, numbers)
    runs = [clue.place for clue in board.other_clues]
    changed = [one for one in cells if making.random_below(state, 2)]
    change_numbers(numbers, runs, changed, state, params)
    return with_totals(board, runs, numbers)


def may_blacken(board: kit.Board, white: Collection[int], cell: int) -> bool:
    """Return whether a board stays spread, with runs of two cells or more."""
    left = set(white) - {cell, turned(board.grid, cell)}
    is_long = all(len(run) > 1 for run in board.runs_between({*board.grid.cells} - left))
    return is_long and is_spread(board.grid, left)


def is_spread(grid: kit.Grid, white: set[int]) -> bool:
    """Return whether white cells are connected, enough, and on every part of the board.

    They are in each row, column and block of two by three cells but those on the rim.
    """
    lines = [*grid.lines()]
    inner = lines[1 : grid.rows] + lines[grid.rows + 1 :]
    is_enough = 100 * len(white) >= WHITE_PERCENT * (grid.rows - 1) * (grid.cols - 1)
    inner += _blocks(grid.rows, grid.cols)
    return is_enough and all(map(white.intersection, inner)) and len(grid.parts(white)) == 1


@cache
def _blocks(rows: int, cols: int) -> list[tuple[int, ...]]:
    return [
        tuple((row + down) * cols + col + right for down in range(high) for right in range(wide))
        for high, wide in ((2, 3), (3, 2))
        for row in range(1, rows - high + 1)
        for col in range(1, cols - wide + 1)
    ]
