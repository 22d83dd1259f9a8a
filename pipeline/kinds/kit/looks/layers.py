"""What a sort of clues outside of single cells adds to a scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import ClueSort
from pipeline.scene import Mark, Point
from pipeline.scene.board import BoardStyle

if TYPE_CHECKING:
    from pipeline.kinds.kit.looks.look import Looks

SIGN_TEXTS: Final = {"x": "×", "/": "÷", "-": "−"}
"""Signs that are not printed as they are written."""


class Margins(NamedTuple):
    """Room for numbers on the four sides, in millimetres."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


Layer: TypeAlias = "Callable[[Board, BoardStyle, Looks], Iterator[Mark]]"


def _nothing(board: Board, style: BoardStyle, looks: Looks) -> Iterator[Mark]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Drawing:
    """The marks of a sort of clues, under those of cells and over everything, and its margins."""

    under: Layer = _nothing
    over: Layer = _nothing
    margins: Callable[[Board, float], Margins] = lambda board, cell_mm: Margins()
    """(board, side of a cell in millimetres)"""


def drawing_of(sort: ClueSort) -> Drawing:
    """Return how a sort is drawn: ``DRAWING`` of the module ``draw`` in its folder."""
    found: Drawing = import_module(f"{type(sort).__module__.rpartition('.')[0]}.draw").DRAWING
    return found


def place_at(style: BoardStyle, row: float, col: float) -> Point:
    """Return the place so many cells below and right of the board's corner, in millimetres."""
    margin, cell_mm = style.margin_mm, style.cell_mm
    return round(margin + col * cell_mm, 4), round(margin + row * cell_mm, 4)
