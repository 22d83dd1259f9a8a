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
    for name, applies in _REASONS.items():
        if applies(clues):
            return name
    return None


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


_REASONS: Final[dict[str, Callable[[Clues], bool]]] = {
    "crossing-on-border": _ends_cross_on_the_border,
    "crossing-on-strip": _ends_cross_on_a_strip,
    "chequerboard": _colours_do_not_add_up,
}
