"""What the forms share: a start read with the classic goal, and puzzles that they cannot say."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.kinds.npuzzle.goals import goal_name, named_goal
from pipeline.kinds.npuzzle.model import (
    LARGEST_SIDE,
    SMALLEST_SIDE,
    Clues,
    Solution,
    make_clues,
)
from pipeline.model import PuzzleFormatError


def clues_of(
    rows: int, cols: int, start: Sequence[int], line: int, goal: Sequence[int] | None = None
) -> Clues:
    """Return the puzzle from a start to a goal, None for the classic one; errors say the line."""
    try:
        # A size that is refused has no named goal.
        is_fit = all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (rows, cols))
        classic = named_goal("classic", rows, cols) if is_fit else ()
        return make_clues(rows, cols, start, classic if goal is None else goal)
    except PuzzleFormatError as error:
        raise PuzzleFormatError(f"{error.message}; correct the board", line=line) from None


def refuse_other_goals(name: str, clues: Clues, _: Solution | None) -> None:
    """Refuse to write a puzzle with another goal than the classic one."""
    found = goal_name(clues.rows, clues.cols, clues.goal)
    if found != "classic":
        raise PuzzleFormatError(
            f"format {name} cannot say the goal ({found}); only the classic goal, blank last, can "
            "be written; choose the form line"
        )
