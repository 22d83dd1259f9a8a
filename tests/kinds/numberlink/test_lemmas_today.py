"""A slice of `test_lemmas_widely` in every run of the tests: other boards each day of the year.

The seed stands at the head of the log and in the tests' names; LEMMA_SEED repeats a day's boards.
"""

from __future__ import annotations

import os
import random

import pytest

from pipeline.kinds.numberlink.model import RULES
from tests.kinds.numberlink.lemma_checks import (
    ENGINES,
    compare_boxes,
    compare_normal_forms,
    compare_refusals,
    compare_searches,
)

pytestmark = pytest.mark.parametrize("seed", [int(os.environ["LEMMA_SEED"])])


def test_a_second_solution_has_a_normal_form(seed: int) -> None:
    assert compare_normal_forms(random.Random(seed), 60).total() == 60


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_boxes_say_what_the_plain_encoding_says(seed: int, rule: str) -> None:
    assert compare_boxes(random.Random(seed), rule, 2)


@pytest.mark.parametrize("rule", RULES)
def test_what_is_refused_at_sight_has_no_solution(seed: int, rule: str) -> None:
    assert compare_refusals(random.Random(seed), rule, 100)


@pytest.mark.parametrize(("engine", "rule"), ENGINES)
def test_the_searches_leave_out_no_solution(seed: int, engine: str, rule: str) -> None:
    assert compare_searches(random.Random(seed), rule, engine, 40).total() == 40
