"""Text forms of Numberlink, in the order of detection; ``docs/formats.md`` describes them."""

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
