"""Boards of Skyscrapers: a random square with every number outside."""

from __future__ import annotations

from collections.abc import Sequence
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
    places = (kit.Clue(side, (at,)) for side in kit.SIDES for at in range(board.rows))
    seen = sorted(
        place._replace(numbers=(count_seen([heights[cell] for cell in board.line_of(place)]),))
        for place in places
    )
    return kit.Drafted.of(
        "numbers", board, heights, values=tuple(heights), other_clues=tuple(seen)
    )[:2]
