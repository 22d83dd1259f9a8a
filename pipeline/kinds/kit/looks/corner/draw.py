"""Draw numbers in corners, as totals of cages."""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.looks.cage.draw import number_in_corner
from pipeline.kinds.kit.looks.layers import CellDrawing

DRAWING: Final = CellDrawing(label=number_in_corner)
