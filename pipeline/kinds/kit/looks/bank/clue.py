"""The dominoes to be placed as a clue of the whole board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import (
    Clue,
    ClueSort,
    Image,
    are_numbers,
    items_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

BANK: Final = "bank"
LARGEST: Final = 6
"""Largest number of a half."""


def dominoes_of(board: Board) -> list[tuple[int, int]]:
    """Return the dominoes of a board, each with its smaller number first, sorted."""
    return [pair for clue in board.clues_of(BANK) for pair in _pairs(clue.numbers)]


def bank_of(dominoes: Sequence[Sequence[int]]) -> Clue:
    """Return the clue of some dominoes.

    >>> bank_of([(5, 2), (0, 0)]).numbers
    (0, 0, 2, 5)
    """
    pairs = sorted((min(one), max(one)) for one in dominoes)
    return Clue(BANK, (), tuple(chain(*pairs)))


@dataclass(frozen=True, slots=True)
class Bank(ClueSort):
    """One bank: the numbers of its dominoes, two and two; a record has them sorted."""

    is_outside = True
    names = (BANK,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken)
        numbers = clue.numbers
        if not numbers or len(numbers) % 2 or not {*numbers} <= {*range(LARGEST + 1)}:
            raise PuzzleFormatError(
                f"expected dominoes with two numbers from 0 to {LARGEST} each, found {[*numbers]}"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        banks = (bank_of(_pairs(clue.numbers)) for clue in clues)
        return {"dominoes": [[*pair] for bank in banks for pair in _pairs(bank.numbers)]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        dominoes = [*items_of(puzzle, "dominoes")]
        for one in dominoes:
            if not are_numbers(one) or len(one) != 2:
                raise PuzzleFormatError(
                    f"expected dominoes such as [0, 5] in puzzle.dominoes, found {one!r}"
                )
        if dominoes:
            yield bank_of(dominoes)

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield BANK, "board", ("",), rows * cols, ()

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue


def _pairs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    return [*zip(numbers[::2], numbers[1::2], strict=False)]
