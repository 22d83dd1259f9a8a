"""Second solutions inside a box: a small part of a large layout, the rest unchanged.

Inside a box each segment of a line joins its first cell there to its last. Another solution of that
puzzle, found within milliseconds, is a second solution of the layout; if there is none, nothing is
proved. A segment of a single cell is shut, as blocked cells are. Variables choose the ends and the
shut cells, so that one solver, with its learned clauses, serves all boxes of a size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.words.graphs import find_cycles
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    changed_edges,
    edge_map,
    join_pairs,
    layout_edges,
    loop_clause,
    pair_literals,
    read_model,
    solution_edges,
    start_encoding,
)
from pipeline.kinds.numberlink.engines.normal_form import normal_form_lemmas
from pipeline.kinds.numberlink.model import Clues, Path, Solution
from pipeline.solvers.sat import SatSolver

Edge: TypeAlias = tuple[int, int]  # Two cells of the whole board, the smaller first

SOLVER: Final = "glucose4"

BOX_SOLUTIONS: Final = 20  # Models of a box under ``cover``: many may have closed loops
BOX_CALLS: Final = 300  # Boxes for one solver: its learned clauses slow it down later


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of a layout: side, distance from one to the next, conflicts for each."""

    side: int
    stride: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class BoxEncoding:
    """Clauses that hold in every box of a size; each line in a box has two cells or more.

    ``ends[cell]`` is the variable of a cell that is an end, ``shut[cell]`` that of a cell on no
    line at all, which is an end too.
    """

    encoding: Encoding
    ends: tuple[int, ...]
    shut: tuple[int, ...]

    @property
    def edges(self) -> EdgeMap:
        """The box's edges."""
        return self.encoding.edges

    def assume(self, ends: Iterable[tuple[int, int]], absent: Iterable[int] = ()) -> list[int]:
        """Return the literals for the ends of lines, and for cells on no line.

        ``ends`` are the first and the last cell of each line, equal where the cell is shut;
        ``absent`` are further cells that are shut.
        """
        given = [-end for end in self.ends]
        number = 0
        for first, last in ends:
            given[first], given[last] = self.ends[first], self.ends[last]
            if first == last:
                given.append(self.shut[first])
                continue
            number += 1
            for cell in (first, last):
                given.append(-self.shut[cell])
                given.extend(pair_literals(self.encoding, cell, number))
        for cell in absent:
            given[cell] = self.ends[cell]
            given.append(self.shut[cell])
        return given


@lru_cache(maxsize=16)
def encode_boxes(height: int, width: int, rule: str) -> BoxEncoding:
    """Return the encoding for boxes of one size in larger boards, under ``free`` or ``cover``.

    It is that of `encode_sat`, except that variables choose the ends; under ``free`` it includes
    the lemmas that do not depend on ends.

    >>> box = encode_boxes(2, 3, "free")
    >>> len(box.ends), len(box.shut), box.assume([(0, 1)], [3])[3] == box.ends[3]
    (6, 6, True)
    """
    size = height * width
    encoding = start_encoding(edge_map(height, width), max(1, (size // 2 - 1).bit_length()))
    ends = tuple(encoding.new_variable() for _ in range(size))
    shut = tuple(encoding.new_variable() for _ in range(size))
    for cell in range(size):
        _add_degrees(encoding, cell, ends[cell], shut[cell], rule)
    join_pairs(encoding)
    if rule == "free":
        for clause, corners in normal_form_lemmas(encoding.edges):
            encoding.clauses.append([*clause, *(ends[cell] for cell in corners)])
    return BoxEncoding(encoding, ends, shut)


def _add_degrees(encoding: Encoding, cell: int, end: int, shut: int, rule: str) -> None:
    add = encoding.clauses.append
    around = [edge + 1 for edge in encoding.edges.around[cell]]
    for three in combinations(around, 3):
        add([-edge for edge in three])
    for two in combinations(around, 2):
        add([-end, *(-edge for edge in two)])
    add([-end, shut, *around])
    for edge in around:
        add([-shut, -edge])
        others = [other for other in around if other != edge]
        add([end, -edge, *others] if rule == "free" else [end, *others])


class BoxChecker:
    """Find second solutions inside boxes of one size; a context manager that closes its solver.

    ``height`` and ``width`` are cells, both at least 2; ``conflicts`` is the budget of each box,
    ``rule`` ("free" or "cover") the one under which lines are redrawn. One solver gets up to
    ``calls`` boxes.
    """

    def __init__(
        self, height: int, width: int, conflicts: int, rule: str = "free", calls: int = BOX_CALLS
    ) -> None:
        self.height, self.width = height, width
        self._conflicts = conflicts
        self._rule = rule
        self._most_calls = calls
        self._box = encode_boxes(height, width, rule)
        self._solver: SatSolver | None = None
        self._selector = 0
        self._calls = 0

    def __enter__(self) -> BoxChecker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._solver is not None:
            self._solver.close()

    def find(
        self, cols: int, top: int, left: int, paths: Iterable[Sequence[int]]
    ) -> tuple[Edge, ...]:
        """Return the edges in which a second solution in a box differs, in ascending order.

        None if no second solution was found. ``top`` and ``left`` are the first row and column of
        the box. ``paths`` are those of the layout that pass through it, on the whole board with
        ``cols`` columns. A cell of the box that is on none of them is blocked.
        """
        segments = [each for path in paths for each in self._segments(cols, top, left, path)]
        absent = set(range(self.height * self.width)).difference(*segments)
        given = self._box.assume(((each[0], each[-1]) for each in segments), sorted(absent))
        edges = self._box.edges
        layout = layout_edges(edges, segments)
        solver = self._renew_solver()
        self._selector += 1
        solver.add_clause([-self._selector, *(-edge - 1 for edge in layout)])
        changed: list[int] = []
        for _ in range(BOX_SOLUTIONS):
            if not solver.solve([*given, self._selector], self._conflicts):
                break
            model = solver.model()
            loop = () if self._rule == "free" else _first_loop(edges, model)
            if not loop:
                changed = changed_edges(edges, layout, model)
                break
            solver.add_clause([-self._selector, *loop_clause(loop)])
        solver.add_clause([-self._selector])

        def place(cell: int) -> int:
            row, col = divmod(cell, self.width)
            return (top + row) * cols + left + col

        return tuple((place(a), place(b)) for a, b in (edges.edges[edge] for edge in changed))

    def paths_of(
        self, paths: Sequence[Path], owner: NDArray[np.int32], top: int, left: int
    ) -> list[Path]:
        """Return those of a layout's paths that pass through a box; ``owner`` as from `owners`."""
        inside = np.unique(owner[top : top + self.height, left : left + self.width])
        return [paths[number] for number in inside.tolist() if number >= 0]

    def _renew_solver(self) -> SatSolver:
        """Return the solver kept, or a new one after enough calls."""
        if self._solver is not None and self._calls >= self._most_calls:
            self._solver.close()
            self._solver = None
        if self._solver is None:
            self._solver = SatSolver(SOLVER, self._box.encoding.clauses)
            self._selector = self._box.encoding.variables
            self._calls = 0
        self._calls += 1
        return self._solver

    def _segments(self, cols: int, top: int, left: int, path: Sequence[int]) -> Iterator[list[int]]:
        segment: list[int] = []
        for cell in path:
            row, col = cell // cols - top, cell % cols - left
            if 0 <= row < self.height and 0 <= col < self.width:
                segment.append(row * self.width + col)
            elif segment:
                yield segment
                segment = []
        if segment:
            yield segment


def _first_loop(edges: EdgeMap, model: NDArray[np.bool_]) -> list[int]:
    used = np.flatnonzero(model[1 : len(edges.edges) + 1]).tolist()
    loops = find_cycles([(edge, *edges.edges[edge]) for edge in used])
    return sorted(min(loops, key=min, default=[]))


def find_in_boxes(clues: Clues, solution: Solution, boxes: Boxes) -> Solution | None:
    """Return a second solution that differs from a right one inside one box, or None.

    ``clues`` are posed under ``cover``, and ``solution`` is one of theirs.
    """
    height, width = min(boxes.side, clues.rows), min(boxes.side, clues.cols)
    owner = owners(clues.rows, clues.cols, solution.paths)
    with BoxChecker(height, width, boxes.conflicts, "cover") as checker:
        for top, left in product(
            place_boxes(clues.rows, height, boxes.stride),
            place_boxes(clues.cols, width, boxes.stride),
        ):
            here = checker.paths_of(solution.paths, owner, top, left)
            if changed := checker.find(clues.cols, top, left, here):
                edges = edge_map(clues.rows, clues.cols, clues.blocked)
                model = np.zeros(len(edges.edges) + 1, dtype=np.bool_)
                model[solution_edges(edges, solution)] = True
                model[[edges.index[edge] + 1 for edge in changed]] ^= True
                return read_model(clues, edges, model)[0]
    return None


def owners(rows: int, cols: int, paths: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """Return which path each cell is on, by row and column; -1 for none."""
    owner = np.full(rows * cols, -1, dtype=np.int32)
    for number, path in enumerate(paths):
        owner[list(path)] = number
    return owner.reshape(rows, cols)


def place_boxes(length: int, side: int, stride: int) -> list[int]:
    """Return where boxes begin along a board: evenly spaced, at most ``stride`` apart."""
    gaps = -(-(length - side) // stride)
    return [at * (length - side) // gaps for at in range(gaps + 1)] if gaps else [0]
