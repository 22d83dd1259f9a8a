"""Whatever prunes, held against the plain encoding on thousands of random boards; slow.

`test_lemmas_today` does the same on a slice of a few hundred, always.
"""

from __future__ import annotations

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

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(8))
def test_a_second_solution_has_a_normal_form(seed: int) -> None:
    answers = compare_normal_forms(random.Random(seed), 500)
    assert min(answers[True], answers[False]) > 50, answers


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_boxes_say_what_the_plain_encoding_says(rule: str) -> None:
    answers = compare_boxes(random.Random(3), rule, 50)
    assert min(answers[True], answers[False]) > 50, answers


@pytest.mark.parametrize("rule", RULES)
def test_what_is_refused_at_sight_has_no_solution(rule: str) -> None:
    refused = compare_refusals(random.Random(8), rule, 2000)
    reasons = {"crossing-on-border", "crossing-on-strip", "walled-in"}
    assert refused.keys() == reasons | (set() if rule == "free" else {"chequerboard"}), refused
    assert min(refused.values()) > 20, refused


@pytest.mark.parametrize(("engine", "rule"), ENGINES)
def test_the_searches_leave_out_no_solution(engine: str, rule: str) -> None:
    numbers = compare_searches(random.Random(12), rule, engine, 1000)
    assert min(numbers[0], numbers[1]) > 50, numbers
    if rule in ("free", "cover"):  # under the stricter rules hardly any board has several
        assert numbers[2] > 10, numbers


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
