"""Rivals inside a box: a small part of a large layout, doubted with all the rest as it is.

What a layout's lines do inside a box is a puzzle of its own: each stretch of a line in the box
joins its first cell there to its last. If that puzzle has another solution, the layout has a rival
that differs from it in the box alone. The converse is not true, so boxes only ever refute, within
milliseconds, where the whole board would take seconds; what no box refutes is put to `sweep`.

A stretch of a single cell cannot be redrawn: such a cell is shut, as blocked cells are. Which
cells are ends or shut is said by variables, so that one solver serves every box of a size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np

from pipeline.kinds.numberlink.encode_sat import EdgeMap, Encoding, edge_map
from pipeline.kinds.numberlink.engines.normal_form import normal_form_lemmas
from pipeline.solvers.sat import SatSolver

SOLVER: Final = "glucose4"

KEPT_CALLS: Final = 300
"""Boxes that one solver is asked about: later, what it has learned costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A rival: the edges of the layout that it leaves, and all cells in which the two differ.

    Edges as (smaller cell, larger cell), cells as numbers of the whole board, both rising.
    """

    left: tuple[tuple[int, int], ...]
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Template:
    edges: EdgeMap
    variables: int
    bits: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    shut: tuple[int, ...]
    clauses: tuple[tuple[int, ...], ...]


class BoxDoubter:
    """Looks for rivals inside boxes of one size; a context manager, since it holds a solver.

    Parameters
    ----------
    height, width : int
        Size of the boxes in cells, both at least 2.
    conflicts : int
        Budget of each box.

    Examples
    --------
    >>> with BoxDoubter(2, 3, 1000) as doubter:
    ...     doubter.rival(4, 0, 1, [(0, 4), (1, 2, 6, 5), (3, 7)]).left
    ((1, 2), (2, 6), (5, 6))
    """

    def __init__(self, height: int, width: int, conflicts: int) -> None:
        self.height, self.width = height, width
        self._conflicts = conflicts
        self._template = _template(height, width)
        self._solver: SatSolver | None = None
        self._selector = 0
        self._calls = 0

    def __enter__(self) -> BoxDoubter:
        return self

    def __exit__(self, *_: object) -> None:
        if self._solver is not None:
            self._solver.close()

    def rival(self, cols: int, top: int, left: int, paths: Sequence[Sequence[int]]) -> Rival | None:
        """Return a rival that differs from a layout in a box alone; None if none was found.

        Parameters
        ----------
        cols : int
            Width of the whole board.
        top, left : int
            First row and column of the box.
        paths : sequence of paths
            Those of the layout that pass through the box, at least; on the whole board. A cell of
            the box that is on none of them is blocked.
        """
        given, layout = self._posed(cols, top, left, paths)
        solver = self._solver_kept()
        self._selector += 1
        solver.add_clause([-self._selector, *(-edge - 1 for edge in layout)])
        found = solver.solve([*given, self._selector], self._conflicts)
        rival = None
        if found:
            edges = self._template.edges.edges
            differs = solver.model()[1 : len(edges) + 1].copy()
            differs[layout] ^= True

            def on_board(cell: int) -> int:
                return (top + cell // self.width) * cols + left + cell % self.width

            changed = np.flatnonzero(differs).tolist()
            gone = sorted(set(layout).intersection(changed))
            rival = Rival(
                tuple((on_board(edges[edge][0]), on_board(edges[edge][1])) for edge in gone),
                tuple(sorted({on_board(cell) for edge in changed for cell in edges[edge]})),
            )
        solver.add_clause([-self._selector])
        return rival

    def _solver_kept(self) -> SatSolver:
        if self._solver is not None and self._calls >= KEPT_CALLS:
            self._solver.close()
            self._solver = None
        if self._solver is None:
            self._solver = SatSolver(SOLVER, self._template.clauses)
            self._selector = self._template.variables
            self._calls = 0
        self._calls += 1
        return self._solver

    def _posed(
        self, cols: int, top: int, left: int, paths: Sequence[Sequence[int]]
    ) -> tuple[list[int], list[int]]:
        """Return the literals that pose the puzzle in a box, and the layout's edges there."""
        template = self._template
        given = [-end for end in template.ends]
        layout: list[int] = []
        outside = set(range(self.height * self.width))
        number = 0
        for path in paths:
            for stretch in self._stretches(cols, top, left, path):
                outside.difference_update(stretch)
                first, last = stretch[0], stretch[-1]
                given[first], given[last] = template.ends[first], template.ends[last]
                if first == last:
                    given.append(template.shut[first])
                    continue
                for cell in (first, last):
                    given.append(-template.shut[cell])
                    given.extend(
                        bit if number >> place & 1 else -bit
                        for place, bit in enumerate(template.bits[cell])
                    )
                layout.extend(
                    template.edges.index[min(pair), max(pair)] for pair in pairwise(stretch)
                )
                number += 1
        for cell in sorted(outside):
            given[cell] = template.ends[cell]
            given.append(template.shut[cell])
        assert number <= 1 << len(template.bits[0]), "each stretch has two cells of its own"
        return given, sorted(layout)

    def _stretches(
        self, cols: int, top: int, left: int, path: Sequence[int]
    ) -> Iterator[list[int]]:
        """Yield the stretches of a path in a box, as cells of the box."""
        stretch: list[int] = []
        for cell in path:
            row, col = cell // cols - top, cell % cols - left
            if 0 <= row < self.height and 0 <= col < self.width:
                stretch.append(row * self.width + col)
            elif stretch:
                yield stretch
                stretch = []
        if stretch:
            yield stretch


@lru_cache(maxsize=16)
def _template(height: int, width: int) -> _Template:
    """Return the clauses that hold in every box of a size; ends and shut cells are variables."""
    edges = edge_map(height, width)
    size = height * width
    places = max(1, (size // 2 - 1).bit_length())
    first = len(edges.edges) + 1
    bits = tuple(
        tuple(range(first + cell * places, first + (cell + 1) * places)) for cell in range(size)
    )
    base = first + size * places
    ends = tuple(range(base, base + size))
    shut = tuple(range(base + size, base + 2 * size))
    encoding = Encoding(edges, base + 2 * size - 1, bits, [])
    for cell in range(size):
        _add_degrees(encoding, cell, ends[cell], shut[cell])
    for edge, (one, other) in enumerate(edges.edges):
        for a, b in zip(bits[one], bits[other], strict=True):
            encoding.clauses.append([-edge - 1, -a, b])
            encoding.clauses.append([-edge - 1, a, -b])
    for clause, corners in normal_form_lemmas(edges):
        encoding.clauses.append([*clause, *(ends[cell] for cell in corners)])
    clauses = tuple(tuple(clause) for clause in encoding.clauses)
    return _Template(edges, encoding.variables, bits, ends, shut, clauses)


def _add_degrees(encoding: Encoding, cell: int, end: int, shut: int) -> None:
    add = encoding.clauses.append
    around = [edge + 1 for edge in encoding.edges.around[cell]]
    for three in combinations(around, 3):
        add([-edge for edge in three])
    for two in combinations(around, 2):
        add([-end, *(-edge for edge in two)])
    add([-end, shut, *around])
    for edge in around:
        add([-shut, -edge])
        add([end, -edge, *(other for other in around if other != edge)])
