"""Kakuro: runs of different numbers that have a sum, between black cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import repeats
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.extra import RUN, Clue, Extra, runs_of
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.runs_forms import runs_sheet, runs_url
from pipeline.kinds.kit.options import require_sides
from pipeline.model import PuzzleFormatError

EMPTY: Final = 0
BLACK: Final = -1
VALUES: Final = range(1, 10)
LONGEST: Final = {"easy": 5, "medium": 6, "hard": 8, "expert": 8, None: 6}
"""By band, the most cells of a run on a generated board."""
WHITE_PERCENT: Final = 60
"""Least share of white cells in a board without its rim; nearly all published ones have more."""
BLACKENED: Final = 2
"""One in so many changes blackens a cell; the others change numbers."""
ENDS: Final = (1, 1, 2, 3, 7, 8, 9, 9)
"""What a cell is changed to, where it can be: runs of low or high numbers have few sets.
Expert boards have all numbers alike, since these seldom leave anything to try."""


def fit(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` if a run lacks its sum or has two."""
    blacks = {cell for cell, value in enumerate(clues.values) if value == BLACK}
    runs = [run for run in runs_of(clues.grid, blacks) if len(run) > 1]
    places = [clue.place for clue in clues.extra]
    if not runs:
        raise PuzzleFormatError("expected runs of white cells, found none; check the clues")
    for run in {*runs} ^ {*places} or {run for run in places if places.count(run) > 1}:
        row, col = divmod(run[0], clues.cols)
        raise PuzzleFormatError(
            f"expected one sum for each run of white cells, found {places.count(run)} for "
            f"{len(run)} cells from row {row + 1}, column {col + 1}; check it"
        )
    alone = set(clues.grid.cells).difference(blacks, *runs)
    for row, col in (divmod(cell, clues.cols) for cell in alone):
        raise PuzzleFormatError(
            f"expected a run through row {row + 1}, column {col + 1}, found a cell without "
            "neighbours; make it black"
        )
    return clues


BOARDS: Final = Boards(
    family="numbers",
    empty=EMPTY,
    allowed=lambda rows, cols: (EMPTY, BLACK),
    answers=lambda rows, cols: VALUES,
    expected="0 for an empty cell, -1 for a black one",
    blocked=BLACK,
    repose=fit,
    extra=Extra(
        has_runs=True,
        totals=lambda side, size: range(size * (size + 1) // 2, size * (19 - size) // 2 + 1),
    ),
)


def declare(clues: Clues) -> Model:
    """Return the model of a board."""
    model = Model(clues.grid)
    white = (cell for cell, value in enumerate(clues.values) if value == EMPTY)
    holds = model.numbers(VALUES, "cell", white)
    for run in clues.extra:
        model.total(holds, run.place, VALUES, run.numbers[0], "run")
    return model


RULE_CODES: Final = ("run-repeat", "wrong-sum")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [0] * len(clues.values)
    for cell, number in solution.number_at.items():
        numbers[cell] = number
    for run in clues.extra:
        yield from repeats(numbers, (("run", run.place),))
        total = sum(numbers[cell] for cell in run.place)
        if total != run.numbers[0]:
            yield Violation("wrong-sum", run.place, f"{total} is not {run.numbers[0]}")


def draft(board: Clues, state: RandomState, params: Params) -> Drafted | None:
    """Return black cells, alike under a half turn, and numbers between them with their sums."""
    grid = board.grid
    blacks = {cell for cell in grid.cells if cell < grid.cols or cell % grid.cols == 0}
    longest = max(3, min(LONGEST[params.band], max(grid.rows, grid.cols) - 2))
    while bad := [run for run in runs_of(grid, blacks) if not 1 < len(run) <= longest]:
        run = pick(state, bad)
        places = (run[0], run[-1], *run[2:-2])
        cell = pick(state, places)
        blacks |= {cell, turned(grid, cell)}
    white = set(grid.cells) - blacks
    if not is_spread(grid, white):
        return None
    numbers = random_numbers(len(grid.cells), runs_of(grid, blacks), VALUES[-1], state)
    if numbers is None:
        return None
    own = {cell: numbers[cell] for cell in white}
    change_numbers(own, runs_of(grid, blacks), sorted(white), state, params)
    return Drafted(*with_sums(board, own))


def turned(grid: Grid, cell: int) -> int:
    """Return the cell on the other side of the middle of the board without its rim."""
    return len(grid.cells) + grid.cols - cell


def change_numbers(
    numbers: dict[int, int],
    runs: Sequence[Sequence[int]],
    cells: Sequence[int],
    state: RandomState,
    params: Params,
) -> None:
    """Change the numbers of some cells, where others are possible; for most bands to `ENDS`."""
    liked = VALUES if params.band == "expert" else ENDS
    order = shuffled(state, cells)
    for cell in order:
        taken = {numbers[other] for run in runs if cell in run for other in run if other != cell}
        free = [number for number in liked if number not in taken]
        free = free or [number for number in VALUES if number not in taken]
        numbers[cell] = pick(state, free)


def with_sums(board: Clues, numbers: dict[int, int]) -> tuple[Clues, Solution]:
    """Return the board whose white cells have some numbers, with its sums and solution."""
    blacks = set(board.grid.cells) - numbers.keys()
    values = tuple(BLACK if cell in blacks else EMPTY for cell in board.grid.cells)
    runs = (run for run in runs_of(board.grid, blacks) if len(run) > 1)
    sums = (Clue(RUN, run, (sum(numbers[cell] for cell in run),)) for run in runs)
    items = tuple(sorted(numbers.items()))
    clues = replace(board, values=values, extra=tuple(sorted(sums)))
    return clues, Solution("numbers", items)


def mend(
    clues: Clues,
    solution: Solution,
    cells: Sequence[int],
    state: RandomState,
    params: Params,
) -> tuple[Clues, Solution]:
    """Blacken one of some cells where the runs stay long enough, or change some of them."""
    grid, numbers = clues.grid, solution.number_at
    cells = [cell for cell in cells if cell in numbers] or sorted(numbers)
    cell = pick(state, cells)
    if not random_below(state, BLACKENED) and may_blacken(grid, numbers, cell):
        for one in {cell, turned(grid, cell)}:
            del numbers[one]
    else:
        runs = [clue.place for clue in clues.extra]
        changed = [one for one in cells if random_below(state, 2)]
        change_numbers(numbers, runs, changed, state, params)
    return with_sums(clues, numbers)


def may_blacken(grid: Grid, white: Collection[int], cell: int) -> bool:
    """Return whether a board stays spread, with runs of two cells or more."""
    left = set(white) - {cell, turned(grid, cell)}
    is_long = all(len(run) > 1 for run in runs_of(grid, set(grid.cells) - left))
    return is_long and is_spread(grid, left)


def is_spread(grid: Grid, white: set[int]) -> bool:
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


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Kakuro",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        keeps_clues=True,
        looks=Looks(signs={BLACK: Sign("wall", is_number=False)}),
        formats=(runs_url(Forms(BOARDS), "kakuro"), runs_sheet(Forms(BOARDS), ("kakuro",))),
        presets={"tiny": Params(5, 5), "small": Params(7, 7), "usual": Params(10, 10)},
        ceilings={
            None: ("global", "set"),
            "easy": ("global",),
            "medium": ("global",),
            "hard": ("global", "set"),
            "expert": ("trial",),
        },
        plain=("cell", "run"),
        sizes=partial(require_sides, least=4, most=16),
    )
)
