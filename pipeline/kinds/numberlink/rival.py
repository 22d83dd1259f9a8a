"""Does a layout have a rival? The generator's question, asked again and again on one board.

A rival is a second solution of the puzzle that a layout makes. The encoding is that of
`encode_sat`, with one change: which cells are ends is itself said by variables, so that one
encoding, and on small boards one solver with all that it has learned, serves every layout of the
same size. Proofs that are printed are made anew by `prove`, with the plain encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    edge_map,
    loop_clause,
    read_model,
)
from pipeline.kinds.numberlink.model import Clues
from pipeline.kinds.numberlink.normal_form import normal_form_lemmas
from pipeline.solvers.sat import SatSolver

MOST_CELLS_KEPT: Final = 144
"""Largest board on which one solver is kept: beyond it old clauses cost more than they save."""

SOLVER: Final = "glucose4"


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found: ``is_unique`` where no rival exists; else the cells where one differs.

    ``cells`` are the cells, in rising order, at edges that only one of layout and rival has; none
    where the budget was spent.
    """

    is_unique: bool
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Template:
    edges: EdgeMap
    variables: int
    bits: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    clauses: tuple[tuple[int, ...], ...]


class RivalFinder:
    """Looks for rivals of layouts of one size; a context manager, since it may hold a solver.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    pairs : int
        Most pairs that a layout will have.
    rule : str
        "free" or "cover": the rule under which a rival counts.

    Examples
    --------
    >>> with RivalFinder(4, 4, 2, "free") as finder:
    ...     finder.find([(0, 1, 2, 3), (4, 5, 6, 7, 11, 10, 9, 8, 12, 13, 14, 15)], 1000).is_unique
    False
    """

    def __init__(self, rows: int, cols: int, pairs: int, rule: str) -> None:
        width = max(1, (pairs - 1).bit_length())
        self._rule = rule
        self._template = _template(rows, cols, width, rule)
        self._kept: SatSolver | None = None
        self._variables = self._template.variables
        if rows * cols <= MOST_CELLS_KEPT:
            self._kept = SatSolver(SOLVER, self._template.clauses)

    def __enter__(self) -> RivalFinder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._kept is not None:
            self._kept.close()

    def find(self, paths: Sequence[Sequence[int]], conflicts: int) -> Answer:
        """Return whether a layout has a rival, within a budget of conflicts.

        The layout covers every cell and never touches itself; under ``free`` the search rests on
        that (see `normal_form`).
        """
        given = self._given(paths)
        edges = self._template.edges
        layout = {edges.index[min(a, b), max(a, b)] for path in paths for a, b in pairwise(path)}
        differs = [-edge - 1 for edge in sorted(layout)]
        if self._kept is None:
            with SatSolver(SOLVER, self._template.clauses) as solver:
                solver.add_clauses([literal] for literal in given)
                solver.add_clause(differs)
                return self._ask(solver, paths, layout, [], conflicts)
        self._variables += 1
        chosen = self._variables
        self._kept.add_clause([*differs, -chosen])
        answer = self._ask(self._kept, paths, layout, [*given, chosen], conflicts)
        self._kept.add_clause([-chosen])
        return answer

    def _given(self, paths: Sequence[Sequence[int]]) -> list[int]:
        """Return the literals that say which cells are ends, and of which pair."""
        template = self._template
        given = [-end for end in template.ends]
        for number, path in enumerate(paths):
            for cell in (path[0], path[-1]):
                given[cell] = template.ends[cell]
                given.extend(
                    bit if number >> place & 1 else -bit
                    for place, bit in enumerate(template.bits[cell])
                )
        return given

    def _ask(
        self,
        solver: SatSolver,
        paths: Sequence[Sequence[int]],
        layout: set[int],
        assumptions: list[int],
        conflicts: int,
    ) -> Answer:
        edges = self._template.edges
        spent = solver.conflicts
        while True:
            found = solver.solve(assumptions, conflicts - (solver.conflicts - spent))
            if not found:
                return Answer(is_unique=found is False)
            model = solver.model()
            loops: list[list[int]] = []
            if self._rule != "free":
                _, loops = read_model(self._clues(paths), edges, model)
                solver.add_clauses(loop_clause(loop) for loop in loops)
            if not loops:
                rival = {edge for edge in range(len(edges.edges)) if model[edge + 1]}
                cells = {cell for edge in layout ^ rival for cell in edges.edges[edge]}
                return Answer(is_unique=False, cells=tuple(sorted(cells)))

    def _clues(self, paths: Sequence[Sequence[int]]) -> Clues:
        edges = self._template.edges
        numbers = [0] * (edges.rows * edges.cols)
        for number, path in enumerate(paths, start=1):
            numbers[path[0]] = numbers[path[-1]] = number
        return Clues(edges.rows, edges.cols, self._rule, tuple(numbers))


@lru_cache(maxsize=8)
def _template(rows: int, cols: int, width: int, rule: str) -> _Template:
    """Return the clauses that hold for every layout of a size, ends being variables."""
    edges = edge_map(rows, cols)
    size = rows * cols
    first = len(edges.edges) + 1
    bits = tuple(
        tuple(range(first + cell * width, first + (cell + 1) * width)) for cell in range(size)
    )
    base = len(edges.edges) + size * width
    ends = tuple(range(base + 1, base + 1 + size))
    encoding = Encoding(edges, base + size, bits, [])
    _add_degrees(encoding, ends, rule)
    _add_lines(encoding)
    if rule == "free":
        for clause, corners in normal_form_lemmas(edges):
            encoding.clauses.append([*clause, *(ends[cell] for cell in corners)])
        for aside in (1, -1):
            _add_rays(encoding, ends, aside)
    clauses = tuple(tuple(clause) for clause in encoding.clauses)
    return _Template(edges, encoding.variables, bits, ends, clauses)


def _add_degrees(encoding: Encoding, ends: Sequence[int], rule: str) -> None:
    add = encoding.clauses.append
    for cell, end in enumerate(ends):
        around = [edge + 1 for edge in encoding.edges.around[cell]]
        for three in combinations(around, 3):
            add([-edge for edge in three])
        for two in combinations(around, 2):
            add([-end, *(-edge for edge in two)])
        add([-end, *around])
        for edge in around:
            others = [other for other in around if other != edge]
            add([end, -edge, *others] if rule == "free" else [end, *others])


def _add_lines(encoding: Encoding) -> None:
    for edge, (one, other) in enumerate(encoding.edges.edges):
        for a, b in zip(encoding.bits[one], encoding.bits[other], strict=True):
            encoding.clauses.append([-edge - 1, -a, b])
            encoding.clauses.append([-edge - 1, a, -b])


def _add_rays(encoding: Encoding, ends: Sequence[int], aside: int) -> None:
    """Add that a line turns from ``aside`` to below only where the diagonal leads to an end.

    Follows from the lemmas of `normal_form`: such a turn forces the same turn one cell further
    down the diagonal, and that goes on until an end stops it; the edge of the board does not. Each
    cell of a diagonal gets a variable that says whether an end lies on it further down, so that
    unit propagation closes all other turns before the search begins.
    """
    edges = encoding.edges
    onward: dict[int, int] = {}
    for cell in reversed(range(edges.rows * edges.cols - edges.cols)):
        if not 0 <= cell % edges.cols + aside < edges.cols:
            continue
        below = cell + edges.cols
        onward[cell] = encoding.new_variable()
        further = onward.get(below + aside)
        encoding.clauses.append(
            [-onward[cell], ends[below + aside], *([] if further is None else [further])]
        )
        turn = [edges.variable(cell, cell + aside), edges.variable(cell, below)]
        encoding.clauses.append(
            [ends[cell], onward[cell], *(-edge for edge in turn if edge is not None)]
        )
