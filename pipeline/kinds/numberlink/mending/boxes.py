"""Rivals inside a box of a large layout under the strict rules, by exhaustive search.

What a layout's lines do inside a box is a puzzle of its own: each stretch of a line in the box
joins its first cell there to its last. Each solution of that puzzle, with all else as it is, is
put to the rules of the whole puzzle by definition; what they let pass is a second solution. So
boxes only ever refute, and find in milliseconds what the search of a whole board of thousands of
cells does not come to. The generator asks them about layouts that such a search did not decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from pipeline.kinds.numberlink.engines.search import Search
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution
from pipeline.kinds.numberlink.rules import check

SIDE: Final = 20
"""Side of a box, in cells."""
STRIDE: Final = 10
"""Distance from one box to the next."""
NODES: Final = 2_000
"""Nodes of the search in one box, over all its solutions; some hundreds are usual."""
SOLUTIONS: Final = 8
"""Solutions of a box looked at: those that the rules of the whole refuse may be many."""

_Stretch = tuple[int, int, int]


def find_in_boxes(clues: Clues, solution: Solution) -> Solution | None:
    """Return a second solution that differs from a right one inside one box, or None.

    Parameters
    ----------
    clues : Clues
        A puzzle under a rule by which every cell is used.
    solution : Solution
        A solution of it.

    Examples
    --------
    >>> clues = make_clues(3, 3, "cover", [1, 0, 2, 0, 0, 0, 1, 0, 2])
    >>> find_in_boxes(clues, make_solution([(0, 1, 4, 3, 6), (2, 5, 8)])) is None
    True
    """
    for top in _starts(clues.rows):
        for left in _starts(clues.cols):
            rival = _find_in_box(clues, solution, top, left)
            if rival is not None:
                return rival
    return None


def _starts(length: int) -> list[int]:
    """Return where boxes begin along a side, so that the last one reaches its end."""
    last = max(0, length - SIDE)
    return sorted({*range(0, last, STRIDE), last})


def _find_in_box(clues: Clues, solution: Solution, top: int, left: int) -> Solution | None:
    high, wide = min(SIDE, clues.rows - top), min(SIDE, clues.cols - left)
    cells = [(top + row) * clues.cols + left + col for row in range(high) for col in range(wide)]
    place = {cell: at for at, cell in enumerate(cells)}
    stretches = list(_stretches(solution.paths, place))
    labels = [0] * len(cells)
    for number, (path, first, last) in enumerate(stretches, start=1):
        for at in (first, last - 1):
            labels[place[solution.paths[path][at]]] = number
    inside = {cell for path, a, b in stretches for cell in solution.paths[path][a:b]}
    shut = frozenset(place[cell] for cell in cells if cell not in inside)
    box = make_clues(high, wide, clues.rule, labels, shut)
    if not stretches or not Search.suits(box):
        return None
    search = Search(box)
    for _ in range(SOLUTIONS):
        found = search.next_solution(NODES)
        if found is None:
            return None
        whole = _put_back(solution, stretches, cells, found)
        if whole != solution and not check(clues, whole):
            return whole
    return None


def _stretches(paths: Sequence[Sequence[int]], place: dict[int, int]) -> Iterator[_Stretch]:
    """Yield path, first and last position (exclusive) of each stretch of two cells or more."""
    for number, path in enumerate(paths):
        inside = [False, *(cell in place for cell in path), False]
        turns = [at for at, (a, b) in enumerate(pairwise(inside)) if a != b]
        for first, last in zip(turns[::2], turns[1::2], strict=True):
            if last - first > 1:
                yield number, first, last


def _put_back(
    solution: Solution, stretches: Sequence[_Stretch], cells: Sequence[int], found: Solution
) -> Solution:
    """Return the whole solution with its stretches in a box as they were found there."""
    by_ends = {frozenset((path[0], path[-1])): path for path in found.paths}
    at = {cell: index for index, cell in enumerate(cells)}
    paths = [list(path) for path in solution.paths]
    for number, first, last in reversed(stretches):
        old = solution.paths[number][first:last]
        new = [cells[cell] for cell in by_ends[frozenset((at[old[0]], at[old[-1]]))]]
        paths[number][first:last] = new if new[0] == old[0] else new[::-1]
    return make_solution(paths)
