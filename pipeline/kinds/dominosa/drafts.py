"""Boards of Dominosa: a board covered with dominoes at random, and each domino's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY: Final = -1
"""A cell without a number."""
WEIGHTS: Final = 50
"""Random weights of places of dominoes, of which those that cover the board weigh most."""


def largest(rows: int, cols: int) -> int | None:
    """Return the largest number of the set of dominoes that covers a board, None if there is none.

    >>> largest(7, 8), largest(8, 8)
    (6, None)
    """
    number = isqrt(rows * cols) - 1
    return number if (number + 1) * (number + 2) == rows * cols else None


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted:
    """Return random dominoes of a set, in random places."""
    graph = nx.Graph()
    for pair in board.grid.edges():
        graph.add_edge(*pair, weight=1 + int(making.random_below(state, WEIGHTS)))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    areas = sorted((min(pair), max(pair)) for pair in matched)
    most = largest(board.rows, board.cols)
    assert most is not None
    numbers = [(low, high) for high in range(most + 1) for low in range(high + 1)]
    values = [EMPTY] * len(board.values)
    for cells, which in zip(areas, making.shuffled(state, range(len(numbers))), strict=True):
        _put(values, cells, numbers[which], state)
    borders = making.borders_of(board.grid, areas)
    return kit.Drafted.of("borders", board, borders, values=tuple(values))


def _put(
    values: list[int], cells: Sequence[int], numbers: Sequence[int], state: kit.RandomState
) -> None:
    """Write the numbers of a domino into its cells, in a random order."""
    for cell, number in zip(making.shuffled(state, cells), numbers, strict=True):
        values[cell] = number


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution]:
    """Exchange the numbers of a domino with an open border for those of another."""
    between = board.grid.borders_between()
    areas = [area for border, area in between if border not in answer.items]
    here = making.pick(state, [area for area in areas if not {*cells}.isdisjoint(area)])
    other = making.pick(state, [area for area in areas if area != here])
    values = list(board.values)
    for to, source in ((here, other), (other, here)):
        _put(values, to, [board.values[cell] for cell in source], state)
    return replace(board, values=tuple(values)), answer
