"""How many lines a board of any outline needs at least, before any layout is tried.

Lines that cover a board use at most two edges at each cell, and there are as many of them as cells
less edges. So the most edges that any choice of at most two at each cell has bounds the lines from
below. The board is coloured like a chequerboard, and the most edges are a flow from dark cells to
light ones (Ford and Fulkerson, "Maximal flow through a network", Canad. J. Math. 8, 1956).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pipeline.kinds.numberlink.layouts.start_cover import neighbours

_SOURCE: Final = -1
_SINK: Final = -2


def least_lines(cols: int, cells: frozenset[int]) -> int:
    """Return a number of lines below which nothing covers a region; more may be needed.

    Examples
    --------
    >>> least_lines(3, frozenset(range(9))), least_lines(3, frozenset({1, 3, 4, 5, 7}))
    (1, 3)
    """
    return len(cells) - sum(_most_edges(cols, cells, _of_colour(cols, cells, 0)).values())


def forced_end(cols: int, cells: frozenset[int], endless: frozenset[int]) -> int | None:
    """Return a cell of ``endless`` where some line must end all the same, None where none shows.

    Lines that pass through all of these cells use two edges at each. Those of one colour can have
    them or not, whatever the other colour needs: where each colour can by itself, both can at once
    (Mendelsohn and Dulmage, Canad. J. Math. 10, 1958).

    Examples
    --------
    >>> forced_end(3, frozenset(range(6)), frozenset({0, 3}))
    >>> forced_end(3, frozenset({1, 3, 4, 5}), frozenset({1}))
    1
    """
    for colour in (0, 1):
        edges = _most_edges(cols, cells, _of_colour(cols, endless, colour))
        short = [cell for cell, number in edges.items() if number < 2]
        if short:
            return min(short)
    return None


def _of_colour(cols: int, cells: Iterable[int], colour: int) -> list[int]:
    return [cell for cell in sorted(cells) if (cell // cols + cell % cols) % 2 == colour]


def _most_edges(cols: int, cells: frozenset[int], starts: list[int]) -> dict[int, int]:
    """Return how many edges each of some cells of one colour has, where all have the most."""
    import networkx as nx  # takes a tenth of a second, which boards without a mask need not spend

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from((_SOURCE, _SINK))
    for cell in starts:
        graph.add_edge(_SOURCE, cell, capacity=2)
        for other in neighbours(cols, cells, cell):
            graph.add_edge(cell, other, capacity=1)
            graph.add_edge(other, _SINK, capacity=2)
    _, flow = nx.maximum_flow(graph, _SOURCE, _SINK)
    edges: dict[int, int] = flow[_SOURCE]
    return edges
