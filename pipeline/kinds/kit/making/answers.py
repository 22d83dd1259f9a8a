"""Random answers of a model: some variables are drawn, the others are searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import numpy as np

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.engine import search
from pipeline.kinds.kit.making.layouts import random_numbers
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.kit.words.model import Model, fixed_model

FindOther: TypeAlias = Callable[[Board, Solution], tuple[Solution | None, bool]]

DRAFT_NODES: Final = 2000  # Assumptions after which an answer is given up


def random_cells(
    boards: Boards,
    fixed: Callable[[Board, Model], None],
    board: Board,
    state: RandomState,
    drawn: int,
    nodes: int = DRAFT_NODES,
) -> list[int] | None:
    """Return the shaded cells of a random solution of what ``fixed`` requires; None if stuck.

    Up to ``drawn`` cells are shaded at random, each unlike those that a count allows once beside
    one of these; the others are searched.
    """
    base = fixed_model(boards, fixed, board).core
    model = base.extended()
    near = _rivals(base)
    free: Sequence[int] = [*range(1, len(base.marks) + 1)]
    for _ in range(drawn):
        variable = pick(state, free)
        model.clause([variable], "given", about=())
        rivals = near[variable]
        free = [one for one in free if one not in rivals]
        if not free:
            break
    found = search.ModelSearch(model).next_solution(nodes)
    if found is None:
        return None
    return [base.marks[at].place[0] for at in np.flatnonzero(found[1:]).tolist()]


def _rivals(model: Core) -> dict[int, set[int]]:
    """Return for each variable those that a count rules out beside it, and itself."""
    rivals: dict[int, set[int]] = {k: {k} for k in range(1, len(model.marks) + 1)}
    for count in model.counts:
        if not count.sums >> 2:  # at most one
            for one in count.literals:
                rivals[one].update(count.literals)
    return rivals


def find_other(
    kind: AnyKind, board: Board, answer: Solution, nodes: int
) -> tuple[Solution | None, bool]:
    """Return another answer than a known one, and whether the search was complete."""
    return search.find_other(kind.declared.declare(board), answer, nodes)


def random_groups(board: Board, state: RandomState) -> list[int] | None:
    """Return random numbers, each once in every row, column and region; None if stuck."""
    groups = [cells for _, cells in board.groups()]
    return random_numbers(len(board.values), groups, board.rows, state)
