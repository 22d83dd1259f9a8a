"""Stars and regions with equally many of them, which large boards of Star Battle begin with."""

from collections.abc import Sequence

import networkx as nx
import numpy as np
import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.making.extending import extend, random_parts, random_stars
from tests.known import the

SIZES = [(4, 1), (14, 2), (14, 3), (21, 1)]


@pytest.mark.parametrize(("side", "number"), SIZES)
def test_stars_are_apart_and_equally_many(side: int, number: int) -> None:
    for seed in range(5):
        stars = the(random_stars(Grid(side, side), number, new_state(seed)))
        assert (stars.sum(axis=0) == number).all()
        assert (stars.sum(axis=1) == number).all()
        padded = np.pad(stars, 1)
        for row, col in np.argwhere(stars).tolist():
            assert padded[row : row + 3, col : col + 3].sum() == 1


def assert_whole(regions: np.ndarray) -> None:
    grid = nx.grid_2d_graph(*regions.shape)
    for region in {*regions.ravel().tolist()} - {-1}:
        assert nx.is_connected(grid.subgraph(map(tuple, np.argwhere(regions == region).tolist())))


@pytest.mark.parametrize(("side", "number"), SIZES)
def test_regions_are_whole_with_equally_many_stars(side: int, number: int) -> None:
    state = new_state(side)
    stars = the(random_stars(Grid(side, side), number, state))
    regions = random_parts(stars, number, state)
    assert_whole(regions)
    assert np.bincount(regions[stars], minlength=side).tolist() == [number] * side
    assert (regions != np.arange(side)[:, None]).any()


def test_free_cells_join_regions_and_what_is_refused_is_freed_again() -> None:
    grid, state = Grid(8, 8), new_state(1)
    stars = the(random_stars(grid, 1, state))
    asked: list[int] = []

    def keep(_: object, joining: Sequence[int], others: object) -> Sequence[int]:
        asked.append(len(joining))
        return joining[::2]

    regions = the(extend(grid, random_parts(stars, 1, state), stars, keep, state))
    assert -1 not in regions
    assert_whole(np.array(regions).reshape(8, 8))
    assert len(asked) > 5  # of the first only half joined
    assert extend(grid, random_parts(stars, 1, state), stars, lambda *_: None, state) is None


def test_plain_python_draws_alike() -> None:
    def draw() -> list[int]:
        state = new_state(5)
        stars = the(random_stars(Grid(10, 10), 1, state))
        return random_parts(stars, 1, state).ravel().tolist()

    expected = draw()
    with plain_python():
        assert draw() == expected
