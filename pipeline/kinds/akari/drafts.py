"""Random lamps and walls, their repair on large boards, and a first look at easy ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from pipeline.kinds import kit
from pipeline.kinds.akari import kernels
from pipeline.kinds.akari.kernels import WHITE
from pipeline.kinds.kit import making

LARGE: Final = 900  # Cells of a board that is repaired; a smaller one is thrown away
CELLS_A_WALL: Final = 12  # Open cells for one more wall at once
WALL_PERCENT: Final = range(18, 31)  # Range of the share of walls in percent


def layout(
    board: kit.Board, state: kit.RandomState, images: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return symmetric numbered walls, and lamps; None if a lamp can move on a small board."""
    size, cols = len(board.values), board.cols
    most = size * making.pick(state, WALL_PERCENT) // 100
    values, order = np.full(size, WHITE, dtype=np.int64), np.arange(size, dtype=np.int64)
    beams, of_beam = (np.zeros((2, wide), dtype=np.int64) for wide in (size, 2 * size))
    kernels.lay_out(values, cols, beams, of_beam[0], order, np.array([order, *images]), most, state)
    if size < LARGE and kernels.can_move(values, cols, beams, *of_beam):
        return None
    return _drafted(board, values, of_beam[0])


def keep_easy(board: kit.Board, _: kit.RandomState, params: kit.Params) -> kit.Board | None:
    """Return a small easy board only if single deductions solve it with all its numbers."""
    size = len(board.values)
    if params.band != "easy" or params.hardest is not None or size >= LARGE:
        return board
    values, lamps = np.array(board.values), np.zeros(size, dtype=np.int64)
    beams, counts = (np.zeros((2, wide), dtype=np.int64) for wide in (size, 2 * size))
    kernels.find_beams(values, board.cols, beams)
    return board if kernels.is_obvious(values, board.cols, beams, lamps, counts) else None


def repair(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    images: kit.Images,
) -> tuple[kit.Board, kit.Solution]:
    """Return a board with a wall in some cells that stay open, and the same lamps or more."""
    size, lamps = len(board.values), [cell for (cell,) in answer.items]
    values = np.minimum(np.array(board.values), 0)
    for cell in making.shuffled(state, cells)[: 1 + len(cells) // CELLS_A_WALL]:
        values[[cell, *(image[cell] for image in images)]] = 0
    beams, of_beam = (np.zeros((2, wide), dtype=np.int64) for wide in (size, 2 * size))
    others = making.shuffled(state, sorted({*range(size)}.difference(lamps)))
    kernels.light(values, board.cols, beams, of_beam[0], np.array([*lamps, *others]))
    return _drafted(board, values, of_beam[0])


def _drafted(
    board: kit.Board, values: kernels.Ints, of_beam: kernels.Ints
) -> tuple[kit.Board, kit.Solution]:
    """Return a board with walls, and the lamps of its beams."""
    lamps = sorted({*of_beam.tolist()} - {-1})
    return kit.Drafted.of("cells", board, lamps, values=tuple(values.tolist()))[:2]
