"""Does a layout have a rival? The generator's question, asked again and again on one board.

A rival is a second solution of the puzzle that a layout makes. The encoding is that of
`encode_sat`, with one change: which cells are ends is itself said by variables, so that one
encoding, and on small boards one solver with all that it has learned, serves every layout of the
same size. Proofs that are printed are made anew by `prove`, with the plain encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    edge_map,
    loop_clause,
    read_model,
)
from pipeline.kinds.numberlink.engines.bays import bay_lemmas
from pipeline.kinds.numberlink.engines.normal_form import normal_form_lemmas
from pipeline.kinds.numberlink.model import Clues
from pipeline.solvers.sat import SatSolver

MOST_CELLS_KEPT: Final = 144
"""Largest board on which one solver is kept: beyond it old clauses cost more than they save."""

MOST_CELLS_WHOLE: Final = 300
"""Largest board on which all of a layout is doubted at once, and not one window after another."""

WINDOW: Final = 7
"""Side of a window, in cells."""
STRIDE: Final = 4
"""Distance from one window to the next."""

WIDEST_BAY: Final = 8
"""Width, in steps, of the widest bays that are spoken of (see `bays`)."""

PATIENCE: Final = 100
"""Conflicts for each window at first."""
MORE: Final = 3
"""How many times more, where a sweep over all windows hardly gets on."""

SOLVER: Final = "glucose4"


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found: whether there is no rival, whether there is one, or neither in the budget.

    ``cells``, in rising order, are those where a rival differs from the layout, or where it could
    not be told whether one does.
    """

    is_unique: bool
    has_rival: bool
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Template:
    edges: EdgeMap
    variables: int
    bits: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    clauses: tuple[tuple[int, ...], ...]
    bays: tuple[tuple[list[int], tuple[int, ...]], ...]
    windows: tuple[tuple[int, ...], ...]


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
    blocked : frozenset of int
        Cells outside the outline.

    Examples
    --------
    >>> with RivalFinder(4, 4, 2, "free") as finder:
    ...     finder.find([(0, 1, 2, 3), (4, 5, 6, 7, 11, 10, 9, 8, 12, 13, 14, 15)], 1000).is_unique
    False
    """

    def __init__(
        self, rows: int, cols: int, pairs: int, rule: str, blocked: frozenset[int] = frozenset()
    ) -> None:
        width = max(1, (pairs - 1).bit_length())
        self._rule = rule
        self._template = _template(rows, cols, width, rule, blocked)
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
        index = self._template.edges.index
        layout = [index[min(a, b), max(a, b)] for path in paths for a, b in pairwise(path)]
        layout.sort()
        if self._kept is None:
            with SatSolver(SOLVER, self._template.clauses) as solver:
                solver.add_clauses([literal] for literal in given)
                solver.add_clauses(self._bays(paths))
                if self._rule == "free" and len(self._template.ends) > MOST_CELLS_WHOLE:
                    return self._sweep(solver, layout, conflicts)
                solver.add_clause(_some_off(layout))
                return self._ask(solver, paths, layout, [], conflicts)
        self._variables += 1
        chosen = self._variables
        self._kept.add_clause([-chosen, *_some_off(layout)])
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

    def _bays(self, paths: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        ends = {cell for path in paths for cell in (path[0], path[-1])}
        for clause, cells in self._template.bays:
            if ends.isdisjoint(cells):
                yield clause

    def _ask(
        self,
        solver: SatSolver,
        paths: Sequence[Sequence[int]],
        layout: Sequence[int],
        assumptions: list[int],
        conflicts: int,
    ) -> Answer:
        spent = solver.conflicts
        while True:
            found = solver.solve(assumptions, conflicts - (solver.conflicts - spent))
            if found is None:
                return Answer(is_unique=False, has_rival=False, cells=self._cells(layout))
            if not found:
                return Answer(is_unique=True, has_rival=False)
            model = solver.model()
            if self._rule != "free":
                _, loops = read_model(self._clues(paths), self._template.edges, model)
                if loops:
                    solver.add_clauses(loop_clause(loop) for loop in loops)
                    continue
            return self._difference(layout, model)

    def _sweep(self, solver: SatSolver, layout: Sequence[int], conflicts: int) -> Answer:
        """Doubt a layout window by window; what no rival can change becomes known on the way.

        The windows that are easily settled help with those that are not, so that this takes far
        fewer conflicts on large boards than doubting everything at once.
        """
        unsure = set(layout)
        selector, patience = self._template.variables, PATIENCE
        while unsure and solver.conflicts < conflicts:
            before = len(unsure)
            for window in self._template.windows:
                doubted = [edge for edge in window if edge in unsure]
                if not doubted:
                    continue
                selector += 1
                solver.add_clause([-selector, *_some_off(doubted)])
                found = solver.solve([selector], patience)
                if found:
                    return self._difference(layout, solver.model())
                solver.add_clause([-selector])
                if found is False:
                    solver.add_clauses([edge + 1] for edge in doubted)
                    unsure.difference_update(doubted)
            if len(unsure) * 10 > before * 9:
                patience *= MORE
        return Answer(is_unique=not unsure, has_rival=False, cells=self._cells(sorted(unsure)))

    def _difference(self, layout: Sequence[int], model: NDArray[np.bool_]) -> Answer:
        size = len(self._template.edges.edges)
        differs = model[1 : size + 1].copy()
        differs[list(layout)] ^= True
        cells = self._cells(np.flatnonzero(differs).tolist())
        return Answer(is_unique=False, has_rival=True, cells=cells)

    def _cells(self, edges: Sequence[int]) -> tuple[int, ...]:
        ends = self._template.edges.edges
        return tuple(sorted({cell for edge in edges for cell in ends[edge]}))

    def _clues(self, paths: Sequence[Sequence[int]]) -> Clues:
        edges = self._template.edges
        numbers = [0] * (edges.rows * edges.cols)
        for number, path in enumerate(paths, start=1):
            numbers[path[0]] = numbers[path[-1]] = number
        return Clues(edges.rows, edges.cols, self._rule, tuple(numbers))


def _some_off(edges: Sequence[int]) -> list[int]:
    """Return the clause that not all of some edges are on."""
    return [-edge - 1 for edge in edges]


def _windows(edges: EdgeMap) -> tuple[tuple[int, ...], ...]:
    """Return the edges in each square window of the board, row after row; each edge is in one."""
    lefts = range(0, max(1, edges.cols - WINDOW + STRIDE), STRIDE)
    tops = range(0, max(1, edges.rows - WINDOW + STRIDE), STRIDE)
    return tuple(_inside(edges, top, left) for top in tops for left in lefts)


def _inside(edges: EdgeMap, top: int, left: int) -> tuple[int, ...]:
    rows = range(top, min(top + WINDOW, edges.rows))
    cols = range(left, min(left + WINDOW, edges.cols))
    cells = {row * edges.cols + col for row in rows for col in cols}
    near = {edge for cell in cells for edge in edges.around[cell]}
    return tuple(edge for edge in sorted(near) if cells.issuperset(edges.edges[edge]))


@lru_cache(maxsize=8)
def _template(rows: int, cols: int, width: int, rule: str, blocked: frozenset[int]) -> _Template:
    """Return the clauses that hold for every layout of a board, ends being variables."""
    edges = edge_map(rows, cols, blocked)
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
    bays = tuple(bay_lemmas(edges, WIDEST_BAY)) if rule == "free" else ()
    if size <= MOST_CELLS_KEPT:
        for clause, cells in bays:
            if len(clause) <= 6:
                encoding.clauses.append([*clause, *(ends[cell] for cell in cells)])
    clauses = tuple(tuple(clause) for clause in encoding.clauses)
    return _Template(edges, encoding.variables, bits, ends, clauses, bays, _windows(edges))


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
    down the diagonal, and that goes on until an end stops it, or a blocked cell on the diagonal;
    the outline beside it does not. Each
    cell of a diagonal gets a variable that says whether an end lies on it further down, so that
    unit propagation closes all other turns before the search begins.
    """
    edges = encoding.edges
    onward: dict[int, int] = {}
    for cell in reversed(range(edges.rows * edges.cols - edges.cols)):
        if not 0 <= cell % edges.cols + aside < edges.cols:
            continue
        below = cell + edges.cols
        turn = [edges.variable(cell, cell + aside), edges.variable(cell, below)]
        if None in turn:
            continue
        onward[cell] = encoding.new_variable()
        if not edges.around[below + aside]:
            continue
        further = onward.get(below + aside)
        encoding.clauses.append(
            [-onward[cell], ends[below + aside], *([] if further is None else [further])]
        )
        encoding.clauses.append(
            [ends[cell], onward[cell], *(-edge for edge in turn if edge is not None)]
        )
