"""Boards of Norinori: dominoes at random, and regions around halves of different ones."""

from __future__ import annotations

from collections import Counter
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making

TRIES: Final = 12
"""Random dominoes of which the most are taken."""
ALONE: Final = (25, 60)
"""Between these percentages of the dominoes are regions, from which a solver starts."""


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted | None:
    """Return random dominoes, and regions: some of one domino, the others around two halves."""
    grid, other = board.grid, dict[int, int]()  # The other half of each shaded cell
    dominoes = grid.edges()
    around = [{*grid.neighbours(one), *grid.neighbours(two)} for one, two in dominoes]
    for _try in range(TRIES):
        half_of: dict[int, int] = {}
        for at in making.shuffled(state, range(len(dominoes))):
            if around[at].isdisjoint(half_of):
                first, second = dominoes[at]
                half_of[first], half_of[second] = second, first
        other = max(other, half_of, key=len)
    percent = ALONE[0] + int(making.random_below(state, ALONE[1] - ALONE[0]))
    alone = [one for one in other if one < other[one] and making.random_below(state, 100) < percent]
    closed = {*alone, *(other[one] for one in alone)}
    halves = [one for one in other if one not in closed]
    seeds = [*([one] for one in halves), *([one, other[one]] for one in alone)]
    names = making.grow_regions(grid, seeds, state, closed)
    graph = nx.Graph()
    for pair in dominoes:
        first, second = (names[cell] for cell in pair)
        if first != second and max(first, second) < len(halves):
            graph.add_edge(first, second, weight=1 + int(making.random_below(state, 9)))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    joined = {one: min(pair) for pair in pairs for one in pair}
    if len(joined) < len(halves) or -1 in names:
        return None
    regions = making.renumbered([joined.get(own, own) for own in names])
    return kit.Drafted.of("cells", board, sorted(other), regions=regions)


def excludes(board: kit.Board, answer: kit.Solution) -> bool:
    """Return whether an answer has not two cells in some region."""
    shaded = Counter(board.regions[cell] for (cell,) in answer.items)
    return {*shaded.values()} != {2}
