"""Boards of Kakurasu: cells shaded at random, and changed where their sums leave a choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

SUMS: Final = (kit.RIGHT, kit.BOTTOM)
"""The sides with sums; the others have the weights."""
PERCENT: Final = (35, 65)
"""Between these percentages of the cells are shaded."""


def weights_of(board: kit.Board) -> Iterator[kit.Clue]:
    """Yield the weights of rows and columns."""
    for side, count in ((kit.LEFT, board.rows), (kit.TOP, board.cols)):
        yield from (kit.Clue(side, (k,), (k + 1,)) for k in range(count))


def with_sums(board: kit.Board, shaded: Iterable[int]) -> kit.Board:
    """Return a board with the sums of some shaded cells."""
    sums = {**dict.fromkeys(((kit.RIGHT, row) for row in range(board.rows)), 0),
            **dict.fromkeys(((kit.BOTTOM, col) for col in range(board.cols)), 0)}  # fmt: skip
    for cell in shaded:
        row, col = divmod(cell, board.cols)
        sums[kit.RIGHT, row] += col + 1
        sums[kit.BOTTOM, col] += row + 1
    clues = [kit.Clue(side, (k,), (number,)) for (side, k), number in sums.items()]
    return replace(board, other_clues=tuple(sorted([*clues, *weights_of(board)])))


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted:
    """Return cells shaded at random, and their sums."""
    percent = PERCENT[0] + int(making.random_below(state, PERCENT[1] - PERCENT[0] + 1))
    shaded = [cell for cell in board.grid.cells if making.random_below(state, 100) < percent]
    return kit.Drafted.of("cells", with_sums(board, shaded), shaded)


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution]:
    """Shade an open cell, or clear it if it is shaded."""
    shaded = {cell for (cell,) in answer.items} ^ {making.pick(state, sorted(cells))}
    changed = kit.Drafted.of("cells", with_sums(board, shaded), sorted(shaded))
    return changed.clues, changed.solution
