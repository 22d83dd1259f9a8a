"""Suguru: each region has the numbers from 1 up to its size, and equal numbers never touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3
from pipeline.kinds.kit.sites.words import Words

LARGEST: Final = 9
"""Most cells of a region."""
SIZE: Final = 5
"""Cells of most regions of a generated board."""
LARGE: Final = 12 * 12
"""Boards of more cells have most regions of `LARGE_SIZE` cells: of 20 divisions of a 20x20 board
into regions of `SIZE` cells none could be filled with numbers, of these 6."""
LARGE_SIZE: Final = 7
SMALLEST: Final = 3
"""Cells of a region below which it is joined to another, if that gets one more than most."""

BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: range(LARGEST + 1),
    answers=lambda rows, cols: range(1, LARGEST + 1),
    expected=f"numbers from 1 to {LARGEST}, 0 for an empty cell",
    has_regions=True,
    normalize=kit.fit_areas(LARGEST),
    most_side=20,
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers of each region, and that equal ones are apart."""
    number = model.counted("region")
    near = {cell: {*board.block(cell)} - {cell} for cell in board.grid.cells}
    for one, other in board.grid.touching():
        if board.regions[one] != board.regions[other]:
            model.differ(number[one, other], "touching")
    for cells in board.areas:
        for cell in {other for one in cells for other in near[one]}.difference(cells):
            about, apart = (cell, *cells), [one for one in cells if one not in near[cell]]
            for value in range(1, len(cells) + 1):
                far = [number.at(one, value) for one in apart]
                model.clause([-number.at(cell, value), *far], "around", about=about)
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    yield from answer.require_counted()
    for one, number in enumerate(answer.numbers):
        for other in answer.around(one):
            if other > one and answer.numbers[other] == number:
                yield kit.Violation("touching", (one, other), f"{number} touches {number}")


def random_areas(grid: kit.Grid, state: kit.RandomState) -> list[tuple[int, ...]]:
    """Return random regions, of which few have less than `SMALLEST` cells."""
    size = SIZE if len(grid.cells) <= LARGE else LARGE_SIZE
    areas = [set(cells) for cells in making.random_cages(grid, (size,), state)]
    for small in sorted((cells for cells in areas if len(cells) < SMALLEST), key=len):
        near = {other for cell in small for other in grid.neighbours(cell)} - small
        room = [one for one in areas if one & near and len(one) + len(small) <= size + 1]
        if room:
            min(room, key=len).update(small)
            areas.remove(small)
    return [tuple(sorted(cells)) for cells in areas]


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return random regions, filled with numbers."""
    areas = random_areas(board.grid, state)
    groups: list[Sequence[int]] = [*areas, *board.grid.touching()]
    sizes = [*map(len, areas)]
    numbers = making.random_numbers(len(board.values), groups, max(sizes), state, sizes)
    if numbers is None:
        return None
    regions = making.regions_of(areas)
    return BOARDS.draft(board, numbers, values=tuple(numbers), regions=regions)[:2]


FILE: Final = Words(range(1, LARGEST + 1), "a number, or a dot", "check the file")

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Remove(layout=layout, steered=("easy", "medium", "hard")),
    forms=(
        puzz_link.form(("suguru",), puzz_link.Borders(), puzz_link.Cells()),
        pzprv3.form(("suguru",), pzprv3.Rooms(has_borders=True), pzprv3.Cells(FILE)),
        janko.numbers(("suguru", "tectonic"), LARGEST),
    ),
)
