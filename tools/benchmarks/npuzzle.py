"""The sliding puzzle: Korf's boards, plain speed, tables, and the depth of 3x4."""

import os
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from time import process_time

import numpy as np
from numba import njit

from pipeline.kinds.npuzzle.heuristics import build_patterns, make_estimate, make_geometry
from pipeline.kinds.npuzzle.kernels.tables import rank, unrank
from pipeline.kinds.npuzzle.model import Clues
from pipeline.kinds.npuzzle.problem import make_problem
from pipeline.kinds.npuzzle.solve import deepen, find_ways, warm_up

ALL = 1 << 60


def npuzzle() -> Iterator[str]:
    """Yield the figures of docs/benchmarks.md."""
    warm_up()
    start = process_time()
    table = build_patterns(4, 4, 0)
    yield f"tables of 4x4: built in {process_time() - start:.1f} s, {len(table) / 1e6:.1f} MB"
    yield from korf(Path(os.environ.get("PUZZLEPRESS_STUDY_DATA", ".")) / "korf100.txt")


def korf(path: Path) -> Iterator[str]:
    """Yield times and nodes on Korf's hundred boards, the blank's goal top left."""
    if not path.is_file():
        yield "PUZZLEPRESS_STUDY_DATA names no folder with korf100.txt: Korf's boards skipped"
        return
    rows = [line.split("\t") for line in path.read_text().splitlines() if line[0] != "#"]
    rows.sort(key=lambda row: int(row[4]))
    goal = tuple(range(16))
    boards = [Clues(4, 4, tuple(int(tile) for tile in row[1].split()), goal) for row in rows]
    spent, nodes = 0.0, 0
    for row, clues in zip(rows[:10], boards, strict=False):
        problem = make_problem(clues)
        start = process_time()
        solved = deepen(problem, make_estimate(problem, "manhattan"), 1, 1, ALL)
        spent += process_time() - start
        nodes += solved.nodes
        assert (solved.bound, solved.nodes + 1) == (int(row[3]), int(row[4]))
    yield f"Korf's ten easiest, plain distances: his counts, {nodes / spent / 1e6:.0f} M nodes/s"
    find_ways(boards[-1], 1, 1, ALL, "patterns")  # reads the tables
    for solver in ("auto", "patterns"):
        times = []
        nodes = 0
        for row, clues in zip(rows, boards, strict=True):
            start = process_time()
            solved = find_ways(clues, 1, 1, ALL, solver)
            times.append(process_time() - start)
            nodes += solved.nodes
            assert solved.is_proved
            assert solved.bound == int(row[3])
        yield (
            f"Korf's hundred, {solver}: all shortest; mean {np.mean(times):.3f} s, median "
            f"{np.median(times):.3f} s, most {max(times):.2f} s; {nodes // 100} nodes each"
        )


def npuzzle_depth() -> Iterator[str]:
    """Yield the largest depth of 3x4 for the blank in a corner; this takes minutes."""
    counts = count_depths(3, 4, 0)
    yield f"3x4: {sum(counts)} boards, the farthest {counts[-1]} at {len(counts) - 1} moves"


def count_depths(rows: int, cols: int, blank: int) -> list[int]:
    """Return how many boards lie at each depth, with two bits a board."""
    cells = rows * cols
    size = factorial(cells) // 8
    seen, level, ahead = (np.zeros(size, dtype=np.uint8) for _ in range(3))
    moves = make_geometry(rows, cols).moves
    labels = np.arange(cells, dtype=np.int64)
    start = int(rank(labels))
    seen[start >> 3] |= 1 << (start & 7)
    level[:] = seen
    counts = [1]
    while True:
        found = spread_level(moves, blank, seen, level, ahead, labels)
        if not found:
            return counts
        counts.append(found)
        level, ahead = ahead, level
        ahead[:] = 0


@njit
def spread_level(moves, blank_label, seen, level, ahead, labels):  # type: ignore[no-untyped-def]
    """Mark in ``ahead`` the boards one move from ``level`` that were not seen; count them."""
    cells = len(labels)
    count = 0
    for byte in range(len(level)):
        if not level[byte]:
            continue
        for bit in range(8):
            if not level[byte] >> bit & 1:
                continue
            unrank(byte * 8 + bit, labels)
            blank = 0
            while labels[blank] != blank_label:
                blank += 1
            for k in range(4):
                target = moves[(blank * cells + blank) * 5 + k]
                if target < 0:
                    break
                labels[blank], labels[target] = labels[target], blank_label
                number = rank(labels)
                labels[target], labels[blank] = labels[blank], blank_label
                if not seen[number >> 3] >> (number & 7) & 1:
                    seen[number >> 3] |= np.uint8(1 << (number & 7))
                    ahead[number >> 3] |= np.uint8(1 << (number & 7))
                    count += 1
    return count
