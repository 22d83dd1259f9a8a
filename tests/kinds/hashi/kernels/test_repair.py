"""Layouts grow as they should, and what is repaired was ambiguous and is unique."""

import numpy as np
import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.hashi.grade import count_trials
from pipeline.kinds.hashi.kernels.layout import (
    Growth,
    Layout,
    grow,
    image_of,
    make_layout,
    write_clues,
)
from pipeline.kinds.hashi.kernels.repair import Aim, is_unique, make_puzzle
from pipeline.kinds.hashi.kernels.search import REST
from pipeline.kinds.hashi.kind import HASHI
from pipeline.kinds.hashi.model import RULE_PARTS, make_clues, make_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.spans import between
from pipeline.model import Status
from tests.kinds.hashi.boards import islands_of

BUDGET = Budget(nodes=100_000, conflicts=100_000)
RULES = ("connected-2", "free-3", "tree-2")


def asked(rule: str) -> Growth:
    return Growth(*RULE_PARTS[rule], multiples=50, spans=40)


def grown(seed: int, rule: str, side: int = 12, symmetry: int = 0) -> tuple[Layout, Board]:
    """Return a layout as it grows, before anything is repaired, and its clues."""
    layout = make_layout(side, side, symmetry)
    state = new_state(seed)
    while not grow(layout, asked(rule), side * side // 5, 8, state):
        pass
    clues = np.zeros(side * side, np.int64)
    write_clues(layout, clues)
    return layout, make_clues(side, side, clues.tolist(), rule)


def drawn(layout: Layout, clues: Board) -> Solution:
    """Return the bridges of a layout, by a look at its cells."""
    bridges = []
    for pair in np.flatnonzero(layout.bridges).tolist():
        cell, step = pair // 2, layout.cols if pair % 2 else 1
        far = next(at for at in range(cell + step, len(clues.values), step) if clues.values[at])
        bridges.append((cell, far, int(layout.bridges[pair])))
    return make_solution(bridges)


@pytest.mark.part(3)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("symmetry", range(4))
def test_layouts_solve_the_puzzles_that_they_make(rule: str, symmetry: int) -> None:
    for seed in range(6):
        layout, clues = grown(seed, rule, 9, symmetry)
        solution = drawn(layout, clues)
        assert check(clues, solution) == ()
        islands = set(islands_of(clues))
        assert islands == set(layout.islands[: layout.made[0]].tolist())
        assert islands == {image_of(layout, cell) for cell in islands}
        passed = {c for bridge in solution.items for c in between(clues.cols, *bridge[:2]) or ()}
        assert passed == set(np.flatnonzero(layout.holds > 1).tolist())
        assert not any(cell + 1 in islands and (cell + 1) % 9 for cell in islands)
        assert not any(cell + 9 in islands for cell in islands)


@pytest.mark.parametrize("rule", RULES)
def test_some_layouts_are_ambiguous_and_all_that_is_made_is_unique(rule: str) -> None:
    ambiguous = 0
    for seed in range(8):
        layout, clues = grown(seed, rule)
        status = HASHI.prove(clues, drawn(layout, clues), BUDGET).status
        numbers = np.array(clues.values)
        is_only = is_unique((12, 12, 0), asked(rule), -1, numbers, layout.bridges)
        assert is_only == (status is Status.UNIQUE)
        ambiguous += status is Status.MULTIPLE
        aim = Aim(24, 32, -1, -1, -1, 100, 100)
        failed, numbers, _, bridges = make_puzzle(
            (12, 12, 0), asked(rule), aim, new_state(seed), 99
        )
        assert failed < 99
        made = make_clues(12, 12, numbers.tolist(), rule)
        assert HASHI.prove(made, make_solution(bridges.tolist()), BUDGET).status is Status.UNIQUE
        assert 24 <= len(islands_of(made)) <= 32
    assert ambiguous >= 3


def test_a_level_is_reached_where_one_is_aimed_at() -> None:
    aim = Aim(14, 20, REST, -1, -1, 100, 100)
    for seed in range(4):
        _, numbers, _, _ = make_puzzle((9, 9, 0), asked("connected-2"), aim, new_state(seed), 99)
        assert count_trials(make_clues(9, 9, numbers.tolist())).level <= REST


@pytest.mark.parametrize("levels", [(0, 0), (2, 2), (3, 5)])
def test_layouts_are_steered(levels: tuple[int, int]) -> None:
    aim = Aim(18, 22, -1, *levels, 100, 100)
    for seed in range(3):
        _, numbers, _, _ = make_puzzle((10, 10, 0), asked("connected-2"), aim, new_state(seed), 999)
        level = count_trials(make_clues(10, 10, numbers.tolist())).level
        assert levels[0] <= level <= levels[1]


def test_where_all_attempts_fail_the_count_says_so() -> None:
    aim = Aim(18, 22, -1, -1, -1, 100, 100)
    assert make_puzzle((10, 10, 0), asked("connected-2"), aim, new_state(1), 0)[0] == 0
    narrow = Aim(40, 40, -1, -1, -1, 0, 0)
    assert make_puzzle((9, 9, 0), asked("connected-2"), narrow, new_state(1), 5)[0] == 5
