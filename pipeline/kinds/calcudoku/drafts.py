"""Boards of Calcudoku: random numbers in cages, whose cells move to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

CAGE_SIZES: Final = {"easy": (2, 2, 2, 3), "medium": (2, 2, 3, 3), None: (2, 2, 3, 3, 3, 4)}
"""By band, the sizes of cages from which a board is made."""
LARGEST: Final = 4
"""Most cells of a cage that gets another one."""
MOST: Final = 999
"""The largest result of a generated board, so that answers can be small."""
CELLS_A_SINGLE: Final = 7
"""Of so many cells at most one is a cage of its own."""


def results_of(numbers: Sequence[int]) -> Mapping[str, float]:
    """Return the result of each operation; others are taken from the largest number.

    >>> results_of([2, 6])
    {'+': 8, 'x': 12, '-': 4, '/': 3.0}
    """
    *rest, top = sorted(numbers)
    return {
        "+": sum(numbers), "x": prod(numbers), "-": top - sum(rest), "/": top / prod(rest),
    }  # fmt: skip


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted | None:
    """Return random numbers with cages."""
    numbers = making.random_groups(board, state)
    if numbers is None:
        return None
    sizes = CAGE_SIZES.get(params.band, CAGE_SIZES[None])
    areas = making.random_cages(board.grid, sizes, state)
    return kit.Drafted.of(
        "numbers", with_cages(board, making.numbers_of(areas), numbers, state), numbers
    )


def with_cages(
    board: kit.Board, cage_of: Sequence[int], numbers: Sequence[int], state: kit.RandomState
) -> kit.Board:
    """Return a board with cages; those that it has already keep their operations."""
    known = {cage.place: cage for cage in board.other_clues}
    clues = (
        known.get(part) or random_cage(part, numbers, state)
        for part in making.connected_cages(board.grid, cage_of)
    )
    return replace(board, other_clues=tuple(clues))


def random_cage(cells: tuple[int, ...], numbers: Sequence[int], state: kit.RandomState) -> kit.Clue:
    """Return a cage with a random operation; two numbers are rather divided or subtracted."""
    inside = [numbers[cell] for cell in cells]
    results = results_of(inside)
    signs = ["+", "x"] if results["x"] <= MOST else ["+"]
    if len(inside) == 2:
        signs += ["-"] * 2 if results["/"] % 1 else ["/"] * 4
    sign = making.pick(state, signs)
    return kit.Clue(kit.CAGE, cells, (int(results[sign]),), sign if len(inside) > 1 else "")


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Move one of some cells to a neighbouring cage, or else make it a cage of its own."""
    numbers = [number for _, number in answer.items]
    cage_of = making.move_to_cage(
        board, cells, state, lambda _, cage: board.cage_of.count(cage) < LARGEST, alone=4
    )
    changed = with_cages(board, cage_of, numbers, state)
    singles = sum(len(cage.place) == 1 for cage in changed.other_clues)
    return (changed, answer) if singles * CELLS_A_SINGLE <= len(numbers) else None
