"""Each step of Hashi follows from the islands that it names and the bridges at them."""

from itertools import product

import networkx as nx
import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.hashi.declaration import declare
from pipeline.kinds.kit.telling.deduction import Decision
from pipeline.kinds.kit.words.core import Mark, Model
from tests.known import the
from tests.naive.broken import Known, is_broken
from tests.naive.claims import follows, ways
from tests.slices import share


def literals_of(places: dict[Mark, int], one: Decision) -> list[int]:
    """Return what a decision says of a pair: at least so many bridges, and no more than so many."""
    pair = (*sorted(one.cells),)
    least = [places[Mark("edges", pair, k)] for k in range(1, one.least + 1)]
    most = places.get(Mark("edges", pair, one.most + 1))
    return [*least, *([-most] if most else [])]


def is_true(model: Model, known: Known, one: Decision, literal: int) -> bool:
    """Return whether the islands that a decision names force it, as its reason says."""
    named, assumed = {*one.about}, {**known, abs(literal): literal < 0}
    counts = [
        count for count in model.counts
        if count.reason in ("edge", "cross") or {*count.about} <= named
    ]  # fmt: skip
    if one.reason == "loop":
        drawn = nx.Graph(model.marks[k - 1].place for k, value in known.items() if value)
        return literal < 0 and nx.has_path(drawn, *one.cells)
    if one.reason == "isolation":
        return all(is_broken(model.globals[0], way) for way in ways(counts, assumed))
    beside = {k: v for k, v in known.items() if named & {*model.marks[k - 1].place}}
    return follows(counts, [], beside, literal)


@pytest.mark.sliced
@pytest.mark.parametrize("rule", ["connected-2", "connected-3", "tree-2", "forest-2"])
def test_each_step_follows_from_the_islands_that_it_names(rule: str) -> None:
    kind, seen = get_kind("hashi"), set()
    for seed, band in [*product(range(3), ("hard", "easy", "medium"))][: share(9, 9)]:
        made = kind.generate(kind.parse_params(8, 8, rule, {"band": band}), seed)
        if made.clues is None:
            continue
        model = declare(made.clues)
        places = {mark: k for k, mark in enumerate(model.marks, 1)}
        known: Known = {}
        for step in the(kind.deductions).explain_steps(made.clues, made.solution):
            assert len({one.about for one in step.decisions}) == 1
            for one in step.decisions if step.level not in ("trial", "search") else ():
                has_more = any(x > 0 and abs(x) not in known for x in literals_of(places, one))
                assert has_more == (one.least > 0 and not one.names), step
                for literal in (x for x in literals_of(places, one) if abs(x) not in known):
                    assert is_true(model, known, one, literal), (seed, band, step)
                    seen.add(one.reason)
            decided = (x for one in step.decisions for x in literals_of(places, one))
            known.update({abs(x): x > 0 for x in decided})
    assert seen >= {"full", "rest"}


def test_a_trial_says_where_it_fails_and_a_crossing_why() -> None:
    kind, trials, crossed = get_kind("hashi"), 0, 0
    for seed in range(12):
        made = kind.generate(kind.parse_params(9, 9, None, {"band": "hard"}), seed)
        pairs = {(one, other) for one, other, _ in the(made.solution).items}
        for step in the(kind.deductions).explain_steps(made.clues, made.solution):
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
