"""Boards of Skyscrapers: a random square with every number outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY: Final = 0
PARKS: Final = {"full": 0, "parks-1": 1, "parks-2": 2}
"""The parks of each line by rule."""


def count_seen(heights: Sequence[int]) -> int:
    """Return how many buildings are seen from the start of a line; 0 is a park.

    >>> count_seen([0, 2, 1, 4, 3])
    2
    """
    return len({*accumulate(heights, max)} - {0})


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random square with every height and every number outside."""
    square = making.random_groups(board, state)
    if square is None:
        return None
    top = board.rows - PARKS[board.rule]
    heights = [height if height <= top else EMPTY for height in square]
    seen = tuple(
        place._replace(numbers=(count_seen([heights[cell] for cell in board.line_of(place)]),))
        for place in views(board, 0)
    )
    return kit.Drafted.of("numbers", board, heights, values=tuple(heights), other_clues=seen)[:2]


def views(board: kit.Board, number: int) -> tuple[kit.Clue, ...]:
    """Return a number outside of each line, at both ends."""
    return tuple(
        sorted(kit.Clue(side, (at,), (number,)) for side in kit.SIDES for at in range(board.rows))
    )


def full_boards(board: kit.Board) -> Iterator[kit.Board]:
    """Yield boards that together have each height and view everywhere."""
    for number in range(1, board.rows - PARKS[board.rule] + 1):
        heights = (number,) * len(board.values)
        yield replace(board, values=heights, other_clues=views(board, number))
