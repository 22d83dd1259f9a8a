"""What the forms share: a start read with the classic goal, and puzzles that they cannot say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pipeline.kinds.npuzzle.goals import goal_name, named_goal
from pipeline.kinds.npuzzle.model import (
    LARGEST_SIDE,
    SMALLEST_SIDE,
    Clues,
    Solution,
    find_fault,
    make_clues,
)
from pipeline.model import ConfigError, PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]


def classic_clues(rows: int, cols: int, start: Sequence[int], line: int) -> Clues:
    """Return the puzzle from a start to the classic goal; errors carry the line."""
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (rows, cols)):
        raise PuzzleFormatError(
            f"expected both sides from {SMALLEST_SIDE} to {LARGEST_SIDE} cells, found "
            f"{cols}x{rows}; check the size",
            line=line,
        )
    fault = find_fault(rows * cols, start)
    if fault:
        raise PuzzleFormatError(f"expected a board to hold {fault}; correct it", line=line)
    return make_clues(rows, cols, start, named_goal("classic", rows, cols))


def require_classic(name: str, clues: Clues) -> None:
    """Refuse to write a puzzle with another goal than the classic one."""
    found = goal_name(clues.rows, clues.cols, clues.goal)
    if found != "classic":
        raise PuzzleFormatError(
            f"format {name} cannot say the goal ({found}); only the classic goal, blank last, can "
            "be written; choose records (jsonl)"
        )


def require_no_rule(rule: str | None) -> None:
    """Refuse a rule: the sliding puzzle has none to choose from."""
    if rule is not None:
        raise ConfigError(f"npuzzle has no rules to choose from, found {rule!r}; leave it out")
