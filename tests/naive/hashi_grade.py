"""The trials that a Hashi grade counts, counted again in the slowest and most obvious way.

Written from docs/grading.md; shares nothing with the kernels. Every deduction looks at the whole
board again, groups are those of networkx, and nothing is undone: each trial works on a copy.
"""

from itertools import product

import networkx as nx

from tests.naive.hashi import Puzzle, visible_pairs

FULL, REST, ISOLATION = 0, 1, 2


class ContradictionError(Exception):
    """The bounds leave no solution."""


class Bounds:
    """For each pair of islands that see each other: least and most bridges."""

    def __init__(self, puzzle: Puzzle) -> None:
        grid, cols = puzzle.grid, len(puzzle.grid[0])
        self.puzzle = puzzle
        self.clue = {r * cols + c: n for r, row in enumerate(grid) for c, n in enumerate(row) if n}
        self.pairs = sorted(visible_pairs(grid))
        spans = {}
        for one, other in self.pairs:
            step = 1 if one // cols == other // cols else cols
            spans[one, other] = set(range(one + step, other, step))
        self.crossing = [
            (p, q) for p, q in product(self.pairs, repeat=2) if p != q and spans[p] & spans[q]
        ]
        self.low = dict.fromkeys(self.pairs, 0)
        self.high = dict.fromkeys(self.pairs, puzzle.max_bridges)

    def copy(self) -> "Bounds":
        """Return bounds that can be changed without these."""
        other = object.__new__(Bounds)
        other.__dict__.update(self.__dict__)
        other.low, other.high = dict(self.low), dict(self.high)
        return other

    def is_open(self) -> bool:
        """Return whether something is undecided."""
        return self.low != self.high

    def range_of(self, cell: int) -> tuple[int, int]:
        """Return the least and most bridges of an island."""
        clue = self.clue[cell]
        return (1, 4 * self.puzzle.max_bridges) if clue < 0 else (clue, clue)

    def around(self, cell: int) -> list[tuple[int, int]]:
        """Return the pairs that an island belongs to."""
        return [pair for pair in self.pairs if cell in pair]

    def groups(self) -> list[set[int]]:
        """Return the islands that are joined for sure."""
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(self.clue)
        graph.add_edges_from(pair for pair in self.pairs if self.low[pair])
        return list(nx.connected_components(graph))

    def room(self, group: set[int]) -> int:
        """Return how many more bridges the islands of a group can take."""
        return sum(
            min(self.range_of(cell)[1], sum(self.high[pair] for pair in self.around(cell)))
            - sum(self.low[pair] for pair in self.around(cell))
            for cell in group
        )


def count_trials(puzzle: Puzzle, level: int) -> int | None:
    """Return the trials refuted; None where a trial inside a trial is needed."""
    bounds = Bounds(puzzle)
    try:
        deduce(bounds, level)
        refuted, fruitless, at = 0, 0, 0
        while bounds.is_open():
            if fruitless == len(bounds.pairs):
                if level == ISOLATION:
                    return None
                before = (dict(bounds.low), dict(bounds.high))
                refuted += 1
                deduce(bounds, ISOLATION)
                if before == (bounds.low, bounds.high):
                    return None
                fruitless = 0
            found = try_both_ways(bounds, bounds.pairs[at], level)
            refuted += found
            fruitless = 0 if found else fruitless + 1
            at = (at + 1) % len(bounds.pairs)
    except ContradictionError:
        return None
    return refuted


def try_both_ways(bounds: Bounds, pair: tuple[int, int], level: int) -> int:
    """Assume more than the least, then less than the most; apply what is refuted and count it."""
    refuted = 0
    for assume_more in (True, False):
        low, high = bounds.low[pair], bounds.high[pair]
        if low == high:
            continue
        trial = bounds.copy()
        try:
            (trial.low if assume_more else trial.high)[pair] = low + 1 if assume_more else high - 1
            deduce(trial, level)
        except ContradictionError:
            refuted += 1
            (bounds.high if assume_more else bounds.low)[pair] = low if assume_more else high
            deduce(bounds, level)
    return refuted


def count_open(puzzle: Puzzle, level: int) -> tuple[int, int]:
    """Return how many pairs there are, and how many the deductions of a level leave undecided."""
    bounds = Bounds(puzzle)
    deduce(bounds, level)
    return len(bounds.pairs), sum(bounds.low[pair] < bounds.high[pair] for pair in bounds.pairs)


def count_refutable(puzzle: Puzzle, level: int) -> int:
    """Return how many single trials would be refuted where the deductions of a level end."""
    bounds = Bounds(puzzle)
    deduce(bounds, level)
    refuted = 0
    for pair, side in product(bounds.pairs, (1, -1)):
        if bounds.low[pair] == bounds.high[pair]:
            continue
        trial = bounds.copy()
        (trial.low if side > 0 else trial.high)[pair] += side
        try:
            deduce(trial, level)
        except ContradictionError:
            refuted += 1
    return refuted


def deduce(bounds: Bounds, level: int) -> None:
    """Apply every deduction of the level until nothing changes."""
    while True:
        before = (dict(bounds.low), dict(bounds.high))
        look_at_crossings(bounds)
        for cell in bounds.clue:
            look_at_island(bounds, cell, level)
        if before != (bounds.low, bounds.high):
            continue
        if level >= REST and not bounds.puzzle.loops:
            forbid_loops(bounds)
        if bounds.puzzle.connected:
            if len(bounds.groups()) > 1 and any(bounds.room(g) == 0 for g in bounds.groups()):
                raise ContradictionError
            if level >= ISOLATION:
                keep_together(bounds)
        if before == (bounds.low, bounds.high):
            return


def narrow(bounds: Bounds, pair: tuple[int, int], low: int, high: int) -> None:
    """Close the bounds of a pair in."""
    bounds.low[pair] = max(bounds.low[pair], low)
    bounds.high[pair] = min(bounds.high[pair], high)
    if bounds.low[pair] > bounds.high[pair]:
        raise ContradictionError


def look_at_crossings(bounds: Bounds) -> None:
    """A bridge leaves none to what crosses it."""
    for pair, other in bounds.crossing:
        if bounds.low[pair]:
            narrow(bounds, other, 0, 0)


def look_at_island(bounds: Bounds, cell: int, level: int) -> None:
    """What the number of an island leaves to its pairs."""
    least, most = bounds.range_of(cell)
    around = bounds.around(cell)
    sure, possible = (sum(side[pair] for pair in around) for side in (bounds.low, bounds.high))
    if possible < least or sure > most:
        raise ContradictionError
    if level == FULL and possible > least and sure < most:
        for pair in around:
            narrow(bounds, pair, 0, most)
        return
    for pair in around:
        others_sure = sum(bounds.low[other] for other in around if other != pair)
        others_possible = sum(bounds.high[other] for other in around if other != pair)
        narrow(bounds, pair, least - others_possible, most - others_sure)


def forbid_loops(bounds: Bounds) -> None:
    """Two islands that are connected already are not joined again."""
    groups = bounds.groups()
    if sum(map(bool, bounds.low.values())) != len(bounds.clue) - len(groups):
        raise ContradictionError
    for pair in bounds.pairs:
        if not bounds.low[pair] and any(set(pair) <= group for group in groups):
            narrow(bounds, pair, 0, 0)


def keep_together(bounds: Bounds) -> None:
    """No group is shut off: not by filling it up, not by giving its only way out away."""
    groups = bounds.groups()
    if len(groups) == 1:
        return
    group_of = {cell: group for group in map(frozenset, groups) for cell in group}
    for pair in bounds.pairs:
        low, high = bounds.low[pair], bounds.high[pair]
        one, other = (group_of[cell] for cell in pair)
        for more in range(1, high - low + 1):
            if one == other:
                # Both ends of a bridge inside take from the room of the group.
                is_shut = bounds.room(set(one)) - 2 * more <= 0
            else:
                # With the first of them the groups are one, and each bridge has an end in both.
                left = bounds.room(set(one)) + bounds.room(set(other)) - 2 * (low + more)
                is_shut = len(groups) > 2 and left <= 0
            if is_shut and low < high:
                narrow(bounds, pair, 0, low + more - 1)
                break
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(bounds.clue)
    graph.add_edges_from(pair for pair in bounds.pairs if bounds.high[pair])
    if not nx.is_connected(graph):
        raise ContradictionError
    for pair in list(nx.bridges(graph)):
        narrow(bounds, (min(pair), max(pair)), 1, bounds.puzzle.max_bridges)
