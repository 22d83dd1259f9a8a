"""What a sort of clues outside of single cells, and what is in a cell, add to a scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.measures import DIGIT_EM
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Ink, Mark, Role

if TYPE_CHECKING:
    from pipeline.kinds.kit.looks.look import CellLook, Looks

SIGN_TEXTS: Final = {"x": "×", "/": "÷", "-": "−"}
"""Signs that are not printed as they are written."""
CLUE: Final = Ink(Role.CLUE)
PAPER: Final = Ink(Role.PAPER)
SHADE: Final = Ink(Role.TINT)
_FILL: Final = 0.93  # Greatest width of a number in cells
_SHARE: Final = 0.62  # Font size in cells


class Margins(NamedTuple):
    """Room for numbers on the four sides, in millimetres."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


Key: TypeAlias = "int | Clue | None"
Keyed: TypeAlias = tuple[Key, Mark]
"""A mark with the cell or the clue that it is of; None where no state of a clue is shown by it."""
Layer: TypeAlias = "Callable[[Board, Pen, Looks], Iterator[Keyed]]"


def _nothing(*_: Any) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Drawing:
    """The marks of a sort of clues: below the grid, below those of cells, over everything."""

    ground: Layer = _nothing
    under: Layer = _nothing
    over: Layer = _nothing
    margins: Callable[[Board, float], Margins] = lambda board, cell_mm: Margins()
    """(board, side of a cell in millimetres)"""


@dataclass(frozen=True, slots=True)
class CellDrawing:
    """The marks of a look of cells, and the type of numbers on it."""

    marks: Callable[[Any, Pen, int, Ink, bool], Iterator[Mark]] = _nothing
    """(look, pen, cell, ink, whether a number is printed on it)"""
    share: Callable[[Any], float] = lambda look: _SHARE
    """(look): the wished font size of a number, in cells."""
    fits: Callable[[Pen, int], float] = lambda pen, digits: (
        _FILL * pen.cell_mm / (digits * DIGIT_EM)
    )
    """(pen, digits): the font size that still fits, in millimetres."""
    label: Callable[[Pen, int, str, Ink], Iterator[Mark]] | None = None
    """(pen, cell, text, ink): a number at another place than the middle of its cell."""


def drawing_of(sort: object) -> Drawing:
    """Return how a sort is drawn: ``DRAWING`` of the module ``draw`` in its folder."""
    found: Drawing = import_module(f"{type(sort).__module__.rpartition('.')[0]}.draw").DRAWING
    return found


@lru_cache
def drawing_in_cell(look: CellLook) -> CellDrawing:
    """Return how a look of cells is drawn, from its folder as that of a sort."""
    if look.name in ("plain", "hole"):
        return CellDrawing()
    found: Any = drawing_of(look)
    assert isinstance(found, CellDrawing)
    return found
