"""Boards of Zip: a random path, and the numbers that make it unique."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = 0
NODES: Final = 4000  # Limit of the search for another path
LARGE: Final = 81  # Cells of a board that gets its numbers where it stays open, not by a search
GAP: Final = 8  # Cells between the first numbers of such a board
CELLS_A_NUMBER: Final = 20  # Open cells for one more number at once


def draft(
    find_other: making.FindOther, board: kit.Board, state: kit.RandomState, params: kit.Params
) -> kit.Drafted | None:
    """Return a path through all cells, with numbers that make it unique.

    Initially there are the walls and the numbers of both ends. Each other path that the search
    finds is excluded by a number in a random cell that it passes at another time. Then unnecessary
    numbers are removed.
    """
    path = making.random_path(board.grid, state)
    lines = sorted((min(pair), max(pair)) for pair in pairwise(path))
    answer = kit.Solution("edges", tuple(lines))
    free_edges = sorted({*board.grid.edges()} - {*lines})
    number = round(len(free_edges) * dict(params.own).get("walls", 0) / 100)
    walled = sorted(making.shuffled(state, range(len(free_edges)))[:number])
    other_clues = tuple(kit.Clue(kit.BETWEEN, free_edges[k], (), kit.WALL) for k in walled)

    def number_cells(numbered: set[int]) -> kit.Board:
        values = [NONE] * len(path)
        for number, k in enumerate(sorted(numbered), 1):
            values[path[k]] = number
        return replace(board, values=tuple(values), other_clues=other_clues)

    if len(path) >= LARGE:
        first = {0, len(path) - 1, *range(GAP, len(path) - GAP, GAP)}
        return kit.Drafted(number_cells(first), answer)

    def find(numbered: set[int]) -> tuple[kit.Solution | None, bool]:
        return find_other(number_cells(numbered), answer)

    numbered = {0, len(path) - 1}
    while (result := find(numbered)) != (None, True):
        free = [k for k in range(len(path)) if k not in numbered]
        if not free:
            return None
        if result[0] is not None:
            other = next(iter(making.chains(result[0].items)))
            met = {cell: k for k, cell in enumerate(other[:: 1 if other[0] == path[0] else -1])}
            free = [k for k in free if met[path[k]] != k] or free
        numbered.add(making.pick(state, free))
    for k in making.shuffled(state, sorted(numbered)[1:-1]):
        if find(numbered - {k}) == (None, True):
            numbered.discard(k)
    return kit.Drafted(number_cells(numbered), answer)


def add_numbers(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a large board with numbers in some of the cells that stay open."""
    free = [cell for cell in cells if board.values[cell] == NONE]
    if len(board.values) < LARGE or not free:
        return None
    more = making.shuffled(state, free)[: 1 + len(free) // CELLS_A_NUMBER]
    return _renumbered(
        board, answer, {cell for cell, _ in board.clues_but(NONE)}.union(more)
    ), answer


def drop_numbers(
    board: kit.Board,
    answer: kit.Solution,
    is_solvable: Callable[[kit.Board], bool],
    state: kit.RandomState,
) -> kit.Board:
    """Return a large board without numbers that it does not need."""
    if len(board.values) < LARGE:
        return board
    numbered = dict(board.clues_but(NONE))
    ends = (1, max(numbered.values()))
    for cell in making.shuffled(state, sorted(numbered)):
        fewer = _renumbered(board, answer, numbered.keys() - {cell})
        if numbered[cell] not in ends and is_solvable(fewer):
            del numbered[cell]
    return _renumbered(board, answer, numbered)


def _renumbered(board: kit.Board, answer: kit.Solution, cells: Collection[int]) -> kit.Board:
    """Return a board with numbers in some cells, in the order of the answer."""
    (path,) = making.chains(answer.items)
    path = path if board.values[path[0]] == 1 else path[::-1]
    numbers = {cell: k for k, cell in enumerate((x for x in path if x in cells), 1)}
    return replace(board, values=tuple(numbers.get(cell, NONE) for cell in board.grid.cells))
