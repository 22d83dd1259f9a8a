"""Models: the decision variables of a puzzle and the constraints on them.

A *decision variable* is true or false; variables are numbered from 1, and a *literal* is a variable
or its negative, as in clauses. The `Mark` of a variable is its meaning on the board: a cell is
shaded, a cell contains a number, a line joins two cells, a border is drawn.

A *constraint* is either a `Count`, which limits how many of some literals are true, or a `Global`:
it restricts a whole graph, group or line (the folders here). Each has the key of its reason in the
kind's ``texts.<language>.toml`` and the cells that the reason points at. A constraint that follows
from a clue names it, by its cell or, after all cells, its place in ``Board.other_clues``, and is
dropped when the clue is removed.

Similar libraries for the same puzzles: cspuz (github.com/semiexp/cspuz) and noqx
(github.com/T0nyX1ang/noqx).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from itertools import combinations, pairwise, product
from operator import or_
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.words.accepted.rule import Accepted, Layers, views
from pipeline.kinds.kit.words.base import ALWAYS, Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.distinct_lines.rule import DistinctLines
from pipeline.kinds.kit.words.loop.rule import Loop
from pipeline.kinds.kit.words.matching.rule import Matching
from pipeline.kinds.kit.words.paths.rule import Paths
from pipeline.kinds.kit.words.regions.rule import Regions
from pipeline.kinds.kit.words.total.rule import Total
from pipeline.model import ConfigError

T = TypeVar("T")

MOST_KNOWN: Final = 1024  # Parts of boards of a size that are kept
MOST_SUM: Final = 63  # Counts do not distinguish sums from here on
Family: TypeAlias = Literal[
    "cells", "numbers", "edges", "borders", "edges+cells", "bridges", "strokes", "numbers+strokes"
]
"""What variables decide: shaded cells, numbers in cells, lines between cells, drawn borders;
bridges, which are several lines side by side, with variables of edges; strokes from a cell to
another, across, down or diagonal; or two of these, of which a variable has one."""


_FAMILIES: Final[Mapping[Family, tuple[Family, ...]]] = {
    "edges+cells": ("edges", "cells"),
    "numbers+strokes": ("numbers", "strokes"),
}


def families_of(family: Family) -> tuple[Family, ...]:
    """Return the one or two families of an answer.

    >>> families_of("edges+cells"), families_of("cells")
    (('edges', 'cells'), ('cells',))
    """
    return _FAMILIES.get(family, (family,))


class Mark(NamedTuple):
    """The meaning of a variable.

    ``place`` is (cell,), an edge, a border by its corners, or a stroke by its ends.

    ``value`` is the number in a cell, or the least number of lines on an edge; else 1.
    """

    family: Family
    place: tuple[int, ...]
    value: int = 1

    def item_of(self, family: Family) -> tuple[int, ...]:
        """Return what a solution of a family has if the variable is true.

        >>> Mark("strokes", (0, 1)).item_of("numbers+strokes"), Mark("cells", (3,)).item_of("cells")
        ((0, 1, 1), (3,))
        """
        is_long = self.family == "numbers" or family == "numbers+strokes"
        return (*self.place, self.value) if is_long else self.place


class Count(NamedTuple):
    """The number of true literals is one of ``sums``. A clause is a count of at least one.

    ``clue`` is the clue that it follows from, None for a rule of every board.
    """

    literals: tuple[int, ...]
    sums: int
    """Bit k is set if k of them may be true; bit `MOST_SUM` covers all larger sums."""
    reason: str
    about: tuple[int, ...]
    clue: int | None = None


@dataclass(slots=True)
class Part:
    """The constraints that follow from one clue of boards of a size."""

    counts: tuple[Count, ...]
    globals: tuple[Global, ...]
    rows: Any = field(default=None, repr=False)
    """These as arrays, kept by `engine.arrays`."""


@dataclass(slots=True)
class Model:
    """The variables and constraints of a puzzle; a kind's ``declare`` builds one.

    >>> model = Model(Grid(1, 3))
    >>> shaded = model.cells()
    >>> model.count(shaded.values(), (1, 2), "line", about=range(3))
    >>> model.counts[0].literals, bin(model.counts[0].sums)
    ((1, 2, 3), '0b110')
    """

    grid: Grid
    marks: list[Mark] = field(default_factory=list)
    """The mark of variable ``k`` is at ``k - 1``."""
    counts: list[Count] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    forests: list[tuple[tuple[int, int, int], ...]] = field(default_factory=list)
    """Graphs, as edges (literal, node, node), whose drawn edges close no loop. Only the clauses
    enforce this, which is enough for proofs; the propagator and the player ignore it."""

    base: Model | None = None  # The model whose constraints come first, see `extended`
    is_base_last: bool = False
    """Whether the constraints of the base follow the others, as `put_base_last` does."""
    known: dict[Any, Part] = field(default_factory=dict, repr=False, compare=False)
    """Of a base: what follows from each clue of boards that were declared."""
    parts: list[tuple[int, int, Part]] = field(default_factory=list, repr=False, compare=False)
    """Parts in their order, with the numbers of counts and globals before each."""
    rows: Any = field(default=None, repr=False, compare=False)
    """The constraints of a base as arrays, kept by `engine.arrays`."""
    encoded: Any = field(default=None, repr=False, compare=False)
    """The clauses of the counts of a base, kept by `engine.encode`."""
    compiled: dict[bool, Any] = field(default_factory=dict, repr=False, compare=False)
    """The compiled model, with and without overlaps, kept by `engine.arrays`."""

    def extended(self) -> Model:
        """Return a model with the same variables and constraints, to which more are added.

        So boards of a size share what does not depend on their clues; it is compiled once.
        """
        return Model(self.grid, self.marks, [*self.counts], [*self.globals], [*self.forests], self)

    def put_base_last(self) -> None:
        """Move the constraints of the base behind the others, in place."""
        assert self.base is not None
        self.is_base_last = True
        counts, globals_ = len(self.base.counts), len(self.base.globals)
        self.counts[:] = [*self.counts[counts:], *self.counts[:counts]]
        self.globals[:] = [*self.globals[globals_:], *self.globals[:globals_]]

    def each(self, name: str, clues: Iterable[T]) -> Iterator[T]:
        """Yield the clues that no board of this size had before; see `words.model.Model.each`."""
        known = {} if self.base is None else self.base.known
        for clue in clues:
            counts, globals_ = len(self.counts), len(self.globals)
            part = known.get((name, clue))
            if part is None:
                yield clue
                part = Part(tuple(self.counts[counts:]), tuple(self.globals[globals_:]))
                if len(known) >= MOST_KNOWN:
                    known.clear()
                known[name, clue] = part
            else:
                self.counts += part.counts
                self.globals += part.globals
            self.parts.append((counts, globals_, part))

    # Variables

    def cells(self, cells: Iterable[int] | None = None) -> dict[int, int]:
        """Return a new variable for each cell: it is shaded."""
        wanted = self.grid.cells if cells is None else cells
        return self._new("cells", {cell: (cell,) for cell in wanted})

    def numbers(
        self, values: Sequence[int], reason: str, cells: Iterable[int] | None = None
    ) -> dict[tuple[int, int], int]:
        """Return a new variable for each (cell, value): the cell contains this value only.

        Without ``cells`` they are all cells of the board.
        """
        places = [*self.grid.cells] if cells is None else [*cells]
        keys = [*product(places, values)]
        found = {key: variable for variable, key in enumerate(keys, len(self.marks) + 1)}
        self.marks += [Mark("numbers", (cell,), value) for cell, value in keys]
        for cell in places:
            self.count([found[cell, value] for value in values], (1,), reason, about=(cell,))
        return found

    def edges(self, pairs: Iterable[Pair] | None = None, most: int = 1) -> dict[Pair, int]:
        """Return a new variable for each edge: a line joins its two cells.

        With up to ``most`` lines side by side an edge has consecutive variables, for at least one
        line, at least two, and so on; the first is returned.
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

    def borders(self, pairs: Iterable[Pair] | None = None) -> dict[Pair, int]:
        """Return a new variable for each border of a cell: it is drawn."""
        wanted = self.grid.borders() if pairs is None else pairs
        return self._new("borders", {pair: pair for pair in wanted})

    def strokes(self, pairs: Iterable[Pair]) -> dict[Pair, int]:
        """Return a new variable for each stroke, by its first and last cell: it is drawn."""
        return self._new("strokes", {pair: pair for pair in pairs})

    def _new(self, family: Family, places: Mapping[T, tuple[int, ...]]) -> dict[T, int]:
        """Return a new variable for each key, by its place."""
        first = len(self.marks) + 1
        self.marks += [Mark(family, place) for place in places.values()]
        return {key: variable for variable, key in enumerate(places, first)}

    # Constraints

    def count(
        self,
        literals: Iterable[int],
        sums: Iterable[int],
        reason: str,
        about: Iterable[int],
        clue: int | None = None,
    ) -> None:
        """Require that the number of true literals is one of ``sums``."""
        allowed = mask_of(tuple(sums))
        self.counts.append(Count(tuple(literals), allowed, reason, tuple(about), clue))

    def clause(
        self, literals: Iterable[int], reason: str, about: Iterable[int], clue: int | None = None
    ) -> None:
        """Require that at least one of the literals is true."""
        self.counts.append(Count(tuple(literals), AT_LEAST_ONE, reason, tuple(about), clue))

    def given(
        self, variables: Mapping[tuple[int, int], int], clues: Iterable[int], empty: int
    ) -> None:
        """Require the numbers that are clues, for the reason ``given``."""
        for cell, number in enumerate(clues):
            if number != empty:
                self.clause([variables[cell, number]], "given", about=(cell,), clue=cell)

    def table(
        self,
        literals: Sequence[int],
        allowed: Iterable[Sequence[bool]],
        reason: str,
        about: Iterable[int],
        clue: int | None = None,
    ) -> None:
        """Require that the values of the literals are a row of ``allowed``; adds clauses."""
        cells = tuple(about)
        ways = tuple(tuple(map(bool, way)) for way in allowed)
        for pattern in shortest_clauses(len(literals), ways):
            clause = [literals[k] if holds else -literals[k] for k, holds in pattern]
            self.clause(clause, reason, cells, clue)

    def add(self, constraint: Global) -> None:
        """Add a constraint of ``globals/`` or of a kind's own."""
        self.globals.append(constraint)

    def all_different(
        self,
        variables: Mapping[tuple[int, int], int],
        cells: Sequence[int],
        values: Sequence[int],
        reason: str,
    ) -> None:
        """Require different values in the cells; every value if there are as many as cells."""
        sums = (1,) if len(cells) == len(values) else (0, 1)
        for value in values:
            self.count([variables[cell, value] for cell in cells], sums, reason, about=cells)
        literals = tuple(tuple(variables[cell, value] for value in values) for cell in cells)
        self.add(AllDifferent(reason, literals, about=tuple(cells)))

    def total(
        self,
        variables: Mapping[tuple[int, int], int],
        cells: Sequence[int],
        values: Sequence[int],
        total: int,
        reason: str,
    ) -> None:
        """Require different values in the cells, with a sum."""
        literals = tuple(tuple(variables[cell, value] for value in values) for cell in cells)
        self.add(Total(reason, literals, tuple(values), total, about=tuple(cells)))

    def accepted(
        self,
        options: Sequence[Sequence[int]],
        layers: Layers,
        reason: str,
        about: Iterable[int],
        clue: int | None = None,
    ) -> None:
        """Require that an automaton accepts a sequence: ``options[place][k]`` are its literals."""
        places = tuple(map(tuple, options))
        self.add(Accepted(reason, places, layers, about=tuple(about), clue=clue))

    def sees(
        self,
        literals: Mapping[int, int],
        cell: int,
        number: int,
        reason: str,
        clue: int | None = None,
    ) -> None:
        """Require that a cell sees ``number`` true cells in its row and column, itself included."""
        rays = self.grid.rays(cell)
        seen = [cell, *(one for ray in rays for one in ray)]
        options = tuple((-literals[one], literals[one]) for one in seen)
        layers = views(tuple(map(len, rays)), number)
        self.add(Accepted(reason, options, layers, about=(cell,), clue=clue, number=number))

    def ordered(
        self,
        variables: Mapping[tuple[int, int], int],
        cells: Sequence[int],
        values: Sequence[int],
        reason: str,
        clue: int | None = None,
    ) -> None:
        """Require larger and larger numbers along some cells; adds clauses."""
        for pair in pairwise(cells):
            low, high = (tuple(variables[cell, value] for value in values) for cell in pair)
            for clause in _less_clauses(low, high):
                self.clause(clause, reason, sorted(pair), clue)

    def choice(
        self,
        options: Iterable[Sequence[int]],
        reason: str,
        about: Iterable[int],
        clue: int | None = None,
        areas: Sequence[tuple[int, ...]] = (),
    ) -> None:
        """Require all literals of at least one of the options, which may be ``areas`` of cells."""
        ways = tuple(map(tuple, options))
        self.add(Choice(reason, ways, tuple(areas), about=tuple(about), clue=clue))

    def distinct_lines(self, lines: Iterable[Sequence[int]], reason: str) -> None:
        """Require that no two lines of literals have the same values; see `DistinctLines`."""
        self.add(DistinctLines(reason, tuple(map(tuple, lines))))

    def loop(self, borders: Mapping[Pair, int], reason: str) -> None:
        """Require that the drawn borders or edges form one closed loop."""
        is_border = any(self.marks[one - 1].family == "borders" for one in borders.values())
        self.add(Loop(reason, _graph(borders), self.grid.cols + is_border))

    def connected(self, literals: Mapping[int, int], reason: str, to_edge: bool = False) -> None:
        """Require that the cells whose literals are true are connected orthogonally.

        With ``to_edge`` each of their parts has a cell at the edge of the board instead.
        """
        edges = [(ALWAYS, a, b) for a, b in self._edges_between(literals)]
        nodes = [*literals.values()]
        if to_edge:  # what is beyond the edge is one more node
            rim = (k for k, cell in enumerate(literals) if len(self.grid.neighbours(cell)) < 4)
            edges += [(ALWAYS, k, len(nodes)) for k in rim]
            nodes.append(ALWAYS)
        self.add(Connected(reason, tuple(nodes), tuple(edges)))

    def connected_by(self, edges: Mapping[Pair, int], nodes: Sequence[int], reason: str) -> None:
        """Require that the drawn edges connect all cells in ``nodes``."""
        place = {cell: k for k, cell in enumerate(nodes)}
        joined = tuple((var, place[a], place[b]) for (a, b), var in edges.items())
        self.add(Connected(reason, (ALWAYS,) * len(nodes), joined))

    def forest(self, edges: Mapping[Pair, int]) -> None:
        """Require that the drawn edges close no loop; see ``forests``."""
        self.forests.append(_graph(edges))

    def paths(
        self, edges: Mapping[Pair, int], labels: Mapping[int, int], reason: str, in_order: bool
    ) -> None:
        """Require open paths through cells, whose consecutive labels match; see `Paths`."""
        of_cell = tuple(labels.get(cell, 0) for cell in range(self.grid.rows * self.grid.cols))
        self.add(Paths(reason, _graph(edges), of_cell, in_order))

    def matching(
        self, literals: Mapping[int, int], near: Sequence[Iterable[int]], reason: str
    ) -> None:
        """Require that each slot has a true cell of its own, one of its ``near`` cells.

        Other cells of ``literals`` are false.
        """
        place = {cell: k for k, cell in enumerate(literals)}
        edges = tuple((slot, place[c]) for slot, own in enumerate(near) for c in own if c in place)
        self.add(Matching(reason, len(near), tuple(literals.values()), edges))

    def regions(self, literals: Mapping[int, int], sizes: Mapping[int, int], reason: str) -> None:
        """Require that each connected region of cells has the one size given in it."""
        of_node = tuple(sizes.get(cell, 0) for cell in literals)
        edges = self._edges_between(literals)
        self.add(Regions(reason, tuple(literals.values()), edges, of_node))

    def _edges_between(self, cells: Iterable[int]) -> tuple[Pair, ...]:
        """Return the edges between some cells, as pairs of their positions among these."""
        place = {cell: k for k, cell in enumerate(cells)}
        return tuple(
            (place[a], place[b]) for a, b in self.grid.edges() if a in place and b in place
        )


def require_families(model: Model, family: Family) -> Model:
    """Return a model; `ConfigError` if it has variables that are no part of an answer.

    Steps and hints would speak of them, and a player could draw nothing.
    """
    families = families_of(family)
    if {mark.family for mark in model.marks} <= {*families}:
        return model
    mark = next(mark for mark in model.marks if mark.family not in families)
    raise ConfigError(
        f"expected variables for {' and '.join(families)}, as in the answer, found {mark.family} "
        f"at {mark.place}; state the rule with counts, clauses or global constraints on variables "
        "of the answer"
    )


AT_LEAST_ONE: Final = (1 << (MOST_SUM + 1)) - 2  # The sums of a clause


@cache
def shortest_clauses(
    width: int, allowed: tuple[tuple[bool, ...], ...]
) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """Return the prime implicates of a table of allowed rows, as clauses of (column, value).

    With all of them, unit propagation finds everything that the table forces.

    >>> shortest_clauses(2, ((True, False), (False, True), (True, True)))
    (((0, True), (1, True)),)
    """
    clauses: list[tuple[tuple[int, bool], ...]] = []
    for size in range(width + 1):
        for places in combinations(range(width), size):
            seen = {tuple(way[k] for k in places) for way in allowed}
            for values in product((False, True), repeat=size):
                clause = tuple((k, not value) for k, value in zip(places, values, strict=True))
                is_longer = any(set(short) <= set(clause) for short in clauses)
                if values not in seen and not is_longer:
                    clauses.append(clause)
    return tuple(clauses)


@lru_cache(maxsize=4096)
def _less_clauses(low: tuple[int, ...], high: tuple[int, ...]) -> list[list[int]]:
    """Return clauses for a smaller value among the literals ``low`` than among ``high``."""
    clauses = []
    for k in range(len(low)):
        clauses += [[-low[k], *high[k + 1 :]], [-high[k], *low[:k]]]
    return clauses


@cache
def mask_of(sums: tuple[int, ...]) -> int:
    """Return the bits of allowed sums."""
    return reduce(or_, (1 << min(number, MOST_SUM) for number in sums), 0)


def _graph(variables: Mapping[Pair, int]) -> tuple[tuple[int, int, int], ...]:
    return tuple((variable, a, b) for (a, b), variable in variables.items())
