"""Mends a layout until it is the only solution of the puzzle that it makes.

Deduction says which links it leaves open; a search finds a rival among them. Where the two differ
the layout is changed a little: another number of bridges, a bridge more or less, a new island on a
bridge. A change that leaves more open than before is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.hashi.grow import random_count
from pipeline.kinds.hashi.kernels import search as kernel
from pipeline.kinds.hashi.kernels.board import Board, State
from pipeline.kinds.hashi.kernels.deduce import COUNTING
from pipeline.kinds.hashi.layout import ISLAND, Layout, Pair
from pipeline.kinds.hashi.links import Links, find_links, make_board, make_state
from pipeline.kinds.hashi.model import RULE_PARTS, Clues

NODES: Final = 200
"""Nodes for one look at a layout; a layout that takes more is changed somewhere open."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a mended layout has to be.

    ``rung``: deductions of this rung leave nothing open; None where a unique solution is enough.
    ``most`` islands at the most. ``multiples``: percent of new bridges that are more than one.
    """

    rule: str
    rung: int | None
    most: int
    multiples: int = 50


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a look at a layout found: pairs of cells left open, and those where a rival differs."""

    is_done: bool
    open_pairs: list[Pair]
    rival: dict[Pair, int] | None


def mend(layout: Layout, aim: Aim, rounds: int, state: NDArray[np.uint64]) -> Layout | None:
    """Return a layout that is the only solution of its puzzle; None where that was not reached.

    Parameters
    ----------
    layout : Layout
        Where to start; it is left as it is.
    aim : Aim
        What has to be reached.
    rounds : int
        Most changes tried.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    """
    best, look = layout, look_at(layout, aim)
    for _ in range(rounds):
        if look.is_done:
            return best
        changed = best.copy()
        if not _change(changed, look, aim, state):
            continue
        found = look_at(changed, aim)
        if found.is_done or len(found.open_pairs) <= len(look.open_pairs):
            best, look = changed, found
    return best if look.is_done else None


def look_at(layout: Layout, aim: Aim) -> Assessment:
    """Return what deduction leaves open in the puzzle of a layout, and a rival if one is found."""
    clues, _ = layout.puzzle(aim.rule)
    return look_at_clues(clues, layout.bridges, aim)


def look_at_clues(clues: Clues, bridges: Mapping[Pair, int], aim: Aim) -> Assessment:
    """Return the same for a puzzle and the solution that it has to have, by pairs of cells."""
    links, board = make_board(clues)
    state = make_state(board, clues.max_bridges)
    kernel.start(board, state, COUNTING if aim.rung is None else aim.rung)
    cells = links.cells
    left = np.flatnonzero(state.low < state.high).tolist()
    pairs = [(cells[links.ends[link][0]], cells[links.ends[link][1]]) for link in left]
    if not pairs:
        return Assessment(True, pairs, None)
    if aim.rung is not None:
        return Assessment(False, pairs, None)
    return _search(bridges, links, board, state, pairs)


def _search(
    bridges: Mapping[Pair, int], links: Links, board: Board, state: State, pairs: list[Pair]
) -> Assessment:
    """Search for a solution other than the one given."""
    cells = links.cells
    while True:
        answer = kernel.advance(board, state, NODES, COUNTING)
        if answer != kernel.FOUND:
            return Assessment(answer == kernel.DONE, pairs, None)
        counts = state.low.tolist()
        rival = {}
        for (one, other), count in zip(links.ends, counts, strict=True):
            pair = (cells[one], cells[other])
            if count != bridges.get(pair, 0):
                rival[pair] = count
        if rival:
            return Assessment(False, pairs, rival)


def _change(layout: Layout, look: Assessment, aim: Aim, state: NDArray[np.uint64]) -> bool:
    """Change the layout a little where it differs from a rival, or where something is open."""
    places = look.open_pairs if look.rival is None else list(look.rival)
    return _change_at(layout, places[_below(state, len(places))], aim, state)


def change_somewhere(layout: Layout, aim: Aim, state: NDArray[np.uint64]) -> bool:
    """Change the layout a little anywhere, in place; say whether it was changed."""
    links = find_links(layout.rows, layout.cols, tuple(int(c == ISLAND) for c in layout.cells))
    one, other = links.ends[_below(state, len(links.ends))]
    return _change_at(layout, (links.cells[one], links.cells[other]), aim, state)


def _change_at(layout: Layout, pair: Pair, aim: Aim, state: NDArray[np.uint64]) -> bool:
    parts = RULE_PARTS[aim.rule]
    have = layout.bridges.get(pair, 0)
    choice = _below(state, 10)
    if have and choice < 4 and len(layout.islands) < aim.most:
        return layout.split_with_image(pair, lambda bound: _below(state, bound))
    if have:
        other = random_count(parts.max_bridges, aim.multiples, state)
        if other != have:
            layout.bridges[pair] = other
            return True
        return False
    if parts.loops and choice < 7:
        return layout.join(*pair, random_count(parts.max_bridges, aim.multiples, state))
    # A link that the layout leaves empty: change a bridge next to it.
    near = [other for other in layout.bridges if pair[0] in other or pair[1] in other]
    if near:
        other_pair = near[_below(state, len(near))]
        layout.bridges[other_pair] = random_count(parts.max_bridges, aim.multiples, state)
        return True
    return False


def _below(state: NDArray[np.uint64], bound: int) -> int:
    return int(random_below(state, bound))
