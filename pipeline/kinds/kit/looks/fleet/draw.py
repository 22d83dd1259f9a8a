"""Draw a fleet in rows below the board, the longest ships first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BOTTOM, Clue
from pipeline.kinds.kit.looks.figure.mark import LOOKS
from pipeline.kinds.kit.looks.fleet.clue import FLEET
from pipeline.kinds.kit.looks.layers import CLUE, Drawing, Keyed, Margins
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import THINNEST_MM
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Cap, Disc, Polyline

PART: Final = 0.45  # From part to part of a ship, in cells
_SIZE: Final = 1.2  # Size of a part beside that of a clue, in parts
_RADIUS: Final = 0.43  # Radius of a ship of one cell, in parts
_APART: Final = 0.7  # Distance between ships, in parts
ROW: Final = 0.62  # From row to row of ships, in cells
_KEY: Final = Clue(BOTTOM, ())  # The strip below the board, which a player moves with it
_FIRST: Final = 0.28  # Distance of the first row from the board, in cells


def _rows(board: Board) -> list[list[tuple[float, int]]]:
    """Return where the ships of each row begin, in cells, with their lengths.

    Rows are as few as the width of the board needs; those of equal ships, else even ones, are best.

    >>> fleet = (Clue(FLEET, (), (3, 2, 1)),)
    >>> [[length for _, length in row] for row in _rows(Board(6, 6, (0,) * 36, other_clues=fleet))]
    [[3, 2, 2], [1, 1, 1]]
    """
    ships = [
        length
        for clue in board.clues_of(FLEET)
        for length in range(len(clue.numbers), 0, -1)
        for _ in range(clue.numbers[length - 1])
    ]
    found = [_broken(ships, width / 10) for width in range(1, 10 * board.cols + 1)]
    least = min(map(len, found))
    return min((rows for rows in found if len(rows) == least), key=_divided)


def _divided(rows: Sequence[Sequence[tuple[float, int]]]) -> int:
    """Return how many rows begin with ships as long as the last one of the row before."""
    return sum(one[-1][1] == other[0][1] for one, other in pairwise(rows))


def _broken(ships: Sequence[int], width: float) -> list[list[tuple[float, int]]]:
    """Return ships in rows of a width; a longer ship has a row of its own."""
    rows: list[list[tuple[float, int]]] = []
    across = width
    for length in ships:
        if not rows or across + length * PART > width:
            rows.append([])
            across = 0.0
        rows[-1].append((across, length))
        across += (length + _APART) * PART
    return rows


def ship_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the parts of all ships."""
    size = _SIZE * PART * pen.cell_mm
    for down, row in enumerate(_rows(board)):
        for start, length in row:
            for k in range(length):
                across = start + (k + 0.5) * PART
                x, y = place_at(pen.style, board.rows + _FIRST + (down + 0.5) * ROW, across)
                name = "left" if k == 0 else "right" if k == length - 1 else "middle"
                if length == 1:
                    yield _KEY, Disc((x, y), round(_RADIUS * PART * pen.cell_mm, 4), CLUE)
                    continue
                outline = tuple(
                    (round(x + size * dx, 4), round(y + size * dy, 4))
                    for dx, dy in LOOKS[f"ship-{name}"].corners
                )
                yield _KEY, Polyline(outline, THINNEST_MM, CLUE, Cap.BUTT, True, fill=CLUE)


def _margins(board: Board, cell_mm: float) -> Margins:
    rows = len(_rows(board))
    return Margins(bottom=round((_FIRST + rows * ROW) * cell_mm, 4) if rows else 0.0)


DRAWING: Final = Drawing(over=ship_marks, margins=_margins)
