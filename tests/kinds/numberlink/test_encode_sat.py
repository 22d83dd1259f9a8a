"""The plain encoding: its models are the solutions, up to closed loops."""

import numpy as np
import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.encode_sat import (
    differs_from,
    edge_map,
    encode_plain,
    loop_clause,
    read_model,
    solution_edges,
)
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from pipeline.solvers.sat import SatSolver
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import covered_puzzles, put_ends, small_puzzles


def test_edges_are_numbered_in_reading_order_and_none_leads_off_the_board() -> None:
    edges = edge_map(2, 3, frozenset({4}))
    assert edges.edges == ((0, 1), (0, 3), (1, 2), (2, 5))
    assert edges.around == ((0, 1), (0, 2), (2, 3), (1,), (), (3,))
    assert edges.variable(5, 2) == 4
    assert edges.variable(1, 4) is None


@settings(max_examples=80, deadline=None)
@given(small_puzzles(most_empty=9))
def test_every_solution_is_a_model(clues: Clues) -> None:
    encoding = encode_plain(clues)
    for solution in sorted(all_solutions(clues), key=lambda one: one.paths)[:5]:
        on = set(solution_edges(encoding.edges, solution))
        every = range(1, len(encoding.edges.edges) + 1)
        with SatSolver("minisat22", encoding.clauses) as solver:
            assert solver.solve([v if v in on else -v for v in every]) is True


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=5))
def test_rules_grow_stronger_downwards(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    for rule in RULES:
        encoding = encode_plain(with_rule(clues, rule))
        on = set(solution_edges(encoding.edges, solution))
        with SatSolver("minisat22", encoding.clauses) as solver:
            every = range(1, len(encoding.edges.edges) + 1)
            assert solver.solve([v if v in on else -v for v in every]) is True
            solver.add_clause(differs_from(encoding.edges, solution))
            assert solver.solve([v if v in on else -v for v in every]) is False


def test_loops_differ_from_lines() -> None:
    clues = put_ends(4, 3, "cover", [0, 2])
    edges = edge_map(4, 3)
    model = np.zeros(len(edges.edges) + 1, dtype=np.bool_)
    loop = [(6, 7), (7, 8), (8, 11), (10, 11), (9, 10), (6, 9)]
    for pair in [(0, 1), (1, 2), *loop]:
        model[edges.index[pair] + 1] = True
    solution, loops = read_model(clues, edges, model)
    assert solution.paths == ((0, 1, 2),)
    assert [sorted(found) for found in loops] == [sorted(edges.index[pair] for pair in loop)]
    assert sorted(loop_clause(loops[0])) == sorted(-edges.index[pair] - 1 for pair in loop)


@pytest.mark.parametrize("rule", RULES)
def test_an_end_shut_in_makes_it_unsatisfiable(rule: str) -> None:
    clues = put_ends(3, 3, rule, [0, 8], [1, 3])
    with SatSolver("glucose4", encode_plain(clues).clauses) as solver:
        assert solver.solve() is False
