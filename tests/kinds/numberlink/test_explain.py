"""In which cells and edges all solutions agree."""

import random
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.proving.explanation import ShortList
from pipeline.kinds.numberlink.explain import edges_between_ports, explain
from pipeline.kinds.numberlink.kind import KIND
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.model import Status
from tests.known import the
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import cover, put_ends, read_grid


def test_random_graphs_agree_with_all_simple_paths() -> None:
    source = random.Random(2)
    some = 0
    for _ in range(300):
        size = source.randint(2, 7)
        edges = {
            name: (one, other)
            for name, (one, other) in enumerate(
                (a, b) for a in range(size) for b in range(a) if source.random() < 0.35
            )
        }
        ports = source.sample(range(size), source.randint(0, min(3, size)))
        graph = nx.Graph(edges.values())
        names = {frozenset(ends): name for name, ends in edges.items()}
        expected = {
            names[frozenset(step)]
            for one in ports
            for other in ports
            if one != other and one in graph and other in graph
            for path in nx.all_simple_paths(graph, one, other)
            for step in pairwise(path)
        }
        some += bool(expected) and len(expected) < len(edges)
        assert edges_between_ports(edges, ports) == expected, (edges, ports)
    assert some > 30


BUDGET = Budget(nodes=100_000, conflicts=100_000)


def _looks(clues: Clues, solution: Solution) -> list[object]:
    """What a solution shows in each cell: the pair, and the cells before and after."""
    looks: list[object] = [None] * (clues.rows * clues.cols)
    for pair, path in enumerate(solution.paths):
        for place, cell in enumerate(path):
            looks[cell] = (pair, frozenset(path[max(0, place - 1) : place + 2]))
    return looks


def _assert_true(clues: Clues, found: Explained[Solution], is_whole: bool = True) -> None:
    solutions = all_solutions(clues)
    looks = [_looks(clues, solution) for solution in solutions]
    cells = [cell for cell in range(clues.rows * clues.cols) if cell not in clues.blocked]
    varying = {cell for cell in cells if len({look[cell] for look in looks}) > 1}
    given = [*found.agreeing, *found.differing, *found.undecided]
    assert sorted(given) == (cells if solutions or not is_whole else [])
    assert set(found.differing) <= varying
    assert varying.isdisjoint(found.agreeing)
    assert set(found.witnesses) <= solutions
    assert len(set(found.witnesses)) == len(found.witnesses) <= 2
    edges = [
        {(min(step), max(step)) for path in solution.paths for step in pairwise(path)}
        for solution in solutions
    ]
    always = set.intersection(*edges) if edges else set()
    some = set.union(*edges) - always if edges else set()
    named = {key: {tuple(edge) for edge in found.details["edges"][key]} for key in NAMES}
    assert named["always"] <= always
    assert named["sometimes"] <= some
    if is_whole:
        assert found.undecided == ()
        assert (named["always"], named["sometimes"], named["undecided"]) == (always, some, set())
        status = {0: Status.UNSOLVABLE, 1: Status.UNIQUE}.get(len(solutions), Status.MULTIPLE)
        assert found.status is status
        assert len(found.witnesses) == min(2, len(solutions))


NAMES = ("always", "sometimes", "undecided")


def _random_puzzle(source: random.Random) -> Clues:
    rule = source.choice(["free", "free", "cover", "no-uturn", "no-touch"])
    rows, cols = source.choice([(4, 4), (3, 5), (5, 3), (2, 6), (4, 5)])
    if source.random() < 0.3:
        return cover(source, max(rows, 3), max(cols, 3), rule)[0]
    cells = source.sample(range(rows * cols), rows * cols)
    pairs = source.randint(1, 3)
    blocked = source.choice([0, 0, 2])
    return put_ends(rows, cols, rule, cells[: 2 * pairs], cells[2 * pairs : 2 * pairs + blocked])


@pytest.mark.parametrize("listed", [100, 1])
def test_small_boards(listed: int) -> None:
    """By comparing a list, and by the backbone."""
    source = random.Random(31)
    methods = set()
    for _ in range(150):
        clues = _random_puzzle(source)
        found = explain(clues, BUDGET, ShortList(solutions=listed))
        _assert_true(clues, found)
        methods.add(found.method.partition(":")[0])
    assert "backbone" in methods


def test_a_pocket_that_only_loops_could_use_is_empty_in_all_solutions() -> None:
    """Nothing can enter the corner behind pair 2; loops there must not count as a difference."""
    clues = read_grid("..2.1 ..... 2.... ....1 .....", "free")
    walls = put_ends(6, 6, "free", [0, 5, 24, 25], [12, 13, 14, 20, 26, 32])
    for puzzle in (clues, walls):
        _assert_true(puzzle, explain(puzzle, BUDGET, ShortList(solutions=2)))


@pytest.mark.parametrize("has_door", [False, True])
def test_loops_in_a_room_that_no_line_can_use_cost_nothing(has_door: bool) -> None:
    """A 5x6 room has many thousand loops; behind walls, or a single door, no line gets there."""
    walls = {row * 8 + 6 for row in range(6)} | {40 + col for col in range(6)}
    clues = put_ends(8, 8, "free", [7, 63, 48, 62], sorted(walls - ({22} if has_door else set())))
    found = explain(clues, Budget(nodes=100_000, conflicts=10_000), ShortList(solutions=2))
    assert found.status is Status.MULTIPLE
    assert found.method.startswith("backbone")
    assert found.undecided == ()
    assert {row * 8 + col for row in range(5) for col in range(6)} <= set(found.agreeing)
    assert 57 in found.differing


@pytest.mark.parametrize("steps", [1, 5, 40])
def test_a_small_budget_says_nothing_untrue(steps: int) -> None:
    source = random.Random(5)
    for _ in range(40):
        clues = _random_puzzle(source)
        found = explain(clues, Budget(nodes=steps, conflicts=steps), ShortList(steps=1))
        _assert_true(clues, found, is_whole=found.status is Status.UNSOLVABLE)


def test_a_spent_budget_names_what_is_open() -> None:
    clues = put_ends(14, 14, "cover", [15, 173, 20, 132, 66, 107])
    found = the(KIND.explain_ambiguity)(clues, Budget(nodes=1, conflicts=1))
    assert found.status is Status.UNDECIDED
    assert (found.agreeing, found.differing, len(found.undecided)) == ((), (), 196)


def test_a_cell_that_changes_hands_differs_though_its_edges_stay() -> None:
    clues = read_grid(".... .ab. ..b. a...", "cover")
    found: Explained[Any] = the(KIND.explain_ambiguity)(clues, BUDGET)
    assert [3, 7] in found.details["edges"]["always"]
    assert {3, 7} <= set(found.differing)
