"""Search and propagation, held against every way to fill small models."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.engine.kernels.board import (
    ALL_RULES,
    ASSUMED,
    CUTS,
    GLOBALS,
    NEAR,
    OVERLAPS,
    ROOM,
    ROUNDS,
    SETS,
    SIZE,
    SUMS,
    TRAIL,
    State,
    push,
)
from pipeline.kinds.kit.engine.kernels.chains import take_back
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.core import Model
from tests.kinds.kit.models import KINDS, models, open_state, squares
from tests.naive.models import solutions
from tests.slices import share

ANY = st.one_of(models(), models(kinds=(), most_counts=6), squares())


def list_all(search: ModelSearch) -> list[tuple[bool, ...]]:
    found = []
    while (one := search.next_solution(1 << 30)) is not None:
        found.append(tuple(one[1:].tolist()))
    assert search.is_complete
    return found


def codes_of(state: State) -> list[int]:
    return sorted(state.lists[TRAIL, : state.counter[SIZE]].tolist())


def noted(state: State) -> tuple[np.ndarray, ...]:
    return state.counts[:, : SUMS + 1], state.nodes[:, : NEAR + 1], state.rooms[:, ROOM]


@pytest.mark.sliced
@settings(max_examples=share(300), deadline=None)
@given(ANY)
def test_the_search_finds_what_is_there_by_definition(model: Model) -> None:
    found = list_all(ModelSearch(model))
    assert sorted(found) == sorted(solutions(model))


@pytest.mark.sliced
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=share(100), deadline=None)
@given(st.data())
def test_every_global_is_judged_by_definition(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=(kind,), most_counts=1))
    assert sorted(list_all(ModelSearch(model))) == sorted(solutions(model))


@settings(max_examples=60, deadline=None)
@given(ANY)
def test_plain_python_takes_the_same_steps(model: Model) -> None:
    compiled, plain = ModelSearch(model), ModelSearch(model)
    found = list_all(compiled)
    with plain_python():
        assert list_all(plain) == found
    assert plain.nodes == compiled.nodes


@settings(max_examples=60, deadline=None)
@given(ANY, st.integers(1, 7))
def test_slices_change_nothing(model: Model, nodes: int) -> None:
    whole, cut = ModelSearch(model), ModelSearch(model)
    cut.slice_nodes = nodes
    assert list_all(cut) == list_all(whole)
    assert cut.nodes == whole.nodes


@pytest.mark.sliced
@settings(max_examples=share(200), deadline=None)
@given(
    ANY,
    st.sampled_from((0, OVERLAPS, GLOBALS, GLOBALS | CUTS, SETS, ALL_RULES)),
    st.lists(st.integers(0, 40), max_size=4),
)
def test_deduction_keeps_every_solution(model: Model, rules: int, picks: list[int]) -> None:
    """Whatever is assumed, what is deduced holds in all solutions, and taking back leaves none."""
    arrays = compile_model(model)
    state = open_state(arrays)
    left = list(solutions(model))
    is_well = deduce(arrays, state, rules)
    for pick in [None, *picks]:
        if pick is not None:
            code = 2 + pick % (2 * len(model.marks))
            if state.value[code] != 0:
                continue
            before: Any = codes_of(state), *(one.copy() for one in noted(state))
            size = int(state.counter[SIZE])
            push(state, code, ASSUMED)
            deduce(arrays, state, rules)
            take_back(arrays, state, size)
            after: Any = codes_of(state), *noted(state)
            assert before[0] == after[0]
            assert np.array_equal(before[1], after[1])
            assert np.array_equal(before[3], after[3])
            assert [row[1] for row in before[2]] == [row[1] for row in after[2]]
            push(state, code, ASSUMED)
            left = [one for one in left if one[(code >> 1) - 1] != bool(code & 1)]
            is_well = deduce(arrays, state, rules)
        if not is_well:
            assert left == []
            return
        for known in codes_of(state):
            assert all(one[(known >> 1) - 1] != bool(known & 1) for one in left)
    if state.counter[SIZE] == len(model.marks) and rules & GLOBALS:
        assert len(left) == 1


@pytest.mark.sliced
@settings(max_examples=share(100), deadline=None)
@given(models(kinds=("connected",), most_counts=0))
def test_connection_is_all_that_can_be_said(model: Model) -> None:
    """One such constraint, each literal in it once: what all its solutions share is deduced."""
    one = model.globals[0]
    assert isinstance(one, Connected)
    used = [abs(x) for x in (*one.nodes, *(x for x, _, _ in one.edges)) if x]
    if len(model.globals) > 1 or len(set(used)) < len(used):
        return
    arrays = compile_model(model)
    state = open_state(arrays)
    assert deduce(arrays, state, GLOBALS) == any(solutions(model))
    every = list(solutions(model))
    for variable in range(1, len(model.marks) + 1):
        values = {values[variable - 1] for values in every}
        if len(values) == 1:
            assert state.value[2 * variable] == (1 if values == {True} else -1)


@pytest.mark.sliced
@settings(max_examples=share(80), deadline=None)
@given(ANY, st.randoms(use_true_random=False), st.integers(0, 40))
def test_rounds_do_not_depend_on_the_order_of_constraints(
    model: Model, random: st.DataObject, pick: int
) -> None:
    shuffled = Model(model.grid, model.marks, [*model.counts], [*model.globals])
    random.shuffle(shuffled.counts)  # type: ignore[attr-defined]
    random.shuffle(shuffled.globals)  # type: ignore[attr-defined]
    seen = []
    for one in (model, shuffled):
        arrays = compile_model(one)
        state = open_state(arrays)
        outcome = [deduce(arrays, state, ALL_RULES)]
        code = 2 + pick % (2 * len(model.marks))
        if outcome[0] and state.value[code] == 0:
            push(state, code, ASSUMED)
            outcome.append(deduce(arrays, state, ALL_RULES))
        seen.append((outcome, int(state.counter[ROUNDS]), outcome[-1] and codes_of(state)))
    assert seen[0] == seen[1]


def test_two_counts_that_overlap_say_more_than_each() -> None:
    """Two of the first three, one of the last three, and no pair alone: the ends are known."""
    model = Model(Grid(1, 4))
    cells = list(model.cells().values())
    model.count(cells[:3], (2, 3), "two", about=())
    model.count(cells[1:], (0, 1), "one", about=())
    arrays = compile_model(model)
    for rules, known in ((0, []), (OVERLAPS, [2, 9])):
        state = open_state(arrays)
        assert deduce(arrays, state, rules)
        assert codes_of(state) == known


def test_hall_sets_leave_out_values() -> None:
    """Two cells have 1 and 2 left, so the third has neither, whichever comes first."""
    model = Model(Grid(1, 4))
    variables = model.numbers(range(1, 5), "number")
    model.all_different(variables, range(4), range(1, 5), "different")
    for cell in (0, 1):
        for value in (3, 4):
            model.clause([-variables[cell, value]], "given", about=())
    arrays = compile_model(model)
    state = open_state(arrays)
    assert deduce(arrays, state, 0)
    assert state.counter[SIZE] == 4
    assert deduce(arrays, state, SETS)
    assert state.counter[SIZE] == 8


def test_a_state_can_be_used_again() -> None:
    model = Model(Grid(1, 3))
    model.count(model.cells().values(), (1,), "one", about=())
    arrays = compile_model(model)
    state = open_state(arrays)
    push(state, 2, ASSUMED)
    assert deduce(arrays, state, ALL_RULES)
    assert codes_of(state) == [2, 5, 7]
    reset(arrays, state)
    assert deduce(arrays, state, ALL_RULES)
    assert codes_of(state) == []
