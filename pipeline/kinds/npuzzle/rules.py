"""The rules of the sliding puzzle by definition: the moves are replayed on the board.

Shares nothing with the solvers, so that they cannot share a mistake.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.npuzzle.model import BLANK, Clues, Solution

RULE_CODES: Final = ("off-board", "not-solved")
"""Codes of the violations that `check` reports, each with a breaking board in examples.json."""

_WAYS: Final = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return every broken rule in a solution; empty means that it leads from start to goal.

    How many moves it takes is no rule: a longer way than the shortest is a solution too.

    >>> clues = Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0))
    >>> check(clues, Solution("D"))
    ()
    >>> [violation.message for violation in check(clues, Solution("R"))]
    ['move 1 (R) takes the blank off the board']
    """
    board = list(clues.start)
    row, col = divmod(board.index(BLANK), clues.cols)
    for number, letter in enumerate(solution.moves, start=1):
        down, right = _WAYS[letter]
        here = row * clues.cols + col
        row, col = row + down, col + right
        if not (0 <= row < clues.rows and 0 <= col < clues.cols):
            message = f"move {number} ({letter}) takes the blank off the board"
            return (Violation("off-board", (here,), message),)
        there = row * clues.cols + col
        board[here], board[there] = board[there], BLANK
    wrong = tuple(cell for cell, tile in enumerate(board) if tile != clues.goal[cell])
    if not wrong:
        return ()
    message = f"{len(wrong)} cells differ from the goal after {len(solution.moves)} moves"
    return (Violation("not-solved", wrong, message),)
