"""Steps of a person on declared boards: right, complete, and about what they need."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import read_values
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.first import find_first_step
from pipeline.kinds.kit.engine.removal import LEVELS, RULES_OF, remove_clues
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.kit.engine.steps import (
    Person,
    explain_steps,
)
from pipeline.kinds.kit.telling.deduction import Decision, Step, step_to_json
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.kinds.kit.words.core import Count, Model
from tests.kinds.kit.engine.test_removal import (
    is_solved,
    numbers_of,
    slitherlink,
    some,
)
from tests.kinds.kit.models import models
from tests.naive.models import solutions


def board(seed: int, level: str | None) -> Model:
    numbers = numbers_of(seed)
    kept = remove_clues(slitherlink(numbers), [[cell] for cell in numbers], level)
    return slitherlink(numbers if kept is None else some(numbers, kept))


@pytest.mark.parametrize("level", ["global", "overlap", "trial", None])
@pytest.mark.parametrize("seed", range(3))
def test_steps_keep_to_the_solution_and_reach_it(seed: int, level: str | None) -> None:
    model = board(seed, level)
    values = ModelSearch(model).next_solution(9999)
    assert values is not None
    drawn = set(read_values("borders", model, values).items)
    decided: dict[tuple[int, ...], int] = {}
    steps = list(explain_steps(model, values))
    for step in steps:
        for one in step.decisions:
            assert one.least == one.most == (one.place in drawn)
            assert one.place not in decided
            assert one.cells == model.grid.cells_beside((one.place[0], one.place[1]))
            decided[one.place] = one.least
    assert len(decided) == len(model.marks)
    hardest = max(LEVELS.index(step.level) for step in steps)
    for place, name in enumerate(LEVELS[:4]):
        if is_solved(model, name):
            assert hardest <= place
            break


def test_without_the_solution_steps_end_where_trials_do() -> None:
    model = Model(Grid(1, 2))
    model.count(model.cells().values(), (1,), "one", about=(0, 1))
    assert list(explain_steps(model)) == []
    first, last = explain_steps(model, np.array([False, True, False]))
    assert (first.level, last.level) == ("search", "single")
    decided = [(one.cells, one.least) for step in (first, last) for one in step.decisions]
    assert decided == [((0,), 1), ((1,), 0)]


@settings(max_examples=80, deadline=None)
@given(models(most_counts=6))
def test_a_refuted_assumption_is_about_constraints_that_refute_it(model: Model) -> None:
    every = list(solutions(model))
    if not every:
        return
    person = Person(model)
    while (step := person.deduce()) is not None:
        assert step.assumed is None
    before = list(person.known)
    step = person.refute()
    if step is None:
        return
    code = person.known[-1] ^ 1
    person.known = before
    rules = RULES_OF["global"]
    assert not person._follow([code], rules)
    needed = person._needed(code, rules, range(person._size))
    every_one: list[Any] = [*model.counts, *model.globals]
    less = Model(model.grid, model.marks)
    for one in (every_one[k] for k in needed):
        (less.counts if isinstance(one, Count) else less.globals).append(one)
    held = [*before, code]
    for values in solutions(less):
        assert any(values[(one >> 1) - 1] == bool(one & 1) for one in held)
    for one in needed:
        assert not person._refutes([k for k in needed if k != one], code, rules)


def test_two_counts_that_overlap_are_named() -> None:
    model = Model(Grid(1, 4))
    cells = list(model.cells().values())
    model.count(cells[:3], (2, 3), "two", about=(0,))
    model.count(cells[1:], (0, 1), "one", about=(3,))
    step = next(explain_steps(model))
    assert step.level == "overlap"
    assert {one.reason for one in step.decisions} == {"overlap"}
    assert {one.about for one in step.decisions} == {(3,)}


@pytest.mark.parametrize("clues", [(8, 9), (3, 8), (0, 99), (99, None)])
def test_clues_outside_of_cells_have_no_pattern_of_cells(clues: tuple[int, int | None]) -> None:
    """A clue is a cell or, after all cells, a place in the list of other clues."""
    model = Model(Grid(1, 4))
    cells = list(model.cells().values())
    model.count(cells[:3], (2, 3), "two", about=(0,), clue=clues[0])
    model.count(cells[1:], (0, 1), "one", about=(3,), clue=clues[1])
    names = {one.names[0] for step in explain_steps(model) for one in step.decisions}
    assert names == {"overlap-one-two", "overlap-two-one"}


def test_what_another_line_forces_is_no_part_of_a_step() -> None:
    """The runs 1 3 2 fill column 5 in every way; the columns alone say the rest."""
    kind, answer = get_kind("nonogram"), (1, 3, 4, 5, 8, 9)
    puzzle = {
        "rows": 10, "cols": 10, "clues": [[0] * 10] * 10,
        "left": [[1, 3, 2]] + [[]] * 9, "top": [[1] if k in answer else [] for k in range(10)],
    }  # fmt: skip
    clues = kind.decode(puzzle)
    model = kind.declared.declare(clues)
    steps = [step for step in explain_steps(model) if step.decisions[0].reason == "row"]
    assert [one.cells for one in steps[0].decisions if one.least] == [(4,)]


def test_the_first_step_is_what_one_constraint_draws() -> None:
    model = slitherlink({1: 3, 5: 0, 10: 2})
    step = find_first_step(model, ("number",))
    assert step is not None
    assert step.level == "single"
    *before, last = step.decisions
    assert last.least == 1
    assert not any(one.least for one in before if one.about != last.about)
    assert find_first_step(model, ("corner",)) is None
    assert find_first_step(slitherlink({}), ("number",)) is None


def test_the_first_step_repeats_no_clue_and_follows_nothing_hard() -> None:
    model = Model(Grid(1, 3))
    holds = model.numbers((1, 2, 3), "cell")
    model.all_different(holds, (0, 1, 2), (1, 2, 3), "row")
    for cell in (0, 2):
        model.clause([holds[cell, cell + 1]], "given", about=(cell,), clue=cell)
    step = find_first_step(model, ("cell", "row"))
    assert step is not None
    assert [(one.cells, one.value) for one in step.decisions] == [((1,), 2)]
    model = Model(Grid(1, 4))
    cells = list(model.cells().values())
    model.count(cells[:3], (2, 3), "two", about=(0,))
    model.count(cells[1:], (0, 1), "one", about=(3,))
    assert next(explain_steps(model)).level == "overlap"
    assert find_first_step(model, ("one", "two")) is None
    step = find_first_step(model, ("one", "two", "overlap"))
    assert step is not None
    assert [(one.cells, one.reason) for one in step.decisions] == [((0,), "overlap")]


def test_bridges_have_bounds() -> None:
    """Three variables of one edge: it has two at least, so one at least, and no third."""
    model = Model(Grid(1, 2))
    edge = model.edges(most=3)[0, 1]
    model.count((edge, edge + 1, edge + 2), (2,), "two", about=(0,))
    bounds = [(one.least, one.most) for step in explain_steps(model) for one in step.decisions]
    assert bounds[-1] == (2, 2)
    assert all(least <= 2 <= most for least, most in bounds)


def test_decisions_of_every_family_have_sentences() -> None:
    decisions = (
        Decision((6,), 1, 1, "a", family="cells"),
        Decision((6,), 0, 0, "a", family="numbers", value=4),
        Decision((9,), 1, 1, "b", family="borders", place=(15, 16)),
    )
    step = Step("single", decisions)
    texts = {**read_reasons("pipeline.kinds.slitherlink", "en"), "a": "one", "b": "two"}
    assert step_text(step, 5, texts) == (
        "Row 2, column 2 is shaded: one. 4 cannot go in row 2, column 2: one. "
        "Draw the bottom side of row 2, column 5: two."
    )
    shown = step_to_json(step)["decisions"]
    assert shown[0]["family"] == "cells"
    assert shown[1]["value"] == 4
    assert shown[2]["place"] == [15, 16]


@pytest.mark.parametrize(
    ("rounds", "said"),
    [(1, "the opposite breaks a rule at once"), (3, "3 steps later"), (7, "a longer trial")],
)
def test_a_trial_says_what_is_assumed_and_where_it_breaks(rounds: int, said: str) -> None:
    assumed = Decision((0,), 1, 1, "touching", (1, 2), family="cells")
    step = Step("trial", (Decision((0,), 0, 0, "refuted", family="cells"),), assumed, rounds)
    text = step_text(step, 3, read_reasons("pipeline.kinds.starbattle", "en"))
    assert said in text
    assert "row 1, columns 2 and 3" in text
    assert "no star goes in row 1, column 1" in text.lower()


def slitherlink_text(numbers: dict[int, int]) -> str:
    texts = read_reasons("pipeline.kinds.slitherlink", "en")
    return step_text(next(explain_steps(slitherlink(numbers))), 4, texts)


def test_patterns_have_the_names_that_players_use() -> None:
    assert "a 3 in a corner always uses the two corner sides" in slitherlink_text({0: 3})
    assert "a 1 in a corner never uses" in slitherlink_text({0: 1})
    assert "two 3s side by side" in slitherlink_text({5: 3, 6: 3})
    assert "a 0 has no sides" in slitherlink_text({5: 0})
