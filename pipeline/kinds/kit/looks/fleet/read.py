"""Read a fleet: rows of filled outlines below a board, joined where they are near."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.fleet.clue import FLEET, Fleet
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.scene.board_reading import Box, box_of, middle_of
from pipeline.scene.marks import Point

_NEXT: Final = 1.0  # Greatest distance in cells from the board to ships, and from row to row
_LARGEST: Final = 0.7  # Greatest side of a part of a ship, in cells
_JOINED: Final = 1.4  # Greatest distance between parts of a ship, in their widths


class FleetReader(ClueReader[Fleet]):
    """Finds the fleet of a board."""

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        lengths = [len(ship) for row in self._rows() for ship in self._ships(row)]
        if lengths:
            ships = tuple(lengths.count(k) for k in range(1, max(lengths) + 1))
            yield Clue(FLEET, (), ships)

    def box(self) -> Box:
        """Return the area of the board with its fleet."""
        boxes = [self.board.box, *(box for row in self._rows() for box in row)]
        return box_of([corner for box in boxes for corner in (box[:2], box[2:])])

    def _rows(self) -> list[list[Box]]:
        """Return the parts of ships by row, from the board downwards."""
        board, rows = self.board, dict[float, list[Box]]()
        for fill in self.content.fills:
            sides = fill.box[2] - fill.box[0], fill.box[3] - fill.box[1]
            x, y = self._place(fill.box)
            is_part = min(sides) > 0 and max(sides) < _LARGEST * board.cell_mm
            is_beside = 0 < x < board.cols and y > 0
            if fill.ink and is_part and is_beside and self.content.shows_fill(fill):
                rows.setdefault(round(y, 1), []).append(fill.box)
        near_rows: list[list[Box]] = []
        last = 0.0
        for y in sorted(rows):
            if y - last > _NEXT:
                break
            if near_rows and y - last < 0.2:  # rounded otherwise
                near_rows[-1] += rows[y]
            else:
                near_rows.append(rows[y])
            last = y
        return near_rows

    def _place(self, box: Box) -> Point:
        """Return the middle of an area in cells: from the left, and below the board."""
        x, y = self.board.in_cells(middle_of(box))
        return x, y - self.board.rows

    def _ships(self, row: list[Box]) -> list[list[Box]]:
        ships: list[list[Box]] = []
        for box in sorted(dict.fromkeys(row)):
            wide = box[2] - box[0]
            if ships and middle_of(box)[0] - middle_of(ships[-1][-1])[0] < _JOINED * wide:
                ships[-1].append(box)
            else:
                ships.append([box])
        return ships


READER: Final = FleetReader
