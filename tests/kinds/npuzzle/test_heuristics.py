"""Distances of all boards of a size."""

import os
from pathlib import Path

import numpy as np
import pytest

from pipeline.kinds.npuzzle.heuristics import all_distances, largest_depth, make_geometry
from pipeline.kinds.npuzzle.kernels.tables import rank, unrank
from pipeline.kinds.npuzzle.model import Clues, named_goal
from pipeline.kinds.npuzzle.solve import find_ways
from tests.naive.npuzzle import distances, neighbours

FIFTEEN = Path(os.environ.get("PUZZLEPRESS_STUDY_DATA", "."), "fifteen_depth_distribution.txt")

EIGHT = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)  # fmt: skip
"""Boards of the 8-puzzle by depth, blank in a corner: Reinefeld: Complete solution of the
eight-puzzle (IJCAI 1993), table 1."""


def test_the_eight_puzzle_has_the_known_distances() -> None:
    found = all_distances(3, 3, 8)
    assert tuple(np.bincount(found.of[found.numbers])) == EIGHT
    assert len(found.numbers) == 181_440


@pytest.mark.parametrize(("rows", "cols", "blank"), [(2, 3, 5), (2, 4, 1), (4, 2, 0), (2, 2, 2)])
def test_distances_are_those_of_the_naive_search(rows: int, cols: int, blank: int) -> None:
    goal = tuple(0 if cell == blank else cell + 1 for cell in range(rows * cols))
    home = {tile: cell for cell, tile in enumerate(goal)}
    far = distances(rows, cols, goal)
    found = all_distances(rows, cols, blank)
    assert len(found.numbers) == len(far)
    for board, depth in far.items():
        labels = np.array([home[tile] for tile in board], dtype=np.int64)
        assert found.of[rank(labels)] == depth


def test_ranks_number_all_arrangements() -> None:
    labels = np.zeros(5, dtype=np.int64)
    numbers = []
    for number in range(120):
        unrank(number, labels)
        numbers.append(rank(labels))
    assert numbers == list(range(120))


def test_largest_depths() -> None:
    assert [largest_depth(2, cols, 0) for cols in (2, 3, 4, 5)] == [6, 21, 36, 55]
    assert largest_depth(5, 2, 9) == 55
    assert [largest_depth(3, 3, blank) for blank in (0, 1, 4)] == [31, 31, 30]
    assert largest_depth(4, 4, 15) == 80
    assert largest_depth(4, 4, 5) is None


def test_moves_never_turn_back() -> None:
    moves = make_geometry(3, 4).moves.reshape(12, 12, 5)
    for blank in range(12):
        board = tuple(0 if cell == blank else cell + 1 for cell in range(12))
        around = {after.index(0) for after in neighbours(3, 4, board).values()}
        for before in {blank, *around}:
            onward = [int(cell) for cell in moves[blank, before] if cell >= 0]
            assert set(onward) == around - {before}


@pytest.mark.skipif(not FIFTEEN.is_file(), reason="no PUZZLEPRESS_STUDY_DATA")
def test_the_fifteen_puzzle_begins_with_the_known_counts() -> None:
    known = [int(line.split()[1]) for line in FIFTEEN.read_text().splitlines() if line[0] != "#"]
    board = named_goal("classic", 4, 4)
    seen, frontier, counts = {board}, {board}, [1]
    for _ in range(11):
        frontier = {
            after for board in frontier for after in neighbours(4, 4, board).values()
        } - seen
        seen |= frontier
        counts.append(len(frontier))
    assert counts == known[:12]
    for board in sorted(frontier)[::100]:
        assert find_ways(Clues(4, 4, board, named_goal("classic", 4, 4)), 1, 1, 100_000).bound == 11
