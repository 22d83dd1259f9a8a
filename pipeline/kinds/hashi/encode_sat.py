"""A puzzle as clauses for a SAT solver, and its models as bridges.

Variables ``first[k] .. first[k] + most - 1`` of link ``k`` say that it has at least 1, 2, ...
bridges (the order encoding). That all islands hang together, and that no loop is closed, is left
out here: `solve` forbids what breaks it as it turns up, `dimacs` says it beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.hashi.engines.links import Links, find_links
from pipeline.kinds.hashi.model import UNKNOWN, Clues, Solution, make_solution


@dataclass(frozen=True, slots=True)
class Encoding:
    """The clauses of a puzzle, and what their variables mean.

    ``most`` is the largest number of bridges of every link; variable ``most * k + n`` says that
    link ``k`` has at least ``n``.
    """

    links: Links
    most: int
    clauses: list[list[int]]

    def at_least(self, link: int, count: int) -> int:
        """Return the variable that says that a link has at least ``count`` bridges."""
        return self.most * link + count

    @property
    def variables(self) -> int:
        """Number of variables."""
        return self.most * len(self.links.ends)


@lru_cache(maxsize=2)
def encode(clues: Clues) -> Encoding:
    """Return the clauses for numbers and crossings; to be read only, since it is kept.

    A puzzle is often solved, then proved: the second time it is here already.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> encode(make_clues(1, 3, [2, 0, 2])).clauses
    [[1, -2], [2], [2]]
    """
    links = find_links(clues.cols, clues.islands)
    encoding = Encoding(links, clues.max_bridges, [])
    add = encoding.clauses.append
    for link in range(len(links.ends)):
        for count in range(1, clues.max_bridges):
            add([encoding.at_least(link, count), -encoding.at_least(link, count + 1)])
    for cell, around in zip(links.cells, links.around, strict=True):
        here = [link for link in around if link >= 0]
        for clause in _sum_clauses(encoding, here, clues.islands[cell]):
            add(clause)
    for across, down in links.crossing:
        add([-encoding.at_least(across, 1), -encoding.at_least(down, 1)])
    return encoding


def _sum_clauses(encoding: Encoding, links: Sequence[int], clue: int) -> Iterator[list[int]]:
    """Yield the clauses that say that the links have as many bridges as the clue in all."""
    for pattern in _sum_patterns(encoding.most, len(links), clue):
        yield [
            encoding.at_least(links[place], count)
            if count > 0
            else -encoding.at_least(links[place], -count)
            for place, count in pattern
        ]


@cache
def _sum_patterns(most: int, links: int, clue: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return those clauses as (place of the link, count) with a negative count for "not so many".

    Too many: for every way to share out clue + 1, not all links have at least their share. Too
    few: for every way to share out clue - 1, not all have at most theirs.
    """
    least, limit = (1, most * links) if clue == UNKNOWN else (clue, clue)
    patterns: list[tuple[tuple[int, int], ...]] = []
    for shares in product(range(most + 1), repeat=links):
        if sum(shares) == limit + 1:
            patterns.append(tuple((k, -share) for k, share in enumerate(shares) if share))
        if sum(shares) == least - 1:
            patterns.append(tuple((k, share + 1) for k, share in enumerate(shares) if share < most))
    if not links or least > most * links:
        patterns.append(())
    return tuple(patterns)


def read_model(
    clues: Clues, encoding: Encoding, model: NDArray[np.bool_]
) -> tuple[Solution, list[list[int]]]:
    """Return the bridges in a model, and what forbids all that breaks the rule among them."""
    values = model[1 : encoding.variables + 1].reshape(-1, encoding.most)
    counts: list[int] = values.sum(axis=1).tolist()
    joined = zip(encoding.links.pairs, counts, strict=True)
    solution = make_solution((*pair, count) for pair, count in joined if count)
    return solution, broken_clauses(clues, encoding, counts)


def to_counts(links: Links, solution: Solution) -> list[int]:
    """Return the number of bridges of each link in a right solution."""
    counts = {(start, end): count for start, end, count in solution.bridges}
    return [counts.get(pair, 0) for pair in links.pairs]


def differs_from(encoding: Encoding, solution: Solution) -> list[int]:
    """Return the clause that forbids one solution."""
    clause: list[int] = []
    for link, count in enumerate(to_counts(encoding.links, solution)):
        if count:
            clause.append(-encoding.at_least(link, count))
        if count < encoding.most:
            clause.append(encoding.at_least(link, count + 1))
    return clause


def broken_clauses(clues: Clues, encoding: Encoding, counts: Sequence[int]) -> list[list[int]]:
    """Return clauses that forbid what breaks the rule about groups and loops.

    For each group that is shut off from the rest: some link must lead out of it. For each loop:
    one of its links has no bridge.
    """
    links = encoding.links
    above, depth, roots = _walk(links, counts)
    clauses: list[list[int]] = []
    if clues.connected and len(set(roots)) > 1:
        leaving: dict[int, list[int]] = {root: [] for root in dict.fromkeys(roots)}
        for link, (start, end) in enumerate(links.ends):
            if roots[start] != roots[end]:
                leaving[roots[start]].append(encoding.at_least(link, 1))
                leaving[roots[end]].append(encoding.at_least(link, 1))
        clauses.extend(leaving.values())
    if not clues.loops:
        tree = {link for _, link in above}
        for link, (start, end) in enumerate(links.ends):
            if counts[link] and link not in tree:
                loop = [link, *_path(above, depth, start, end)]
                clauses.append([-encoding.at_least(k, 1) for k in loop])
    return clauses


def _walk(
    links: Links, counts: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return for each island the one before it on a walk and the link between, depth and start."""
    above = [(-1, -1)] * len(links.cells)
    depth = [-1] * len(links.cells)
    root = [*range(len(links.cells))]
    for start in range(len(links.cells)):
        if depth[start] >= 0:
            continue
        depth[start] = 0
        waiting = [start]
        for island in waiting:
            for link in links.around[island]:
                if link < 0 or not counts[link]:
                    continue
                far = sum(links.ends[link]) - island
                if depth[far] < 0:
                    depth[far] = depth[island] + 1
                    above[far] = (island, link)
                    root[far] = start
                    waiting.append(far)
    return above, depth, root


def _path(above: list[tuple[int, int]], depth: list[int], start: int, end: int) -> list[int]:
    """Return the links between two islands of one group, along the walk."""
    links: list[int] = []
    while start != end:
        if depth[start] < depth[end]:
            start, end = end, start
        start, link = above[start]
        links.append(link)
    return links
