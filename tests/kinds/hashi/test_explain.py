"""Where the solutions of a Hashi agree, and how many there are, against brute force."""

import random
from functools import cache

import pytest

from pipeline.kinds.hashi.kind import HASHI
from pipeline.kinds.hashi.model import RULE_PARTS, RULES, UNKNOWN, make_clues
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.engine.explain import explain
from pipeline.kinds.kit.proving.explanation import ShortList
from pipeline.model import Status
from tests.kinds.hashi.boards import solutions_of
from tests.naive import hashi as naive

BUDGET = Budget(nodes=100_000, conflicts=100_000)
Bridges = tuple[tuple[int, ...], ...]


def _random_clues(source: random.Random) -> Board:
    while True:
        rows, cols = source.choice([(3, 3), (3, 4), (4, 4), (2, 5)])
        grid = [source.choice([0, 0, 1, 2, 2, 3, UNKNOWN]) for _ in range(rows * cols)]
        grid[0] = grid[-1] = UNKNOWN
        clues = make_clues(rows, cols, grid, source.choice(RULES))
        pairs = naive.visible_pairs([grid[r * cols : (r + 1) * cols] for r in range(rows)])
        if (RULE_PARTS[clues.rule].max_bridges + 1) ** len(pairs) <= 700:
            return clues


@cache
def _all(clues: Board) -> set[Bridges]:
    return {solution.items for solution in solutions_of(clues)}


def _looks(clues: Board, bridges: Bridges) -> list[frozenset[tuple[int, ...]]]:
    """The bridges that cross each cell or start from it."""
    looks: list[set[tuple[int, ...]]] = [set() for _ in range(clues.rows * clues.cols)]
    for one, other, count in bridges:
        step = 1 if one // clues.cols == other // clues.cols else clues.cols
        for cell in range(one, other + 1, step):
            looks[cell].add((one, other, count))
    return [frozenset(look) for look in looks]


@pytest.mark.parametrize("listed", [100, 1])
def test_small_boards(listed: int) -> None:
    source = random.Random(8)
    statuses = []
    for _ in range(80):
        clues = _random_clues(source)
        solutions = _all(clues)
        found = explain(HASHI, "bridges", clues, BUDGET, ShortList(solutions=listed))
        statuses.append(found.status)
        looks = [_looks(clues, bridges) for bridges in solutions]
        cells = range(clues.rows * clues.cols) if solutions else ()
        varying = tuple(c for c in cells if len({look[c] for look in looks}) > 1)
        assert found.differing == varying, clues
        assert found.agreeing == tuple(c for c in cells if c not in varying)
        assert found.undecided == ()
        assert {solution.items for solution in found.witnesses} <= solutions
        assert len(found.witnesses) == min(2, len(solutions))
        links = {(one, other) for bridges in solutions for one, other, _ in bridges}
        numbers = {
            link: [{(a, b): n for a, b, n in one}.get(link, 0) for one in solutions]
            for link in sorted(links)
        }
        bridges = found.details["bridges"]
        assert bridges["always"] == [[*k, n[0]] for k, n in numbers.items() if len(set(n)) == 1]
        assert bridges["sometimes"] == [
            [*k, min(n), max(n)] for k, n in numbers.items() if len(set(n)) > 1
        ]
    assert {Status.UNIQUE, Status.MULTIPLE, Status.UNSOLVABLE} <= set(statuses)


def test_a_spent_budget_leaves_cells_undecided() -> None:
    source = random.Random(9)
    undecided = 0
    for _ in range(60):
        clues = _random_clues(source)
        found = explain(HASHI, "bridges", clues, Budget(nodes=1, conflicts=1), ShortList(1, 2))
        looks = [_looks(clues, bridges) for bridges in _all(clues)]
        varying = {c for c in range(clues.rows * clues.cols) if len({k[c] for k in looks}) > 1}
        assert set(found.differing) <= varying
        assert varying.isdisjoint(found.agreeing)
        undecided += bool(found.undecided)
    assert undecided > 0
