"""Read the sums of runs, off the middle of their cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pipeline.kinds.kit.board.clues import RUN, Clue, runs_of, sum_place
from pipeline.kinds.kit.looks.found import ClueReader, Parts, where
from pipeline.kinds.kit.looks.run.clue import Runs
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import TextRun

_OFF: Final = 0.1  # Least distance of the sum of a run from the middle, in cells


@dataclass
class RunReader(ClueReader[Runs]):
    """Finds sums by the cell that has them, and whether it is the upper one."""

    sums: dict[tuple[int, bool], str] = field(default_factory=dict)

    def take(self, cell: int, text: TextRun) -> bool:
        """See `ClueReader`."""
        off = self.board.in_cells(text.centre)[1] % 1 - 0.5
        if is_sum := abs(off) > _OFF:
            self.sums[cell, off < 0] = self.sums.get((cell, off < 0), "") + text.text.strip()
        return is_sum

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        left = dict(self.sums)
        for run in runs_of(self.grid, parts.blocked):
            text = left.pop(sum_place(Clue(RUN, run)), None) if len(run) > 1 else None
            if text is not None and text.isdecimal():
                yield Clue(RUN, run, (int(text),))
        for cell, _ in left:
            raise PuzzleFormatError(f"a sum has no run{where(self.board, cell)}")


READER: Final = RunReader
