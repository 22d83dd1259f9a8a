"""Second solutions inside a box: a small part of a large layout, tested with the rest as it is.

What a layout's lines do inside a box is a puzzle of its own: each segment of a line in the box
joins its first cell there to its last. If that puzzle has another solution, the layout has a second
solution that differs from it in the box alone; under the strict rules the whole board must keep
them, and is put to the rules by definition. The converse is not true, so boxes only ever refute,
within milliseconds, where the whole board would take seconds.

A segment of a single cell cannot be redrawn: such a cell is shut, as blocked cells are. Which
cells are ends or shut is said by variables, so that one solver serves every box of a size.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.encode_sat import (
    cells_of,
    changed_edges,
    edge_map,
    layout_edges,
    read_model,
)
from pipeline.kinds.numberlink.engines.board_encoding import encode_boxes
from pipeline.kinds.numberlink.model import Clues, Path, Solution
from pipeline.kinds.numberlink.rules import check
from pipeline.solvers.sat import SatSolver

Edge: TypeAlias = tuple[int, int]

SOLVER: Final = "glucose4"

BOX_SOLUTIONS: Final = 20
"""Models of a box looked at: those that the rules of the whole refuse may be many."""

BOX_CALLS: Final = 300
"""Boxes that one solver is asked about: later, what it has learned costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of a layout: side, distance from one to the next, conflicts for each."""

    side: int
    stride: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a second solution differs from a layout: edges left and taken, and all their cells.

    Edges as (smaller cell, larger cell), cells as numbers of the whole board, all rising.
    """

    left: tuple[Edge, ...]
    taken: tuple[Edge, ...]
    cells: tuple[int, ...]


class BoxChecker:
    """Looks for second solutions inside boxes of one size; a context manager: it holds a solver.

    Parameters
    ----------
    height, width : int
        Size of the boxes in cells, both at least 2.
    conflicts : int
        Budget of each box.
    rule : str
        Under which lines are redrawn, but for what only the whole board shows.
    calls : int
        Boxes that one solver is asked about.

    Examples
    --------
    >>> with BoxChecker(2, 3, 1000) as checker:
    ...     checker.find(4, 0, 1, [(0, 4), (1, 2, 6, 5), (3, 7)]).left
    ((1, 2), (2, 6), (5, 6))
    """

    def __init__(
        self,
        height: int,
        width: int,
        conflicts: int,
        rule: str = "free",
        calls: int = BOX_CALLS,
    ) -> None:
        self.height, self.width = height, width
        self._conflicts = conflicts
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
        self,
        cols: int,
        top: int,
        left: int,
        paths: Sequence[Sequence[int]],
        refuse: Callable[[Difference], Collection[Edge]] | None = None,
    ) -> Difference | None:
        """Return how a second solution differs from a layout in a box; None if none was found.

        Parameters
        ----------
        cols : int
            Width of the whole board.
        top, left : int
            First row and column of the box.
        paths : sequence of paths
            Those of the layout that pass through the box, at least; on the whole board. A cell of
            the box that is on none of them is blocked.
        refuse : function of Difference to edges, or None
            Says which edges of the box may not all be used, none if the difference is right.
        """
        segments = [each for path in paths for each in self._segments(cols, top, left, path)]
        absent = set(range(self.height * self.width)).difference(*segments)
        given = self._box.assume(((each[0], each[-1]) for each in segments), sorted(absent))
        edges = self._box.edges
        layout = layout_edges(edges, segments)
        solver = self._renew_solver()
        self._selector += 1
        solver.add_clause([-self._selector, *(-edge - 1 for edge in layout)])
        second: Difference | None = None
        for _ in range(1 if refuse is None else BOX_SOLUTIONS):
            if not solver.solve([*given, self._selector], self._conflicts):
                break
            changed = changed_edges(edges, layout, solver.model())
            gone = set(layout).intersection(changed)
            place = [
                (top + cell // self.width) * cols + left + cell % self.width
                for cell in range(self.height * self.width)
            ]
            pairs = {edge: (place[a], place[b]) for edge, (a, b) in enumerate(edges.edges)}
            found = Difference(
                tuple(pairs[edge] for edge in changed if edge in gone),
                tuple(pairs[edge] for edge in changed if edge not in gone),
                tuple(sorted(place[cell] for cell in cells_of(edges, changed))),
            )
            wrong = () if refuse is None else frozenset(refuse(found))
            if not wrong:
                second = found
                break
            here = [-edge - 1 for edge, pair in pairs.items() if pair in wrong]
            solver.add_clause([-self._selector, *here])
        solver.add_clause([-self._selector])
        return second

    def paths_of(
        self, paths: Sequence[Path], owner: NDArray[np.int32], top: int, left: int
    ) -> list[Path]:
        """Return those of a layout's paths that pass through a box; ``owner`` as from `owners`."""
        inside = np.unique(owner[top : top + self.height, left : left + self.width])
        return [paths[number] for number in inside.tolist() if number >= 0]

    def _renew_solver(self) -> SatSolver:
        """Return the solver kept, or a new one where it has been asked often enough."""
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
        """Yield the segments of a path in a box, as cells of the box."""
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


def find_in_boxes(clues: Clues, solution: Solution, boxes: Boxes) -> Solution | None:
    """Return a second solution that differs from a right one inside one box, or None.

    Parameters
    ----------
    clues : Clues
        A puzzle under a rule by which every cell is used.
    solution : Solution
        A solution of it.
    boxes : Boxes
        Their size and how they lie.

    Examples
    --------
    >>> clues = Clues(3, 3, "cover", (1, 0, 2, 0, 0, 0, 1, 0, 2))
    >>> find_in_boxes(clues, Solution(((0, 1, 4, 3, 6), (2, 5, 8))), Boxes(3, 3, 100)) is None
    True
    """
    height, width = min(boxes.side, clues.rows), min(boxes.side, clues.cols)
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    own = layout_edges(edges, solution.paths)
    wholes: list[Solution] = []

    def refuse(found: Difference) -> Collection[Edge]:
        model = np.zeros(len(edges.edges) + 1, dtype=np.bool_)
        model[[edge + 1 for edge in own]] = True
        model[[edges.index[edge] + 1 for edge in found.left]] = False
        model[[edges.index[edge] + 1 for edge in found.taken]] = True
        whole, loops = read_model(clues, edges, model)
        if loops:
            return [edges.edges[edge] for edge in loops[0]]
        if check(clues, whole):
            used = {edges.edges[edge] for edge in own}
            return used.difference(found.left).union(found.taken)
        wholes.append(whole)
        return ()

    owner = owners(clues.rows, clues.cols, solution.paths)
    with BoxChecker(height, width, boxes.conflicts, clues.rule) as checker:
        for top, left in product(
            place_boxes(clues.rows, height, boxes.stride),
            place_boxes(clues.cols, width, boxes.stride),
        ):
            here = checker.paths_of(solution.paths, owner, top, left)
            if checker.find(clues.cols, top, left, here, refuse) is not None:
                return wholes[-1]
    return None


def owners(rows: int, cols: int, paths: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """Return which path each cell is on, by row and column; -1 for none."""
    owner = np.full(rows * cols, -1, dtype=np.int32)
    for number, path in enumerate(paths):
        owner[list(path)] = number
    return owner.reshape(rows, cols)


def place_boxes(length: int, side: int, stride: int) -> list[int]:
    """Return where boxes begin along a board: evenly, at most ``stride`` apart, up to its end.

    Examples
    --------
    >>> place_boxes(30, 12, 6), place_boxes(10, 10, 6)
    ([0, 6, 12, 18], [0])
    """
    gaps = -(-(length - side) // stride)
    return [at * (length - side) // gaps for at in range(gaps + 1)] if gaps else [0]
