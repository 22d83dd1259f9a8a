"""Local second solutions are found where the naive solver finds one, and are solutions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.kernels.layout import Path, Style, board_of, make_layout
from pipeline.kinds.numberlink.kernels.path_cover import PathCover
from pipeline.kinds.numberlink.kernels.window_search import (
    FOUND,
    NONE,
    SPENT,
    find_in_window,
    mark_second_solutions,
)
from pipeline.kinds.numberlink.kernels.windows import Window, make_scratch
from pipeline.kinds.numberlink.model import Clues, make_solution
from pipeline.kinds.numberlink.rules import check
from tests.kinds.numberlink.layout_clues import clues_of
from tests.naive.numberlink import all_solutions

PLENTY = 1_000_000
Edge = tuple[int, int]


def edges_of(paths: tuple[Path, ...]) -> set[Edge]:
    return {(min(step), max(step)) for path in paths for step in pairwise(path)}


def lines_of(paths: tuple[Path, ...]) -> dict[int, frozenset[int]]:
    """Return the ends of the line at each cell."""
    return {cell: frozenset((path[0], path[-1])) for path in paths for cell in path}


def window_of(cols: int, top: int, left: int, high: int, wide: int) -> Window:
    return Window((top + 1) * (cols + 2) + left + 1, high, wide, cols + 2)


def inside(cols: int, top: int, left: int, high: int, wide: int) -> set[int]:
    return {row * cols + col for row in range(top, top + high) for col in range(left, left + wide)}


def layouts(rows: int, cols: int, pairs: int, seeds: range) -> Iterator[tuple[Path, ...]]:
    for seed in seeds:
        layout = make_layout(rows, cols, pairs, Style(), new_state(seed))
        if layout is not None:
            yield layout


def second_paths(
    board: PathCover, window: Window, chosen: np.ndarray, clues: Clues
) -> list[list[int]]:
    """Return the lines of the second solution in ``chosen``, followed from end to end."""
    masks = board.edges.copy()
    for at in range(window.rows * window.cols):
        cell = window.first + at // window.cols * window.stride + at % window.cols
        masks[cell] = chosen[at]
    paths = []
    for start, goal in clues.ends():
        path, before = [start], -1
        while path[-1] != goal:
            row, col = divmod(path[-1], clues.cols)
            mask = masks[(row + 1) * window.stride + col + 1]
            steps = (1, clues.cols, -1, -clues.cols)
            onward = [path[-1] + step for way, step in enumerate(steps) if mask >> way & 1]
            before, following = path[-1], next(cell for cell in onward if cell != before)
            path.append(following)
            assert len(path) <= clues.rows * clues.cols
        paths.append(path)
    return paths


@settings(max_examples=60, deadline=None)
@given(
    rows=st.integers(3, 4),
    cols=st.integers(4, 5),
    pairs=st.integers(2, 4),
    seed=st.integers(0, 2**32),
    data=st.data(),
)
def test_a_window_has_a_rival_where_the_naive_solver_has_one(
    rows: int, cols: int, pairs: int, seed: int, data: st.DataObject
):
    layout = make_layout(rows, cols, min(pairs, rows * cols // 3), Style(), new_state(seed))
    if layout is None:
        return
    high, wide = data.draw(st.integers(2, rows)), data.draw(st.integers(2, cols))
    top, left = data.draw(st.integers(0, rows - high)), data.draw(st.integers(0, cols - wide))
    cells = inside(cols, top, left, high, wide)
    ours = edges_of(layout)
    clues = clues_of(rows, cols, layout)
    line = lines_of(layout)
    expected = any(
        edges_of(other.paths) != ours
        and all(cells.issuperset(edge) for edge in ours ^ edges_of(other.paths))
        and all(line[cell] == of for cell, of in lines_of(other.paths).items() if cell not in cells)
        for other in all_solutions(clues)
    )
    board = board_of(rows, cols, layout)
    window = window_of(cols, top, left, high, wide)
    scratch = make_scratch()
    answer = find_in_window(board.edges, board.path, window, scratch, PLENTY)
    if expected:
        assert answer == FOUND
    if answer == FOUND:
        second = make_solution(second_paths(board, window, scratch.chosen, clues))
        assert check(clues, second) == ()
        assert edges_of(second.paths) != ours


@pytest.mark.parametrize(("rows", "cols", "pairs"), [(5, 5, 3), (4, 6, 3), (6, 4, 3)])
def test_a_window_as_large_as_the_board_decides_uniqueness(rows: int, cols: int, pairs: int):
    scratch = make_scratch()
    answers = set()
    for layout in layouts(rows, cols, pairs, range(60)):
        board = board_of(rows, cols, layout)
        window = window_of(cols, 0, 0, rows, cols)
        answer = find_in_window(board.edges, board.path, window, scratch, PLENTY)
        others = len(all_solutions(clues_of(rows, cols, layout), 2)) - 1
        assert answer == (FOUND if others else NONE)
        answers.add(answer)
    assert answers == {FOUND, NONE}


def test_rivals_are_marked_and_counted_about_once():
    scratch = make_scratch()
    counts = []
    for layout in layouts(15, 12, 7, range(12)):
        board = board_of(15, 12, layout)
        marks = np.zeros(len(board.path), dtype=np.uint8)
        found = mark_second_solutions(board.edges, board.path, (15, 12, 5), marks, scratch, PLENTY)
        assert (found > 0) == marks.any()
        assert marks.reshape(17, 14)[[0, -1]].sum() == 0
        counts.append(found)
    assert 0 in counts
    assert max(counts) > 1


def test_blocked_cells_stay_empty():
    layout: tuple[Path, ...] = ((0, 1, 2, 5, 8, 7, 6, 3),)
    board = board_of(3, 3, layout)
    window = window_of(3, 0, 0, 3, 3)
    scratch = make_scratch()
    assert find_in_window(board.edges, board.path, window, scratch, PLENTY) == FOUND
    assert scratch.chosen[4] == 0


def test_a_spent_budget_is_no_answer():
    layout = next(layouts(8, 8, 4, range(20)))
    board = board_of(8, 8, layout)
    window = window_of(8, 0, 0, 8, 8)
    assert find_in_window(board.edges, board.path, window, make_scratch(), 10) == SPENT
