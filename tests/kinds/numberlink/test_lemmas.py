"""Whatever prunes, checked against the plain encoding on random boards (thousands if slow)."""

import random

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.engines.by_sat import STRICT
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import RULES
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import solve
from tests.kinds.numberlink.lemma_checks import (
    AMPLE,
    ENGINES,
    compare_boxes,
    compare_normal_forms,
    compare_refusals,
    compare_searches,
)
from tests.naive.numberlink_boards import read_cover

FEW = pytest.mark.parametrize("is_wide", [False, pytest.param(True, marks=pytest.mark.slow)])


@pytest.mark.part(3)
@FEW
@pytest.mark.parametrize("seed", range(8))
def test_a_second_solution_has_a_normal_form(seed: int, is_wide: bool) -> None:
    answers = compare_normal_forms(random.Random(seed), 500 if is_wide else 10)
    assert not is_wide or min(answers[True], answers[False]) > 50, answers


@FEW
@pytest.mark.parametrize("rule", ["free", "cover"])
def test_boxes_agree_with_the_plain_encoding(rule: str, is_wide: bool) -> None:
    answers = compare_boxes(random.Random(3), rule, 50 if is_wide else 2)
    assert min(answers[True], answers[False]) > 50 or not is_wide, answers


@FEW
@pytest.mark.parametrize("rule", RULES)
def test_a_refused_board_has_no_solution(rule: str, is_wide: bool) -> None:
    refused = compare_refusals(random.Random(8), rule, 2000 if is_wide else 100)
    assert refused
    if is_wide:
        reasons = {"crossing-on-border", "crossing-on-strip", "walled-in"}
        assert refused.keys() == reasons | (set() if rule == "free" else {"chequerboard"}), refused
        assert min(refused.values()) > 20, refused


@pytest.mark.part(3)
@FEW
@pytest.mark.parametrize(("engine", "rule"), ENGINES)
def test_the_searches_miss_no_solution(engine: str, rule: str, is_wide: bool) -> None:
    numbers = compare_searches(random.Random(12), rule, engine, 1000 if is_wide else 40)
    if is_wide:
        assert min(numbers[0], numbers[1]) > 50, numbers
        # under the stricter rules hardly any board has several
        assert rule not in ("free", "cover") or numbers[2] > 10, numbers


@pytest.mark.slow
@pytest.mark.parametrize("rule", STRICT)
def test_the_search_by_diagonals_agrees_with_sat_on_large_boards(rule: str) -> None:
    """300 boards of 12x12 to 30x30 with few lines, where lines come back behind the frontier."""
    source = random.Random(21)
    decided = 0
    for _ in range(300):
        side = source.randint(12, 30)
        pairs = max(4, side * side // 60)
        layout = make_layout(side, side, pairs, LayoutStyle(), new_state(source.getrandbits(60)))
        if layout is None:
            continue
        clues, solution = read_cover(side, side, rule, [list(path) for path in layout])
        found = solve(clues, 2, Budget(nodes=300_000, conflicts=1), "frontier")
        assert all(check(clues, one) == () for one in found.solutions)
        if not found.is_complete:
            continue
        decided += 1
        plain = solve(clues, 3, AMPLE, "minisat22")
        assert plain.is_complete
        assert set(found.solutions) == set(plain.solutions), clues
        assert solution in found.solutions
    assert decided > 100, decided
