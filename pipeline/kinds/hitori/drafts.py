"""Boards of Hitori: numbers that differ where cells stay white, and repeat where not."""

from __future__ import annotations

from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = 0  # A cell without a number, as in some collections


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images, once_percent: int = 0
) -> tuple[kit.Board, kit.Solution] | None:
    """Return numbers that differ among the white cells of each line, and repeat in shaded ones.

    Such a number repeats in both lines where it can, but in about ``once_percent`` of the cells in
    one alone, which leaves more to find out, and more boards that cannot be solved.
    """
    grid = board.grid
    shaded = making.shade(grid, making.shuffled(state, grid.cells))
    lines = [[cell for cell in line if cell not in shaded] for line in grid.lines()]
    most = max(board.rows, board.cols)
    numbers = making.random_numbers(len(grid.cells), lines, most, state)
    if numbers is None:
        return None
    used = [{numbers[cell] for cell in line} for line in lines]
    for cell in sorted(shaded):
        across, down = used[cell // board.cols], used[board.rows + cell % board.cols]
        near = across & down or across | down
        if once_percent and making.random_below(state, 100) < once_percent:
            near = across ^ down or near
        numbers[cell] = making.pick(state, sorted(near))
    return kit.Drafted.of("cells", board, sorted(shaded), values=tuple(numbers))[:2]
