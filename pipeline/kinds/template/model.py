"""Params, Clues and Solution of the Latin square, their JSON form, and when two are the same.

Copying this kind? These are the nouns of yours; write them first. Keep them frozen and plain
(tuples, integers, strings), let `make_clues` be the only door through which clues come into being,
and refuse there whatever would crash later. Two puzzles that a solver would call the same must have
the same text in `canonical`: it is the key by which duplicates are found.

A cell is ``row * side + col``. Numbers run from 1 to ``side``; 0 is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.model import JsonObject, PuzzleFormatError

MAX_SIDE: Final = 9
"""Numbers are single figures, on paper and in text."""


@dataclass(frozen=True, slots=True)
class Params:
    """What the user asks of the generator; ``generate.parse_params`` makes it.

    ``givens`` is the least number of numbers that stay on the board.
    """

    side: int
    givens: int = 0


@dataclass(frozen=True, slots=True)
class Clues:
    """The puzzle as printed: a square of ``side`` times ``side`` numbers, 0 where empty."""

    side: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """The full square, row by row."""

    numbers: tuple[int, ...]


def make_clues(side: int, numbers: Sequence[int]) -> Clues:
    """Return clues of a size and numbers that fit each other.

    Raises
    ------
    PuzzleFormatError
        If the size or a number is out of range, or the count of numbers is not ``side ** 2``.

    Examples
    --------
    >>> make_clues(2, [1, 0, 0, 0]).numbers
    (1, 0, 0, 0)
    """
    if not 2 <= side <= MAX_SIDE:
        raise PuzzleFormatError(
            f"expected a square of 2 to {MAX_SIDE} cells a side, found {side}; use another size"
        )
    if len(numbers) != side * side:
        raise PuzzleFormatError(
            f"expected {side * side} cells ({side}x{side}), found {len(numbers)}"
        )
    for number in numbers:
        if not 0 <= number <= side:
            raise PuzzleFormatError(
                f"expected numbers from 1 to {side}, 0 for an empty cell, found {number}"
            )
    return Clues(side, tuple(numbers))


def encode(clues: Clues) -> JsonObject:
    """Return the JSON form of clues.

    Examples
    --------
    >>> encode(make_clues(2, [1, 0, 0, 0]))
    {'rows': 2, 'cols': 2, 'clues': [[1, 0], [0, 0]]}
    """
    grid = _grid(clues.side, clues.numbers)
    return {"rows": clues.side, "cols": clues.side, "clues": grid}


def decode(puzzle: JsonObject) -> Clues:
    """Return the clues in a ``record.puzzle``.

    Raises
    ------
    PuzzleFormatError
        For whatever would make a later stage fail: a rectangle, ragged rows, wild numbers.
    """
    if not isinstance(puzzle, Mapping):
        raise PuzzleFormatError(f"expected puzzle to be an object, found {puzzle!r}")
    rows, cols = puzzle.get("rows"), puzzle.get("cols")
    if type(rows) is not int or type(cols) is not int or rows != cols:
        raise PuzzleFormatError(
            f"expected puzzle.rows and puzzle.cols to be one whole number, found {rows!r}, {cols!r}"
        )
    return make_clues(rows, _numbers(puzzle.get("clues"), "puzzle.clues", rows))


def encode_solution(solution: Solution) -> JsonObject:
    """Return the JSON form of a solution: ``{"numbers": [[1, 2], [2, 1]]}``."""
    side = int(len(solution.numbers) ** 0.5)
    return {"numbers": _grid(side, solution.numbers)}


def decode_solution(clues: Clues, value: JsonObject) -> Solution:
    """Return the solution in a ``record.solution``; whether it is right is for `check` to say.

    Raises
    ------
    PuzzleFormatError
        If it is not a full square of numbers from 1 to the side.
    """
    if not isinstance(value, Mapping):
        raise PuzzleFormatError(f"expected solution to be an object, found {value!r}")
    numbers = _numbers(value.get("numbers"), "solution.numbers", clues.side)
    for number in numbers:
        if not 1 <= number <= clues.side:
            raise PuzzleFormatError(
                f"expected numbers from 1 to {clues.side} in solution.numbers, found {number}"
            )
    return Solution(tuple(numbers))


def canonical(clues: Clues) -> str:
    """Return the text of the smallest form under rotation, reflection and relabelling.

    Examples
    --------
    >>> canonical(Clues(2, (0, 0, 2, 0))) == canonical(Clues(2, (1, 0, 0, 0)))
    True
    """
    least = canonical_clues(clues)
    return f"{least.side}:{''.join(map(str, least.numbers))}"


def canonical_clues(clues: Clues) -> Clues:
    """Return the smallest form itself, as clues."""
    numbers = min(_relabelled(turned) for turned in turns(clues.side, clues.numbers))
    return Clues(clues.side, numbers)


def turns(side: int, numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the square in its eight positions, the given one first.

    Examples
    --------
    >>> list(turns(2, (1, 2, 3, 4)))[:3]
    [(1, 2, 3, 4), (1, 3, 2, 4), (3, 1, 4, 2)]
    """
    for _ in range(4):
        transposed = tuple(numbers[col * side + row] for row in range(side) for col in range(side))
        yield numbers
        yield transposed
        # A transposed square with each row turned round is the square rotated clockwise.
        numbers = tuple(
            transposed[row * side + side - 1 - col] for row in range(side) for col in range(side)
        )


def _relabelled(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers renamed 1, 2, ... in reading order; 0 stays."""
    names = {0: 0}
    return tuple(names.setdefault(number, len(names)) for number in numbers)


def _grid(side: int, numbers: Sequence[int]) -> list[list[int]]:
    return [list(numbers[row * side : (row + 1) * side]) for row in range(side)]


def _numbers(grid: object, name: str, side: int) -> list[int]:
    if not isinstance(grid, list) or len(grid) != side:
        raise PuzzleFormatError(f"expected {name} to be a list of {side} rows")
    numbers: list[int] = []
    for index, row in enumerate(grid):
        if not isinstance(row, list) or len(row) != side:
            raise PuzzleFormatError(f"expected {name}[{index}] to be a list of {side} numbers")
        for value in row:
            if type(value) is not int:
                raise PuzzleFormatError(f"expected whole numbers in {name}, found {value!r}")
        numbers.extend(row)
    return numbers
