"""The reference search against the naive ones, with equal counts to the last node."""

import csv
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from pipeline.kernels.compiled import plain_python
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade import (
    CHAIN_BUDGET,
    METHOD,
    OTHER_METHOD,
    VERSION,
    Assumptions,
    climb,
    count_nodes,
    find_assumptions,
    make_arrays,
)
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues
from tests.kinds.numberlink.grade_boards import boards, from_text, grid_of, random_board
from tests.naive import numberlink_grade as naive
from tests.naive.numberlink_rounds import Rounds

ROOT = Path(__file__).parents[4]
GOLDEN = list(
    csv.DictReader((ROOT / "tests/golden/node_counts.csv").read_text("utf-8").splitlines())
)
SMALL_TREE = 40
EVERY_ASSUMPTION = [Assumptions(*held) for held in product((True, False), repeat=3)]


def read_assumptions(names: str) -> Assumptions:
    return Assumptions(*(name in names.split() for name in naive.ALL_CLAIMS))


def naive_search(clues: Clues, assumptions: Assumptions) -> naive.Search:
    return naive.Search(grid_of(clues), assumptions.names())


def probe_counts(clues: Clues, assumptions: Assumptions) -> tuple[int, int] | None:
    board, state = make_arrays(clues, assumptions)
    if not kernel.deduce(board, state):
        return None
    counts = np.zeros(2, dtype=np.int64)
    grade_search.probe(board, state, 10**6, counts)
    return int(counts[0]), int(counts[1])


def assert_same_nodes(clues: Clues, assumptions: Assumptions, orders: int) -> None:
    slow = naive_search(clues, assumptions)
    counts = count_nodes(clues, assumptions)
    for seed in range(orders):
        if counts.nodes[seed] <= SMALL_TREE:
            assert counts.nodes[seed] == slow.nodes(seed)
    assert (slow.deduced() is None) == (probe_counts(clues, assumptions) is None)


@settings(max_examples=60, deadline=None)
@given(boards(largest=5))
def test_counts_are_those_of_the_naive_search(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
    assert_same_nodes(form, assumptions, 2)
    assert probe_counts(form, assumptions) == naive_search(form, assumptions).probes()


@pytest.mark.part(3)
@pytest.mark.parametrize(
    "assumptions", EVERY_ASSUMPTION, ids=lambda found: " ".join(found.names()) or "free"
)
def test_counts_agree_under_assumptions_that_may_be_wrong(assumptions: Assumptions) -> None:
    for seed in range(12):
        clues, _ = random_board(4 + seed % 2, 5, seed, seed % 2 > 0, seed % 3 > 0)
        assert_same_nodes(clues, assumptions, 1)


TREES = [row for row in GOLDEN if row["capped"] == "0" and len(row["puzzle"]) < 70]


@pytest.mark.part(3)
@pytest.mark.parametrize("row", TREES, ids=lambda row: row["puzzle"])
def test_golden_counts_are_those_of_the_naive_search(row: dict[str, str]) -> None:
    clues = canonical_clues(from_text(row["puzzle"]))
    slow = naive_search(clues, read_assumptions(row["assumed"]))
    counts = [int(nodes) for nodes in row["nodes"].split()]
    seeds = [seed for seed in range(16) if counts[seed] <= SMALL_TREE][:3]
    assert [slow.nodes(seed) for seed in seeds] == [counts[seed] for seed in seeds]


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row["puzzle"])
def test_counts_are_the_golden_ones(row: dict[str, str]) -> None:
    assumptions = read_assumptions(row["assumed"])
    counts = count_nodes(canonical_clues(from_text(row["puzzle"])), assumptions)
    assert row["method"] == (METHOD if assumptions.keeps_no_touch else OTHER_METHOD)
    assert int(row["version"]) == VERSION
    assert " ".join(map(str, counts.nodes)) == row["nodes"]
    assert str(counts.capped) == row["capped"]
    assert ("" if counts.probes is None else str(counts.probes)) == row["probes"]


def test_search_leaves_the_state_as_it_was() -> None:
    clues = from_text(GOLDEN[8]["puzzle"])
    board, state = make_arrays(clues, Assumptions(True, True, True))
    assert kernel.deduce(board, state)
    before = state.values.copy()
    nodes = np.zeros(4, dtype=np.int64)
    grade_search.search_orders(board, state, np.arange(4, dtype=np.uint64), 7, nodes)
    assert nodes.min() == -1  # a search that stops in the middle of the tree has to tidy up too
    grade_search.search_orders(board, state, np.arange(4, dtype=np.uint64), 2000, nodes)
    assert nodes.min() > 0
    assert (state.values == before).all()
    assert not state.lists[kernel.IS_NEXT].any()


def test_budget_is_a_number_of_nodes() -> None:
    clues = canonical_clues(from_text(GOLDEN[0]["puzzle"]))
    board, state = make_arrays(clues, Assumptions(True, True, True))
    assert kernel.deduce(board, state)
    needed = int(GOLDEN[0]["nodes"].split()[0])
    nodes = np.zeros(1, dtype=np.int64)
    seeds = np.zeros(1, dtype=np.uint64)
    grade_search.search_orders(board, state, seeds, needed - 1, nodes)
    assert nodes[0] == -1
    grade_search.search_orders(board, state, seeds, needed, nodes)
    assert nodes[0] == needed


def test_probing_stops_at_its_budget() -> None:
    row = GOLDEN[-1]
    board, state = make_arrays(
        canonical_clues(from_text(row["puzzle"])), read_assumptions(row["assumed"])
    )
    assert kernel.deduce(board, state)
    counts = np.zeros(2, dtype=np.int64)
    grade_search.probe(board, state, 10, counts)
    assert counts[0] in (10, 11)
    assert counts[1] > 0


def test_more_pairs_than_a_word_holds() -> None:
    """Seventy dominoes: a domain takes two words, and deduction alone has to pair them up."""
    labels = [f"{row}-{col // 2}" for row in range(7) for col in range(20)]
    clues = make_clues(7, 20, "cover", labels)
    assert len(make_arrays(clues, Assumptions(True, True, True))[0].empty) == 2
    for assumptions in EVERY_ASSUMPTION:
        board, state = make_arrays(clues, assumptions)
        assert kernel.deduce(board, state)
        edges = state.values[kernel.EDGE, : len(board.edges)]
        assert (edges == kernel.ON).sum() == 70
        assert (edges == kernel.UNKNOWN).sum() == 0


def test_counts_are_the_same_in_two_words_as_in_one() -> None:
    """A board beside a strip of 60 dominoes, which takes no node but fills a word."""
    small = from_text(GOLDEN[1]["puzzle"])
    rows, cols = small.rows, small.cols
    wide = cols + 1 + 20
    labels: list[object] = []
    for row in range(rows):
        labels += [number or None for number in small.numbers[row * cols : (row + 1) * cols]]
        labels += [None] + [f"strip {row} {col // 2}" for col in range(20)]
    wall = frozenset(row * wide + cols for row in range(rows))
    clues = make_clues(rows, wide, "cover", labels, wall)
    board, _ = make_arrays(clues, Assumptions(True, True, True))
    assert len(board.empty) == 2
    assert probe_counts(clues, Assumptions(True, True, True)) == probe_counts(
        small, Assumptions(True, True, True)
    )
    slow = naive_search(clues, Assumptions(True, True, True))
    assert count_nodes(clues, Assumptions(True, True, True)).nodes[0] == slow.nodes(0) > 0


@pytest.mark.parametrize("row", [GOLDEN[0], GOLDEN[5], GOLDEN[-3]], ids=lambda row: row["puzzle"])
def test_plain_python_counts_the_same(row: dict[str, str]) -> None:
    clues = canonical_clues(from_text(row["puzzle"]))
    with plain_python():
        counts = count_nodes(clues, read_assumptions(row["assumed"]))
    assert " ".join(map(str, counts.nodes)) == row["nodes"]


VALUES = {None: kernel.UNKNOWN, True: kernel.ON, False: kernel.OFF}


def assert_same_levels(clues: Clues, assumptions: Assumptions) -> None:
    """Rounds and edges of every level are the naive ones; the last ends where the search does."""
    slow = Rounds(grid_of(clues), assumptions.names())
    for level in range(kernel.LEVELS):
        board, state = make_arrays(clues, assumptions)
        found = slow.fixed_point(level)
        rounds = grade_search.deduce_in_rounds(board, state, level)
        assert rounds == (-1 if found is None else found[1])
        if found is not None:
            edges = state.values[kernel.EDGE, : len(board.edges)]
            assert edges.tolist() == [VALUES[found[0].edges[edge]] for edge in slow.edge_list]
    deduced = slow.deduced()
    assert (deduced is None) == (found is None)
    assert deduced is None or found is None or deduced.edges == found[0].edges


@settings(max_examples=40, deadline=None)
@given(boards(largest=6))
def test_levels_are_those_of_the_naive_rounds(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    assert_same_levels(canonical_clues(clues), find_assumptions(clues, solution))


@pytest.mark.part(3)
@pytest.mark.parametrize(
    "assumptions", EVERY_ASSUMPTION, ids=lambda found: " ".join(found.names()) or "free"
)
def test_levels_agree_under_assumptions_that_may_be_wrong(assumptions: Assumptions) -> None:
    for seed in range(8):
        clues, _ = random_board(4 + seed % 2, 5, seed, seed % 2 > 0, seed % 3 > 0)
        assert_same_levels(clues, assumptions)


def test_chains_are_those_of_the_naive_easiest_first_solver() -> None:
    met = set()
    for seed in range(3):
        clues, solution = random_board(5, 5, seed, seed % 3 > 0, seed % 4 > 0)
        form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
        chain = climb(form, assumptions).chain
        assert chain == Rounds(grid_of(form), assumptions.names()).longest_chain()
        met.add(chain)
    assert met == {0, None}


@pytest.mark.dear
def test_chains_of_golden_boards_are_the_naive_ones() -> None:
    for row in GOLDEN[:1]:
        clues, assumptions = (
            canonical_clues(from_text(row["puzzle"])),
            read_assumptions(row["assumed"]),
        )
        ladder = climb(clues, assumptions)
        assert ladder.chain == Rounds(grid_of(clues), assumptions.names()).longest_chain()
        assert ladder.chain is not None
        assert ladder.chain > 0


def test_trials_leave_the_state_as_it_was() -> None:
    for row in GOLDEN[:5]:
        clues, assumptions = (
            canonical_clues(from_text(row["puzzle"])),
            read_assumptions(row["assumed"]),
        )
        board, state = make_arrays(clues, assumptions)
        grade_search.deduce_in_rounds(board, state, kernel.CANDIDATES)
        before = state.values.copy()
        for edge in range(len(board.edges)):
            for limit in (1, 3, 99):
                if state.values[kernel.EDGE, edge] == kernel.UNKNOWN:
                    grade_search.rounds_to_refute(board, state, edge, kernel.ON, limit)
                    assert (state.values == before).all()
                    assert not state.lists[kernel.IS_NEXT].any()
                    assert not state.lists[kernel.WANTED].any()


def test_the_search_for_a_chain_ends_with_its_budget() -> None:
    board, state = make_arrays(from_text(GOLDEN[-1]["puzzle"]), Assumptions(True, False, False))
    assert grade_search.deduce_in_rounds(board, state, kernel.CANDIDATES) >= 0
    unknown = grade_search.count_unknown(board, state)
    counts = np.zeros(2, dtype=np.int64)
    grade_search.measure_chain(board, state, 1, counts)
    assert 0 < counts[1] <= unknown
    assert CHAIN_BUDGET > 1
