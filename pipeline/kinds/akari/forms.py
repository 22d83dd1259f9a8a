"""Text forms of Akari, in the order of detection.

Sources: ``lightup.js`` of pzprjs (MIT), ``lightup.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

from pipeline.kinds.akari.declare import BOARDS, WALL
from pipeline.kinds.akari.kernels import WHITE
from pipeline.kinds.kit.cells import CellWords, Runs, Signs
from pipeline.kinds.kit.constraints.views.forms import Form, Forms, Fours
from pipeline.kinds.kit.forms import rows_form

_FORMS: Final = Forms(BOARDS)
_NUMBERS: Final = range(5)
_EXPECTED: Final = "0 to 4 or x for a wall, or - for a white cell"

_TABLE: Final = _FORMS.table(
    "rows of words, x for a wall without a number, - for a white cell",
    CellWords(
        {"-": WHITE, ".": WHITE, "_": WHITE, "x": WALL, "#": WALL},
        _NUMBERS,
        _EXPECTED,
        "check it",
    ),
    likeness=lambda clues: 2 if WALL in clues.values else 0,
    tags=("akari",),
    number_style=7,
)
FORMATS: Final[tuple[Form, ...]] = (
    _FORMS.address(
        ("akari", "lightup", "bijutsukan"),
        (Fours(WHITE, WALL),),
        "cells as 0 to 9, a to e, g to z or a dot",
    ),
    _FORMS.file(
        ("lightup", "akari", "bijutsukan"),
        CellWords(
            {".": WHITE, "-": WALL}, _NUMBERS, "0 to 4 or - for a wall, or a dot", "look at it"
        ),
    ),
    _FORMS.tatham(
        "Light Up",
        "|b[0-9]+s[0-9]+d[0-9]+",
        (Signs({**{str(k): k for k in _NUMBERS}, "B": WALL}), Runs(WHITE, ascii_lowercase)),
        "7x7:a1B2c...",
    ),
    _FORMS.janko(
        ("akari",),
        CellWords({"-": WHITE, ".": WHITE, "x": WALL, "#": WALL}, _NUMBERS, _EXPECTED, "check it"),
        filled="o",
    ),
    _TABLE,
    rows_form("rows of signs", _TABLE),
)
