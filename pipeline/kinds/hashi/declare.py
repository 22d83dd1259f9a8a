"""Hashi as variables and constraints: what the player's hints deduce from."""

from __future__ import annotations

from typing import Any, Final

from pipeline.kinds.hashi.engines.links import find_links
from pipeline.kinds.hashi.model import UNKNOWN, Clues
from pipeline.kinds.kit.constraints.drawing import Looks
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.player import to_json
from pipeline.kinds.kit.deduction import read_reasons
from pipeline.model import JsonObject

MOST_CELLS: Final = 400
"""Largest board with hints: the page of a larger one would be slow to fetch, and to think."""


def declare(clues: Clues) -> Model:
    """Return the model of a board: so many bridges at least join two islands that see each other.

    That no bridges close a loop, where a rule says so, is left out: what follows still holds.

    Examples
    --------
    >>> model = declare(Clues(1, 3, (2, 0, 2)))
    >>> [mark.value for mark in model.marks], model.counts[1].literals
    ([1, 2], (1, 2))
    """
    most = clues.max_bridges
    links = find_links(clues.cols, clues.islands)
    model = Model(Grid(clues.rows, clues.cols))
    first = model.edges(links.pairs, most)
    for cell, around in zip(links.cells, links.around, strict=True):
        starts = [first[links.pairs[link]] for link in around if link >= 0]
        literals = [start + k for start in starts for k in range(most)]
        clue = clues.islands[cell]
        sums: Any = range(1, len(literals) + 1) if clue == UNKNOWN else (clue,)
        model.count(literals, sums, "full", about=(cell,))
    for one, other in links.crossing:
        pairs = links.pairs[one], links.pairs[other]
        model.clause([-first[pair] for pair in pairs], "cross", about=(*pairs[0], *pairs[1]))
    if clues.connected:
        model.connected_by(first, links.cells, "isolation")
    return model


def play(clues: Clues, language: str) -> JsonObject | None:
    """Return the rules as data for the player's hints; None on a board beyond `MOST_CELLS`."""
    if clues.rows * clues.cols > MOST_CELLS:
        return None
    return to_json(declare(clues), Looks(), 0, read_reasons(__package__, language))
