"""Text forms of Masyu, in the order of detection.

Sources: ``mashu.js`` of pzprjs (MIT), ``pearl.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

from pipeline.kinds.kit.cells import CellWords, Runs, Signs
from pipeline.kinds.kit.constraints.views.forms import Form, Forms, Threes
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.penpa import DASHES
from pipeline.kinds.masyu.declare import BLACK, BOARDS, EMPTY, WHITE

_FORMS: Final = Forms(BOARDS)
_NAMES: Final = ("mashu", "masyu", "pearl")
_NONE: Final = range(0)

_TABLE: Final = _FORMS.table(
    "rows of words, w and b for pearls, - for a cell without one",
    CellWords(
        {"-": EMPTY, ".": EMPTY, "_": EMPTY, "w": WHITE, "b": BLACK, "o": WHITE, "x": BLACK},
        _NONE,
        "w for a white pearl, b for a black one, or - for none",
        "check the table",
    ),
    likeness=lambda clues: 2,
    tags=("masyu", DASHES),
)
FORMATS: Final[tuple[Form, ...]] = (
    _FORMS.address(("masyu", "mashu", "pearl"), (Threes(),), "three cells as 0 to 9, a to q"),
    _FORMS.file(
        _NAMES,
        CellWords(
            {".": EMPTY, "1": WHITE, "2": BLACK, "-": EMPTY},
            _NONE,
            "1, 2 or a dot",
            "check the file",
        ),
    ),
    _FORMS.tatham(
        "Pearl",
        "|d[a-z]n?",
        (Signs({"W": WHITE, "B": BLACK}), Runs(EMPTY, ascii_lowercase)),
        "6x6:aBfWbW...",
    ),
    _FORMS.janko(
        ("masyu",),
        CellWords(
            {"-": EMPTY, ".": EMPTY, "w": WHITE, "b": BLACK, "1": WHITE, "2": BLACK},
            _NONE,
            "w for a white pearl, b for a black one, or - for none",
            "check the file",
        ),
    ),
    _TABLE,
    rows_form("rows of signs", _TABLE),
)
