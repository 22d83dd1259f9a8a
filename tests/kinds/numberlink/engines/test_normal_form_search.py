"""The search for a second solution in normal form says what naive enumeration and SAT say."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise

from hypothesis import given, settings

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.engines.normal_form_search import (
    NormalFormSearch,
    normal_form_search,
)
from pipeline.kinds.numberlink.engines.windowed_refutation import refute_by_windows
from pipeline.kinds.numberlink.kernels.frontier import DONE, FOUND, SPENT
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import Clues, Path, Solution, pose_layout, with_rule
from tests.kinds.numberlink.lemma_checks import compare_normal_forms
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import covered_puzzles

PLENTY = 1_000_000

PRINT_ANSWERS = """
from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.engines.normal_form_search import NormalFormSearch
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
state = new_state(3)
search = NormalFormSearch(7, 8)
for pairs in (4, 5, 5, 6):
    layout = make_layout(7, 8, pairs, LayoutStyle(), state)
    print(layout and search.find(layout, 40))
"""


def edges_of(solution: Solution) -> set[tuple[int, int]]:
    steps = (step for path in solution.paths for step in pairwise(path))
    return {(min(step), max(step)) for step in steps}


def layouts(rows: int, cols: int, pairs: int, seed: int, count: int) -> list[Path]:
    state = new_state(seed)
    drawn = (make_layout(rows, cols, pairs, LayoutStyle(), state) for _ in range(count))
    return [layout for layout in drawn if layout is not None]


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=5))
def test_it_finds_a_second_solution_where_naive_enumeration_does(
    board: tuple[Clues, Solution],
) -> None:
    clues, known = with_rule(board[0], "free"), board[1]
    others = [found for found in all_solutions(clues) if found != known]
    found, cells = normal_form_search(clues.rows, clues.cols, clues.blocked).find(
        known.paths, PLENTY
    )
    assert found == (FOUND if others else DONE)
    differences = [edges_of(known) ^ edges_of(other) for other in others]
    touched = {tuple(sorted({cell for edge in each for cell in edge})) for each in differences}
    assert not others or cells in touched


def test_it_says_of_boards_with_holes_and_without_what_sat_says() -> None:
    answers = compare_normal_forms(random.Random(12), 40)
    assert min(answers[True], answers[False]) >= 3


def test_it_agrees_with_sat_on_larger_boards() -> None:
    answers = []
    for layout in layouts(13, 11, 12, 8, 24):
        found, cells = normal_form_search(13, 11, frozenset()).find(layout, PLENTY)
        refuted = refute_by_windows(*pose_layout(13, 11, "free", layout), "glucose4", PLENTY)
        assert (found == DONE, found == FOUND) == (refuted.answer is False, refuted.answer)
        assert bool(cells) == refuted.answer
        answers.append(found)
    assert {DONE, FOUND} == set(answers)


def test_what_was_asked_before_changes_nothing() -> None:
    drawn = layouts(9, 9, 6, 5, 12)
    kept = NormalFormSearch(9, 9)
    answers = [kept.find(layout, PLENTY) for layout in drawn]
    kept.find(drawn[0], 3)
    assert answers == [NormalFormSearch(9, 9).find(layout, PLENTY) for layout in drawn]
    assert {DONE, FOUND} == {found for found, _ in answers}


def test_a_spent_budget_is_no_answer() -> None:
    search = NormalFormSearch(9, 9)
    drawn = layouts(9, 9, 6, 5, 12)
    assert [search.find(layout, 0) for layout in drawn] == [(SPENT, ())] * len(drawn)


def test_without_compilation_the_answers_are_the_same() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", PRINT_ANSWERS],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert said[0] == said[1]
    assert "(1, (" in said[0]
