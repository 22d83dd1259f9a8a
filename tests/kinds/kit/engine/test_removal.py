"""Clue removal: what stays suffices, nothing of it can go, and a short cut changes nothing."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state as new_random
from pipeline.kernels.random_state import shuffle
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.engine.kernels.board import SIZE
from pipeline.kinds.kit.engine.kernels.propagate import deduce
from pipeline.kinds.kit.engine.kernels.search import probe_with_overlaps
from pipeline.kinds.kit.engine.removal import (
    LEVELS,
    MAKING_RULES,
    Remover,
    remove_clues,
)
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.kit.making.kernels.loops import can_be_marked
from pipeline.kinds.kit.making.layouts import random_region
from pipeline.kinds.kit.words.accepted.rule import unroll
from pipeline.kinds.kit.words.core import Model
from tests.kinds.kit.models import open_state
from tests.naive.models import solutions

SIDE = 4


def slitherlink(numbers: dict[int, int], side: int = SIDE) -> Model:
    model = Model(Grid(side, side))
    drawn = model.borders()
    for corner in range((side + 1) ** 2):
        here = [drawn[border] for border in drawn if corner in border]
        model.count(here, (0, 2), "corner", about=())
    for cell, number in numbers.items():
        here = [drawn[border] for border in model.grid.borders_of(cell)]
        model.count(here, (number,), "number", about=(cell,), clue=cell)
    model.loop(drawn, "loop")
    return model


def numbers_of(seed: int, side: int = SIDE) -> dict[int, int]:
    inside = np.pad(random_region(side, side, new_random(seed)), 1)
    beside = [inside[:-2, 1:-1], inside[2:, 1:-1], inside[1:-1, :-2], inside[1:-1, 2:]]
    differing = np.stack(beside) ^ inside[1:-1, 1:-1]
    return dict(enumerate(differing.sum(axis=0).ravel().tolist()))


def counted_lines(cells: list[bool], kept: list[int]) -> Model:
    """Return a model of lines that an automaton accepts, each of which is a clue."""
    model = Model(Grid(SIDE, SIDE))
    filled = model.cells()
    for k, line in enumerate(model.grid.lines()):
        if k in kept:
            number = sum(cells[cell] for cell in line)
            layers = unroll([2] * SIDE, 0, lambda state, _, k: state + k, number.__eq__)
            options = [(-filled[cell], filled[cell]) for cell in line]
            model.accepted(options, layers, "line", line, clue=k)
    return model


def is_solved(model: Model, level: str) -> bool:
    arrays = compile_model(model)
    state = open_state(arrays)
    is_well = deduce(arrays, state, MAKING_RULES[level])
    if level == "trial":
        is_well = is_well and probe_with_overlaps(arrays, state, MAKING_RULES[level])
    return is_well and state.counter[SIZE] == len(model.marks)


def some(numbers: dict[int, int], cells: list[int]) -> dict[int, int]:
    return {cell: numbers[cell] for cell in cells}


@pytest.mark.parametrize("level", [level for level in LEVELS if level in MAKING_RULES])
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 999))
def test_what_stays_suffices_and_no_clue_more_can_go(level: str, seed: int) -> None:
    numbers = numbers_of(seed)
    groups = [[cell] for cell in numbers]
    kept = remove_clues(slitherlink(numbers), groups, level)
    if kept is None:
        assert not is_solved(slitherlink(numbers), level)
        return
    assert is_solved(slitherlink(some(numbers, kept)), level)
    # Once a clue was needed it is needed with fewer beside it.
    for cell in kept:
        rest = some(numbers, [other for other in kept if other != cell])
        assert not is_solved(slitherlink(rest), level)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 999))
def test_without_a_ceiling_the_solution_stays_alone(seed: int) -> None:
    numbers = numbers_of(seed)
    kept = remove_clues(slitherlink(numbers), [[cell] for cell in numbers], None)
    assert kept is not None
    search = ModelSearch(slitherlink(some(numbers, kept)))
    assert search.next_solution(9999) is not None
    assert search.next_solution(9999) is None
    assert search.is_complete
    for cell in kept:
        rest = some(numbers, [other for other in kept if other != cell])
        search = ModelSearch(slitherlink(rest))
        assert search.next_solution(9999) is not None
        assert search.next_solution(9999) is not None


@settings(max_examples=12, deadline=None)
@given(st.lists(st.booleans(), min_size=SIDE**2, max_size=SIDE**2))
def test_clues_of_automata_are_removed(cells: list[bool]) -> None:
    lines = [*range(2 * SIDE)]
    kept = remove_clues(counted_lines(cells, lines), [[k] for k in lines], "global")
    if kept is None:
        assert not is_solved(counted_lines(cells, lines), "global")
        return
    assert is_solved(counted_lines(cells, kept), "global")
    for k in kept:
        assert not is_solved(counted_lines(cells, [*{*kept} - {k}]), "global")


def test_uniqueness_is_that_of_the_definition() -> None:
    numbers = numbers_of(5, 2)
    kept = remove_clues(slitherlink(numbers, 2), [[cell] for cell in numbers], None)
    assert kept is not None
    assert len(list(solutions(slitherlink(some(numbers, kept), 2)))) == 1


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 999), st.integers(0, 12))
def test_groups_go_together_until_few_are_left(seed: int, least: int) -> None:
    numbers = numbers_of(seed)
    groups = [[cell, 15 - cell] for cell in range(8)]
    kept = remove_clues(slitherlink(numbers), groups, "overlap", least)
    if kept is not None:
        assert len(kept) >= least
        assert sorted(15 - cell for cell in kept) == kept


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 999))
def test_a_model_of_all_clues_serves_every_board(seed: int) -> None:
    """And it can be used again, with plain Python too."""
    remover = Remover([slitherlink(dict.fromkeys(range(16), k)) for k in range(4)], "overlap")
    for numbers in (numbers_of(seed), numbers_of(seed + 1)):
        order = np.arange(16)
        shuffle(new_random(seed), order)
        groups = [[cell] for cell in order.tolist()]
        expected = remove_clues(slitherlink(numbers), groups, "overlap")
        assert remover.remove(numbers, groups) == expected
        with plain_python():
            assert remover.remove(numbers, groups) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 999), st.integers(2, 9), st.integers(2, 9), st.sampled_from((0, 400)))
def test_regions_are_in_one_piece_and_so_is_the_rest(
    seed: int, rows: int, cols: int, tries: int
) -> None:
    region = np.pad(random_region(rows, cols, new_random(seed), tries), 1)
    for value in (True, False):
        graph = nx.grid_2d_graph(*region.shape).subgraph(map(tuple, np.argwhere(region == value)))
        assert nx.is_connected(graph)
    is_crossed = (region[:-1, :-1] == region[1:, 1:]) & (region[:-1, 1:] == region[1:, :-1])
    assert not (is_crossed & (region[:-1, :-1] != region[:-1, 1:])).any()


def test_tries_add_nodes_that_pearls_can_mark() -> None:
    def marks(tries: int) -> int:
        found = 0
        for seed in range(5):
            inside = np.pad(random_region(9, 9, new_random(seed), tries), 1).astype(np.int8)
            found += sum(can_be_marked(inside, r, c) for r in range(10) for c in range(10))
        return found

    assert marks(1000) > 1.3 * marks(0)
