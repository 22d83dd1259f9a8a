"""Shikaku: rectangles, each with one number, which is the number of its cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3, tables, tatham
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.shikaku import drafts
from pipeline.kinds.shikaku.drafts import MOST_OPTIONS

EMPTY: Final = 0

BOARDS: Final = kit.Boards(
    family="borders",
    empty=EMPTY,
    allowed=lambda rows, cols: range(rows * cols + 1),
    expected="the number of cells of a rectangle, 0 for none",
    normalize=kit.fit_sum,
    most_side=99,
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the variables: borders inside of the board."""
    model.borders(is_inner=True)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that each number, and each cell, has one of its rectangles."""
    side = model.borders()
    numbers = dict(board.clues_but(EMPTY))
    places = sum(1 << cell for cell in numbers)
    covering: list[list[tuple[int, ...]]] = [[] for _ in board.values]
    for cell, size in numbers.items():
        fits = rectangles(board.grid, cell, size)
        areas = [cells for bits, cells in fits if bits & places == 1 << cell]
        model.choice(map(side.outline, areas), "number", about=cell, areas=areas)
        for area in areas:
            for other in area:
                covering[other].append(area)
    for cell, areas in enumerate(covering):
        if cell not in numbers and len(areas) <= MOST_OPTIONS:
            model.choice(map(side.outline, areas), "cell", about=cell, areas=areas)


@lru_cache(maxsize=4096)
def rectangles(grid: kit.Grid, cell: int, size: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the bits and the cells of each rectangle of a size with a cell."""
    found = making.rectangles_with(grid, cell, size)
    return [(sum(1 << one for one in cells), cells) for cells in found]


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_closed("loose-line", "a line that separates nothing")
    for area in answer.areas:
        rows, cols = ({divmod(cell, board.cols)[k] for cell in area} for k in (0, 1))
        numbers = [board.values[cell] for cell in area if board.values[cell] != EMPTY]
        if len(rows) * len(cols) != len(area):
            yield kit.Violation("no-rectangle", area, "an area that is no rectangle")
        if len(numbers) != 1:
            yield kit.Violation("not-one-number", area, f"{len(numbers)} numbers in an area")
        elif numbers[0] != len(area):
            yield kit.Violation("wrong-size", area, f"{len(area)} cells in an area of {numbers[0]}")


CELLS: Final = Words(range(1, 10_000), "a number from 1 to 9999, or - for an empty cell",
                     "check the text", "- . _ 0")  # fmt: skip

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.MendSketch(drafts.begin),
    forms=(
        puzz_link.form(("shikaku",), puzz_link.Cells()),
        pzprv3.form(("shikaku",), pzprv3.Cells(replace(CELLS, empty="."))),
        tatham.form("Rectangles", "|e[0-9.]+a?|a", "3x3:a3b6c", tatham.Cells()),
        janko.form(("sikaku", "shikaku"), janko.Cells(CELLS), draws_areas=True),
        # Numbers whose sum is that of the cells are hardly there by chance.
        tables.table("rows of numbers, - for none", CELLS, lambda board: 1, ("shikaku",)),
    ),
)
