"""CNF files, and tasks of refutation."""

import random
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.encode_sat import edge_map, unit_squares
from pipeline.kinds.numberlink.model import RULES, Clues, make_solution
from pipeline.kinds.numberlink.refutation import (
    dimacs,
    forbids_a_loop,
    is_weaker_than,
    refutation_task,
)
from pipeline.model import ConfigError
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof
from pipeline.solvers.sat import SatSolver
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import SAMPLES, cover, put_ends, read_grid, small_puzzles
from tests.refusals import refused


@settings(max_examples=150, deadline=None)
@given(small_puzzles())
def test_refuted_means_that_naive_enumeration_finds_no_other(clues: Clues) -> None:
    found = all_solutions(clues, 3)
    for known in sorted(found, key=lambda solution: solution.paths)[:2]:
        stated = refutation_task(clues, known)
        clauses = [*stated.encoding, stated.difference]
        refuted = refute(clauses, stated.find_lazy_clauses, 10**6)
        assert (refuted.steps is None) == (len(found) > 1)
        assert all(stated.is_lazy_clause(clause) for clause in refuted.lazy_clauses)
        if refuted.steps is not None:
            assert check_proof([*clauses, *refuted.lazy_clauses], refuted.steps) is None


@pytest.mark.parametrize("rule", RULES)
def test_covered_boards_are_decided_as_by_naive_enumeration(rule: str) -> None:
    source = random.Random(5)
    answers = set()
    for _ in range(25):
        clues, solution = cover(source, 4, source.randint(4, 5), rule)
        stated = refutation_task(clues, solution)
        refuted = refute([*stated.encoding, stated.difference], stated.find_lazy_clauses, 10**6)
        answers.add(refuted.steps is None)
        assert (refuted.steps is None) == (len(all_solutions(clues, 2)) > 1)
    assert False in answers


@pytest.mark.parametrize("cols", [4, 5, 8])
def test_proofs_rest_on_loops_that_were_cut(cols: int) -> None:
    """A line between neighbours could turn back early, were the rest not closed loops."""
    clues = put_ends(2, cols, "cover", [0, cols])
    known = make_solution([[*range(cols), *range(2 * cols - 1, cols - 1, -1)]])
    stated = refutation_task(clues, known)
    clauses = [*stated.encoding, stated.difference]
    refuted = refute(clauses, stated.find_lazy_clauses, 10**6)
    assert refuted.lazy_clauses
    assert all(stated.is_lazy_clause(clause) for clause in refuted.lazy_clauses)
    assert refuted.steps is not None
    assert check_proof([*clauses, *refuted.lazy_clauses], refuted.steps) is None
    assert check_proof(clauses, refuted.steps) is not None


def test_a_closed_loop_is_a_cut_and_less_is_none() -> None:
    """Two lines along the edges leave the middle of 4x6 to a loop, which covers it."""
    ends = [0, 5, 18, 23]
    known = make_solution([[0, 1, 2, 3, 4, 5], [18, 19, 20, 21, 22, 23]])
    clues = put_ends(4, 6, "cover", ends)
    stated = refutation_task(clues, known)
    edges = edge_map(4, 6)
    ring = [6, 7, 8, 9, 10, 11, 17, 16, 15, 14, 13, 12]
    loop = [-(edges.variable(a, b) or 0) for a, b in zip(ring, [*ring[1:], 6], strict=True)]
    assert stated.is_lazy_clause(loop)
    for less in range(len(loop)):
        assert not stated.is_lazy_clause([*loop[:less], *loop[less + 1 :]])


def test_a_closed_loop_among_the_edges_is_a_cut() -> None:
    edges = edge_map(4, 4)
    squares = [[-side for side in square] for square in unit_squares(edges)]
    assert all(forbids_a_loop(edges, square) for square in squares)
    assert forbids_a_loop(edges, [*squares[0], squares[0][0]])
    # A clause with more literals is weaker, so it holds as well.
    assert all(forbids_a_loop(edges, squares[0] + squares[k]) for k in (1, 4, 8))
    assert not forbids_a_loop(edges, squares[0][1:] + squares[8][:3])
    assert not forbids_a_loop(edges, [-side for side in squares[0]])
    assert not forbids_a_loop(edges, [*squares[0][:3], -len(edges.edges) - 1])
    assert not forbids_a_loop(edges, ())


def test_free_includes_all_and_no_touch_only_itself() -> None:
    assert [is_weaker_than("free", rule) for rule in RULES] == [True] * 4
    assert [is_weaker_than("no-touch", rule) for rule in RULES] == [False] * 3 + [True]


def test_a_board_beyond_any_solver_is_refused() -> None:
    clues = put_ends(200, 201, "free", [0, 1])
    for attempt in (
        lambda: refutation_task(clues, make_solution([[0, 1]])),
        lambda: next(dimacs(clues)),
    ):
        with refused(ConfigError):
            attempt()


Edges = frozenset[tuple[int, int]]
EDGE = re.compile(r"c edge (\d+): row (\d+) column (\d+) - row (\d+) column (\d+)$")


def read(lines: list[str], cols: int) -> tuple[dict[int, tuple[int, int]], list[list[int]]]:
    """What an outsider reads: the edges by variable, from the comments, and the clauses."""
    edges = {}
    clauses = []
    for line in lines:
        if match := EDGE.match(line):
            variable, *places = map(int, match.groups())
            one, other = (
                (row - 1) * cols + col - 1
                for row, col in zip(places[::2], places[1::2], strict=True)
            )
            edges[variable] = (one, other)
        elif not line.startswith(("c", "p")):
            *clause, end = map(int, line.split())
            assert end == 0
            clauses.append(clause)
    return edges, clauses


def models(edges: dict[int, tuple[int, int]], clauses: list[list[int]]) -> set[Edges]:
    """Every set of edges that some model has."""
    found: set[Edges] = set()
    with SatSolver("glucose4", clauses) as solver:
        while solver.solve():
            model = solver.model()
            found.add(frozenset(edges[v] for v in edges if model[v]))
            solver.add_clause([-v if model[v] else v for v in edges])
    return found


def as_edges(paths: tuple[tuple[int, ...], ...]) -> Edges:
    steps = (step for path in paths for step in pairwise(path))
    return frozenset((min(step), max(step)) for step in steps)


@settings(max_examples=100, deadline=None)
@given(small_puzzles(most_empty=9))
def test_models_are_the_solutions(clues: Clues) -> None:
    edges, clauses = read(list(dimacs(clues)), clues.cols)
    expected = {as_edges(solution.paths) for solution in all_solutions(clues)}
    assert models(edges, clauses) == expected


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_room_for_loops_is_no_room_for_models(rule: str) -> None:
    clues = put_ends(4, 4, rule, [0, 3, 12, 15])
    edges, clauses = read(list(dimacs(clues)), clues.cols)
    expected = {as_edges(solution.paths) for solution in all_solutions(clues)}
    assert models(edges, clauses) == expected


def test_header_counts_what_follows() -> None:
    lines = list(dimacs(read_grid(SAMPLES["6x6"], "no-uturn")))
    (header,) = [line for line in lines if line.startswith("p")]
    _, form, variables, clauses = header.split()
    rows = [line for line in lines if not line.startswith(("c", "p"))]
    assert form == "cnf"
    assert int(clauses) == len(rows)
    assert int(variables) == max(abs(int(word)) for row in rows for word in row.split())


def test_comments_come_first_and_name_every_edge() -> None:
    lines = list(dimacs(put_ends(3, 3, "free", [0, 8], [4])))
    header = next(place for place, line in enumerate(lines) if line.startswith("p"))
    assert all(line.startswith("c") for line in lines[:header])
    assert not any(line.startswith("c") for line in lines[header:])
    assert len([line for line in lines if EDGE.match(line)]) == 8
