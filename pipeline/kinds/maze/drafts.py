"""Boards of Maze: a random tree of passages, and the longest way between two cells of its rim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE, START, GOAL = 0, 1, 2


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted:
    """Return a maze in which one way leads from each cell to each other."""
    winding = dict(params.own).get("winding")
    percent = int(making.random_below(state, 101)) if winding is None else int(winding)
    near = passages(board.grid, percent, state)
    start, _ = farthest(board.grid, near, making.pick(state, board.grid.cells))
    goal, before = farthest(board.grid, near, start)
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    values = [NONE] * len(board.values)
    values[start], values[goal] = START, GOAL
    walls = [(one, other) for one, other in board.grid.edges() if other not in near[one]]
    clues = tuple(kit.Clue(kit.BETWEEN, pair, (), kit.WALL) for pair in walls)
    lines = sorted((min(pair), max(pair)) for pair in pairwise(way))
    return kit.Drafted(
        replace(board, values=tuple(values), other_clues=clues), kit.Solution("edges", tuple(lines))
    )


def passages(grid: kit.Grid, percent: int, state: kit.RandomState) -> list[list[int]]:
    """Return the cells to which passages lead from each cell: a random tree.

    The growing tree of Jamis Buck ("Mazes for Programmers", 2015, chapter 11): the next passage
    begins at the newest cell, so often in a hundred times, else at a random one.
    """
    near: list[list[int]] = [[] for _ in grid.cells]
    open_ones = [making.pick(state, grid.cells)]
    met = {*open_ones}
    while open_ones:
        is_newest = int(making.random_below(state, 100)) < percent
        at = len(open_ones) - 1 if is_newest else int(making.random_below(state, len(open_ones)))
        cell = open_ones[at]
        free = [other for other in grid.neighbours(cell) if other not in met]
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
    grid: kit.Grid, near: Sequence[Sequence[int]], start: int
) -> tuple[int, dict[int, int]]:
    """Return the cell of the rim that is farthest from one, and the cell before each on its way."""
    found, before = [start], {start: start}
    for cell in found:
        for other in near[cell]:
            if other not in before:
                before[other] = cell
                found.append(other)
    return [cell for cell in found if len(grid.neighbours(cell)) < 4][-1], before


def sample(rows: int, cols: int) -> list[int]:
    """Return a board with a start and a goal, for page plans."""
    return [START, *[NONE] * (rows * cols - 2), GOAL]
