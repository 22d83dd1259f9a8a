"""Whether engines find the same solutions, within their limits and budgets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pipeline.kinds.interface import AnyKind, Budget, ShortestWays, Solved
from pipeline.stages.check_kind.boards import (
    BUDGET,
    Board,
    posed_boards,
    preset_boards,
    refusal,
    small_boards,
)

HURRIED: Final = Budget(1, 1)
UNKNOWN: Final = "abacus"


def check_engines(kind: AnyKind) -> Iterator[str]:
    """Yield boards that engines solve wrongly or differently, and limits that they ignore."""
    for board in preset_boards(kind):
        found = kind.solve(board.clues, 2, BUDGET, kind.solvers[0])
        yield from _wrong(kind, board, found)
        if found.is_complete and board.solution not in found.solutions:
            yield f"{board.name}: expected its solution by {found.method}, found others"
    for board in posed_boards(kind):
        yield from _compared(kind, board)
    for board in small_boards(kind):
        if f"'{UNKNOWN}'" not in refusal(kind.solve, board.clues, 1, BUDGET, UNKNOWN):
            yield f"expected the unknown solver {UNKNOWN!r} to be refused by name; see solve"
        for solver in kind.solvers:
            yield from _wrong(kind, board, kind.solve(board.clues, 2, HURRIED, solver))
        if kind.shortest is not None:
            yield from _shortened(kind, kind.shortest, board)


def _compared(kind: AnyKind, board: Board) -> Iterator[str]:
    """Yield that solvers find different solutions, or not as many as requested."""
    answers = dict[frozenset[Any], str]()
    total = len(kind.solve(board.clues, 2, BUDGET, kind.solvers[0]).solutions)
    for solver in kind.solvers:
        found = kind.solve(board.clues, 20, BUDGET, solver)
        yield from _wrong(kind, board, found)
        if found.is_complete:
            answers.setdefault(frozenset(found.solutions), solver)
        first = kind.solve(board.clues, 1, BUDGET, solver)
        yield from _wrong(kind, board, first)
        if len(first.solutions) != min(total, 1):
            count = len(first.solutions)
            yield f"{board.name}: expected {min(total, 1)} of {total} by {solver}, found {count}"
        if first.is_complete and total > 1:
            yield f"{board.name}: expected {solver} to leave others open, found all of one"
    if len(answers) > 1:
        solvers = " and ".join(answers.values())
        yield f"{board.name}: expected equal solutions, found others by {solvers}"


def _shortened(kind: AnyKind, shortest: ShortestWays[Any, Any], board: Board) -> Iterator[str]:
    best = shortest.find_shorter(board.clues, board.solution)
    is_longer = shortest.count_moves(best) > shortest.count_moves(board.solution)
    if kind.check(board.clues, best) or is_longer or not shortest.is_proved(best):
        yield f"{board.name}: expected a right shortest way, proved, found {best}; see find_shorter"


def _wrong(kind: AnyKind, board: Board, found: Solved[Any]) -> Iterator[str]:
    """Yield that solutions of an engine are wrong or double, or not described."""
    if len({*found.solutions}) < len(found.solutions):
        yield f"{board.name}: expected each solution once, found one twice by {found.method}"
    for solution in found.solutions:
        for broken in kind.check(board.clues, solution):
            yield (
                f"{board.name}: expected right solutions by {found.method}, found "
                f"{broken.message}; correct declare or check"
            )
    if not found.method or type(found.steps) is not int or found.steps < 0:
        yield f"{board.name}: expected a method and its steps, found {found.method}, {found.steps}"
