"""Text forms of Latin squares, in the order of detection."""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.template.declare import BOARDS, EMPTY

_WORDS: Final = CellWords(
    dict.fromkeys(("-", ".", "_", "0"), EMPTY),
    range(1, 10),
    "a number from 1 to 9, or - for an empty cell",
    "check the table",
)

FORMATS: Final[tuple[Form, ...]] = (
    Forms(BOARDS).table("rows of numbers, - for an empty cell", _WORDS),
)
