"""Cages with totals, and the totals that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import CAGE, Clue
from pipeline.kinds.kit.board.grid import Grid


def implied_totals(board: Board, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield up to ``most`` cells that cages inside of a group leave, and their total.

    Groups are rows, columns and regions, each with every number once: the rule of 45.
    """
    whole = board.rows * (board.rows + 1) // 2
    cages = [cage for cage in board.cages if cage.numbers]
    for _, cells in board.groups():
        group = {*cells}
        inside = [cage for cage in cages if group.issuperset(cage.place)]
        rest = group.difference(*(cage.place for cage in inside))
        if inside and 0 < len(rest) <= most:
            yield tuple(sorted(rest)), whole - sum(cage.numbers[0] for cage in inside)


def with_cages(board: Board, cage_of: Sequence[int], numbers: Sequence[int]) -> Board:
    """Return a board with the connected parts of cages, and their totals."""
    parts = connected_cages(board.grid, cage_of)
    clues = (Clue(CAGE, part, (sum(numbers[cell] for cell in part),)) for part in parts)
    return replace(board, other_clues=tuple(clues))


def connected_cages(grid: Grid, cage_of: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the connected parts of cages, sorted, from the cage of each cell."""
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(cage_of):
        cages.setdefault(cage, []).append(cell)
    parts = (  # that a cage is connected is kept for the next board
        [cells] if grid.is_connected(cells) else grid.parts(cells) for cells in cages.values()
    )
    return sorted(tuple(part) for some in parts for part in some)
