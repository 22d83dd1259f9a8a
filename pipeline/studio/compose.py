"""Clues that the studio adds to a board or takes from it, so that it has one solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pipeline.kernels.random_state import RandomState, shuffled
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.edit import (
    CLUE,
    REGION,
    RULE,
    Choice,
    Edit,
    Place,
    Where,
    edits_of,
    partner_of,
    places_of,
    put,
    taps_of,
)
from pipeline.model import PipelineError, PuzzleFormatError
from pipeline.studio.check import SHORT
from pipeline.studio.drawing import Desk, present

MOST_ROUNDS: Final = 200  # Clues that are added before a board is given up


def complete(desk: Desk, board: Board, state: RandomState, symmetry: int) -> Board:
    """Return a board with clues added, true in one of its solutions, until that is the only one.

    Clues are added where two solutions differ, and at their partners under the symmetry.
    `PuzzleFormatError` if the board is no puzzle, has no solution, or no clue in a cell or beside a
    line helps.
    """
    kind, goal = desk.kind, None
    for _ in range(MOST_ROUNDS):
        kind.decode(kind.encode(board))
        found = kind.solve(board, 2, SHORT, kind.solvers[0])
        if goal is None and not found.solutions:
            raise PuzzleFormatError("expected a board with a solution, found none; change clues")
        goal = goal or found.solutions[0]
        if found.is_complete and len(found.solutions) == 1:
            return board
        near = _near(goal, found.solutions, board.cols)
        fuller = _with_a_clue(desk, board, goal, near, state, symmetry)
        if fuller is None:
            break
        board = fuller
    raise PuzzleFormatError(
        "expected a board that clues can complete, found one where no further clue helps; draw more"
    )


def _near(goal: Any, others: Sequence[Any], cols: int) -> set[int]:
    """Return the cells in which solutions differ from one, and those beside them."""
    own = {*goal.items}
    cells = {item[0] for other in others for item in own ^ {*other.items}}
    return {cell + step for cell in cells for step in (0, 1, -1, cols, -cols)}


def thin_out(desk: Desk, board: Board, state: RandomState, symmetry: int) -> Board:
    """Return a board without clues that it does not need to have one solution.

    With a symmetry, a clue goes with its partner or stays. `PuzzleFormatError` if the board has not
    one solution.
    """
    if not _is_unique(desk.kind, board):
        raise PuzzleFormatError("expected a board with one solution; complete it first")
    for edit, place in _shuffled(_places(desk, board, has_clue=True), state):
        fewer = board
        for at in {place, partner_of(desk.boards, board, edit, place, symmetry)}:
            if present(desk, fewer, edit, at) is not None:
                fewer = _without(desk, fewer, edit, at) or fewer
        if fewer != board and _is_unique(desk.kind, fewer):
            board = fewer
    return board


def _is_unique(kind: AnyKind, board: Board) -> bool:
    try:
        clues = kind.decode(kind.encode(board))
    except PipelineError:
        return False
    found = kind.solve(clues, 2, SHORT, kind.solvers[0])
    return found.is_complete and len(found.solutions) == 1


def _edits(desk: Desk, board: Board) -> Iterator[Edit]:
    for edit in edits_of(desk.boards, desk.looks, board.rows, board.cols):
        if edit.name not in (REGION, RULE) and edit.where in (Where.CELL, Where.EDGE, Where.LINE):
            yield edit


def _places(desk: Desk, board: Board, *, has_clue: bool) -> list[tuple[Edit, Place]]:
    """Return the places that have a clue, or those that have none."""
    return [
        (edit, place)
        for edit in _edits(desk, board)
        for place in places_of(board, edit)
        if (present(desk, board, edit, place) is not None) == has_clue
    ]


def _without(desk: Desk, board: Board, edit: Edit, place: Place) -> Board | None:
    try:
        return put(desk.boards, desk.looks, board, edit, place, None)
    except PuzzleFormatError:
        return None


def _with_a_clue(
    desk: Desk, board: Board, goal: Any, near: set[int], state: RandomState, symmetry: int
) -> Board | None:
    """Return the board with one more clue that is true in a solution, near cells that differ."""
    free = _shuffled(_places(desk, board, has_clue=False), state)
    free.sort(key=lambda one: one[0].where is not Where.LINE and near.isdisjoint(one[1]))
    for edit, place in free:
        fuller = _true_clue(desk, board, goal, edit, place)
        if fuller is None:
            continue
        partner = partner_of(desk.boards, board, edit, place, symmetry)
        if partner != place and present(desk, fuller, edit, partner) is None:
            fuller = _true_clue(desk, fuller, goal, edit, partner) or fuller
        return fuller
    return None


def _true_clue(desk: Desk, board: Board, goal: Any, edit: Edit, place: Place) -> Board | None:
    """Return the board with a clue at a place that a solution satisfies."""
    choices = [one for one in _choices(desk, board, edit, place) if one is not None]
    for choice in sorted(choices, key=lambda one: not one.numbers):
        try:
            fuller = put(desk.boards, desk.looks, board, edit, place, choice)
        except PuzzleFormatError:
            continue
        if not desk.kind.check(fuller, goal):
            return fuller
    return None


def _choices(desk: Desk, board: Board, edit: Edit, place: Place) -> Iterator[Choice | None]:
    yield from taps_of(desk.boards, desk.looks, board, edit, place)
    if edit.name == CLUE and edit.most:
        for number in range(10, len(board.values) + 1):
            yield from (Choice(sign, (number,)) for sign in edit.signs)


def _shuffled(items: list[Any], state: RandomState) -> list[Any]:
    return [items[k] for k in shuffled(state, range(len(items)))]
