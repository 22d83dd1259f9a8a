"""Layouts of Akari: refused if and only if one lamp, or two in a rectangle, can move."""

from itertools import combinations

import numpy as np

from pipeline.kernels.random_state import new_state
from pipeline.kinds.akari import kernels
from pipeline.kinds.akari.drafts import keep_easy, layout
from pipeline.kinds.akari.kernels import WHITE
from pipeline.kinds.akari.kind import BOARDS, KIND
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.engine.removal import is_solvable

ROWS, COLS = 4, 5
SIZE = ROWS * COLS


def are_right(clues: Board, lamps: set[int]) -> bool:
    return not KIND.check(clues, Solution("cells", tuple((lamp,) for lamp in sorted(lamps))))


def is_open(clues: Board, one: int, other: int) -> bool:
    """Return whether two cells lie in a row or a column without a wall between them."""
    step = 1 if one // COLS == other // COLS else COLS
    between = range(min(one, other), max(one, other) + 1, step)
    return (one - other) % step == 0 and all(clues.values[cell] == WHITE for cell in between)


def might_move(clues: Board, lamps: set[int]) -> bool:
    """Return by definition whether one lamp, or two in an open rectangle, can move."""
    white = [cell for cell, value in enumerate(clues.values) if value == WHITE]
    if any(are_right(clues, lamps ^ {lamp, cell}) for lamp in lamps for cell in white):
        return True
    for one, other in combinations(sorted(lamps), 2):
        corners = {one - one % COLS + other % COLS, other - other % COLS + one % COLS}
        is_lit = all(is_open(clues, lamp, cell) for lamp in (one, other) for cell in corners)
        if is_lit and are_right(clues, (lamps - {one, other}) | corners):
            return True
    return False


def test_layouts_are_right_and_refused_where_lamps_can_move() -> None:
    outcomes = []
    images = np.array([np.arange(SIZE), np.arange(SIZE)[::-1]])
    for seed in range(150):
        values = np.full(SIZE, WHITE, dtype=np.int64)
        beams, of_beam = np.zeros((2, SIZE), dtype=np.int64), np.zeros((2, 2 * SIZE), np.int64)
        board = values, COLS, beams, of_beam[0]
        kernels.lay_out(*board, images[0].copy(), images, seed % 8, new_state(seed))
        walls = np.flatnonzero(values != WHITE)
        assert len(walls) == seed % 8 + seed % 2
        assert set(walls) == set(SIZE - 1 - walls)
        clues = BOARDS.make_clues(ROWS, COLS, values.tolist())
        lamps = set(of_beam[0][of_beam[0] >= 0].tolist())
        assert are_right(clues, lamps)
        is_refused = kernels.can_move(*board, of_beam[1])
        assert is_refused == might_move(clues, lamps)
        has_other = len(KIND.solve(clues, 2, Budget(1000, 1000), "auto").solutions) == 2
        outcomes.append((has_other, is_refused))
    # Most boards with another answer are refused, and not all are.
    assert outcomes.count((True, True)) > outcomes.count((True, False)) > 0
    assert outcomes.count((False, False)) > 10
    assert (False, True) not in outcomes


def test_easy_layouts_are_those_that_single_deductions_solve() -> None:
    easy, empty = KIND.parse_params(7, 7, None, {"band": "easy"}), Board(7, 7, (WHITE,) * 49)
    found = [layout(empty, new_state(seed), ()) for seed in range(60)]
    boards = [made[0] for made in found if made is not None]
    kept = [keep_easy(board, new_state(0), easy) is not None for board in boards]
    assert kept == [is_solvable(KIND.declared.declare(board), "single") for board in boards]
    assert 3 < sum(kept) < len(kept) - 3
