"""Dominosa: divide a board of numbers into dominoes, of which no two are equal.

Also called Domino Solitaire. Sources of its text forms: ``dominosa.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.dominosa import drafts
from pipeline.kinds.dominosa.drafts import EMPTY, largest
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, tables, tatham
from pipeline.kinds.kit.sites.words import Words

MOST: Final = 98
"""Largest number of a board."""


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` unless it can be a set of dominoes."""
    high = largest(board.rows, board.cols)
    if high is None:
        raise kit.PuzzleFormatError(
            "expected as many cells as a set of dominoes, such as 5x4 or 8x7, found "
            f"{board.cols}x{board.rows}; use another size"
        )
    for number in {*board.values} - {EMPTY}:
        times = board.values.count(number)
        if number > high or times > high + 2 or (times < high + 2 and EMPTY not in board.values):
            raise kit.PuzzleFormatError(
                f"expected each number from 0 to {high} {high + 2} times, found {number} {times} "
                f"time{'s' * (times > 1)}; check the numbers"
            )
    return board


BOARDS: Final = kit.Boards(
    family="borders",
    empty=EMPTY,
    allowed=lambda rows, cols: range(EMPTY, MOST + 1),
    expected="a number from 0, -1 for none",
    normalize=fit,
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the places of each cell's other half and of each domino, and that it has only one."""
    side, grid = model.borders(is_inner=True), board.grid
    between = {cells: border for border, cells in grid.borders_between()}
    places: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for pair in grid.edges():
        numbers = sorted(board.values[cell] for cell in pair)
        if EMPTY not in numbers:
            places.setdefault(tuple(numbers), []).append(pair)
    for pairs in places.values():
        open_sides = -side[[between[pair] for pair in pairs]]
        if len(pairs) > 1:
            model.count(open_sides, (0, 1), "once")
        if EMPTY not in board.values:
            outlines = [side.outline(pair) for pair in pairs]
            model.choice(outlines, "domino", about=open_sides.about, areas=pairs)
    for cell, pairs in grid.edges_at().items():
        model.choice([side.outline(pair) for pair in pairs], "cell", about=cell, areas=pairs)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_closed("loose-line", "a line that separates nothing")
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    for area in answer.areas:
        numbers = tuple(sorted(board.values[cell] for cell in area))
        if len(area) != 2:
            yield kit.Violation("domino", area, f"an area of {len(area)} cells")
        elif numbers in first and EMPTY not in numbers:
            what = f"the domino {numbers[0]}-{numbers[1]} is repeated"
            yield kit.Violation("repeated", (*first[numbers], *area), what)
        first[numbers] = area


WORDS: Final = Words(range(MOST + 1), "a number from 0", "check the numbers")
TABLE: Final = tables.table("rows of numbers from 0", WORDS, lambda board: 3, ("dominosa",))

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, drafts.move),
    forms=(
        tatham.dominoes(),
        janko.form(("dominosa", "domino"), janko.Cells(WORDS), draws_areas=True),
        TABLE,
        tables.rows("rows of digits", TABLE),
    ),
)
