"""Random full boards of Binairo, judged by the rules."""

from itertools import product

import numpy as np
import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds.binairo.drafts import ALIKE, DISTINCT
from pipeline.kinds.binairo.kernels import random_lines
from pipeline.kinds.binairo.kind import KIND
from pipeline.kinds.kit.board.board import Board, Solution


def fill(rows: int, cols: int, rule: str, seed: int) -> tuple[bool, np.ndarray]:
    values = np.full((rows, cols), -1, dtype=np.int8)
    tried = np.full(rows * cols, -1, dtype=np.int8)
    return random_lines(values, tried, rule == DISTINCT, new_state(seed)), values


@pytest.mark.part(3)
@pytest.mark.parametrize("rule", [DISTINCT, ALIKE])
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (6, 8), (10, 10)])
def test_full_boards_keep_the_rules_and_differ(rows: int, cols: int, rule: str) -> None:
    boards = set()
    for seed in range(40):
        is_full, values = fill(rows, cols, rule, seed)
        with plain_python():
            again, same = fill(rows, cols, rule, seed)
        assert (again, same.tolist()) == (is_full, values.tolist())
        if is_full:
            ones = Solution("cells", tuple((int(cell),) for cell in np.flatnonzero(values)))
            assert [*KIND.check(Board(rows, cols, (-1,) * values.size, rule), ones)] == []
            boards.add(values.tobytes())
    assert len(boards) > 10


@pytest.mark.parametrize("rule", [DISTINCT, ALIKE])
def test_every_smallest_board_is_drawn(rule: str) -> None:
    balanced = [line for line in product((0, 1), repeat=4) if sum(line) == 2]
    right = set()
    for rows in product(balanced, repeat=4):
        word = [value for row in rows for value in row]
        ones = Solution("cells", tuple((cell,) for cell, value in enumerate(word) if value))
        if not [*KIND.check(Board(4, 4, (-1,) * 16, rule), ones)]:
            right.add(tuple(word))
    made = (fill(4, 4, rule, seed) for seed in range(8000))
    assert {tuple(values.ravel().tolist()) for is_full, values in made if is_full} == right
