"""Cheap proofs that a board has no solution under its rule, tried before any search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import compress, pairwise
from typing import Final

from pipeline.kinds.numberlink.model import Clues


def why_unsolvable(clues: Clues) -> str | None:
    """Return the name of a reason why the puzzle has no solution, None if none is found."""
    return next((name for name, (applies, _) in _REASONS.items() if applies(clues)), None)


def _ends_cross_on_the_border(clues: Clues) -> bool:
    """Return whether two pairs alternate on the rim of a full rectangle (Jordan curve theorem)."""
    if clues.blocked or min(clues.rows, clues.cols) < 2:
        return False
    numbers, cols = clues.numbers, clues.cols
    # Along the first row, down the last column, back along the last row, up the first column.
    rim = numbers[:cols] + numbers[2 * cols - 1 :: cols]
    rim += numbers[-2 : -cols - 1 : -1] + numbers[-2 * cols : 0 : -cols]
    met = [*filter(None, rim)]
    twice = {number for number, times in Counter(met).items() if times == 2}
    waiting: list[int] = []
    for number in met:
        if number not in twice:
            continue
        if number not in waiting:
            waiting.append(number)
        elif waiting.pop() != number:
            return True
    return False


def _ends_cross_on_a_strip(clues: Clues) -> bool:
    """Return whether another end is between the two ends of a pair on a strip one cell wide."""
    if min(clues.rows, clues.cols) > 1:
        return False
    met = [number for number in clues.numbers if number]
    return any(one != other for one, other in list(pairwise(met))[::2])


def _colours_do_not_add_up(clues: Clues) -> bool:
    """Return whether the colours of a chequerboard exclude lines that cover the board.

    A line has equally many cells of both colours, or one more of its ends' colour if both ends have
    the same, so the surplus of all lines must be that of the board.
    """
    if clues.rule == "free":
        return False

    cols = clues.cols

    def surplus(cells: Iterable[int]) -> int:
        places = [*cells]
        return 2 * sum([cell // cols + cell % cols & 1 for cell in places]) - len(places)

    # A full rectangle of odd area has one more cell of its corners' colour.
    cells = -(clues.rows * cols % 2) - surplus(clues.blocked)
    ends = surplus(compress(range(len(clues.numbers)), clues.numbers))
    return 2 * cells != ends


def _a_pair_is_walled_in(clues: Clues) -> bool:
    """Return whether no way through empty cells joins the ends of a pair, if not adjacent."""
    if len(clues.numbers) > LARGEST_FLOODED:
        return False
    cols, width = clues.cols, clues.cols + 1

    def bits(cells: Iterable[int]) -> int:
        some = 0
        for cell in cells:
            some |= 1 << cell + cell // cols + width
        return some

    ends = bits(compress(range(len(clues.numbers)), clues.numbers))
    first = ((1 << width * clues.rows) - 1) // ((1 << width) - 1)  # the first cell of each row
    empty = (first * ((1 << cols) - 1) << width) & ~(ends | bits(clues.blocked))
    middle = empty >> empty.bit_length() // 2 << empty.bit_length() // 2
    most = _flood(middle & -middle, empty, width)  # mostly all of it
    near = _grow(most, width)
    if ends & ~near == 0:
        return False
    for pair in clues.ends():
        start, goal = (bits([cell]) for cell in pair)
        beside = _grow(start, width)
        if goal & beside or (start & near and goal & near):
            continue
        if not goal & _grow(_flood(beside & empty, empty, width), width):
            return True
    return False


def _flood(region: int, cells: int, width: int) -> int:
    while True:
        grown = _grow(region, width) & cells
        if grown == region:
            return region
        region = grown


def _grow(some: int, width: int) -> int:
    return some | some << 1 | some >> 1 | some << width | some >> width


LARGEST_FLOODED: Final = 50_000  # Cells up to which areas are searched; beyond it takes too long

_REASONS: Final[dict[str, tuple[Callable[[Clues], bool], str]]] = {
    "crossing-on-border": (
        _ends_cross_on_the_border,
        "two pairs on the border would have to cross",
    ),
    "crossing-on-strip": (_ends_cross_on_a_strip, "two pairs in one line would have to cross"),
    "walled-in": (_a_pair_is_walled_in, "a pair is walled in: no way leads from end to end"),
    "chequerboard": (
        _colours_do_not_add_up,
        "some cells must stay empty: on a chequerboard the lines cannot cover as many black cells "
        "as white",
    ),
}

REFUSALS: Final = {name: words for name, (_, words) in _REASONS.items()}  # Messages for each reason
