"""All answers of Tapa: every way to shade the cells of a small board.

Slow and obvious: runs are counted on the text of what is around a cell, as pzprjs does.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import networkx as nx

Place = tuple[int, int]
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def answers(rows: Sequence[Sequence[str]]) -> Iterator[frozenset[Place]]:
    """Yield the shaded places of each answer; clues are texts such as "13" or "1?", "" for none."""
    places = [(y, x) for y in range(len(rows)) for x in range(len(rows[0]))]
    clues = {(y, x): rows[y][x] for y, x in places if rows[y][x]}
    free = [place for place in places if place not in clues]
    whole = nx.grid_2d_graph(len(rows), len(rows[0]))
    for ways in product((False, True), repeat=len(free)):
        shaded = frozenset(place for place, is_on in zip(free, ways, strict=True) if is_on)
        blocks = ({(y, x), (y + 1, x), (y, x + 1), (y + 1, x + 1)} for y, x in shaded)
        if any(block <= shaded for block in blocks):
            continue
        if not all(is_met(clue, runs_around(place, shaded)) for place, clue in clues.items()):
            continue
        if not shaded or nx.is_connected(whole.subgraph(shaded)):
            yield shaded


def runs_around(place: Place, shaded: frozenset[Place]) -> list[int]:
    """Return the lengths of the runs around a place, in their order."""
    y, x = place
    around = "".join("#" if (y + down, x + right) in shaded else "." for down, right in RING)
    start = max(around.find("."), 0)
    return [len(run) for run in (around[start:] + around[:start]).split(".") if run]


def is_met(clue: str, runs: Sequence[int]) -> bool:
    """Return whether a clue states some runs, in any order."""
    left = [*map(str, runs)]
    for known in clue.replace("?", "").replace("0", ""):
        if known not in left:
            return False
        left.remove(known)
    return len(left) == clue.count("?")
