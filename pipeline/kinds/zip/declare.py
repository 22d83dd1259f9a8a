"""The constraints of Zip, and random paths with walls and as few numbers as possible."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Drafted, Params
from pipeline.kinds.kit.constraints.engines.search import find_other
from pipeline.kinds.kit.constraints.extra import BETWEEN, WALL, Clue, Extra
from pipeline.kinds.kit.constraints.grid import Grid, chains
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.model import PuzzleFormatError

NONE: Final = 0

TURNS: Final = 12
"""Random changes of an end for each cell."""

NODES: Final = 4000
"""Limit of the search for another path."""


def require_order(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` unless their numbers are 1, 2, 3, ... each once."""
    found = sorted(value for value in clues.values if value != NONE)
    if len(found) < 2 or found != list(range(1, len(found) + 1)):
        raise PuzzleFormatError(
            f"expected the numbers 1, 2, 3 and so on, each once, found {found[:12]}; check it"
        )
    return clues


BOARDS: Final = Boards(
    family="edges",
    empty=NONE,
    allowed=lambda rows, cols: range(rows * cols + 1),
    expected="a number of the order, or 0 for none",
    repose=require_order,
    extra=Extra(signs=(WALL,)),
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each line between neighbours.

    Where a wall is, no line can be drawn.
    """
    grid = clues.grid
    model = Model(grid)
    walls = {clue.place for clue in clues.extra}
    edges = model.edges([pair for pair in grid.edges() if pair not in walls])
    labels = {cell: number for cell, number in enumerate(clues.values) if number}
    ends = (1, max(labels.values()))
    for cell in grid.cells:
        pairs = [(min(cell, other), max(cell, other)) for other in grid.neighbours(cell)]
        here = [edges[pair] for pair in pairs if pair in edges]
        is_end = labels.get(cell) in ends
        model.count(here, (1,) if is_end else (2,), "end" if is_end else "cell", about=(cell,))
    model.paths(edges, labels, "order", in_order=True)
    return model


def draft(board: Clues, state: NDArray[np.uint64], params: Params) -> Drafted | None:
    """Return a path through all cells, with numbers that make it unique.

    Initially there are the walls and the numbers of both ends. Each other path that the search
    finds is excluded by a number in a random cell that it passes at another time. Then unnecessary
    numbers are removed.
    """
    path = random_path(board.grid, state)
    lines = sorted((min(pair), max(pair)) for pair in pairwise(path))
    solution = Solution("edges", tuple(lines))
    free_edges = sorted({*board.grid.edges()} - {*lines})
    shuffled = np.arange(len(free_edges))
    shuffle(state, shuffled)
    number = round(len(free_edges) * dict(params.own).get("walls", 0) / 100)
    walled = [Clue(BETWEEN, free_edges[k], (), WALL) for k in sorted(shuffled[:number].tolist())]
    board = replace(board, extra=tuple(walled))

    def find(numbered: set[int]) -> tuple[Solution | None, bool]:
        return find_other(declare(_numbered(board, path, numbered)), solution, NODES)

    numbered = {0, len(path) - 1}
    while (found := find(numbered)) != (None, True):
        free = [k for k in range(len(path)) if k not in numbered]
        if not free:
            return None
        if found[0] is not None:
            other = next(iter(chains(found[0].items)))
            met = {cell: k for k, cell in enumerate(other[:: 1 if other[0] == path[0] else -1])}
            free = [k for k in free if met[path[k]] != k] or free
        numbered.add(free[int(random_below(state, len(free)))])
    order = np.array(sorted(numbered)[1:-1], dtype=np.int64)
    shuffle(state, order)
    for k in order.tolist():
        if find(numbered - {k}) == (None, True):
            numbered.discard(k)
    return Drafted(_numbered(board, path, numbered), solution)


def _numbered(board: Clues, path: list[int], numbered: set[int]) -> Clues:
    values = [NONE] * len(path)
    for number, k in enumerate(sorted(numbered), 1):
        values[path[k]] = number
    return BOARDS.make_clues(board.rows, board.cols, values, extra=board.extra)


def random_path(grid: Grid, state: NDArray[np.uint64]) -> list[int]:
    """Return a random path through all cells of a board.

    A snake is changed by "backbite" moves: an end joins a neighbour on the path, and the part
    between is reversed (Oberdorf, Ferguson, Jacobsen and Kondev, Physical Review E 74, 2006).
    """
    rows = [range(r * grid.cols, (r + 1) * grid.cols) for r in range(grid.rows)]
    path = [cell for r, row in enumerate(rows) for cell in (row if r % 2 == 0 else reversed(row))]
    for _ in range(TURNS * len(path)):
        if int(random_below(state, 2)):
            path.reverse()
        near = [cell for cell in grid.neighbours(path[-1]) if cell != path[-2]]
        if near:
            at = path.index(near[int(random_below(state, len(near)))])
            path[at + 1 :] = path[:at:-1]
    return path


def sample(rows: int, cols: int) -> list[int]:
    """Return as many clues as are usual at most, for page plans: three, and one for five cells."""
    count = 3 + rows * cols // 5
    return [*range(1, count + 1), *[NONE] * (rows * cols - count)]
