"""The eight images of a board under rotation and reflection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

V = TypeVar("V")

SYMMETRIES: Final = range(8)  # 4 transposes, then 2 reverses rows, then 1 columns


def image_of(board: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Return a view of a board, an array of rows, under one symmetry."""
    image = board.T if symmetry & 4 else board
    return image[:: -1 if symmetry & 2 else 1, :: -1 if symmetry & 1 else 1]


def cells_of_image(rows: int, cols: int, symmetry: int) -> NDArray[np.int32]:
    """Return for each cell of an image, int32 of the image's shape, its source cell.

    >>> cells_of_image(2, 3, 1).tolist(), cells_of_image(2, 3, 4).tolist()
    ([[2, 1, 0], [5, 4, 3]], [[0, 3], [1, 4], [2, 5]])
    """
    return image_of(np.arange(rows * cols, dtype=np.int32).reshape(rows, cols), symmetry)


@lru_cache(maxsize=64)
def image_getter(rows: int, cols: int, symmetry: int) -> Callable[[Sequence[V]], tuple[V, ...]]:
    """Return a function from the values of the cells of a board to those of its image.

    >>> image_getter(2, 3, 4)("abcdef")
    ('a', 'd', 'b', 'e', 'c', 'f')
    """
    order = cells_of_image(rows, cols, symmetry).ravel().tolist()
    return itemgetter(*order) if len(order) > 1 else tuple


def images(rows: int, cols: int, values: Sequence[V]) -> Iterator[tuple[int, int, tuple[V, ...]]]:
    """Yield the eight images of a board as (rows, cols, values), the board itself first."""
    for symmetry in SYMMETRIES:
        sides = (cols, rows) if symmetry & 4 else (rows, cols)
        yield *sides, image_getter(rows, cols, symmetry)(values)
