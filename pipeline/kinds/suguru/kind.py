"""Suguru: each region has the numbers from 1 up to its size, and equal numbers never touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Final

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import number_words
from pipeline.kinds.kit.constraints.areas import random_cages
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import changed_numbers, repeats
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params, Usual
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import is_whole, region_numbers, renumbered
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.options import require_sides
from pipeline.model import PuzzleFormatError

EMPTY: Final = 0
LARGEST: Final = 9
"""Most cells of a region."""
SIZE: Final = 5
"""Cells of most regions of a generated board."""
SMALLEST: Final = 3
"""Cells of a region below which it is joined to another, if that gets one more than `SIZE`."""


def fit(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` if a region is missing, in parts or too large."""
    if not clues.regions:
        raise PuzzleFormatError("expected regions, found none; add them")
    for cells in clues.areas:
        row, col = divmod(cells[0], clues.cols)
        where = f"the region of row {row + 1}, column {col + 1}"
        if len(cells) > LARGEST:
            raise PuzzleFormatError(f"expected at most {LARGEST} cells in {where}; check it")
        if not is_whole(clues.grid, clues.regions, clues.regions[cells[0]]):
            raise PuzzleFormatError(f"expected {where} to be connected, found parts; check it")
    return clues


BOARDS: Final = Boards(
    family="numbers",
    empty=EMPTY,
    allowed=lambda rows, cols: range(LARGEST + 1),
    answers=lambda rows, cols: range(1, LARGEST + 1),
    expected=f"numbers from 1 to {LARGEST}, 0 for an empty cell",
    has_regions=True,
    repose=fit,
    most_side=16,
)


def declare(clues: Clues) -> Model:
    """Return the model of a board."""
    grid, model = clues.grid, Model(clues.grid)
    values = range(1, max(*clues.values, *map(len, clues.areas)) + 1)
    holds = model.numbers(values, "cell")
    near: dict[int, set[int]] = {cell: set() for cell in grid.cells}
    for one, other in grid.touching():
        near[one].add(other)
        near[other].add(one)
    for cells in clues.areas:
        for cell in cells:
            for number in values[len(cells) :]:
                model.clause([-holds[cell, number]], "large", about=cells)
        model.all_different(holds, cells, range(1, len(cells) + 1), "region")
    for one, other in grid.touching():
        if clues.regions[one] != clues.regions[other]:
            for number in values:
                pair = [-holds[one, number], -holds[other, number]]
                model.clause(pair, "touching", about=(one, other))
    for cells in clues.areas:
        for cell in {other for one in cells for other in near[one]}.difference(cells):
            for number in range(1, len(cells) + 1):
                far = [holds[one, number] for one in cells if one not in near[cell]]
                model.clause([-holds[cell, number], *far], "around", about=(cell, *cells))
    model.given(holds, clues.values, EMPTY)
    return model


RULE_CODES: Final = ("given-changed", "region-repeat", "too-large", "touching")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [number for _, number in solution.items]
    yield from changed_numbers(clues, numbers, EMPTY)
    parts: dict[int, list[int]] = {own: [] for own in clues.regions}
    for cell, own in enumerate(clues.regions):
        parts[own].append(cell)
    yield from repeats(numbers, (("region", tuple(cells)) for cells in parts.values()))
    for cells in parts.values():
        large = tuple(cell for cell in cells if numbers[cell] > len(cells))
        if large:
            yield Violation("too-large", large, f"a number above {len(cells)} in a region")
    for one, other in combinations(range(len(numbers)), 2):
        (row, col), (row2, col2) = divmod(one, clues.cols), divmod(other, clues.cols)
        if numbers[one] == numbers[other] and max(abs(row - row2), abs(col - col2)) == 1:
            yield Violation("touching", (one, other), f"{numbers[one]} touches {numbers[one]}")


def random_areas(grid: Grid, state: RandomState) -> list[tuple[int, ...]]:
    """Return random regions, of which few have less than `SMALLEST` cells."""
    areas = [set(cells) for cells in random_cages(grid, (SIZE,), state)]
    for small in sorted((cells for cells in areas if len(cells) < SMALLEST), key=len):
        near = {other for cell in small for other in grid.neighbours(cell)} - small
        room = [one for one in areas if one & near and len(one) + len(small) <= SIZE + 1]
        if room:
            min(room, key=len).update(small)
            areas.remove(small)
    return [tuple(sorted(cells)) for cells in areas]


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return random regions, filled with numbers."""
    areas = random_areas(board.grid, state)
    groups: list[Sequence[int]] = [*areas, *board.grid.touching()]
    most = max(map(len, areas))
    numbers = random_numbers(len(board.values), groups, most, state, [*map(len, areas)])
    if numbers is None:
        return None
    regions = renumbered(region_numbers(areas))
    full = replace(board, values=tuple(numbers), regions=regions)
    return full, Solution("numbers", tuple(enumerate(numbers)))


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Suguru",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(),
        formats=(Forms(BOARDS).janko(("suguru", "tectonic"), number_words(LARGEST)),),
        presets={"tiny": Params(5, 5), "small": Params(6, 6), "usual": Params(8, 8)},
        ceilings={
            None: ("single", "set"),
            "easy": ("single",),
            "medium": ("single", "set"),
            "hard": ("set", "trial"),
            "expert": ("trial",),
        },
        by_band={"easy": Usual((28, 36))},
        plain=("cell", "region", "touching", "around", "large"),
        sizes=partial(require_sides, least=4, most=12),
    )
)
