"""Boards of Maze: a random tree of passages, and the longest way between two cells of its rim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.outlines import parse_mask

HOLE, NONE, START, GOAL = -1, 0, 1, 2


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted:
    """Return a maze in which one way leads from each cell to each other."""
    winding = dict(params.own).get("winding")
    percent = int(making.random_below(state, 101)) if winding is None else int(winding)
    cells = cells_of(params) or board.grid.cells
    near = passages(board.grid, cells, percent, state)
    start, _ = farthest(board.grid, near, making.pick(state, cells))
    goal, before = farthest(board.grid, near, start)
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    values = [NONE if cell in near else HOLE for cell in board.grid.cells]
    values[start], values[goal] = START, GOAL
    walls = [
        (one, other)
        for one, other in board.grid.edges()
        if one in near and other in near and other not in near[one]
    ]
    clues = tuple(kit.Clue(kit.BETWEEN, pair, (), kit.WALL) for pair in walls)
    lines = sorted((min(pair), max(pair)) for pair in pairwise(way))
    return kit.Drafted(
        replace(board, values=tuple(values), other_clues=clues), kit.Solution("edges", tuple(lines))
    )


def passages(
    grid: kit.Grid, cells: Sequence[int], percent: int, state: kit.RandomState
) -> dict[int, list[int]]:
    """Return the cells to which passages lead from each of some cells: a random tree.

    The growing tree of Jamis Buck ("Mazes for Programmers", 2015, chapter 11): the next passage
    begins at the newest cell, so often in a hundred times, else at a random one.
    """
    near: dict[int, list[int]] = {cell: [] for cell in cells}
    open_ones = [making.pick(state, cells)]
    met = {*open_ones}
    while open_ones:
        is_newest = int(making.random_below(state, 100)) < percent
        at = len(open_ones) - 1 if is_newest else int(making.random_below(state, len(open_ones)))
        cell = open_ones[at]
        free = [other for other in grid.neighbours(cell) if other in near and other not in met]
        if not free:
            open_ones.pop(at)
            continue
        other = making.pick(state, free)
        near[cell].append(other)
        near[other].append(cell)
        met.add(other)
        open_ones.append(other)
    return near


def farthest(
    grid: kit.Grid, near: Mapping[int, Sequence[int]], start: int
) -> tuple[int, dict[int, int]]:
    """Return the cell of the rim that is farthest from one, and the cell before each on its way."""
    reached, before = [start], {start: start}
    for cell in reached:
        for other in near[cell]:
            if other not in before:
                before[other] = cell
                reached.append(other)
    rim = [cell for cell in reached if len(near.keys() & {*grid.neighbours(cell)}) < 4]
    return rim[-1], before


def values_at(board: kit.Board, cells: Sequence[int]) -> list[int]:
    """Return what some cells have."""
    return [board.values[cell] for cell in cells]


def read_outline(_: str, text: str) -> tuple[str, ...]:
    """Return the rows of an outline as they are; `require_fitting` reads them."""
    return tuple(text.split())


def cells_of(params: kit.Params) -> list[int]:
    """Return the cells in the outline, sorted; [] without one."""
    rows = dict(params.own).get("outline")
    if rows is None:
        return []
    mask = "".join(parse_mask("\n".join(rows), params.rows, params.cols, "outline"))
    return [cell for cell, sign in enumerate(mask) if sign == "#"]


def require_fitting(params: kit.Params) -> None:
    """Raise `ConfigError` for an outline of another size, or in parts."""
    parts = kit.Grid(params.rows, params.cols).parts(cells_of(params))
    if len(parts) > 1:
        row, col = divmod(min(parts, key=len)[0], params.cols)
        raise kit.ConfigError(
            f"outline: expected one connected shape, found {len(parts)} parts, one with row "
            f"{row + 1}, column {col + 1}; join them"
        )


SETTINGS: Final = {
    "winding": kit.whole_setting(
        "how far a passage goes on before another begins, in percent; random without it",
        *(0, 100, "0", "80"),
    ),
    "outline": kit.Setting(
        "shape of the maze, of the size of the board",
        "a file, text rows of # and . or a black-and-white PNG",
        "the whole board",
        "heart.txt",
        read_outline,
        is_file=True,
    ),
}


def sample(rows: int, cols: int) -> list[int]:
    """Return a board with a start and a goal, for page plans."""
    return [START, *[NONE] * (rows * cols - 2), GOAL]
