"""Params, Clues and Solution of the Latin square, and their JSON form.

Copying this kind? These are the nouns of yours; write them first. Keep them frozen and plain
(tuples, integers, strings), let `make_clues` be the only door through which clues come into being,
and refuse there whatever would crash later.

A cell is ``row * side + col``. Numbers run from 1 to ``side``; 0 is an empty cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pipeline.model import ConfigError, JsonObject, PuzzleFormatError

RULES: Final = ("latin", "diagonal")
"""See rules.en.md. The first is the default."""

MAX_SIDE: Final = 9
"""Numbers are single figures, on paper and in text."""


@dataclass(frozen=True, slots=True)
class Params:
    """What the user asks of the generator; ``generate.parse_params`` makes it.

    ``givens`` is the least number of numbers that stay on the board.
    """

    side: int
    rule: str = "latin"
    givens: int = 0


@dataclass(frozen=True, slots=True)
class Clues:
    """The puzzle as printed: a square of ``side`` times ``side`` numbers, 0 where empty."""

    side: int
    rule: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """The full square, row by row."""

    numbers: tuple[int, ...]


def make_clues(side: int, rule: str, numbers: Sequence[int]) -> Clues:
    """Return clues of a size, a rule and numbers that fit each other.

    Raises
    ------
    PuzzleFormatError
        If the size or a number is out of range, or the count of numbers is not ``side ** 2``.
    ConfigError
        If the rule is unknown.

    Examples
    --------
    >>> make_clues(2, "latin", [1, 0, 0, 0]).numbers
    (1, 0, 0, 0)
    """
    require_rule(rule)
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
    return Clues(side, rule, tuple(numbers))


def require_rule(rule: str) -> str:
    """Return the rule's name if it is one; `ConfigError` otherwise."""
    if rule not in RULES:
        raise ConfigError(f"unknown rule {rule!r}: expected one of {', '.join(RULES)}")
    return rule


def with_rule(clues: Clues, rule: str) -> Clues:
    """Return the same clues posed under another rule."""
    return replace(clues, rule=require_rule(rule))


def encode(clues: Clues) -> JsonObject:
    """Return the JSON form of clues.

    Examples
    --------
    >>> encode(make_clues(2, "latin", [1, 0, 0, 0]))
    {'rows': 2, 'cols': 2, 'rule': 'latin', 'clues': [[1, 0], [0, 0]]}
    """
    return {
        "rows": clues.side,
        "cols": clues.side,
        "rule": clues.rule,
        "clues": _grid(clues.side, clues.numbers),
    }


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
    rule = puzzle.get("rule", RULES[0])
    if rule not in RULES:
        raise PuzzleFormatError(
            f"expected puzzle.rule to be one of {', '.join(RULES)}, found {rule!r}"
        )
    return make_clues(rows, rule, _numbers(puzzle.get("clues"), "puzzle.clues", rows))


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
