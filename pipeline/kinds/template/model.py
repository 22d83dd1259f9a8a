"""Params, Clues and Solution of the Latin square, their JSON form, and when two are the same.

Copying this kind? These are the nouns of yours; write them first. Keep them frozen and plain
(tuples, integers, strings), let `make_clues` be the only door through which clues come into being,
and refuse there whatever would crash later. Two puzzles that a solver would call the same must have
the same text in `canonical`: it is the key by which duplicates are found.

A cell is ``row * side + col``. Numbers run from 1 to ``side``; 0 is an empty cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.cells import split_rows
from pipeline.kinds.kit.json_boards import read_rows
from pipeline.kinds.kit.symmetry import images
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
    grid = [list(row) for row in split_rows(clues.numbers, clues.side)]
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
    return make_clues(rows, _read(puzzle.get("clues"), "puzzle.clues", rows))


def encode_solution(solution: Solution) -> JsonObject:
    """Return the JSON form of a solution: ``{"numbers": [[1, 2], [2, 1]]}``."""
    side = int(len(solution.numbers) ** 0.5)
    return {"numbers": [list(row) for row in split_rows(solution.numbers, side)]}


def decode_solution(clues: Clues, value: JsonObject) -> Solution:
    """Return the solution in a ``record.solution``; whether it is right is for `check` to say.

    Raises
    ------
    PuzzleFormatError
        If it is not a full square of numbers from 1 to the side.
    """
    if not isinstance(value, Mapping):
        raise PuzzleFormatError(f"expected solution to be an object, found {value!r}")
    numbers = _read(value.get("numbers"), "solution.numbers", clues.side)
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
    turned = images(clues.side, clues.side, clues.numbers)
    numbers = min(_relabelled(image) for _, _, image in turned)
    return Clues(clues.side, numbers)


def _relabelled(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers renamed 1, 2, ... in reading order; 0 stays."""
    names = {0: 0}
    return tuple(names.setdefault(number, len(names)) for number in numbers)


def _read(grid: object, name: str, side: int) -> list[int]:
    return read_rows(grid, name, side, side, f"whole numbers in {name}")
