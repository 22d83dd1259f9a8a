"""Layouts keep their promises: everything covered, nothing touching, length, number, style."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout, reroute
from pipeline.kinds.numberlink.model import Path
from tests.known import the


def neighbours(rows: int, cols: int, cell: int) -> list[int]:
    row, col = divmod(cell, cols)
    around = [(row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col)]
    return [r * cols + c for r, c in around if 0 <= r < rows and 0 <= c < cols]


def assert_is_layout(rows: int, cols: int, paths: Sequence[Path], style: LayoutStyle) -> None:
    """Check by definition: cells once each, steps between neighbours, no touching, style."""
    owner = {cell: number for number, path in enumerate(paths) for cell in path}
    assert sorted(cell for path in paths for cell in path) == list(range(rows * cols))
    steps = {frozenset(step) for path in paths for step in pairwise(path)}
    for cell in owner:
        for other in neighbours(rows, cols, cell):
            is_step = frozenset((cell, other)) in steps
            assert is_step == (owner[cell] == owner[other])
    assert len(steps) == rows * cols - len(paths)
    assert min(len(path) for path in paths) >= style.shortest
    ends = {cell for path in paths for cell in (path[0], path[-1])}
    if not style.adjacent:
        assert not any(other in ends for cell in ends for other in neighbours(rows, cols, cell))


@st.composite
def layout_requests(draw: st.DrawFn) -> tuple[int, int, int, LayoutStyle, int]:
    rows, cols = draw(st.integers(2, 14)), draw(st.integers(4, 14))
    style = LayoutStyle(
        draw(st.integers(3, 6)),
        draw(st.integers(0, 100)),
        draw(st.booleans()),
        draw(st.sampled_from([0, 30, 1000])),
        even=draw(st.sampled_from([0, 15, 200])),
    )
    pairs = draw(st.integers(2, max(2, rows * cols // (2 * style.shortest))))
    return rows, cols, pairs, style, draw(st.integers(0, 2**64 - 1))


@settings(max_examples=80, deadline=None)
@given(layout_requests())
def test_a_layout_is_what_was_asked_for(request_: tuple[int, int, int, LayoutStyle, int]):
    rows, cols, pairs, style, seed = request_
    paths = make_layout(rows, cols, pairs, style, new_state(seed))
    if paths is not None:
        assert len(paths) == pairs
        assert_is_layout(rows, cols, paths, style)


@pytest.mark.parametrize("size", [(4, 4, 3), (4, 7, 4), (10, 10, 7), (13, 6, 8), (20, 20, 14)])
def test_most_seeds_succeed(size: tuple[int, int, int]):
    made = [make_layout(*size, LayoutStyle(), new_state(seed)) for seed in range(40)]
    assert sum(paths is not None for paths in made) >= 34


@pytest.mark.parametrize("reach", [0, 30])
def test_layouts_are_isotropic(reach: int):
    straight = across = 0
    for seed in range(60):
        for path in make_layout(12, 12, 9, LayoutStyle(reach=reach), new_state(seed)) or ():
            across += sum(abs(one - other) == 1 for one, other in pairwise(path))
            straight += len(path) - 1
    assert 0.45 < across / straight < 0.55


def test_winding_is_the_number_of_corners():
    def corners(winding: int) -> int:
        made = [
            make_layout(12, 12, 9, LayoutStyle(winding=winding), new_state(s)) for s in range(12)
        ]
        return sum(
            b - a != c - b
            for paths in made
            for path in paths or ()
            for a, b, c in zip(path, path[1:], path[2:], strict=False)
        )

    assert corners(0) < corners(50) < corners(100)


def test_reach_drives_the_ends_of_pairs_apart():
    def steps(reach: int) -> int:
        made = [make_layout(12, 12, 9, LayoutStyle(reach=reach), new_state(s)) for s in range(12)]
        return sum(
            abs(path[0] // 12 - path[-1] // 12) + abs(path[0] % 12 - path[-1] % 12)
            for paths in made
            for path in paths or ()
        )

    assert steps(0) < steps(20) < steps(60)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sets(st.integers(0, 99)))
def test_rerouting_changes_nothing_outside_its_region(seed: int, region: set[int]):
    state, style = new_state(seed), LayoutStyle(adjacent=False)
    paths = make_layout(10, 10, 8, style, state)
    if paths is None:
        return
    changed = reroute(10, 10, paths, sorted(region), style, state)
    if changed is None:
        return
    assert_is_layout(10, 10, changed, style)
    assert len(changed) == len(paths)
    before, after = (
        {frozenset(step) for path in layout for step in pairwise(path)}
        for layout in (paths, changed)
    )
    assert all(edge <= region for edge in before ^ after)


def test_plain_python_draws_the_same_layouts():
    def draw():
        state = new_state(3)
        paths = make_layout(4, 5, 3, LayoutStyle(adjacent=True, winding=60, reach=20), state)
        return paths, reroute(4, 5, the(paths), range(20), LayoutStyle(), state)

    expected = draw()
    assert None not in expected
    with plain_python():
        assert draw() == expected
