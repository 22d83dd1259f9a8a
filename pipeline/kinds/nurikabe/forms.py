"""Text forms of Nurikabe, in the order of detection.

Sources: ``nurikabe.js`` of pzprjs (MIT), janko.at.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit import pzpr
from pipeline.kinds.kit.cells import CellWords, Signs
from pipeline.kinds.kit.constraints.boards import MOST_SIDE
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.nurikabe.declare import BOARDS, NONE, UNKNOWN

_FORMS: Final = Forms(BOARDS)
_SIZES: Final = range(1, MOST_SIDE**2 + 1)
_EXPECTED: Final = "the size of an island, or a sign for none"


def _words(*signs: str) -> CellWords:
    known = {**dict.fromkeys(signs, NONE), "?": UNKNOWN}
    return CellWords(known, _SIZES, _EXPECTED, "check the file")


_TABLE: Final = _FORMS.table(
    "rows of sizes, - for none, ? for an unknown one",
    _words("-", ".", "_", "0"),
    tags=("nurikabe",),
)
FORMATS: Final[tuple[Form, ...]] = (
    _FORMS.address(
        ("nurikabe",),
        (*pzpr.number_codecs(NONE), Signs({".": UNKNOWN})),
        "cells as digits 0 to f, -XX, a dot, or letters g to z for empty ones",
    ),
    _FORMS.file(
        ("nurikabe",), CellWords({".": NONE, "-": UNKNOWN}, _SIZES, _EXPECTED, "check the file")
    ),
    _FORMS.janko(("nurikabe",), _words("-", ".")),
    _TABLE,
    rows_form("rows of signs", _TABLE),
)
