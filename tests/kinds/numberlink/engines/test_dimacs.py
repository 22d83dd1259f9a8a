"""The exported CNF stands alone: an outsider who solves it has the puzzle's solutions."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.engines.dimacs import dimacs
from pipeline.kinds.numberlink.model import Clues
from pipeline.model import ConfigError
from pipeline.solvers.sat import SatSolver
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import SAMPLES, put_ends, read_grid, small_puzzles

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


def test_a_board_beyond_any_solver_is_refused_in_words() -> None:
    with pytest.raises(ConfigError, match="at most 40000 cells for a CNF, found 201x200"):
        next(dimacs(put_ends(200, 201, "free", [0, 1])))
