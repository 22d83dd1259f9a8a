"""Numberlink as clauses: the plain encoding, which contains only the rules.

It has one variable for each edge between neighbouring cells, and the pair of a cell in binary. It
does not forbid closed loops: under ``free`` they can be removed from a model, under the cover rules
`prove` and `solve` forbid each that occurs in a model, and `forbid_loops` forbids all beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words import base, graphs
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution

MOST_CELLS: Final = 40_000
"""Largest board that is encoded: clauses of larger ones take gigabytes, and no solver finishes."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeMap:
    """The edges of a board, numbered from 0; edge ``i`` is variable ``i + 1`` of every encoding.

    ``edges[i]`` is its two cells, the smaller first, in rising order; ``around[cell]`` its edges
    at a cell; ``index`` finds an edge by its cells. Blocked cells have no edges. `edge_map` caches
    edge maps and what is derived from them.
    """

    rows: int
    cols: int
    edges: tuple[tuple[int, int], ...]
    around: tuple[tuple[int, ...], ...]
    index: dict[tuple[int, int], int]

    def variable(self, first: int, second: int) -> int | None:
        """Return the variable of the edge between two cells, None where there is none."""
        edge = self.index.get((first, second) if first < second else (second, first))
        return None if edge is None else edge + 1


@dataclass(slots=True)
class Encoding:
    """Clauses under construction: their edges and the highest variable so far.

    ``bits[cell]`` are the variables of the cell's pair in binary, least significant first.
    """

    edges: EdgeMap
    variables: int
    bits: tuple[tuple[int, ...], ...]
    clauses: list[list[int]]

    def new_variable(self) -> int:
        """Return a variable that no clause contains yet."""
        self.variables += 1
        return self.variables


def suits_sat(clues: Clues) -> bool:
    """Return whether the board is small enough to be encoded."""
    return clues.rows * clues.cols <= MOST_CELLS


@lru_cache(maxsize=16)
def edge_map(rows: int, cols: int, blocked: frozenset[int] = frozenset()) -> EdgeMap:
    """Return the numbered edges of a board."""
    edges = Grid(rows, cols, blocked).edges()
    around: list[list[int]] = [[] for _ in range(rows * cols)]
    for i, edge in enumerate(edges):
        for cell in edge:
            around[cell].append(i)
    index = {edge: i for i, edge in enumerate(edges)}
    return EdgeMap(rows, cols, edges, tuple(map(tuple, around)), index)


def encode_plain(clues: Clues, *, is_lazy: bool = False) -> Encoding:
    """Return the plain encoding of a puzzle under its rule.

    Every solution is a model once its edges, its cells' pairs and any bits for unused cells are
    filled in. Every model without a closed loop gives a solution. With ``is_lazy`` what only the
    pairs of cells show under no-uturn and no-touch is left out (see `by_sat.read_lazily`).
    """
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    encoding = start_encoding(edges, (clues.pairs - 1).bit_length())
    _add_degrees(encoding, clues)
    _fix_pairs(encoding, clues)
    join_pairs(encoding)
    if clues.rule in ("no-uturn", "no-touch"):
        forbid_three_sides(encoding)
    if clues.rule == "no-uturn" and not is_lazy:
        _forbid_blocks(encoding)
    if clues.rule == "no-touch" and not is_lazy:
        _forbid_touching(encoding)
    return encoding


def start_encoding(edges: EdgeMap, width: int) -> Encoding:
    """Return an encoding without clauses: an edge is a variable, a cell's pair ``width`` bits."""
    first = len(edges.edges) + 1
    bits = tuple(
        tuple(range(first + cell * width, first + (cell + 1) * width))
        for cell in range(edges.rows * edges.cols)
    )
    return Encoding(edges, len(edges.edges) + len(bits) * width, bits, [])


def _add_degrees(encoding: Encoding, clues: Clues) -> None:
    add = encoding.clauses.append
    for cell, number in enumerate(clues.numbers):
        if cell in clues.blocked:
            continue
        edges = [edge + 1 for edge in encoding.edges.around[cell]]
        most = 1 if number else 2
        for group in combinations(edges, most + 1):
            add([-edge for edge in group])
        if number:
            add(edges)
            continue
        for edge in edges:
            others = [other for other in edges if other != edge]
            add(others if clues.rule != "free" else [-edge, *others])
        if not edges and clues.rule != "free":
            add([])


def _fix_pairs(encoding: Encoding, clues: Clues) -> None:
    for cell, number in enumerate(clues.numbers):
        if number:
            encoding.clauses.extend([literal] for literal in pair_literals(encoding, cell, number))


def pair_literals(encoding: Encoding, cell: int, number: int) -> list[int]:
    """Return the literals that are true if a cell belongs to a pair, counted from 1."""
    return [
        bit if (number - 1) >> place & 1 else -bit for place, bit in enumerate(encoding.bits[cell])
    ]


def join_pairs(encoding: Encoding) -> None:
    """Add that an edge makes the pairs of its two cells equal."""
    encoding.clauses.extend(_joining(encoding.edges, encoding.bits))


@lru_cache(maxsize=8)
def _joining(edges: EdgeMap, bits: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [
        [-edge, sign * a, -sign * b]
        for edge, (first, second) in enumerate(edges.edges, 1)
        for a, b in zip(bits[first], bits[second], strict=True)
        for sign in (-1, 1)
    ]


def add_difference(encoding: Encoding, first: int, second: int) -> list[int]:
    """Return literals of which one can be true only if two cells belong to different pairs.

    Adds to ``encoding`` a variable for each bit, which is true only if the bit differs.
    """
    differing = []
    for a, b in zip(encoding.bits[first], encoding.bits[second], strict=True):
        differs = encoding.new_variable()
        encoding.clauses.append([-differs, a, b])
        encoding.clauses.append([-differs, -a, -b])
        differing.append(differs)
    return differing


def _forbid_touching(encoding: Encoding) -> None:
    for edge, (first, second) in enumerate(encoding.edges.edges):
        encoding.clauses.append([edge + 1, *add_difference(encoding, first, second)])


def _forbid_blocks(encoding: Encoding) -> None:
    """Add that two adjacent cells of each block belong to different pairs."""
    differ: dict[int, list[int]] = {}
    for square in unit_squares(encoding.edges):
        for side in square[:3]:
            if side not in differ:
                first, second = encoding.edges.edges[side - 1]
                differ[side] = add_difference(encoding, first, second)
        # Three sides pass through all four cells.
        encoding.clauses.append([literal for side in square[:3] for literal in differ[side]])


def forbid_three_sides(encoding: Encoding) -> None:
    """Add that at most two of the four edges round a unit square are on.

    With three the block would be in one line. Under no-touch, where that is implied, this saves the
    solver most of its work: the 270 puzzles of the study set take 0.5 s with it and 11 s without.
    """
    for square in unit_squares(encoding.edges):
        for left_out in square:
            encoding.clauses.append([-side for side in square if side != left_out])


def forbid_loops(encoding: Encoding) -> None:
    """Add that no loop is closed, as numbers that rise along the lines."""
    whole = base.Encoding(encoding.variables, encoding.clauses)
    edges = enumerate(encoding.edges.edges, 1)
    graphs.add_directions(whole, [(edge, first, second) for edge, (first, second) in edges])
    encoding.variables = whole.variables


def unit_squares(edges: EdgeMap) -> Iterator[tuple[int, int, int, int]]:
    """Yield the variables of the four edges round each 2x2 block without a blocked cell."""
    for corner in range(edges.cols * (edges.rows - 1)):
        below = corner + edges.cols
        if (corner + 1) % edges.cols:
            top, left = edges.variable(corner, corner + 1), edges.variable(corner, below)
            right, bottom = edges.variable(corner + 1, below + 1), edges.variable(below, below + 1)
            if top and left and right and bottom:
                yield top, left, right, bottom


def read_model(
    clues: Clues, edges: EdgeMap, model: NDArray[np.bool_]
) -> tuple[Solution, list[list[int]]]:
    """Return the lines in a model, and its closed loops as lists of edge numbers.

    ``model`` is ndarray[bool] by variable, as `SatSolver.model` returns it.
    """
    used = np.flatnonzero(model[1 : len(edges.edges) + 1]).tolist()
    edges_at: dict[int, list[int]] = {}
    for edge in used:
        for cell in edges.edges[edge]:
            edges_at.setdefault(cell, []).append(edge)
    seen: set[int] = set()
    paths = [_walk(edges, edges_at, start, seen)[0] for start, _ in clues.ends()]
    loops = [
        _walk(edges, edges_at, edges.edges[edge][0], seen)[1] for edge in used if edge not in seen
    ]
    return make_solution(paths), [loop for loop in loops if loop]


def _walk(
    edges: EdgeMap, edges_at: dict[int, list[int]], start: int, seen: set[int]
) -> tuple[list[int], list[int]]:
    """Follow unseen edges from a cell; return the cells and edges passed, and mark these seen."""
    cells: list[int] = [start]
    passed: list[int] = []
    while True:
        onward = [edge for edge in edges_at.get(cells[-1], ()) if edge not in seen]
        if not onward:
            return cells, passed
        seen.add(onward[0])
        passed.append(onward[0])
        first, second = edges.edges[onward[0]]
        cells.append(second if cells[-1] == first else first)


def solution_edges(edges: EdgeMap, solution: Solution) -> list[int]:
    """Return the variables of a solution's edges; every path must step between neighbours."""
    variables: list[int] = []
    for path in solution.paths:
        for cell, beside in pairwise(path):
            variable = edges.variable(cell, beside)
            assert variable is not None, "a path steps between neighbours"
            variables.append(variable)
    return variables


def differs_from(edges: EdgeMap, solution: Solution) -> list[int]:
    """Return the clause that a model is not this solution: one of its edges is off.

    This is enough, since no other solution contains all of its edges: they join all ends already.
    """
    return [-variable for variable in solution_edges(edges, solution)]


def loop_clause(loop: Sequence[int]) -> list[int]:
    """Return the clause that forbids a closed loop, given as edge numbers."""
    return [-edge - 1 for edge in loop]


def layout_edges(edges: EdgeMap, paths: Sequence[Sequence[int]]) -> list[int]:
    """Return the numbers of a layout's edges, in rising order."""
    steps = (step for path in paths for step in pairwise(path))
    return sorted(edges.index[min(step), max(step)] for step in steps)


def changed_edges(edges: EdgeMap, layout: Sequence[int], model: NDArray[np.bool_]) -> list[int]:
    """Return the numbers of the edges on which a model and a layout differ, in rising order."""
    differs = model[1 : len(edges.edges) + 1].copy()
    differs[list(layout)] ^= True
    changed: list[int] = np.flatnonzero(differs).tolist()
    return changed


def cells_of(edges: EdgeMap, some: Iterable[int]) -> tuple[int, ...]:
    """Return the cells of some edges, in rising order."""
    return tuple(sorted({cell for edge in some for cell in edges.edges[edge]}))
