"""No-uturn means what a formula over cell colours and edges says once closed loops are cut.

The formula is that of a published Numberlink solver by SAT, written anew from its description: a
colour for each cell, an edge between neighbours of one colour, one edge at an end and two at any
other cell, and never one colour on all four cells of a 2x2 block. It allows closed loops.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.encode_sat import edge_map, loop_clause, read_model
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import SOLVERS, solve
from pipeline.solvers.sat import SatSolver
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import cover, put_ends, read_grid

AMPLE = Budget(nodes=10**6, conflicts=10**6)
RING = ".aa. .bb. .cc. ...."
"""The ring round b and c has its ends side by side, so it touches itself; it owns no block."""


def colour_clauses(clues: Clues) -> list[list[int]]:
    """Return the formula; an edge has the number it has in the product, colours come after."""
    edges = edge_map(clues.rows, clues.cols)
    base = len(edges.edges) + 1 - clues.pairs

    def is_of(cell: int, pair: int) -> int:
        return base + (cell + 1) * clues.pairs + pair - 1

    pairs = range(1, clues.pairs + 1)
    clauses = []
    for cell, number in enumerate(clues.numbers):
        clauses.append([is_of(cell, pair) for pair in pairs])
        clauses += [[-is_of(cell, one), -is_of(cell, two)] for one, two in combinations(pairs, 2)]
        wanted = 1 if number else 2
        if number:
            clauses.append([is_of(cell, number)])
        around = [edge + 1 for edge in edges.around[cell]]
        clauses += [[-edge for edge in some] for some in combinations(around, wanted + 1)]
        clauses += [list(some) for some in combinations(around, len(around) - wanted + 1)]
        if len(around) < wanted:
            clauses.append([])
    for edge, (one, two) in enumerate(edges.edges, start=1):
        for pair in pairs:
            clauses.append([-edge, -is_of(one, pair), is_of(two, pair)])
            clauses.append([-edge, is_of(one, pair), -is_of(two, pair)])
    for cell in range((clues.rows - 1) * clues.cols):
        if (cell + 1) % clues.cols:
            block = (cell, cell + 1, cell + clues.cols, cell + clues.cols + 1)
            clauses += [[-is_of(one, pair) for one in block] for pair in pairs]
    return clauses


def colour_solutions(clues: Clues, *, cuts_loops: bool = True) -> set[Solution]:
    """Return all solutions of the formula, without those that have closed loops."""
    edges = edge_map(clues.rows, clues.cols)
    found = set()
    with SatSolver("minisat22", colour_clauses(clues)) as solver:
        while solver.solve():
            model = solver.model()
            solution, loops = read_model(clues, edges, model)
            if loops and cuts_loops:
                solver.add_clauses(loop_clause(loop) for loop in loops)
                continue
            found.add(solution)
            solver.add_clause([-v if model[v] else v for v in range(1, len(edges.edges) + 1)])
    return found


def test_answers_are_those_of_the_formula() -> None:
    """Of covered boards, which have a solution, and of boards with their ends anywhere."""
    source = random.Random(17)
    numbers: Counter[int] = Counter()
    for turn in range(300):
        rows, cols = source.randint(3, 6), source.randint(3, 6)
        if turn % 2:
            clues, _ = cover(source, rows, cols, "no-uturn")
        else:
            ends = source.sample(range(rows * cols), 2 * source.randint(2, 4))
            clues = put_ends(rows, cols, "no-uturn", ends)
        expected = colour_solutions(clues)
        found = solve(clues, 50, AMPLE, SOLVERS[turn % len(SOLVERS)])
        assert found.is_complete
        assert set(found.solutions) == expected, clues
        numbers[len(expected)] += 1
    assert min(numbers[0], numbers[1]) > 50, numbers


def test_the_formula_takes_a_loop_for_a_line() -> None:
    clues = read_grid("...... .cb.b. ..aac. ...... ......", "no-uturn")
    assert colour_solutions(clues, cuts_loops=False)
    assert not colour_solutions(clues)
    assert solve(clues, 1, AMPLE).solutions == ()


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_line_may_touch_itself_where_it_owns_no_block(solver: str) -> None:
    expected = {rule: all_solutions(read_grid(RING, rule)) for rule in RULES}
    assert [bool(expected[rule]) for rule in RULES] == [True, True, True, False]
    for rule in RULES:
        found = solve(read_grid(RING, rule), 50, AMPLE, solver)
        assert (set(found.solutions), found.is_complete) == (expected[rule], True)


def test_solutions_are_listed() -> None:
    """Of some 150,000 random boards of this size two had more solutions than one."""
    clues = put_ends(5, 5, "no-uturn", [0, 1, 6, 12, 8, 11])
    assert len(all_solutions(clues)) == 2
    found = solve(clues, 10, AMPLE)
    assert (len(found.solutions), found.is_complete) == (2, True)


def test_the_rules_lie_in_each_other_by_definition() -> None:
    """Of all covers of small boards; each rule lets fewer of them pass than the one before."""
    source = random.Random(3)
    passed: Counter[str] = Counter()
    for _ in range(60):
        clues, _ = cover(source, source.randint(3, 4), source.randint(3, 4), "cover")
        ends = source.sample(range(clues.rows * clues.cols), 2 * source.randint(1, 3))
        for posed in (clues, put_ends(clues.rows, clues.cols, "cover", ends)):
            for solution in all_solutions(posed):
                kept = [rule for rule in RULES if not check(with_rule(posed, rule), solution)]
                assert kept == list(RULES[: len(kept)])
                passed.update(kept)
    for solution in all_solutions(read_grid(RING, "cover")):
        passed.update(r for r in RULES if not check(read_grid(RING, r), solution))
    assert passed["cover"] > passed["no-uturn"] > passed["no-touch"] > 0
