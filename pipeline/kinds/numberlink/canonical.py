"""Symmetry: the eight images of a board, and the smallest of them as the duplicate key.

In each image (transposed, rows reversed, columns reversed) pairs are renamed 1..n in reading order.
Images are compared by the number of rows, then by the cells in reading order, where blocked < empty
< 1 < 2 < ...; the smallest is the canonical form. The rule is no part of the comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.board.symmetry import SYMMETRIES as SYMMETRIES
from pipeline.kinds.kit.board.symmetry import cells_of_image as cells_of_image
from pipeline.kinds.kit.board.symmetry import image_of
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution

_BLOCKED, _EMPTY = 0, 1


def canonical_clues(clues: Clues) -> Clues:
    """Return the smallest of the eight images of a board, posed under the same rule."""
    return find_canonical(clues, None)[0]


def normal_form(clues: Clues, solution: Solution) -> tuple[Clues, Solution]:
    """Return the canonical form of a puzzle and its solution in it."""
    form, image, _ = find_canonical(clues, solution)
    assert image is not None
    return form, image


def find_canonical(clues: Clues, solution: Solution | None) -> tuple[Clues, Solution | None, int]:
    """Return the canonical form, the solution's image in it, and a symmetry that leads there.

    Where several lead there, it is one with the smallest image of the solution.
    """
    cells = _cells(clues)
    keys: list[tuple[int, bytes]] = []
    for symmetry in SYMMETRIES:
        image = image_of(cells, symmetry)
        # Big-endian bytes of numbers from 0 compare as the numbers do.
        keys.append((image.shape[0], _renamed(image).astype(">i4").tobytes()))
    ways = [symmetry for symmetry in SYMMETRIES if keys[symmetry] == min(keys)]
    images = [(*transform(clues, solution, symmetry), symmetry) for symmetry in ways]
    return min(images, key=lambda image: () if image[1] is None else image[1].paths)


def turn_back(clues: Clues, solution: Solution, symmetry: int) -> Solution:
    """Return the solution of a puzzle whose image under a symmetry is given.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> turn_back(make_clues(1, 3, "free", ["a", 0, "a"]), Solution(((0, 1, 2),)), 7).paths
    ((0, 1, 2),)
    """
    home = cells_of_image(clues.rows, clues.cols, symmetry).ravel().tolist()
    return _order([[home[cell] for cell in path] for path in solution.paths])


def canonical(clues: Clues) -> str:
    """Return the duplicate key: size, outline and numbers of the canonical form, not the rule.

    It is ``rowsxcols:`` and the cells in reading order, separated by commas: a number, ``.k`` for k
    empty cells in a row, ``#k`` for k blocked ones.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> canonical(make_clues(3, 2, "cover", ["a", "b", 0, 0, "a", "b"]))
    '2x3:1,.1,1,2,.1,2'
    """
    form = canonical_clues(clues)
    flat = _cells(form).ravel().tolist()
    words: list[str] = []
    for value, run in groupby(flat):
        if value > _EMPTY:
            words.extend(str(value - 1) for _ in run)
        else:
            words.append(f"{'#' if value == _BLOCKED else '.'}{sum(1 for _ in run)}")
    return f"{form.rows}x{form.cols}:{','.join(words)}"


def transform(
    clues: Clues, solution: Solution | None, symmetry: int
) -> tuple[Clues, Solution | None]:
    """Return the image of a puzzle and its solution under one of the eight symmetries.

    Symmetry 0 changes nothing but the names of pairs.
    """
    moved, paths = turn(clues, solution or Solution(()), symmetry)
    renamed = _clues(_renamed(_cells(moved)), clues.rule)
    return renamed, None if solution is None else _order(paths.paths)


def turn(clues: Clues, solution: Solution, symmetry: int) -> tuple[Clues, Solution]:
    """Return what `transform` does, with pairs that keep their numbers."""
    old_cells = cells_of_image(clues.rows, clues.cols, symmetry)
    rows, cols = old_cells.shape
    old = old_cells.ravel().tolist()
    place = {cell: new for new, cell in enumerate(old)}
    numbers = tuple(clues.numbers[cell] for cell in old)
    blocked = frozenset(place[cell] for cell in clues.blocked)
    moved = replace(clues, rows=rows, cols=cols, numbers=numbers, blocked=blocked)
    return moved, make_solution([[place[cell] for cell in path] for path in solution.paths])


def _order(paths: Sequence[Sequence[int]]) -> Solution:
    return make_solution(sorted(paths, key=lambda path: min(path[0], path[-1])))


def _cells(clues: Clues) -> NDArray[np.int32]:
    """Return the board as an array of shape (rows, cols): 0 blocked, 1 empty, k + 1 for pair k."""
    cells = np.array(clues.numbers, dtype=np.int32) + _EMPTY
    cells[sorted(clues.blocked)] = _BLOCKED
    return cells.reshape(clues.rows, clues.cols)


def _clues(cells: NDArray[np.int32], rule: str) -> Clues:
    flat = cells.ravel()
    numbers = tuple(np.maximum(flat - _EMPTY, 0).tolist())
    rows, cols = cells.shape
    return Clues(rows, cols, rule, numbers, frozenset(np.flatnonzero(flat == _BLOCKED).tolist()))


def _renamed(image: NDArray[np.int32]) -> NDArray[np.int32]:
    flat = image.ravel().copy()
    places = np.flatnonzero(flat > _EMPTY)
    names: dict[int, int] = {}
    flat[places] = [
        names.setdefault(label, len(names) + 1) + _EMPTY for label in flat[places].tolist()
    ]
    return flat.reshape(image.shape)
