"""Text forms of the sliding puzzle, in the order in which they are tried on a text.

None says a solution, and only ``line`` says the goal: else it is the classic one, blank last, or
the one that the reader names with ``--set goal=...``.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.npuzzle.formats.numbers import GRID, LINE
from pipeline.kinds.npuzzle.formats.tatham import TATHAM
from pipeline.kinds.npuzzle.model import Clues, Solution

FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (TATHAM, LINE, GRID)
