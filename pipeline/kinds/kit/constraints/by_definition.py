"""Lines of a board for rules by definition, which share no code with the engines."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.kit.constraints.puzzle import Clues


def rows_and_columns(clues: Clues) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield ("row", cells) of each row, then ("column", cells) of each column.

    Examples
    --------
    >>> list(rows_and_columns(Clues(1, 2, (0, 0))))
    [('row', (0, 1)), ('column', (0,)), ('column', (1,))]
    """
    for row in range(clues.rows):
        yield "row", tuple(row * clues.cols + col for col in range(clues.cols))
    for col in range(clues.cols):
        yield "column", tuple(row * clues.cols + col for row in range(clues.rows))
