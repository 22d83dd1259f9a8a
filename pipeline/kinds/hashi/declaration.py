"""The rules of Hashi as constraints."""

from __future__ import annotations

from typing import Any

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import RULE_PARTS, UNKNOWN
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.core import Model


def declare(board: Board, _: Solution | None = None) -> Model:
    """Return the rules as constraints; a variable states that at least k bridges join two islands.

    Only clauses enforce that bridges close no loop.

    >>> from pipeline.kinds.hashi.model import make_clues
    >>> model = declare(make_clues(1, 3, (2, 0, 2)))
    >>> [mark.value for mark in model.marks], model.counts[1].literals
    ([1, 2], (1, 2))
    """
    limit, is_connected, has_loops = RULE_PARTS[board.rule]
    links = find_links(board)
    model = Model(Grid(board.rows, board.cols))
    joined = model.edges(links.pairs, limit)
    first = [*joined.values()]
    for cell, around in zip(links.cells, links.around, strict=True):
        literals = [first[link] + k for link in around if link >= 0 for k in range(limit)]
        clue = board.values[cell]
        sums: Any = range(1, len(literals) + 1) if clue == UNKNOWN else (clue,)
        model.count(literals, sums, "full", about=(cell,))
    for across, down in links.crossing:
        about = (*links.pairs[across], *links.pairs[down])
        model.clause((-first[across], -first[down]), "cross", about)
    if is_connected:
        model.connected_by(joined, links.cells, "isolation")
    if not has_loops:
        model.forest(joined)
    return model
