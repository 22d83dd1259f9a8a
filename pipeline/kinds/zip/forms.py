"""Text forms of Zip: only tables, since no program is known that exchanges boards as text."""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.kit.constraints.views.signs_form import signs_form
from pipeline.kinds.zip.declare import BOARDS, NONE

_WORDS: Final = CellWords(
    dict.fromkeys(("-", ".", "_", "0"), NONE),
    range(1, 10_000),
    "a number of the order, or - for none",
    "check the file",
)
FORMATS: Final[tuple[Form, ...]] = (
    signs_form(Forms(BOARDS), _WORDS),
    Forms(BOARDS, lambda clues: "walls" if clues.extra else "").table(
        "rows of numbers, - for an empty cell",
        _WORDS,
        # From four on, the numbers 1, 2, 3, ... each once are unlikely by chance.
        likeness=lambda clues: 2 if 3 < max(clues.values) <= len(clues.values) / 2 else 0,
    ),
)
