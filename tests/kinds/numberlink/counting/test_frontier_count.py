"""Counts over the frontier against naive listing, published sequences, symmetry and the search."""

from __future__ import annotations

import random

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.counting.frontier_count import count_over_frontier, suits_frontier
from pipeline.kinds.numberlink.model import Clues
from pipeline.kinds.numberlink.solve import solve
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import FOUR_BY_FOUR, SAMPLES, cover, images, put_ends, read_grid

RULES = ("free", "cover")
PLENTY = 1_000_000


def _count(clues: Clues) -> int | None:
    return count_over_frontier(clues, PLENTY).count


def _random_puzzle(source: random.Random, rule: str) -> Clues:
    rows, cols = source.choice([(1, 7), (2, 6), (3, 4), (4, 4), (3, 5), (4, 5), (5, 3), (5, 4)])
    cells = source.sample(range(rows * cols), rows * cols)
    pairs = source.randint(1, min(4, rows * cols // 3))
    blocked = source.choice([0, 0, 1, 3])
    return put_ends(rows, cols, rule, cells[: 2 * pairs], cells[2 * pairs : 2 * pairs + blocked])


@pytest.mark.parametrize("rule", RULES)
def test_small_boards_are_counted_as_by_listing(rule: str) -> None:
    source = random.Random(len(rule))
    several = 0
    for _ in range(300):
        clues = _random_puzzle(source, rule)
        expected = len(all_solutions(clues))
        several += expected > 1
        assert _count(clues) == expected, clues
    assert several > 10


@pytest.mark.parametrize("rule", RULES)
def test_boards_with_a_known_cover_are_counted_as_by_listing(rule: str) -> None:
    source = random.Random(7)
    for side in (3, 4, 5):
        for _ in range(20):
            clues, _ = cover(source, side, side, rule)
            assert _count(clues) == len(all_solutions(clues)), clues


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_unique_under_cover(name: str) -> None:
    assert _count(read_grid(SAMPLES[name], "cover")) == 1


def test_the_rules_are_told_apart() -> None:
    counts = [_count(read_grid(FOUR_BY_FOUR, rule)) for rule in RULES]
    assert counts == [40, 5]


def _corners(rows: int, cols: int, rule: str) -> Clues:
    return put_ends(rows, cols, rule, [0, rows * cols - 1])


def test_walks_from_corner_to_corner() -> None:
    """OEIS A007764."""
    known = [2, 12, 184, 8512, 1262816, 575780564, 789360053252, 3266598486981642]
    assert [_count(_corners(n, n, "free")) for n in range(2, 10)] == known


def test_walks_through_every_cell() -> None:
    """OEIS A001184: from corner to opposite corner; none on boards of an even side."""
    known = [2, 0, 104, 0, 111712, 0, 2688307514]
    assert [_count(_corners(n, n, "cover")) for n in range(3, 10)] == known


def test_numbers_beyond_a_machine_word_are_exact() -> None:
    """OEIS A007764 again, and A006192 with its recurrence."""
    assert _count(_corners(10, 10, "free")) == 41044208702632496804
    counts = [_count(_corners(n, 3, "free")) or 0 for n in range(1, 220)]
    assert counts[:4] == [1, 4, 12, 38]
    assert counts[-1] > 1 << 124
    for n in range(5, len(counts)):
        assert (
            counts[n] == 4 * counts[n - 1] - 3 * counts[n - 2] + 2 * counts[n - 3] + counts[n - 4]
        )


@pytest.mark.parametrize("rule", RULES)
def test_turning_and_relabelling_change_nothing(rule: str) -> None:
    source = random.Random(11)
    for _ in range(10):
        clues, _ = cover(source, 6, 7, rule)
        counts = {_count(image) for image in (clues, *images(clues))}
        assert len(counts) == 1


@pytest.mark.parametrize("rule", RULES)
def test_medium_boards_are_counted_as_by_the_search(rule: str) -> None:
    """Covers of which one pair is taken away, or its label given to another's end."""
    source = random.Random(3)
    counts = []
    for _ in range(12):
        _, solution = cover(source, 7, 7, rule)
        kept = [cell for path in solution.paths[1:] for cell in (path[0], path[-1])]
        if rule != "free":
            first, second, *others = solution.paths
            kept = [first[0], second[-1], second[0], first[-1]]
            kept += [cell for path in others for cell in (path[0], path[-1])]
        puzzle = put_ends(7, 7, rule, kept)
        listed = solve(puzzle, 2_000, Budget(nodes=20_000, conflicts=1), "frontier")
        if listed.is_complete:
            counts.append(len(listed.solutions))
            assert _count(puzzle) == counts[-1], puzzle
    assert len(counts) > 3


def test_many_pairs_take_several_words_of_a_key() -> None:
    """Forty pairs beside each other on a strip: one way to join each, two where there is room."""
    ends = [cell for k in range(40) for cell in (8 * k, 8 * k + 3)]
    clues = put_ends(80, 4, "cover", ends)
    assert _count(clues) == 1
    wide = put_ends(14, 14, "free", [cell for k in range(0, 196, 2) for cell in (k, k + 1)])
    assert _count(wide) == 1


def test_a_frontier_too_wide_is_no_number_and_no_worse() -> None:
    found = count_over_frontier(_corners(9, 9, "free"), 50)
    assert found.count is None
    assert found.widest == 50
    assert 0 < found.passed < 81
    assert count_over_frontier(_corners(9, 9, "free"), 2706).count == 3266598486981642
    assert count_over_frontier(_corners(9, 9, "free"), 2705).count is None


@pytest.mark.parametrize("rule", ["no-uturn", "no-touch"])
def test_rules_about_what_a_line_meets_are_not_for_the_frontier(rule: str) -> None:
    assert not suits_frontier(_corners(3, 3, rule))


def test_long_frontiers_are_not_begun() -> None:
    assert not suits_frontier(_corners(200, 200, "free"))
    assert suits_frontier(_corners(200, 9, "cover"))
