"""Clues that the studio adds to a board or takes from it, so that it has one solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from pipeline.kernels.random_state import RandomState, random_below, shuffled
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
MOST_VARIED: Final = 4  # Attempts at another puzzle
MOST_CHANGES: Final = 150  # Of clues, in one of these


def complete(
    desk: Desk, board: Board, state: RandomState, symmetry: int, goal: Any = None
) -> Board:
    """Return a board with clues added, true in one of its solutions, until that is the only one.

    That solution is the ``goal`` if one is given. Clues are added where two solutions differ, and
    at their partners under the symmetry. `PuzzleFormatError` if the board is no puzzle, has no
    solution, or no clue in a cell or beside a line helps.
    """
    kind = desk.kind
    for _ in range(MOST_ROUNDS):
        kind.decode(kind.encode(board))
        solved = kind.solve(board, 2, SHORT, kind.solvers[0])
        if goal is None and not solved.solutions:
            raise PuzzleFormatError("expected a board with a solution, found none; change clues")
        goal = goal or solved.solutions[0]
        if solved.is_complete and len(solved.solutions) == 1:
            return board
        near = _near(goal, solved.solutions, board.cols)
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


def vary_clues(desk: Desk, board: Board, state: RandomState, symmetry: int) -> Board:
    """Return another puzzle with the solution of a board, of other clues.

    `PuzzleFormatError` if the board has not one solution, or no other clues have it.
    """
    if not _is_unique(desk.kind, board):
        raise PuzzleFormatError("expected a board with one solution; complete it first")
    (goal,) = desk.kind.solve(board, 1, desk.kind.budget, desk.kind.solvers[0]).solutions
    bare = board
    for edit, place in _places(desk, board, has_clue=True):
        fewer = _without(desk, bare, edit, place)
        if fewer is not None and _has_solution(desk.kind, fewer, goal):
            bare = fewer
    for _ in range(MOST_VARIED):
        with suppress(PuzzleFormatError):
            found = thin_out(desk, complete(desk, bare, state, symmetry, goal), state, symmetry)
            if found != board and _has_solution(desk.kind, found, goal):
                return found
    raise PuzzleFormatError("expected other clues with this solution, found none; change the board")


def vary_solution(desk: Desk, board: Board, state: RandomState, symmetry: int) -> Board:
    """Return another puzzle with clues in the same places, and another solution.

    Each clue in turn becomes one of the same sort that leaves a solution, and then clues change
    while that makes more cells agree. `PuzzleFormatError` if none is found.
    """
    places = [
        (edit, place)
        for edit, place in _places(desk, board, has_clue=True)
        if len(_others(desk, board, edit, place)) > 1
    ]
    for _ in range(MOST_VARIED if places else 0):
        varied = _shaken(desk, board, places, state)
        is_open = _open_cells(desk.kind, varied) or set()
        for _ in range(MOST_CHANGES):
            if not is_open and varied != board:
                return varied
            near = [one for one in places if not is_open.isdisjoint(one[1])] or places
            edit, place = near[random_below(state, len(near))]
            for choice in _shuffled(_others(desk, varied, edit, place), state)[:2]:
                fresh = _with(desk, varied, edit, place, choice)
                cells = None if fresh is None else _open_cells(desk.kind, fresh)
                if fresh is not None and cells is not None and len(cells) <= len(is_open):
                    varied, is_open = fresh, cells
    raise PuzzleFormatError(
        "expected a puzzle with clues in the same places, found none; ask again, or change some"
    )


def _shaken(desk: Desk, board: Board, places: Sequence[Any], state: RandomState) -> Board:
    """Return a board whose clues at these places have changed where that leaves a solution."""
    for edit, place in _shuffled([*places], state):
        for choice in _shuffled(_others(desk, board, edit, place), state)[:2]:
            fresh = _with(desk, board, edit, place, choice)
            if fresh is not None and _open_cells(desk.kind, fresh) is not None:
                board = fresh
                break
    return board


def _open_cells(kind: AnyKind, board: Board) -> set[int] | None:
    """Return the cells in or beside which two solutions differ; None without a solution."""
    try:
        clues = kind.decode(kind.encode(board))
    except PipelineError:
        return None
    found = kind.solve(clues, 2, SHORT, kind.solvers[0])
    if not found.is_complete or not found.solutions:
        return None
    return _near(found.solutions[0], found.solutions, board.cols)


def _others(desk: Desk, board: Board, edit: Edit, place: Place) -> list[Choice]:
    """Return what a clue may become that has as many numbers."""
    now = present(desk, board, edit, place)
    return [
        one
        for one in _choices(desk, board, edit, place)
        if now is not None and one is not None and len(one.numbers) == len(now.numbers)
    ]


def _with(
    desk: Desk, board: Board, edit: Edit, place: Place, choice: Choice | None
) -> Board | None:
    try:
        return put(desk.boards, desk.looks, board, edit, place, choice)
    except PuzzleFormatError:
        return None


def _has_solution(kind: AnyKind, board: Board, solution: Any) -> bool:
    """Return whether a board is a puzzle with this solution."""
    try:
        return not kind.check(kind.decode(kind.encode(board)), solution)
    except PipelineError:
        return False


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
        if _is_open(desk, board, edit, place) != has_clue
    ]


def _is_open(desk: Desk, board: Board, edit: Edit, place: Place) -> bool:
    """Return whether a place has no clue, or a sign that may get a number, such as a wall."""
    now = present(desk, board, edit, place)
    return now is None or (bool(edit.most and now.sign) and not now.numbers)


def _without(desk: Desk, board: Board, edit: Edit, place: Place) -> Board | None:
    """Return a board without a clue: without its number where the sign may be bare."""
    now = present(desk, board, edit, place)
    if now is not None and now.numbers and now.sign and now.sign in edit.bare:
        return _with(desk, board, edit, place, Choice(now.sign))
    return _with(desk, board, edit, place, None)


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
        if partner != place and _is_open(desk, fuller, edit, partner):
            fuller = _true_clue(desk, fuller, goal, edit, partner) or fuller
        return fuller
    return None


def _true_clue(desk: Desk, board: Board, goal: Any, edit: Edit, place: Place) -> Board | None:
    """Return the board with a clue at a place that a solution satisfies."""
    now = present(desk, board, edit, place)
    choices = [one for one in _choices(desk, board, edit, place) if one not in (None, now)]
    for choice in sorted(choices, key=lambda one: not one.numbers):
        try:
            fuller = put(desk.boards, desk.looks, board, edit, place, choice)
        except PuzzleFormatError:
            continue
        if _has_solution(desk.kind, fuller, goal):
            return fuller
    return None


def _choices(desk: Desk, board: Board, edit: Edit, place: Place) -> Iterator[Choice | None]:
    yield from taps_of(desk.boards, desk.looks, board, edit, place)
    if edit.name == CLUE and edit.most:
        for number in range(10, len(board.values) + 1):
            yield from (Choice(sign, (number,)) for sign in edit.signs)


def _shuffled(items: list[Any], state: RandomState) -> list[Any]:
    return [items[k] for k in shuffled(state, range(len(items)))]
