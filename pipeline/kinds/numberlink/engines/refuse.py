"""Cheap reasons why a board has no solution, found before any search.

Each is a proof: where a reason is given, no solution exists under the puzzle's rule. None given
says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import compress, pairwise
from typing import Final

from pipeline.kinds.numberlink.model import Clues


def why_unsolvable(clues: Clues) -> str | None:
    """Return the name of a reason why the puzzle has no solution, None where none is in sight.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> why_unsolvable(make_clues(2, 2, "free", ["a", "b", "b", "a"]))
    'crossing-on-border'
    >>> why_unsolvable(make_clues(1, 3, "cover", ["a", "a", 0]))
    'chequerboard'
    """
    return next((name for name, (applies, _) in _REASONS.items() if applies(clues)), None)


def _ends_cross_on_the_border(clues: Clues) -> bool:
    """Two pairs on the rim of a full rectangle whose ends alternate would have to cross.

    The Jordan curve theorem on a disc; with blocked cells the rim is another one.
    """
    if clues.blocked or min(clues.rows, clues.cols) < 2:
        return False
    last_row, last_col = clues.rows - 1, clues.cols - 1
    rim = [(0, col) for col in range(last_col)]
    rim += [(row, last_col) for row in range(last_row)]
    rim += [(last_row, col) for col in range(last_col, 0, -1)]
    rim += [(row, 0) for row in range(last_row, 0, -1)]
    met = [clues.numbers[row * clues.cols + col] for row, col in rim]
    twice = {number for number, times in Counter(met).items() if number and times == 2}
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
    """On a strip one cell wide the two ends of a pair have no end of another between them."""
    if min(clues.rows, clues.cols) > 1:
        return False
    met = [number for number in clues.numbers if number]
    return any(one != other for one, other in list(pairwise(met))[::2])


def _colours_do_not_add_up(clues: Clues) -> bool:
    """Colour the board like a chequerboard: a line that covers has as many cells of either colour.

    Only where its two ends are of one colour it has one more of that colour, so the lines'
    surplus must be the board's.
    """
    if clues.rule == "free":
        return False

    def surplus(cells: Iterable[int]) -> int:
        return sum(1 if sum(divmod(cell, clues.cols)) % 2 else -1 for cell in cells)

    # A whole board of odd area has one cell more of the colour of its corners.
    cells = -(clues.rows * clues.cols % 2) - surplus(clues.blocked)
    ends = surplus(compress(range(len(clues.numbers)), clues.numbers))
    return 2 * cells != ends


def _a_pair_is_walled_in(clues: Clues) -> bool:
    """Say whether no way of empty cells joins the ends of a pair that are no neighbours."""
    if len(clues.numbers) > LARGEST_FLOODED:
        return False
    area = [0 if number or cell in clues.blocked else -1
            for cell, number in enumerate(clues.numbers)]  # fmt: skip
    areas = 0
    for cell, number in enumerate(area):
        if number == -1:
            areas += 1
            _flood(area, cell, areas, clues.rows, clues.cols)
    ends: dict[int, tuple[int, set[int]]] = {}
    for cell, number in enumerate(clues.numbers):
        if not number:
            continue
        beside = _beside(cell, clues.rows, clues.cols)
        reached = {area[other] for other in beside} - {0}
        mate, its_reached = ends.setdefault(number, (cell, reached))
        if mate != cell and mate not in beside and not reached & its_reached:
            return True
    return False


def _flood(area: list[int], start: int, name: int, rows: int, cols: int) -> None:
    """Name in place all cells that are -1 and hang together with one of them."""
    area[start] = name
    left = [start]
    while left:
        for cell in _beside(left.pop(), rows, cols):
            if area[cell] == -1:
                area[cell] = name
                left.append(cell)


def _beside(cell: int, rows: int, cols: int) -> list[int]:
    row, col = divmod(cell, cols)
    places = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols]


LARGEST_FLOODED: Final = 50_000
"""Cells up to which areas are looked at: beyond it that would take longer than many a search."""

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

REFUSALS: Final = {name: words for name, (_, words) in _REASONS.items()}
"""What each reason means, in words for people."""
