"""Each step of a declared kind follows from the rules and what is known of the cells it names."""

from functools import cache
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.constraints.engines.search import ModelSearch
from pipeline.kinds.kit.constraints.model import Count, Mark, Model
from pipeline.kinds.kit.deduction import Decision, Step
from tests.kinds.test_deductions import literals_of, steps_of
from tests.slices import share

DECLARED = [kind_id for kind_id in kind_ids() if get_kind(kind_id).declared is not None]


def literal_of(model: Model, places: dict[Mark, int], one: Decision) -> int:
    place = one.place or one.cells
    value = one.value if one.family == "numbers" else 1
    variable = places[Mark(one.family, tuple(place), value)]
    return variable if one.least else -variable


def cells_of(model: Model, literal: int) -> tuple[int, ...]:
    mark = model.marks[abs(literal) - 1]
    if mark.family == "borders":
        return model.grid.cells_beside((mark.place[0], mark.place[1]))
    return mark.place


@cache
def ruled_out(kind_id: str, seed: int) -> tuple[Model, dict[Mark, int]]:
    _, kind, clues, _ = steps_of(kind_id, seed)
    model = kind.declared.declare(clues)
    return model, {mark: k for k, mark in enumerate(model.marks, 1)}


def close(model: Model, known: set[int]) -> set[int]:
    """Return what is known, and the numbers that single constraints rule out in turn."""
    found, before = set(known), -1
    if model.marks[0].family != "numbers":
        return found
    while len(found) > before:
        before = len(found)
        for count in model.counts:
            if any(x in found for x in count.literals):
                if not count.sums & ~0b11:
                    found |= {-x for x in count.literals if x not in found}
            elif count.sums & 1 == 0:
                left = [x for x in count.literals if -x not in found]
                found |= set(left) if len(left) == 1 and left[0] < 0 else set()
    return found


def follows(model: Model, known: set[int], step: Step, literal: int) -> bool:
    named = {cell for one in step.decisions for cell in (*one.cells, *one.about, *one.facts)}
    if step.assumed is not None:
        named |= set(step.assumed.about)
    counts = [
        one for one in model.counts
        if len(one.literals) > 1 and (one.clue is None or set(one.about) <= named)
    ]  # fmt: skip
    facts = [x for x in known if set(cells_of(model, x)) <= named]
    clauses = [Count((x,), 2, "known", ()) for x in (*facts, -literal)]
    less = Model(model.grid, model.marks, [*counts, *clauses], model.globals)
    search = ModelSearch(less)
    return search.next_solution(20_000) is None and search.is_complete


def are_elsewhere(model: Model, known: set[int], step: Step) -> bool:
    """Return whether a number that is ruled out has its places in a line exactly where it says."""
    one = step.decisions[0]
    if one.family != "numbers" or one.least:
        return True
    decided = {cell for one in step.decisions for cell in one.cells}
    lines = [
        {model.marks[x - 1].place[0] for x in count.literals if -x not in known}
        for count in model.counts
        if all(x > 0 and model.marks[x - 1].value == one.value for x in count.literals)
    ]
    return {*one.about} in lines and not decided & {*one.about}


@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", DECLARED)
def test_each_step_follows_from_the_cells_that_it_names(kind_id: str) -> None:
    tried = 0
    for seed in range(share(2)):
        steps: Any = steps_of(kind_id, seed)[0]
        model, places = ruled_out(kind_id, seed)
        known = {*literals_of(model)}
        for step in steps:
            known = close(model, known)
            decided = [literal_of(model, places, one) for one in step.decisions]
            if step.decisions[0].names and step.decisions[0].reason == "overlap":
                assert are_elsewhere(model, known, step), step
            if step.level != "search":
                for literal in decided:
                    assert follows(model, known, step, literal), step
                    tried += 1
            known |= set(decided)
    assert tried
