"""Steps of a person, of every kind that tells them: they keep to the solution, and reach it."""

from __future__ import annotations

import itertools

import pytest

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.kit.deduction import Step, step_text, step_to_json
from pipeline.model import JsonObject

TELLING = [kind_id for kind_id in KINDS if get_kind(kind_id).deductions is not None]


def lines_of(solution: JsonObject) -> dict[frozenset[int], int]:
    """Return how many lines or bridges join two cells, from a solution's JSON."""
    if "bridges" in solution:
        return {frozenset((one, other)): count for one, other, count in solution["bridges"]}
    return {frozenset(edge): 1 for path in solution["paths"] for edge in itertools.pairwise(path)}


def steps_of(kind_id: str, seed: int) -> tuple[list[Step], dict[frozenset[int], int], str]:
    kind = get_kind(kind_id)
    made = kind.generate(kind.parse_params(8, 8, None, {}), seed)
    deductions = kind.deductions
    assert deductions is not None
    steps = list(deductions.explain_steps(made.clues, made.solution))
    hardest = kind.grade(made.clues, made.solution).extra["hardest"]
    return steps, lines_of(kind.encode_solution(made.solution)), hardest


@pytest.mark.parametrize("kind_id", TELLING)
@pytest.mark.parametrize("seed", range(6))
def test_steps_keep_to_the_solution_and_decide_it_all(kind_id: str, seed: int) -> None:
    steps, lines, _ = steps_of(kind_id, seed)
    bounds: dict[frozenset[int], tuple[int, int]] = {}
    for step in steps:
        assert step.decisions
        for decision in step.decisions:
            place = frozenset(decision.cells)
            assert decision.least <= lines.get(place, 0) <= decision.most
            bounds[place] = decision.least, decision.most
    assert {place for place, (least, _) in bounds.items() if least} == set(lines)
    assert all(least == most for least, most in bounds.values())


@pytest.mark.parametrize("kind_id", TELLING)
@pytest.mark.parametrize("seed", range(6))
def test_the_hardest_step_is_that_of_the_grade(kind_id: str, seed: int) -> None:
    steps, _, hardest = steps_of(kind_id, seed)
    levels = [step.level for step in steps]
    assert hardest in levels
    assert ("trial" in levels) == (hardest in ("trial", "search"))
    assert all((step.assumed is not None) == (step.level == "trial") for step in steps)


@pytest.mark.parametrize("kind_id", TELLING)
def test_every_step_can_be_said(kind_id: str) -> None:
    deductions = get_kind(kind_id).deductions
    assert deductions is not None
    for seed in range(6):
        for step in steps_of(kind_id, seed)[0]:
            text = step_text(step, 8, deductions.reasons)
            assert text.startswith(f"{step.level}: ")
            assert "{" not in text
            assert len(step_to_json(step)["decisions"]) == len(step.decisions)
