"""Text forms of Hitori, in the order of detection.

Sources: ``hitori.js`` of pzprjs (MIT), ``singles.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_letters, digits
from typing import Final, NamedTuple

from pipeline.kinds.hitori.declare import BOARDS, NONE
from pipeline.kinds.kit.cells import CellWords, Signs
from pipeline.kinds.kit.constraints.puzzle import Clues
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.kit.forms import rows_form

_FORMS: Final = Forms(BOARDS)
_NUMBERS: Final = range(1, 100)
_EXPECTED: Final = "a number from 1 to 99"
_NUMBER: Final = re.compile(r"[.%@]|[0-9a-z]|-[g-z]|-[0-9a-f][0-9a-z]")
_SIGNS: Final = digits + ascii_letters


class Base36(NamedTuple):
    """The codec of base 36 numbers: one digit, or two after a minus; a dot, % or @ is no number.

    Older programs also write a minus before a single letter from g to z.
    """

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number."""
        number = values[at]
        high = f"-{_SIGNS[number // 36]}" if number >= 36 else ""
        return ("." if number == NONE else high + _SIGNS[number % 36]), 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        found = _NUMBER.match(text, at)
        if found is None:
            return None
        number = found[0].removeprefix("-")
        return [NONE if number in ".%@" else int(number, 36)], len(found[0])


def _likeness(clues: Clues) -> int:
    """Return 2 for a full board with no more distinct numbers than the length of a side."""
    is_full = min(clues.rows, clues.cols) > 2 and NONE not in clues.values
    return 2 * (is_full and len(set(clues.values)) <= max(clues.rows, clues.cols))


_TABLE: Final = _FORMS.table(
    "rows of numbers",
    CellWords({"-": NONE, ".": NONE}, _NUMBERS, _EXPECTED, "check the file"),
    likeness=_likeness,
    tags=("hitori",),
)
FORMATS: Final[tuple[Form, ...]] = (
    _FORMS.address(("hitori",), (Base36(),), "a figure or letter for each cell"),
    _FORMS.file(
        ("hitori",),
        CellWords({".": NONE, "-": NONE}, _NUMBERS, _EXPECTED, "check the file"),
        is_apart=True,
    ),
    _FORMS.tatham(
        "Singles", "|d[a-z]", (Signs({sign: k for k, sign in enumerate(_SIGNS)}),), "5x5:1432..."
    ),
    _FORMS.janko(("hitori",), CellWords({"-": NONE}, _NUMBERS, _EXPECTED, "check the file")),
    _TABLE,
    rows_form("rows of signs", _TABLE),
)
