"""Text forms of Numberlink that programs exchange, in the order in which they are tried on a text.

Texts of janko.at give credit. Addresses and files of pzpr say the rule, janko.at and path lists
mean ``cover``; of the others the reader gives it.
Records are in ``pipeline/store``; printed solutions are made in ``texts.py``.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.numberlink.formats.grids import BARE, GRID_STREAM, ZERO
from pipeline.kinds.numberlink.formats.paths import FLOW, JANKO, TABLE
from pipeline.kinds.numberlink.formats.puzz_link import PUZZ_LINK, PZPRV3
from pipeline.kinds.numberlink.model import Clues, Solution

FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (
    PUZZ_LINK,
    PZPRV3,
    FLOW,
    JANKO,
    GRID_STREAM,
    ZERO,
    TABLE,
    BARE,
)
