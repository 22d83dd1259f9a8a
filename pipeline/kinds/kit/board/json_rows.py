"""Validate sides and rows of whole numbers in the JSON of records."""

from __future__ import annotations

import math
from itertools import chain
from typing import Any

from pipeline.model import JsonObject, PuzzleFormatError


def read_whole(
    puzzle: JsonObject, key: str, most: int, least: int = 1, default: int | None = None
) -> int:
    """Return a whole number of ``record.puzzle``; `PuzzleFormatError` if it is out of range."""
    value: Any = puzzle.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise PuzzleFormatError(
            f"expected puzzle.{key} to be a whole number from {least} to {most}, found {value!r}"
        )
    return value


def read_rows(
    grid: Any,
    name: str,
    rows: int,
    cols: int,
    expected: str,
    items: str = "numbers",
    least: int | None = None,
) -> list[int]:
    """Return the whole numbers in a list of rows, in reading order.

    ``name``, ``expected`` and ``items`` are the place, the values and the contents of a row in
    messages. `PuzzleFormatError` if a dimension is wrong or a value is not such a number.
    """
    if not isinstance(grid, list) or len(grid) != rows:
        raise PuzzleFormatError(f"expected {name} to be a list of {rows} rows")
    for number, row in enumerate(grid):
        if not isinstance(row, list) or len(row) != cols:
            raise PuzzleFormatError(f"expected {name}[{number}] to be a list of {cols} {items}")
    values = [*chain.from_iterable(grid)]
    if set(map(type, values)) - {int} or (least is not None and min(values, default=least) < least):
        lowest = -math.inf if least is None else least
        wrong = (value for value in values if type(value) is not int or value < lowest)
        raise PuzzleFormatError(f"expected {expected}, found {next(wrong)!r}")
    return values
