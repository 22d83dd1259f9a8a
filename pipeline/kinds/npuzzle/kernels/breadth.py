"""Breadth-first search from the goal through every board of a small size.

A board is the number of its arrangement of labels among all arrangements in the order of a
dictionary (Lehmer code). Distances stand in one array; a neighbour one step nearer to the goal is
the way on, so that no links to parents need be kept.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled

UNSEEN: Final = 255


@compiled
def rank(labels: NDArray[np.int64]) -> int:
    """Return the number of an arrangement of 0 to n - 1, from 0."""
    cells = len(labels)
    number = 0
    seen = 0
    for i in range(cells):
        smaller = 0
        for label in range(labels[i]):
            smaller += 1 - (seen >> label & 1)
        number = number * (cells - i) + smaller
        seen |= 1 << labels[i]
    return number


@compiled
def unrank(number: int, labels: NDArray[np.int64]) -> None:
    """Write the arrangement with a number into ``labels``."""
    cells = len(labels)
    for i in range(cells - 1, -1, -1):
        labels[i] = number % (cells - i)
        number //= cells - i
        for j in range(i + 1, cells):
            if labels[j] >= labels[i]:
                labels[j] += 1


@compiled
def spread(
    moves: NDArray[np.int64],
    goal_blank: int,
    distances: NDArray[np.uint8],
    queue: NDArray[np.int64],
    labels: NDArray[np.int64],
) -> int:
    """Fill in the distances of all boards to the solved one, and return how many were reached.

    Parameters
    ----------
    moves : ndarray[int64]
        As in `pipeline.kinds.npuzzle.kernels.search.Geometry`.
    goal_blank : int
        Cell and label of the blank.
    distances : ndarray[uint8], shape (cells!,)
        `UNSEEN` everywhere before, and after where nothing leads.
    queue : ndarray[int64], shape (cells! / 2,)
        The numbers reached, nearest first.
    labels : ndarray[int64], shape (cells,)
        Scratch.
    """
    cells = len(labels)
    for cell in range(cells):
        labels[cell] = cell
    queue[0] = rank(labels)
    distances[queue[0]] = 0
    head, tail = 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        distance = distances[number]
        unrank(number, labels)
        blank = 0
        while labels[blank] != goal_blank:
            blank += 1
        for k in range(4):
            target = moves[(blank * cells + blank) * 5 + k]
            if target < 0:
                break
            labels[blank], labels[target] = labels[target], goal_blank
            reached = rank(labels)
            labels[target], labels[blank] = labels[blank], goal_blank
            if distances[reached] == UNSEEN:
                distances[reached] = distance + 1
                queue[tail] = reached
                tail += 1
    return tail
