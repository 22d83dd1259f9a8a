"""The pocket lemma: shortest second solutions obey it; no answer changes with its clauses."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings

from pipeline.kernels.random_state import new_state, random_below
from pipeline.kinds.numberlink.encode_sat import differs_from, edge_map, encode_plain
from pipeline.kinds.numberlink.engines.normal_form import normal_form_clauses
from pipeline.kinds.numberlink.engines.pockets import pocket_clauses, pocket_lemmas
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution, with_rule
from pipeline.solvers.sat import SatSolver
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import cover, covered_puzzles, put_ends

WIDEST = 20


def second_exists(clues: Clues, solution: Solution, *, pockets: bool, others: bool) -> bool | None:
    encoding = encode_plain(clues)
    ends = {cell for pair in clues.ends() for cell in pair}
    with SatSolver("glucose4", encoding.clauses) as solver:
        solver.add_clause(differs_from(encoding.edges, solution))
        if others:
            solver.add_clauses(normal_form_clauses(encoding.edges, ends))
        if pockets:
            solver.add_clauses(pocket_clauses(encoding.edges, ends, WIDEST))
        return solver.solve()


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_shortest_second_solutions_obey_the_lemma(board: tuple[Clues, Solution]) -> None:
    clues, known = with_rule(board[0], "free"), board[1]
    others = all_solutions(clues) - {known}
    lengths = {other: sum(map(len, other.paths)) for other in others}
    shortest = min(lengths.values(), default=0)
    edges = edge_map(clues.rows, clues.cols)
    ends = {cell for pair in clues.ends() for cell in pair}
    clauses = list(pocket_clauses(edges, ends, WIDEST))
    for other, length in lengths.items():
        if length == shortest:
            used = {edges.variable(*step) for path in other.paths for step in pairwise(path)}
            assert not any(all(-literal in used for literal in clause) for clause in clauses)


def compare(seed: int, boards: int, longest: int) -> list[bool | None]:
    """Put layouts to the solver with and without the lemma; return the answers."""
    state = new_state(seed)
    answers = []
    while len(answers) < boards:
        rows, cols = (4 + random_below(state, longest - 3) for _ in range(2))
        pairs = max(2, rows * cols // (9 + random_below(state, 7)))
        paths = make_layout(rows, cols, pairs, LayoutStyle(), state)
        if paths is None:
            continue
        labels = [0] * (rows * cols)
        for number, path in enumerate(paths, start=1):
            labels[path[0]] = labels[path[-1]] = number
        clues, known = make_clues(rows, cols, "free", labels), make_solution(paths)
        plain = second_exists(clues, known, pockets=False, others=False)
        assert second_exists(clues, known, pockets=True, others=False) is plain
        assert second_exists(clues, known, pockets=True, others=True) is plain
        answers.append(plain)
    return answers


def test_the_lemma_keeps_the_answer_of_the_plain_encoding() -> None:
    assert set(compare(seed=1, boards=150, longest=8)) == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_lemma_keeps_the_answer_on_larger_boards(seed: int) -> None:
    assert set(compare(seed=seed + 2, boards=300, longest=11)) == {True, False}


def test_the_lemma_holds_with_blocked_cells() -> None:
    source = random.Random(5)
    answers = []
    for _ in range(60):
        clues, solution = cover(source, source.randint(4, 7), source.randint(4, 7), "free")
        if clues.pairs < 3:
            continue
        hole, kept = solution.paths[-1], solution.paths[:-1]
        ends = [cell for path in kept for cell in (path[0], path[-1])]
        holed = put_ends(clues.rows, clues.cols, "free", ends, hole)
        known = make_solution(sorted(kept, key=lambda path: holed.numbers[path[0]]))
        plain = second_exists(holed, known, pockets=False, others=False)
        assert second_exists(holed, known, pockets=True, others=True) is plain
        answers.append(plain)
    assert {True, False} <= set(answers)


def test_pockets_are_found_at_every_width_and_beside_no_blocked_cell() -> None:
    found = {cells: len(clause) for clause, cells in pocket_lemmas(edge_map(3, 5), 9)}
    upper = {(1,): 4, (1, 2): 5, (1, 2, 3): 6, (2,): 4, (2, 3): 5, (3,): 4}
    lower = {(6,): 4, (6, 7): 5, (6, 7, 8, 2): 6, (7,): 4, (7, 8): 5, (8,): 4}
    assert found == upper | lower
    assert pocket_lemmas(edge_map(2, 3, frozenset({1})), 9) == ()
