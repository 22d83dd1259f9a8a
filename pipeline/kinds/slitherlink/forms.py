"""Text forms of Slitherlink, in the order of detection.

Sources: ``slither.js`` of pzprjs (MIT), ``loopy.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

from pipeline.kinds.kit.cells import CellWords, Runs, Signs
from pipeline.kinds.kit.constraints.puzzle import Clues
from pipeline.kinds.kit.constraints.views.forms import Form, Forms, Fours
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.penpa import DOTS
from pipeline.kinds.slitherlink.declare import BOARDS, EMPTY

_FORMS: Final = Forms(BOARDS)
_NAMES: Final = ("slither", "slitherlink")
_EXPECTED: Final = "numbers from 0 to 4, or a dot for none"
_NUMBERS: Final = range(5)


def _likeness(clues: Clues) -> int:
    """Return 2 if there are both 0 and empty cells, which other tables do not have."""
    size, left = len(clues.values), clues.values.count(EMPTY)
    if not left or max(clues.values) > 3:
        return 0
    return 2 if 0 in clues.values else int(size > 9 and 4 * left < 3 * size)


_TABLE: Final = _FORMS.table(
    "rows of words, - for a cell without a number",
    CellWords({"-": EMPTY, ".": EMPTY, "_": EMPTY}, _NUMBERS, _EXPECTED, "check the table"),
    likeness=_likeness,
    tags=("slitherlink", DOTS),
)
FORMATS: Final[tuple[Form, ...]] = (
    _FORMS.address(_NAMES, (Fours(EMPTY, EMPTY),), "cells as 0 to 9, a to e, g to z or a dot"),
    _FORMS.file(_NAMES, CellWords({".": EMPTY, "-": EMPTY}, _NUMBERS, _EXPECTED, "check the file")),
    _FORMS.tatham(
        "Loopy",
        "t0|t0d[a-z]",
        (Signs({str(k): k for k in _NUMBERS}), Runs(EMPTY, ascii_lowercase)),
        "7x7t0:3a2...",
    ),
    _FORMS.janko(
        ("slitherlink",), CellWords({"-": EMPTY, ".": EMPTY}, _NUMBERS, _EXPECTED, "check the file")
    ),
    _TABLE,
    rows_form("rows of signs", _TABLE),
)
