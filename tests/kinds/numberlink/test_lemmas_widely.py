"""Whatever prunes, held against the plain encoding on thousands of random boards; slow.

The tests beside this one do the same on hundreds, always: test_normal_form.py, test_rival.py,
test_refuse.py, test_solve.py, test_frontier.py, test_by_sat.py. docs/engine.md gives the arguments.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.canonical import turn
from pipeline.kinds.numberlink.encode_sat import Encoding, differs_from, encode_plain
from pipeline.kinds.numberlink.engines.by_sat import STRICT, encode_strict, next_by_sat
from pipeline.kinds.numberlink.engines.normal_form import (
    normal_form_clauses,
    suits_normal_form,
)
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.windowed_refutation import SIDES
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from pipeline.kinds.numberlink.repair.second_solution import SecondSolutionFinder
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import solve
from pipeline.solvers.sat import SatSolver
from tests.kinds.numberlink.plain_sat import add_no_touching, plain_solutions
from tests.naive.numberlink_boards import cover, put_ends, read_cover

pytestmark = pytest.mark.slow

AMPLE = Budget(nodes=10**7, conflicts=10**7)
Board = tuple[Clues, Solution]


def random_board(source: random.Random, least: int, most: int) -> Board:
    """A board with a covering solution: laid by the chain or line by line, whole or with holes."""
    rows, cols = source.randint(least, most), source.randint(least, most)
    if source.random() < 0.5:
        clues, solution = cover(source, rows, cols, "free")
        if clues.pairs > 3 and source.random() < 0.5:
            place = source.randrange(clues.pairs)
            kept = [list(path) for k, path in enumerate(solution.paths) if k != place]
            return read_cover(rows, cols, "free", kept, solution.paths[place])
        return clues, solution
    pairs = source.randint(max(2, rows * cols // 18), max(3, rows * cols // 6))
    style = Style(3, source.choice((0, 50, 100)), source.random() < 0.5)
    layout = make_layout(rows, cols, pairs, style, new_state(source.getrandbits(60)))
    if layout is None:
        return random_board(source, least, most)
    return read_cover(rows, cols, "free", [list(path) for path in layout])


def has_second(encoding: Encoding, solution: Solution, more: list[list[int]]) -> bool:
    with SatSolver("glucose4", encoding.clauses) as solver:
        solver.add_clauses(more)
        solver.add_clause(differs_from(encoding.edges, solution))
        answer = solver.solve()
    assert answer is not None
    return answer


def ends_of(clues: Clues) -> set[int]:
    return {cell for pair in clues.ends() for cell in pair}


@pytest.mark.parametrize("seed", range(8))
def test_a_second_solution_has_a_normal_form(seed: int) -> None:
    """500 boards for each seed: clauses of the lemmas, with no touching, and upside down."""
    source = random.Random(seed)
    answers: Counter[bool] = Counter()
    for _ in range(500):
        clues, solution = random_board(source, 4, 9)
        assert suits_normal_form(clues, solution)
        encoding = encode_plain(clues)
        plain = has_second(encoding, solution, [])
        lemmas = list(normal_form_clauses(encoding.edges, ends_of(clues)))
        assert has_second(encoding, solution, lemmas) is plain, clues
        over, known = turn(clues, solution, SIDES[1])
        mirrored = encode_plain(over)
        lemmas_turned = list(normal_form_clauses(mirrored.edges, ends_of(over)))
        assert has_second(mirrored, known, lemmas_turned) is plain, clues
        add_no_touching(encoding, clues)
        assert has_second(encoding, solution, lemmas) is plain, clues
        answers[plain] += 1
    assert min(answers[True], answers[False]) > 50, answers


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_the_generator_is_told_what_the_plain_encoding_says(rule: str) -> None:
    """1000 layouts for each rule: ends said by variables, rays down the diagonals, windows."""
    source = random.Random(3)
    answers: Counter[bool] = Counter()
    for _ in range(50):
        rows, cols = source.randint(4, 8), source.randint(4, 8)
        pairs = max(3, rows * cols // 12)
        state = new_state(source.getrandbits(60))
        with SecondSolutionFinder(rows, cols, pairs, rule) as finder:
            for _ in range(20):
                layout = make_layout(rows, cols, pairs, Style(), state)
                if layout is None:
                    continue
                found = finder.find(layout, 10**6)
                clues, solution = read_cover(rows, cols, rule, [list(path) for path in layout])
                plain = plain_solutions(clues, 2, "minisat22")
                assert plain is not None
                assert found.is_unique == (plain == (solution,)), clues
                assert found.has_second != found.is_unique
                answers[found.is_unique] += 1
    assert min(answers[True], answers[False]) > 50, answers


@pytest.mark.parametrize("rule", RULES)
def test_what_is_refused_at_sight_has_no_solution(rule: str) -> None:
    """2000 boards for each rule with ends put anywhere."""
    source = random.Random(8)
    refused: Counter[str] = Counter()
    for _ in range(2000):
        rows, cols = source.randint(1, 6), source.randint(2, 6)
        cells = source.sample(range(rows * cols), rows * cols)
        pairs = source.randint(1, max(1, min(6, rows * cols // 2 - 1)))
        holes = cells[2 * pairs : 2 * pairs + source.choice((0, 0, 2))]
        clues = put_ends(rows, cols, rule, cells[: 2 * pairs], holes)
        reason = why_unsolvable(clues)
        if reason is not None:
            refused[reason] += 1
            assert plain_solutions(clues, 1, "minisat22") == (), (clues, reason)
    assert len(refused) == (2 if rule == "free" else 3), refused
    assert min(refused.values()) > 20, refused


def posed_boards(source: random.Random, rule: str, number: int, most: int) -> Iterator[Clues]:
    """Boards under a rule, every second one with its ends put anywhere, so mostly unsolvable."""
    for index in range(number):
        clues = with_rule(random_board(source, 4, most)[0], rule)
        if index % 2:
            cells = sorted(set(range(clues.rows * clues.cols)) - clues.blocked)
            ends = source.sample(cells, 2 * clues.pairs)
            clues = put_ends(clues.rows, clues.cols, rule, ends, tuple(sorted(clues.blocked)))
        yield clues


@pytest.mark.parametrize("engine", ["search", "frontier"])
@pytest.mark.parametrize("rule", RULES)
def test_the_searches_leave_out_no_solution(rule: str, engine: str) -> None:
    """1000 boards for each rule, half of them with a solution: as many as plain SAT finds."""
    source = random.Random(12)
    numbers: Counter[int] = Counter()
    for clues in posed_boards(source, rule, 1000, 6 if rule == "free" else 7):
        found = solve(clues, 20, AMPLE, engine)
        plain = plain_solutions(clues, 20, "glucose4")
        assert plain is not None
        assert len(found.solutions) == len(plain), clues
        if found.is_complete:
            assert set(found.solutions) == set(plain), clues
        numbers[min(2, len(plain))] += 1
    assert min(numbers[0], numbers[1]) > 50, numbers
    if rule in ("free", "cover"):  # under the stricter rules hardly any board has several
        assert numbers[2] > 10, numbers


@pytest.mark.parametrize("rule", STRICT)
def test_closed_turns_leave_out_no_solution(rule: str) -> None:
    """1500 boards for each rule, every other one with ends put anywhere: the plain solutions."""
    source = random.Random(5)
    numbers: Counter[int] = Counter()
    for clues in posed_boards(source, rule, 1500, 9):
        encoding = encode_strict(clues)
        found = set()
        with SatSolver("glucose4", encoding.clauses) as solver:
            while len(found) < 20:
                solution, answer = next_by_sat(clues, encoding.edges, solver, 10**6)
                if solution is None:
                    assert answer is False
                    break
                found.add(solution)
                solver.add_clause(differs_from(encoding.edges, solution))
        plain = plain_solutions(clues, 20, "minisat22")
        assert plain is not None
        assert len(found) == len(plain), clues
        if len(found) < 20:
            assert found == set(plain), clues
        numbers[min(2, len(plain))] += 1
    assert min(numbers[0], numbers[1]) > 50, numbers


@pytest.mark.parametrize("rule", STRICT)
def test_the_search_by_diagonals_agrees_with_sat_on_large_boards(rule: str) -> None:
    """300 boards of 12x12 to 30x30 with few lines, where lines come back behind the frontier."""
    source = random.Random(21)
    decided = 0
    for _ in range(300):
        side = source.randint(12, 30)
        pairs = max(4, side * side // 60)
        layout = make_layout(side, side, pairs, Style(), new_state(source.getrandbits(60)))
        if layout is None:
            continue
        clues, solution = read_cover(side, side, rule, [list(path) for path in layout])
        found = solve(clues, 2, Budget(nodes=300_000, conflicts=1), "frontier")
        assert all(check(clues, one) == () for one in found.solutions)
        if not found.is_complete:
            continue
        decided += 1
        plain = solve(clues, 3, AMPLE, "minisat22")
        assert plain.is_complete
        assert set(found.solutions) == set(plain.solutions), clues
        assert solution in found.solutions
    assert decided > 100, decided
