"""Boards of Zip: a random path, and the numbers that make it unique."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = 0
NODES: Final = 4000  # Limit of the search for another path


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

    def find(numbered: set[int]) -> tuple[kit.Solution | None, bool]:
        return find_other(number_cells(numbered), answer)

    numbered = {0, len(path) - 1}
    while (found := find(numbered)) != (None, True):
        free = [k for k in range(len(path)) if k not in numbered]
        if not free:
            return None
        if found[0] is not None:
            other = next(iter(making.chains(found[0].items)))
            met = {cell: k for k, cell in enumerate(other[:: 1 if other[0] == path[0] else -1])}
            free = [k for k in free if met[path[k]] != k] or free
        numbered.add(making.pick(state, free))
    for k in making.shuffled(state, sorted(numbered)[1:-1]):
        if find(numbered - {k}) == (None, True):
            numbered.discard(k)
    return kit.Drafted(number_cells(numbered), answer)
