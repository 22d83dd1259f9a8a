"""Hashi as variables and constraints: what SAT and the player's hints deduce from."""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import UNKNOWN, Clues, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.core import Model


def declare(clues: Clues, _: Solution | None = None) -> Model:
    """Return the model of a board: so many bridges at least join two islands that see each other.

    That no bridges close a loop, where a rule says so, only clauses say.

    >>> model = declare(Clues(1, 3, (2, 0, 2)))
    >>> [mark.value for mark in model.marks], model.counts[1].literals
    ([1, 2], (1, 2))
    """
    most = clues.max_bridges
    links = find_links(clues.cols, clues.islands)
    model = Model(Grid(clues.rows, clues.cols))
    joined = model.edges(links.pairs, most)
    first = [*joined.values()]
    for cell, around in zip(links.cells, links.around, strict=True):
        starts = [first[link] for link in around if link >= 0]
        literals = [start + k for start in starts for k in range(most)]
        clue = clues.islands[cell]
        sums: Any = range(1, len(literals) + 1) if clue == UNKNOWN else (clue,)
        model.count(literals, sums, "full", about=(cell,))
    for across, down in links.crossing:
        about = (*links.pairs[across], *links.pairs[down])
        model.clause((-first[across], -first[down]), "cross", about)
    if clues.connected:
        model.connected_by(joined, links.cells, "isolation")
    if not clues.loops:
        model.forest(joined)
    return model


def read_bridges(model: Model, values: NDArray[np.bool_]) -> Solution:
    """Return the bridges in a model of the clauses.

    ``values`` is ndarray[bool], indexed by variable; it may end early, the rest then fails.
    """
    held = Counter([mark.place for mark in compress(model.marks, values[1:].tolist())])
    bridges = sorted((start, end, count) for (start, end), count in held.items())
    return Solution(tuple(bridges))


def to_literals(model: Model, solution: Solution) -> list[int]:
    """Return what a right solution says of the variables, as literals in their order."""
    counts: dict[tuple[int, ...], int] = {(start, end): n for start, end, n in solution.bridges}
    return [
        variable if mark.value <= counts.get(mark.place, 0) else -variable
        for variable, mark in enumerate(model.marks, 1)
    ]
