"""Each step of Hashi follows from the islands that it names and the bridges at them."""

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.hashi.declare import declare
from pipeline.kinds.kit.constraints.engines.search import ModelSearch
from pipeline.kinds.kit.constraints.model import Count, Mark, Model
from pipeline.kinds.kit.deduction import Decision, Step
from tests.slices import share


def literals_of(places: dict[Mark, int], one: Decision) -> list[int]:
    """Return what a decision says of a pair: at least so many bridges, and no more than so many."""
    pair = (*sorted(one.cells),)
    least = [places[Mark("edges", pair, k)] for k in range(1, one.least + 1)]
    most = places.get(Mark("edges", pair, one.most + 1))
    return [*least, *([-most] if most else [])]


def follows(model: Model, known: set[int], step: Step, literal: int) -> bool:
    named = {*step.decisions[0].about}
    counts = [
        one for one in model.counts
        if one.reason in ("edge", "cross") or (one.clue is None and set(one.about) <= named)
    ]  # fmt: skip
    facts = [x for x in known if named & {*model.marks[abs(x) - 1].place}]
    clauses = [Count((x,), 2, "known", ()) for x in (*facts, -literal)]
    has_all = step.decisions[0].reason in ("isolation", "loop")
    search = ModelSearch(
        Model(model.grid, model.marks, [*counts, *clauses], model.globals if has_all else [])
    )
    return search.next_solution(20_000) is None and search.is_complete


@pytest.mark.sliced
@pytest.mark.parametrize("band", ["easy", "hard"])
def test_each_step_follows_from_the_islands_that_it_names(band: str) -> None:
    kind, seen = get_kind("hashi"), set()
    for seed in range(share(6)):
        made = kind.generate(kind.parse_params(8, 8, None, {"band": band}), seed)
        model = declare(made.clues)
        places = {mark: k for k, mark in enumerate(model.marks, 1)}
        known: set[int] = set()
        for step in kind.deductions.explain_steps(made.clues, made.solution):
            assert len({one.about for one in step.decisions}) == 1
            decided = [x for one in step.decisions for x in literals_of(places, one)]
            for literal in {*decided} - known if step.level not in ("trial", "search") else ():
                assert follows(model, known, step, literal), step
                seen.add(step.decisions[0].reason)
            known |= set(decided)
    assert seen >= {"full", "rest"}


def test_a_trial_says_where_it_fails_and_a_crossing_why() -> None:
    kind, trials, crossed = get_kind("hashi"), 0, 0
    for seed in range(12):
        made = kind.generate(kind.parse_params(9, 9, None, {"band": "hard"}), seed)
        pairs = {(one, other) for one, other, _ in made.solution.bridges}
        for step in kind.deductions.explain_steps(made.clues, made.solution):
            if step.assumed is not None:
                assert step.rounds
                assert step.assumed.reason in ("full", "isolation", "loop")
                assert len(step.assumed.about) == (step.assumed.reason == "full")
                trials += 1
            for one in step.decisions:
                if one.reason == "cross":
                    assert one.most == 0
                    assert one.cells not in pairs
                    crossed += 1
    assert trials
    assert crossed
