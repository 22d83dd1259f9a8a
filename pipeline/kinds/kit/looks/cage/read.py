"""Read cages: dashed lines inside of the borders of cells, small numbers in upper left corners."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import CAGE, Clue
from pipeline.kinds.kit.looks.cage.clue import Cages
from pipeline.kinds.kit.looks.found import INSIDE, SIGNS_WRITTEN, ClueReader, Parts, where
from pipeline.kinds.kit.looks.line.read import along
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import TextRun

_LABEL: Final = re.compile(r"([<>=≠]?)(\d*)(\D?)")
_UPPER: Final = 0.36  # Part of a cell in which small numbers are totals
_ALONG: Final = (0.14, 0.86)  # Where an outline must run along a cell
_BESIDE_TOTAL: Final = (0.84, 0.4)
"""Where an outline must begin to be seen beside a total, above and to the left of it."""
_STEPS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The neighbours above, left, right and below, as (down, right)."""

Wall = tuple[int, tuple[int, int]]  # A cell and the step to the side of an outline


@dataclass
class CageReader(ClueReader[Cages]):
    """Finds cages, and their totals by cell."""

    totals: dict[int, str] = field(default_factory=dict)

    def take(self, cell: int, text: TextRun) -> bool:
        """See `ClueReader`."""
        is_total = self.board.in_cells(text.centre)[1] % 1 < _UPPER
        if is_total:
            self.totals[cell] = self.totals.get(cell, "") + text.text.strip()
        return is_total

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        board, grid, left = self.board, self.grid, dict(self.totals)
        outlined = [*self._outlined()]
        for part in grid.parts(grid.cells, set(parts.walls)) if parts.is_walled else outlined:
            words = [left.pop(cell) for cell in part if cell in left]
            label = _LABEL.fullmatch(words[0]) if len(words) == 1 else None
            if words and not (label and label[0]):
                raise PuzzleFormatError(
                    f"a cage has the total {' '.join(words)}{where(board, part[0])}"
                )
            relation, number, sign = label.groups() if label else ("", "", "")
            total = (int(number),) if number else ()
            yield Clue(CAGE, tuple(part), total, relation or SIGNS_WRITTEN.get(sign, sign))
        for cell in left:
            raise PuzzleFormatError(f"a total has no cage{where(board, cell)}")

    def _outlined(self) -> Iterator[Sequence[int]]:
        """Yield the cells inside of each dashed outline."""
        grid, walls = self.grid, set(self._walls())
        beside = {wall: grid.look(wall[0], *wall[1]) for wall in walls}
        parted = {(min(a, b), max(a, b)) for (a, _), b in beside.items() if b is not None}
        for part in grid.parts(grid.cells, parted):
            outer = {(c, s) for c in part for s in _STEPS if grid.look(c, *s) not in part}
            drawn = {(c, s) for c in part for s in _STEPS if (c, s) in walls}
            if drawn and drawn != outer:
                cell = min(drawn ^ outer)[0]
                raise PuzzleFormatError(
                    f"the outline of a cage is not complete{where(self.board, cell)}"
                )
            if drawn:
                yield part

    def _walls(self) -> Iterator[Wall]:
        """Yield the sides of cells along which a dashed line runs inside."""
        board, content = self.board, self.content
        for stroke in board.strokes(content):
            if not (stroke.is_dashed and stroke.ink):
                continue
            closing = stroke.points[:1] if stroke.is_closed else ()
            for start, end in pairwise((*stroke.points, *closing)):
                (x0, y0), (x1, y1) = sorted(map(board.in_cells, (start, end)))
                is_across = x1 - x0 > abs(y1 - y0)
                low, high = (x0, x1) if is_across else sorted((y0, y1))
                place = (y0 + y1 if is_across else x0 + x1) / 2
                near, far = place % 1, 1 - place % 1
                if not INSIDE[0] < min(near, far) < INSIDE[1]:
                    continue
                side = -1 if near < far else 1
                for k in range(int(low), int(high) + 1):
                    if not (low <= k + _ALONG[0] and k + _ALONG[1] <= high):
                        continue
                    middle = (k + 0.5, place) if is_across else (place, k + 0.5)
                    cell = int(middle[1]) * board.cols + int(middle[0])
                    is_beside = side < 0 and cell in self.totals
                    first = _BESIDE_TOTAL[not is_across] if is_beside else _ALONG[0]
                    near_end, far_end = (
                        board.from_cells((k + share, place) if is_across else (place, k + share))
                        for share in (first, _ALONG[1])
                    )
                    parts = [(near_end, far_end)]
                    if self.sort.has_signs:
                        parts = [
                            (near_end, along(near_end, far_end, 0.22)),
                            (along(near_end, far_end, 0.78), far_end),
                        ]
                        parts = parts[is_beside:]
                    # a heavy frame may cover one side of the pen
                    if any(
                        all(content.shows_line(stroke, *part, (side,)) for part in parts)
                        for side in (-1, 0, 1)
                    ):
                        yield cell, ((side, 0) if is_across else (0, side))


READER: Final = CageReader
