"""Text forms of Hashi that programs exchange, in the order in which they are tried on a text.

Each is read and written both ways; where a form cannot say a puzzle (its rule, an island without
a number, islands that touch) it says so by name. Printed solutions are made in ``texts.py``.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.hashi.formats.maps import MAP, SOLVED_MAP
from pipeline.kinds.hashi.formats.puzz_link import PUZZ_LINK, PZPRV3
from pipeline.kinds.hashi.formats.tables import HAS, JANKO, TABLE
from pipeline.kinds.hashi.formats.tatham import TATHAM
from pipeline.kinds.hashi.model import Clues, Solution
from pipeline.kinds.interface import TextFormat

FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (
    PUZZ_LINK,
    PZPRV3,
    TATHAM,
    HAS,
    JANKO,
    MAP,
    SOLVED_MAP,
    TABLE,
)
