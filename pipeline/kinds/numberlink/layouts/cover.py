"""Outlines of boards: masks, whether lines can cover a region, and where the chain starts on it.

Every line can be cut into pieces of two and three cells, so a region without a cover by such pieces
has no cover by lines. In that case some cells, no two of them adjacent, are more than twice as many
as their neighbours (Akiyama, Avis and Era, "On a {1,2}-factor of a graph", TRU Math. 16, 1980). The
search that repairs a cover finds them.

The number of lines that cover a board is cells minus edges, so the largest number of edges with at
most two at each cell bounds it from below: a flow from dark cells of the chequerboard to light ones
(Ford and Fulkerson, "Maximal flow through a network", Canad. J. Math. 8, 1956).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.numberlink.model import Path
from pipeline.model import ConfigError


def neighbours(cols: int, cells: Collection[int], cell: int) -> list[int]:
    """Return the neighbours of a cell in a region: right, left, below, above."""
    col = cell % cols
    level = [cell + 1] * (col + 1 < cols) + [cell - 1] * (col > 0)
    return [other for other in [*level, cell + cols, cell - cols] if other in cells]


@dataclass(frozen=True, slots=True)
class StartCover:
    """Short lines (two or three cells), and the cells that they leave uncovered."""

    paths: tuple[Path, ...]
    stuck: tuple[int, ...] = ()


def cover_start(cols: int, cells: Collection[int], along: int) -> StartCover:
    """Return lines of two and three cells that cover a region, most of them in one direction.

    ``along`` is 0 for lines along the rows first, 1 for lines down the columns.
    """
    return _Stars(cols, frozenset(cells), along).cover()


@dataclass(slots=True)
class _Stars:
    """A cover under construction: each line is a centre with one or two leaves beside it."""

    cols: int
    inside: frozenset[int]
    along: int
    leaves: dict[int, list[int]] = field(default_factory=dict)
    centre: dict[int, int] = field(default_factory=dict)

    def cover(self) -> StartCover:
        """Place dominoes greedily, then find a place for each remaining cell."""
        order = sorted(self.inside, key=lambda cell: (cell % self.cols) * self.along)
        for cell in order:
            if not self._is_covered(cell):
                other = next((o for o in self.around(cell) if not self._is_covered(o)), None)
                if other is not None:
                    self._join(cell, other)
        for cell in order:
            if not self._is_covered(cell):
                stuck = self._place(cell)
                if stuck:
                    return StartCover((), stuck)
        lines = [tuple(self._line(centre)) for centre in sorted(self.leaves)]
        return StartCover(tuple(lines))

    def around(self, cell: int) -> list[int]:
        """Return the neighbours of a cell in the region, the favoured direction first."""
        found = neighbours(self.cols, self.inside, cell)
        return sorted(found, key=lambda other: abs(other - cell) == 1) if self.along else found

    def _is_covered(self, cell: int) -> bool:
        return cell in self.leaves or cell in self.centre

    def _join(self, centre: int, leaf: int) -> None:
        self.leaves.setdefault(centre, []).append(leaf)
        self.centre[leaf] = centre

    def _line(self, centre: int) -> list[int]:
        first, *second = self.leaves[centre]
        return [first, centre, *second]

    def _place(self, cell: int) -> tuple[int, ...]:
        """Cover a cell by a shortest chain of changes; return the stuck cells if there is none."""
        came: dict[int, tuple[int, int] | None] = {cell: None}
        waiting = deque([cell])
        while waiting:
            here = waiting.popleft()
            for other in self.around(here):
                if other in self.leaves and len(self.leaves[other]) == 2:
                    for leaf in self.leaves[other]:
                        if leaf not in came:
                            came[leaf] = (here, other)
                            waiting.append(leaf)
                elif other not in came:
                    self._take(here, other, came)
                    return ()
        return tuple(sorted(came))

    def _take(self, here: int, other: int, came: dict[int, tuple[int, int] | None]) -> None:
        """Join the last cell of a chain to ``other``, and each earlier one to the freed place."""
        leaf, step = here, came[here]
        while step is not None:
            before, centre = step
            self.leaves[centre].remove(leaf)
            self._join(centre, before)
            leaf, step = before, came[before]
        if other in self.centre:
            centre = self.centre.pop(other)
            self.leaves[centre].remove(other)
            if not self.leaves[centre]:
                # Either cell of a line of two may be the centre.
                del self.leaves[centre]
                self._join(other, centre)
        self._join(other, here)


_SOURCE: Final = -1
_SINK: Final = -2


def least_lines(cols: int, cells: frozenset[int]) -> int:
    """Return a number of lines below which nothing covers a region; more may be needed."""
    return len(cells) - sum(_most_edges(cols, cells, _of_colour(cols, cells, 0)).values())


def forced_end(cols: int, cells: frozenset[int], endless: frozenset[int]) -> int | None:
    """Return a cell of ``endless`` where some line must end nevertheless, None if none is found.

    Lines that pass through all of these cells use two edges at each. Each colour can be checked
    alone: if both can have their edges, they can have them together (Mendelsohn and Dulmage, Canad.
    J. Math. 10, 1958).
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
    """Return how many edges each of some cells of one colour has in a largest set of edges."""
    import networkx as nx  # takes 0.1 s, which boards without a mask need not spend

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


def require_coverable(mask: tuple[str, ...], shortest: int, pairs: tuple[int, int] | None) -> None:
    """Raise `ConfigError` for a mask that lines of at least ``shortest`` cells cannot cover.

    This detects pieces smaller than a line, more pieces than pairs, and cells that have too few
    neighbours to be covered together; other impossible masks are accepted.
    """
    cols = len(mask[0])
    cells = [cell for cell, sign in enumerate("".join(mask)) if sign == "#"]
    parts = Grid(len(mask), cols).parts(cells)
    for part in parts:
        if len(part) < shortest:
            raise ConfigError(
                f"mask: expected pieces of at least {shortest} cells, the shortest line, found one "
                f"of {len(part)} at {_place(part[0], cols)}; join it to the rest or leave it out"
            )
    if pairs is not None and len(parts) > pairs[1]:
        raise ConfigError(
            f"mask: expected at most as many pieces as pairs, found {len(parts)} pieces and "
            f"pairs={pairs[1]}; ask for more pairs"
        )
    stuck = cover_start(cols, cells, 0).stuck
    if stuck:
        places = ", ".join(_place(cell, cols) for cell in stuck[:4])
        more = "" if len(stuck) <= 4 else f" and {len(stuck) - 4} more"
        raise ConfigError(
            f"mask: expected a shape that lines can cover, found {len(stuck)} cells with too few "
            f"neighbours for all of them: {places}{more}; leave one of these cells out"
        )


def _place(cell: int, cols: int) -> str:
    return f"row {cell // cols + 1}, column {cell % cols + 1}"
