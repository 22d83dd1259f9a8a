"""Which engine counts what, and what is said where none can."""

from __future__ import annotations

import random

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink import KIND
from pipeline.kinds.numberlink.count import SHORT_LIST
from pipeline.kinds.numberlink.model import RULES, make_clues
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import SAMPLES, cover, put_ends, read_grid

BUDGET = Budget(nodes=100_000, conflicts=100_000)


@pytest.mark.parametrize("rule", RULES)
def test_counts_agree_with_naive_ones(rule: str) -> None:
    source = random.Random(23)
    for _ in range(15):
        clues, _ = cover(source, 4, 5, rule)
        found = KIND.counting.count(clues, BUDGET)
        assert (found.count, found.is_exact, found.note) == (len(all_solutions(clues)), True, "")


def test_a_unique_puzzle_is_proved_in_two_ways_and_not_counted() -> None:
    found = KIND.counting.count(read_grid(SAMPLES["9x9"], "cover"), BUDGET)
    assert (found.count, found.is_exact) == (1, True)
    assert "+" in found.method


def test_a_reason_is_enough_for_none() -> None:
    found = KIND.counting.count(make_clues(2, 2, "free", ["a", "b", "b", "a"]), BUDGET)
    assert (found.count, found.is_exact, found.method) == (0, True, "crossing-on-border")


def test_what_is_too_wide_is_said_in_words() -> None:
    clues = put_ends(9, 9, "free", [0, 80])
    small = Budget(nodes=100_000, conflicts=100_000, states=100)
    found = KIND.counting.count(clues, small)
    assert not found.is_exact
    assert found.count == SHORT_LIST
    assert found.note.startswith("frontier too wide: more than 100 states after ")
    assert found.note.endswith(" of 81 cells")
    assert KIND.counting.count(clues, BUDGET).count == 3266598486981642


def test_no_touch_is_listed() -> None:
    clues, _ = cover(random.Random(1), 6, 6, "no-touch")
    found = KIND.counting.count(clues, BUDGET)
    assert found.is_exact
    assert found.method != "frontier"


def test_counts_repeat() -> None:
    clues = put_ends(6, 6, "free", [0, 35, 7, 28])
    assert KIND.counting.count(clues, BUDGET) == KIND.counting.count(clues, BUDGET)
