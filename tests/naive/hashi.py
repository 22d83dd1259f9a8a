"""Hashi by brute force: every number of bridges on every pair of islands that see each other.

Slow and obvious; shares nothing with the engines. Whether a solution is right is judged by
looking at the cells of a drawing, not by the rules module.
"""

from itertools import product
from typing import NamedTuple

import networkx as nx


class Puzzle(NamedTuple):
    """A grid of clues (0 water, -1 unknown) and the three parts of the rule."""

    grid: list[list[int]]
    max_bridges: int
    connected: bool
    loops: bool


def all_solutions(puzzle: Puzzle) -> set[tuple[tuple[int, int, int], ...]]:
    """Return every solution as sorted (cell, cell, count)."""
    pairs = visible_pairs(puzzle.grid)
    found = set()
    for counts in product(range(puzzle.max_bridges + 1), repeat=len(pairs)):
        bridges = [(*pair, count) for pair, count in zip(pairs, counts, strict=True) if count]
        if is_right(puzzle, bridges):
            found.add(tuple(sorted(bridges)))
    return found


def visible_pairs(grid: list[list[int]]) -> list[tuple[int, int]]:
    """Return the pairs of islands in one row or column with only water between them."""
    cols = len(grid[0])
    pairs = []
    for r, row in enumerate(grid):
        for c, clue in enumerate(row):
            if not clue:
                continue
            for dr, dc in ((0, 1), (1, 0)):
                y, x = r + dr, c + dc
                while y < len(grid) and x < cols and not grid[y][x]:
                    y, x = y + dr, x + dc
                if y < len(grid) and x < cols:
                    pairs.append((r * cols + c, y * cols + x))
    return pairs


def is_right(puzzle: Puzzle, bridges: list[tuple[int, int, int]]) -> bool:
    """Return whether bridges between visible pairs keep the rules."""
    grid, cols = puzzle.grid, len(puzzle.grid[0])
    drawing: set[int] = set()
    ends: dict[int, int] = {}
    for one, other, count in bridges:
        step = 1 if one // cols == other // cols else cols
        for cell in range(one + step, other, step):
            if cell in drawing:
                return False
            drawing.add(cell)
        for cell in (one, other):
            ends[cell] = ends.get(cell, 0) + count
    graph: nx.Graph[int] = nx.Graph()
    for r, row in enumerate(grid):
        for c, clue in enumerate(row):
            cell = r * cols + c
            if clue:
                graph.add_node(cell)
            if (clue > 0 and ends.get(cell, 0) != clue) or (clue < 0 and cell not in ends):
                return False
    graph.add_edges_from((one, other) for one, other, _ in bridges)
    if puzzle.connected and not nx.is_connected(graph):
        return False
    return puzzle.loops or nx.is_forest(graph)
