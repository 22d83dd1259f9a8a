"""Text forms of Numberlink that programs exchange, in the order in which they are tried on a text.

None says the credit; addresses and files of pzpr say the rule, of the others the reader gives it.
Records are in ``pipeline/store``; printed solutions are made in ``texts.py``.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.numberlink.formats.grids import BARE, GRID_STREAM, ZERO
from pipeline.kinds.numberlink.formats.puzz_link import PUZZ_LINK, PZPRV3
from pipeline.kinds.numberlink.model import Clues, Solution

FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (
    PUZZ_LINK,
    PZPRV3,
    GRID_STREAM,
    ZERO,
    BARE,
)
