"""Whichever side sweeps begin on, they answer alike, in the cells of the board as it is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.engines import sides
from pipeline.kinds.numberlink.engines.sides import SIDES, sweep_from_sides, turned
from pipeline.kinds.numberlink.engines.sweep import Swept
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution
from pipeline.kinds.numberlink.rules import check
from tests.kinds.numberlink.layout_clues import clues_of
from tests.naive.numberlink import all_solutions

PLENTY = 1_000_000


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("blocked", [frozenset(), frozenset({0, 13})])
def test_every_side_agrees_with_the_naive_solver(blocked: frozenset[int]):
    answers = []
    style = Style(shape=Shape(blocked=blocked))

    @settings(max_examples=20, deadline=None)
    @given(seed=st.integers(0, 2**32), pairs=st.integers(2, 4), first=st.integers(0, SIDES - 1))
    def compare(seed: int, pairs: int, first: int) -> None:
        layout = make_layout(5, 6, pairs, style, new_state(seed))
        if layout is None:
            return
        clues, known = clues_of(5, 6, layout, blocked), make_solution(layout)
        found = sweep_from_sides(clues, known, "glucose4", PLENTY, first)
        assert found.side == first
        assert found.swept.is_unique == (len(all_solutions(clues, 2)) == 1)
        if found.swept.other is not None:
            assert found.swept.other != known
            assert not check(clues, found.swept.other)
        answers.append(found.swept.is_unique)

    compare()
    assert set(answers) == {True, False}


@given(seed=st.integers(0, 2**32), side=st.integers(0, SIDES - 1))
@settings(max_examples=30, deadline=None)
def test_a_turned_solution_solves_the_turned_puzzle(seed: int, side: int):
    blocked = frozenset({5, 12})
    layout = make_layout(4, 6, 3, Style(shape=Shape(blocked=blocked)), new_state(seed))
    if layout is None:
        return
    clues, known = clues_of(4, 6, layout, blocked), make_solution(layout)
    posed, solution = turned(clues, known, side)
    assert (posed.rows, posed.cols) == ((6, 4) if side > 1 else (4, 6))
    assert not check(posed, solution)
    if side != 3:  # the first three are their own inverses
        assert turned(posed, solution, side) == (clues, known)


def test_the_four_sides_are_the_four_edges():
    """The first row lies at the bottom once; so do the last row and both outer columns."""
    clues = Clues(3, 4, "free", (1, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 4))
    bottoms = [
        tuple(number for number in posed.numbers[-posed.cols :] if number)
        for posed, _ in (turned(clues, Solution(()), side) for side in range(SIDES))
    ]
    assert bottoms == [(3, 4), (1, 2), (2, 4), (1, 3)]


def test_a_side_that_is_stuck_gives_way_to_the_next(monkeypatch):
    asked = []

    def stuck_but_on_side_2(clues: Clues, known: Solution, name: str, conflicts: int) -> Swept:
        asked.append((clues.rows, conflicts))
        return Swept(None, () if len(asked) == 3 else tuple(range(5 * len(asked))), 700)

    monkeypatch.setattr(sides, "sweep", stuck_but_on_side_2)
    clues, known = clues_of(4, 5, ((0, 1, 2),)), Solution(((0, 1, 2),))
    found = sweep_from_sides(clues, known, "glucose4", 4_000)
    assert found.side == 2
    assert found.swept.is_unique
    assert found.swept.conflicts == 2_100
    assert asked == [(4, 1_000), (4, 1_000), (5, 1_000)]


def test_what_is_stuck_on_all_sides_shows_the_side_with_least_in_doubt(monkeypatch):
    doubted = iter([(0, 1, 2, 3), (2, 4), (0, 1, 2), (0, 5, 7)])

    def stuck(clues: Clues, known: Solution, name: str, conflicts: int) -> Swept:
        return Swept(None, next(doubted), conflicts)

    monkeypatch.setattr(sides, "sweep", stuck)
    clues, known = clues_of(4, 5, ((0, 1, 2),)), Solution(((0, 1, 2),))
    found = sweep_from_sides(clues, known, "glucose4", 4_000, 3)
    assert found.swept.answer is None
    assert found.swept.conflicts == 4_000
    assert found.side == 0
    assert found.swept.doubted == (2, 4)


def test_cells_in_doubt_are_those_of_the_board_as_it_is():
    layout = make_layout(9, 14, 10, Style(), new_state(1))
    assert layout is not None
    clues, known = clues_of(9, 14, layout), make_solution(layout)
    found = sweep_from_sides(clues, known, "glucose4", 0, 2).swept
    assert found.doubted == tuple(range(126))
    edges = {pair for path in known.paths for pair in pairwise(path)}
    assert {cell for edge in edges for cell in edge} == set(found.doubted)
