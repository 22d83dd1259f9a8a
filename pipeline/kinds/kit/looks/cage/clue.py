"""Cages as clues: connected cells, with a total or none, perhaps with the sign of an operation."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.kinds.kit.board.clues import (
    CAGE,
    Clue,
    ClueSort,
    Image,
    are_numbers,
    items_of,
    list_of,
    name_of,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

ALIKE: Final = ("=", "≠")
"""Signs of cages of equal and of different numbers, without a total."""
RELATIONS: Final = (*ALIKE, "<", ">")
"""These, and those before a total that the sum is below or above."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cages(ClueSort):
    """Cages. ``totals`` (side of the board, number of cells) returns the totals of one."""

    totals: Callable[[int, int], Container[int]] = lambda side, size: range(1, 1000)
    operations: tuple[str, ...] = ()
    """The signs that a total may have; it may lack one too."""

    has_signs: bool = False
    """Whether there may be signs on the borders of cells, which cover a part of outlines."""

    is_needed = True
    names = (CAGE,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        cells, total = clue.place, clue.numbers
        strays = [cell for cell in cells if not 0 <= cell < grid.rows * grid.cols]
        if strays or len(set(cells)) < len(cells):
            raise PuzzleFormatError(
                f"expected different cells from 0 to {grid.rows * grid.cols - 1} in a cage, found "
                f"{list_of(cells)}"
            )
        where = f"the cage of {name_of(grid, cells[0])}" if cells else "a cage"
        if not cells or not grid.is_connected(cells):
            raise PuzzleFormatError(f"expected {where} to be connected, found {len(cells)} cells")
        if not taken.isdisjoint(cells):
            raise PuzzleFormatError(f"expected every cell in one cage at most; check {where}")
        if clue.sign not in ("", *self.operations):
            raise PuzzleFormatError(
                f"expected {list_of(self.operations) or 'no sign'} after the total of {where}, "
                f"found {clue.sign!r}"
            )
        if bool(total) == (clue.sign in ALIKE) and clue.sign in RELATIONS:
            raise PuzzleFormatError(
                f"expected a number with < and >, none with = and ≠, found {clue.sign}"
                f"{list_of(total)} in {where}"
            )
        if total and total[0] not in self.totals(grid.rows, len(cells)):
            raise PuzzleFormatError(
                f"expected a total that {len(cells)} cells can have, found {total[0]} in {where}"
            )
        taken.update(cells)

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {
            "cages": [
                {"cells": [*clue.place]}
                | ({"total": clue.numbers[0]} if clue.numbers else {})
                | ({"sign": clue.sign} if clue.sign else {})
                for clue in clues
            ]
        }

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        return decode_groups(puzzle, CAGE)

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        signs = ("", *self.operations)
        yield CAGE, "cells", signs, 1, tuple(one for one in signs if one in ("", *ALIKE))

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=tuple(sorted(image.to[cell] for cell in clue.place)))


def label_of(cage: Clue) -> str:
    """Return what is printed in a cage.

    >>> label_of(Clue(CAGE, (0, 1), (5,), "<")), label_of(Clue(CAGE, (0, 1), (6,), "x"))
    ('<5', '6x')
    """
    total = str(cage.numbers[0]) if cage.numbers else ""
    return f"{cage.sign}{total}" if cage.sign in RELATIONS else f"{total}{cage.sign}"


def decode_groups(puzzle: JsonObject, sort: str) -> Iterator[Clue]:
    """Yield the groups of cells with a total that a puzzle lists under ``sort`` and an s."""
    for group in items_of(puzzle, f"{sort}s"):
        entries: Mapping[str, Any] = group if isinstance(group, Mapping) else {}
        cells, total = entries.get("cells"), entries.get("total")
        if not are_numbers(cells) or not (total is None or type(total) is int):
            raise PuzzleFormatError(
                f'expected a {sort} such as {{"cells": [0, 1], "total": 5}}, found {group!r}'
            )
        numbers = () if total is None else (total,)
        yield Clue(sort, tuple(sorted(cells)), numbers, str(entries.get("sign", "")))
