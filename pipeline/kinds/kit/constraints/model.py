"""The words in which a kind declares its rules: decision variables, and constraints on them.

A *decision variable* is true or false; variables are numbered from 1, and a *literal* is a variable
or its negative, as in clauses. Each stands for something on the board, its `Mark`: a cell is
shaded, a cell holds a number, a line joins two cells, a border is drawn.

A *constraint* is either a `Count`, so many of some literals hold, or *global*: it looks at a whole
graph (`Loop`, `Connected`, `Paths`, `Regions`) or at a group of numbers (`AllDifferent`, which is
made of counts, and deduces more than they do alone). Each has the key of its reason
(``reasons.<language>.toml`` of the kind) and the cells that it is about. A count may belong to
a clue: it holds only while that clue stands on the board.

The words are those of constraint programming; that a puzzle's rules can be said so shortly is shown
by cspuz (github.com/semiexp/cspuz) and noqx (github.com/T0nyX1ang/noqx).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import Final, Literal, NamedTuple, TypeAlias

from pipeline.kinds.kit.constraints.grid import Grid, Pair

MOST_SUM: Final = 63
"""Sums from here on are one to a count: it says "at least so many" of more literals at most."""

ALWAYS: Final = 0
"""In a graph, in place of a literal: the node or edge is always there."""

Family: TypeAlias = Literal["cells", "numbers", "edges", "borders"]
"""What a variable may stand for: a shaded cell, a number in one, a line, a drawn border."""


class Mark(NamedTuple):
    """What a variable stands for. ``place`` is (cell,), an edge, or a border by its corners.

    ``value`` is the number in a cell, or how many lines an edge has at least; else 1.
    """

    family: Family
    place: tuple[int, ...]
    value: int = 1


class Count(NamedTuple):
    """So many of the literals hold, one of ``sums``. A clause is a count of at least one.

    ``clue`` is the cell of the clue that it follows from, None where it follows from the rules.
    """

    literals: tuple[int, ...]
    sums: int
    """Bit k says that k of them may hold; bit `MOST_SUM` stands for all larger sums too."""
    reason: str
    about: tuple[int, ...]
    clue: int | None = None


class Loop(NamedTuple):
    """The edges that are drawn form one closed loop, which meets no node twice.

    That no node has one or three of them is for counts to say. ``edges`` are (literal, node, node).
    """

    edges: tuple[tuple[int, int, int], ...]
    reason: str


class Connected(NamedTuple):
    """The nodes that are there hang together by the edges that are.

    ``nodes`` are literals, ``edges`` (literal, node, node); `ALWAYS` for what is always there. An
    edge joins two nodes only if all three are there.
    """

    nodes: tuple[int, ...]
    edges: tuple[tuple[int, int, int], ...]
    reason: str


class Paths(NamedTuple):
    """The edges that are drawn form paths, none closed, that join nodes with fitting labels.

    That a node lies on one edge or two is for counts to say. ``labels`` has the label of each node,
    0 for none. Labels that follow each other on a path are equal, or with ``in_order`` neighbours
    in 1, 2, 3, ...
    """

    edges: tuple[tuple[int, int, int], ...]
    labels: tuple[int, ...]
    in_order: bool
    reason: str


class Regions(NamedTuple):
    """Nodes that are there and hang together form regions, with one size in each, its own.

    ``nodes`` are literals, ``edges`` pairs of neighbours, ``sizes`` the size of its region that
    a node tells, 0 where it tells none, -1 where any size will do. Nodes that tell one are there.
    """

    nodes: tuple[int, ...]
    edges: tuple[Pair, ...]
    sizes: tuple[int, ...]
    reason: str


class AllDifferent(NamedTuple):
    """Places that hold different values: ``literals[place][value]``, as counts say already.

    Where each of k places has one of the same k values left, no other place has them.
    """

    literals: tuple[tuple[int, ...], ...]
    reason: str
    about: tuple[int, ...]


Global: TypeAlias = Loop | Connected | Paths | Regions | AllDifferent


@dataclass(slots=True)
class Model:
    """The variables and constraints of a puzzle. A kind's ``declare`` makes one and fills it.

    Examples
    --------
    >>> model = Model(Grid(1, 3))
    >>> shaded = model.cells()
    >>> model.count(shaded.values(), (1, 2), "line", about=range(3))
    >>> model.counts[0].literals, bin(model.counts[0].sums)
    ((1, 2, 3), '0b110')
    """

    grid: Grid
    marks: list[Mark] = field(default_factory=list)
    """What variable ``k`` stands for is at ``k - 1``."""
    counts: list[Count] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    forests: list[tuple[tuple[int, int, int], ...]] = field(default_factory=list)
    """Edges (literal, node, node) of which those drawn close no loop: said in clauses alone, which
    is enough for proofs; the propagator and the player deduce nothing from it."""

    # Variables

    def cells(self, cells: Iterable[int] | None = None) -> dict[int, int]:
        """Return a new variable for each cell: it is shaded."""
        wanted = self.grid.cells if cells is None else cells
        return {cell: self._new("cells", (cell,)) for cell in wanted}

    def numbers(self, values: Sequence[int], reason: str) -> dict[tuple[int, int], int]:
        """Return a new variable for each (cell, value): the cell holds the value, and no other."""
        found = {
            (cell, value): self._new("numbers", (cell,), value)
            for cell in self.grid.cells
            for value in values
        }
        for cell in self.grid.cells:
            self.count([found[cell, value] for value in values], (1,), reason, about=(cell,))
        return found

    def edges(self, pairs: Iterable[Pair] | None = None, most: int = 1) -> dict[Pair, int]:
        """Return a new variable for each edge: a line joins its two cells.

        With ``most`` lines side by side, the variables of an edge follow one another: the first,
        which is returned, says that there is one line at least, the next that there are two.
        """
        first: dict[Pair, int] = {}
        for pair in self.grid.edges() if pairs is None else pairs:
            self.marks.append(Mark("edges", pair))
            variable = first[pair] = len(self.marks)
            for value in range(2, most + 1):
                self.marks.append(Mark("edges", pair, value))
                self.counts.append(Count((variable, -variable - 1), AT_LEAST_ONE, "edge", pair))
                variable += 1
        return first

    def borders(self) -> dict[Pair, int]:
        """Return a new variable for each border of a cell: it is drawn."""
        return {pair: self._new("borders", pair) for pair in self.grid.borders()}

    def _new(self, family: Family, place: tuple[int, ...], value: int = 1) -> int:
        self.marks.append(Mark(family, place, value))
        return len(self.marks)

    # Constraints

    def count(
        self,
        literals: Iterable[int],
        sums: Iterable[int],
        reason: str,
        about: Iterable[int],
        clue: int | None = None,
    ) -> None:
        """Add that so many of the literals hold, one of ``sums``."""
        allowed = 0
        for number in sums:
            allowed |= 1 << min(number, MOST_SUM)
        self.counts.append(Count(tuple(literals), allowed, reason, tuple(about), clue))

    def clause(
        self, literals: Iterable[int], reason: str, about: Iterable[int], clue: int | None = None
    ) -> None:
        """Add that one of the literals holds at least."""
        self.counts.append(Count(tuple(literals), AT_LEAST_ONE, reason, tuple(about), clue))

    def table(
        self,
        literals: Sequence[int],
        allowed: Iterable[Sequence[bool]],
        reason: str,
        about: Iterable[int],
        clue: int | None = None,
    ) -> None:
        """Add that the literals hold in one of some ways, as the shortest clauses that say so."""
        place = tuple(about)
        ways = tuple(tuple(map(bool, way)) for way in allowed)
        for pattern in shortest_clauses(len(literals), ways):
            clause = [literals[k] if holds else -literals[k] for k, holds in pattern]
            self.clause(clause, reason, place, clue)

    def all_different(
        self,
        variables: Mapping[tuple[int, int], int],
        cells: Sequence[int],
        values: Sequence[int],
        reason: str,
    ) -> None:
        """Add that the cells hold different values; each value once where there are as many."""
        sums = (1,) if len(cells) == len(values) else (0, 1)
        for value in values:
            self.count([variables[cell, value] for cell in cells], sums, reason, about=cells)
        literals = tuple(tuple(variables[cell, value] for value in values) for cell in cells)
        self.globals.append(AllDifferent(literals, reason, tuple(cells)))

    def loop(self, borders: Mapping[Pair, int], reason: str) -> None:
        """Add that what is drawn is one closed loop; its nodes are the corners or the cells."""
        self.globals.append(Loop(_graph(borders), reason))

    def connected(self, literals: Mapping[int, int], reason: str) -> None:
        """Add that the cells whose literals hold hang together, over their borders."""
        place = {cell: k for k, cell in enumerate(literals)}
        edges = (
            (ALWAYS, place[a], place[b]) for a, b in self.grid.edges() if a in place and b in place
        )
        self.globals.append(Connected(tuple(literals.values()), tuple(edges), reason))

    def connected_by(self, edges: Mapping[Pair, int], nodes: Sequence[int], reason: str) -> None:
        """Add that all the cells in ``nodes`` hang together by the edges that are drawn."""
        place = {cell: k for k, cell in enumerate(nodes)}
        joined = tuple((var, place[a], place[b]) for (a, b), var in edges.items())
        self.globals.append(Connected((ALWAYS,) * len(nodes), joined, reason))

    def forest(self, edges: Mapping[Pair, int]) -> None:
        """Add that the edges that are drawn close no loop."""
        self.forests.append(_graph(edges))

    def paths(
        self, edges: Mapping[Pair, int], labels: Mapping[int, int], reason: str, in_order: bool
    ) -> None:
        """Add that what is drawn are paths, none closed, that join cells with fitting labels."""
        size = self.grid.rows * self.grid.cols
        told = tuple(labels.get(cell, 0) for cell in range(size))
        self.globals.append(Paths(_graph(edges), told, in_order, reason))

    def regions(self, literals: Mapping[int, int], sizes: Mapping[int, int], reason: str) -> None:
        """Add that cells that hang together are as many as the one size among them says."""
        place = {cell: k for k, cell in enumerate(literals)}
        edges = tuple(
            (place[a], place[b]) for a, b in self.grid.edges() if a in place and b in place
        )
        told = tuple(sizes.get(cell, 0) for cell in literals)
        self.globals.append(Regions(tuple(literals.values()), edges, told, reason))


AT_LEAST_ONE: Final = (1 << (MOST_SUM + 1)) - 2
"""The sums of a clause."""


@cache
def shortest_clauses(
    width: int, allowed: tuple[tuple[bool, ...], ...]
) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """Return the shortest clauses, as (place, holds), that together leave just the ways allowed.

    They are all the prime implicates, so that unit propagation of the clauses finds whatever the
    table forces.

    Examples
    --------
    >>> shortest_clauses(2, ((True, False), (False, True), (True, True)))
    (((0, True), (1, True)),)
    """
    found: list[tuple[tuple[int, bool], ...]] = []
    for size in range(width + 1):
        for places in combinations(range(width), size):
            seen = {tuple(way[k] for k in places) for way in allowed}
            for values in product((False, True), repeat=size):
                clause = tuple((k, not value) for k, value in zip(places, values, strict=True))
                is_longer = any(set(short) <= set(clause) for short in found)
                if values not in seen and not is_longer:
                    found.append(clause)
    return tuple(found)


def _graph(variables: Mapping[Pair, int]) -> tuple[tuple[int, int, int], ...]:
    return tuple((variable, a, b) for (a, b), variable in variables.items())
