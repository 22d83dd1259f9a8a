"""Search, SAT and the DIMACS file against naive enumeration, under every rule."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kinds.hashi.engines import Search
from pipeline.kinds.hashi.kind import HASHI, solve
from pipeline.kinds.hashi.model import RULE_PARTS, RULES, make_clues, make_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.engine.solve import SOLVERS
from pipeline.model import Status
from pipeline.solvers.sat import SatSolver
from tests.kinds.hashi.boards import rows_of, solutions_of
from tests.naive.hashi import visible_pairs

BUDGET = Budget(nodes=100_000, conflicts=100_000)
LIMIT = 100_000


@st.composite
def boards(draw: st.DrawFn, rule: str | None = None) -> Board:
    """Clues small enough for enumeration; half of them made from bridges, so that some fit."""
    rule = draw(st.sampled_from(RULES)) if rule is None else rule
    most = RULE_PARTS[rule].max_bridges
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(2, 5))
    cells = draw(st.sets(st.integers(0, rows * cols - 1), min_size=1, max_size=8))
    grid = [[int(r * cols + c in cells) for c in range(cols)] for r in range(rows)]
    pairs = visible_pairs(grid)
    if (most + 1) ** len(pairs) > 3_000:
        pairs = []
        cells = set(sorted(cells)[:2])
    numbers = dict.fromkeys(cells, 0)
    if draw(st.booleans()):
        for one, other in pairs:
            count = draw(st.integers(0, most))
            numbers[one] += count
            numbers[other] += count
    else:
        numbers = {cell: draw(st.integers(1, 4 * most)) for cell in sorted(cells)}
    hidden = draw(st.sets(st.sampled_from(sorted(cells)), max_size=2))
    islands = [0] * (rows * cols)
    for cell, number in numbers.items():
        islands[cell] = -1 if cell in hidden else max(1, number)
    return make_clues(rows, cols, islands, rule)


@pytest.mark.parametrize("rule", RULES)
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_engines_find_what_enumeration_finds(rule: str, data: st.DataObject) -> None:
    clues = data.draw(boards(rule))
    expected = solutions_of(clues)
    for solver in ("search", "glucose4"):
        found = solve(clues, LIMIT, BUDGET, solver)
        assert found.is_complete
        assert len(found.solutions) == len(expected), solver
        assert set(found.solutions) == expected, solver


@given(boards())
@settings(max_examples=100, deadline=None)
def test_solutions_keep_the_rules_by_definition(clues: Board) -> None:
    for solution in solutions_of(clues):
        assert check(clues, solution) == ()


@given(boards())
@settings(max_examples=100, deadline=None)
def test_verdicts_fit_the_number_of_solutions(clues: Board) -> None:
    expected = {0: Status.UNSOLVABLE, 1: Status.UNIQUE}.get(
        len(solutions_of(clues)), Status.MULTIPLE
    )
    verdict = HASHI.prove(clues, None, BUDGET)
    assert verdict.status is expected
    if expected is not Status.MULTIPLE:
        assert verdict.method == "search+sat:glucose4"


@given(boards())
@settings(max_examples=60, deadline=None)
def test_models_of_the_dimacs_file_are_the_solutions(clues: Board) -> None:
    lines = [line for line in HASHI.dimacs(clues) if not line.startswith("c")]
    header, *body = lines
    _, _, variables, count = header.split()
    clauses = [[int(word) for word in line.split()[:-1]] for line in body]
    assert len(clauses) == int(count)
    assert max((abs(x) for clause in clauses for x in clause), default=0) <= int(variables)
    pairs = visible_pairs(rows_of(clues))
    meaning = [line.split() for line in HASHI.dimacs(clues) if " - row" in line]
    found = set()
    shown = len(pairs) * RULE_PARTS[clues.rule].max_bridges
    with SatSolver("glucose4", clauses) as solver:
        while solver.solve():
            model = solver.model().tolist() + [False] * (shown + 1)
            bridges = []
            for words in meaning:
                if model[int(words[1].rstrip(":"))]:
                    row, col, to_row, to_col = (int(words[k]) - 1 for k in (3, 5, 8, 10))
                    bridges.append((row * clues.cols + col, to_row * clues.cols + to_col))
            counts = Counter(bridges).items()
            found.add(make_solution((*pair, count) for pair, count in counts))
            blocking = [-x if model[x] else x for x in range(1, shown + 1)]
            if not blocking:
                break
            solver.add_clause(blocking)
    assert found == solutions_of(clues)


@pytest.mark.parametrize(
    "islands",
    [
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [9, 0, 9, 0, 0, 0, 9, 0, 9],
        [1, 0, 0, 0, 1, 0, 0, 0, 0],
        [1, 0, 2, 0, 0, 0, 0, 0, 0],
    ],
)
def test_the_impossible_is_reported(islands: list[int]) -> None:
    clues = make_clues(3, 3, islands)
    for solver in SOLVERS:
        found = solve(clues, 1, BUDGET, solver)
        assert (found.solutions, found.is_complete) == ((), True)
    assert HASHI.prove(clues, None, BUDGET).status is Status.UNSOLVABLE


@pytest.mark.parametrize("rule", RULES)
def test_plain_python_takes_the_same_steps(rule: str) -> None:
    islands = [-1 if row % 2 == col % 2 == 0 else 0 for row in range(5) for col in range(5)]
    clues = make_clues(5, 5, islands, rule)
    whole = Search(clues)
    answers = [(whole.next_solution(10**6), whole.nodes) for _ in range(30)]
    assert answers[-1][1] > 10
    plain = Search(clues)
    with plain_python():
        assert [(plain.next_solution(10**6), plain.nodes) for _ in range(30)] == answers
