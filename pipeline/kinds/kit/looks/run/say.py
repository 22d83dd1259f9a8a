"""Runs as text, for terminals and to be read aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import RUN, sum_place
from pipeline.kinds.kit.looks.cage.say import name_groups
from pipeline.kinds.kit.looks.said import Saying

_WIDTH: Final = 5  # Characters of two sums and the sign between them


def _in_cells(board: Board) -> Mapping[int, str]:
    sums: dict[int, list[str]] = {}
    for run in board.clues_of(RUN):
        cell, is_across = sum_place(run)
        sums.setdefault(cell, ["", ""])[is_across] = str(run.numbers[0])
    return {cell: "{:>2}\\{:<2}".format(*both) for cell, both in sums.items()}


SAYING: Final = Saying(
    in_cells=_in_cells,
    width=lambda board: _WIDTH if board.clues_of(RUN) else 1,
    notes=lambda board, words: name_groups(board.clues_of(RUN), words, "run"),
)
