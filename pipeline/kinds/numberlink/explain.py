"""The cells and edges on which all solutions of a puzzle agree.

A cell agrees if in every solution the same pair uses it by the same edges, or if all leave it
empty. Few solutions are listed and compared; for many, SAT finds the backbone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.proving.explanation import (
    SHORT_LIST,
    Known,
    ShortList,
    explained,
    find_known,
    know_by_backbone,
)
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    edge_map,
    encode_plain,
    loop_clause,
    read_model,
    solution_edges,
    suits_sat,
)
from pipeline.kinds.numberlink.model import Clues, Solution, decode_solution
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import solve
from pipeline.model import Json, Status

_ROOT: Final = -1  # A vertex beside the board that every port is joined to


def edges_between_ports(
    edges: Mapping[int, tuple[int, int]], ports: Collection[int]
) -> frozenset[int]:
    """Return the names of those edges that lie on a path between two different ports.

    Path and a vertex joined to every port are in one block of the graph (a biconnected component;
    Hopcroft and Tarjan, "Algorithm 447", Comm. ACM 16(6), 1973), in which any edge lies on a circle
    with any vertex. ``edges`` has the two cells of each edge by its name; ``ports`` are cells in
    which a path may end.
    """
    import networkx as nx  # takes 0.1 s, which most commands need not spend

    names = {frozenset(ends): name for name, ends in edges.items()}
    graph = nx.Graph([*edges.values(), *((_ROOT, port) for port in ports)])
    return frozenset(
        names[frozenset(step)]
        for block in nx.biconnected_component_edges(graph)
        if len(block) > 1 and any(_ROOT in step for step in block)
        for step in block
        if _ROOT not in step
    )


def explain(clues: Clues, budget: Budget, short: ShortList = SHORT_LIST) -> Explained[Solution]:
    """Return in which cells all solutions agree, in which they do not, and what is undecided.

    ``details`` holds the edges, as pairs of cells: under ``always`` those of every solution, under
    ``sometimes`` those of some, and under ``undecided`` those of which that is not known; edges of
    no solution are left out.

    The budget is for the proof that there is one solution; its ``conflicts`` for the backbone where
    there are more than ``short`` lists.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 4, "free", ["a", "b", "b", 0, "a", 0, 0, 0])
    >>> found = explain(clues, Budget(nodes=1000, conflicts=1000))
    >>> found.status.value, found.agreeing, found.differing
    ('multiple', (0, 4), (1, 2, 3, 5, 6, 7))
    """
    known = find_known(clues, budget, solve, prove, decode_solution, short)
    if known.status is Status.MULTIPLE and not known.is_all and suits_sat(clues):
        known = _by_backbone(clues, known, budget.conflicts)
    return _explained(clues, known)


def _by_backbone(clues: Clues, known: Known[Solution], conflicts: int) -> Known[Solution]:
    encoding = encode_plain(clues)
    edges, first = encoding.edges, known.solutions[0]
    # Loops in cells that no line can reach would have to be forbidden one by one.
    ends = [cell for pair in clues.ends() for cell in pair]
    within = edges_between_ports(dict(enumerate(edges.edges)), ends)
    beyond = [[-edge - 1] for edge in range(len(edges.edges)) if edge not in within]

    def read(model: NDArray[np.bool_]) -> tuple[Solution, list[list[int]]]:
        solution, loops = read_model(clues, edges, model)
        return solution, [loop_clause(loop) for loop in loops]

    def values_of(solution: Solution) -> NDArray[np.bool_]:
        values = np.zeros(encoding.variables + 1, dtype=np.bool_)
        values[solution_edges(edges, solution)] = True
        owner = _owners(solution)
        for cell, pair in _owners(first).items():
            # An empty cell contradicts whatever the first solution has in it.
            number = owner.get(cell, ~pair)
            for place, bit in enumerate(encoding.bits[cell]):
                values[bit] = number >> place & 1
        return values

    said = [*range(1, len(edges.edges) + 1), *(b for c in _owners(first) for b in encoding.bits[c])]
    return know_by_backbone(known, said, [*encoding.clauses, *beyond], read, values_of, conflicts)


def _owners(solution: Solution) -> dict[int, int]:
    return {cell: pair for pair, path in enumerate(solution.paths) for cell in path}


def _explained(clues: Clues, known: Known[Solution]) -> Explained[Solution]:
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    of_each = [{v - 1 for v in solution_edges(edges, solution)} for solution in known.solutions]
    every = set().union(*of_each)
    always = every.intersection(*of_each)
    cells: list[int] = []
    if known.status is not Status.UNSOLVABLE:
        cells = [cell for cell in range(clues.rows * clues.cols) if cell not in clues.blocked]
    varying = {cell for edge in every - always for cell in edges.edges[edge]}
    owners = [_owners(solution) for solution in known.solutions]
    varying |= {c for owner in owners for c in owner if owner[c] != owners[0].get(c, owner[c])}
    # Unless all solutions are known, cells that are equal in these may still vary.
    still_open = set() if known.is_all else set(range(len(edges.edges))) - (every - always)
    named: dict[str, Json] = {
        "always": _pairs(edges, always - still_open),
        "sometimes": _pairs(edges, every - always),
        "undecided": _pairs(edges, still_open),
    }
    undecided = set() if known.is_all else set(cells)
    return explained(known, cells, varying, undecided, {"edges": named})


def _pairs(edges: EdgeMap, numbers: Iterable[int]) -> list[Json]:
    return [list(edges.edges[edge]) for edge in sorted(numbers)]
