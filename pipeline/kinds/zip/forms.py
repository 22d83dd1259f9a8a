"""Text forms of Zip: only a table, since no program is known that exchanges boards."""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.zip.declare import BOARDS, NONE

FORMATS: Final[tuple[Form, ...]] = (
    Forms(BOARDS).table(
        "rows of numbers, - for an empty cell",
        CellWords(
            dict.fromkeys(("-", ".", "_", "0"), NONE),
            range(1, 10_000),
            "a number of the order, or - for none",
            "check the file",
        ),
        # From four on, the numbers 1, 2, 3, ... each once are unlikely by chance.
        likeness=lambda clues: 2 if 3 < max(clues.values) <= len(clues.values) / 2 else 0,
    ),
)
