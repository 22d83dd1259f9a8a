"""Whatever prunes, held against the plain encoding on random boards; docs/engine.md argues why."""

import random
from collections import Counter
from collections.abc import Iterator

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.proving.engines import solve_by_search
from pipeline.kinds.numberlink.canonical import turn
from pipeline.kinds.numberlink.encode_sat import Encoding, differs_from, encode_plain
from pipeline.kinds.numberlink.engines.boxes import BoxChecker
from pipeline.kinds.numberlink.engines.by_sat import SIDES, STRICT
from pipeline.kinds.numberlink.engines.normal_form import (
    normal_form_clauses,
    normal_form_search,
    pocket_clauses,
    suits_normal_form,
)
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.search import DiagonalSearch, FrontierSearch
from pipeline.kinds.numberlink.kernels.frontier import DONE, FOUND
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from pipeline.solvers.sat import SatSolver
from tests.kinds.numberlink.plain_sat import add_no_touching, plain_solutions
from tests.naive.numberlink_boards import cover, put_ends, read_cover

AMPLE = Budget(nodes=10**7, conflicts=10**7)
ENGINES = [
    *(("frontier", rule) for rule in RULES),
    *((engine, rule) for engine in ("plain frontier", "diagonals") for rule in STRICT),
]
"""Searches, each with the rules that it is asked under."""

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
    style = LayoutStyle(3, source.choice((0, 50, 100)), source.random() < 0.5)
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


def compare_normal_forms(source: random.Random, boards: int) -> Counter[bool]:
    """Clauses of the lemmas, with no touching, upside down, and the search by them, asked alike."""
    answers: Counter[bool] = Counter()
    for _ in range(boards):
        clues, solution = random_board(source, 4, 9)
        assert suits_normal_form(clues, solution)
        encoding = encode_plain(clues)
        plain = has_second(encoding, solution, [])
        lemmas = list(normal_form_clauses(encoding.edges, ends_of(clues)))
        assert has_second(encoding, solution, lemmas) is plain, clues
        pockets = list(pocket_clauses(encoding.edges, ends_of(clues), 20))
        assert has_second(encoding, solution, pockets) is plain, clues
        assert has_second(encoding, solution, [*lemmas, *pockets]) is plain, clues
        search = normal_form_search(clues.rows, clues.cols, clues.blocked)
        assert search.find(solution.paths, 10**6)[0] == (FOUND if plain else DONE), clues
        over, known = turn(clues, solution, SIDES[1])
        mirrored = encode_plain(over)
        lemmas_turned = list(normal_form_clauses(mirrored.edges, ends_of(over)))
        assert has_second(mirrored, known, lemmas_turned) is plain, clues
        add_no_touching(encoding, clues)
        assert has_second(encoding, solution, lemmas) is plain, clues
        answers[plain] += 1
    return answers


def compare_boxes(source: random.Random, rule: str, sizes: int) -> Counter[bool]:
    """20 layouts of each size, each in a box as large as the board: ends said by variables."""
    answers: Counter[bool] = Counter()
    for _ in range(sizes):
        rows, cols = source.randint(4, 8), source.randint(4, 8)
        pairs = max(3, rows * cols // 12)
        state = new_state(source.getrandbits(60))
        with BoxChecker(rows, cols, 10**6, rule) as checker:
            for _ in range(20):
                layout = make_layout(rows, cols, pairs, LayoutStyle(), state)
                if layout is None:
                    continue
                has_second = bool(checker.find(cols, 0, 0, layout))
                clues, solution = read_cover(rows, cols, rule, [list(path) for path in layout])
                plain = plain_solutions(clues, 2, "minisat22")
                assert plain is not None
                # Under cover the models looked at may all have closed loops.
                is_sure = has_second or rule == "free"
                assert not is_sure or has_second == (plain != (solution,)), clues
                answers[has_second] += 1
    return answers


def compare_refusals(source: random.Random, rule: str, boards: int) -> Counter[str]:
    """Boards with ends put anywhere: what is refused at sight has no solution."""
    refused: Counter[str] = Counter()
    for _ in range(boards):
        rows, cols = source.randint(1, 6), source.randint(2, 6)
        cells = source.sample(range(rows * cols), rows * cols)
        pairs = source.randint(1, max(1, min(6, rows * cols // 2 - 1)))
        holes = cells[2 * pairs : 2 * pairs + source.choice((0, 0, 2))]
        clues = put_ends(rows, cols, rule, cells[: 2 * pairs], holes)
        reason = why_unsolvable(clues)
        if reason is not None:
            refused[reason] += 1
            assert plain_solutions(clues, 1, "minisat22") == (), (clues, reason)
    return refused


def posed_boards(source: random.Random, rule: str, number: int, most: int) -> Iterator[Clues]:
    """Boards under a rule, every second one with its ends put anywhere, so mostly unsolvable."""
    for index in range(number):
        clues = with_rule(random_board(source, 4, most)[0], rule)
        if index % 2:
            cells = sorted(set(range(clues.rows * clues.cols)) - clues.blocked)
            ends = source.sample(cells, 2 * clues.pairs)
            clues = put_ends(clues.rows, clues.cols, rule, ends, tuple(sorted(clues.blocked)))
        yield clues


def compare_searches(source: random.Random, rule: str, engine: str, boards: int) -> Counter[int]:
    """Boards of which half have a solution: as many as plain SAT finds."""
    numbers: Counter[int] = Counter()
    for clues in posed_boards(source, rule, boards, 6 if rule == "free" else 7):
        search: FrontierSearch | DiagonalSearch
        if engine == "diagonals" and DiagonalSearch.suits(clues):
            search = DiagonalSearch(clues)
        else:
            search = FrontierSearch(clues, by_rule_alone=engine == "plain frontier")
        found = solve_by_search(search, 20, AMPLE.nodes)
        plain = plain_solutions(clues, 20, "glucose4")
        assert plain is not None
        assert len(found.solutions) == len(plain), clues
        if found.is_complete:
            assert set(found.solutions) == set(plain), clues
        numbers[min(2, len(plain))] += 1
    return numbers
