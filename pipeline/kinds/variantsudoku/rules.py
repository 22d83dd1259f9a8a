"""The rules of Sudoku with elements by definition; nothing here is shared with the constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.answer import Answer
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import SIDES, Clue

LEAPS: Final = {"anti-knight": {1, 2}, "anti-king": {1}}
"""How far two cells that must differ are apart down and right."""
SIGNED: Final[dict[str, Callable[[int, int], bool]]] = {
    "all-dots": lambda low, high: high - low == 1 or high == 2 * low,
    "all-white": lambda low, high: high - low == 1,
    "all-black": lambda low, high: high == 2 * low,
    "all-xv": lambda low, high: low + high in (5, 10),
}
"""Whether two numbers side by side have a sign between them, where all are given."""
OUTSIDE: Final = ("sandwich", "x-sums", "skyscrapers")


def check(board: Board, answer: Answer) -> Iterator[Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    number, elements = answer.numbers, board.rule.split("+")
    for name, cells in (*answer.rows(), *answer.columns(), *answer.regions()):
        yield from answer.require_different(f"{name}-repeat", cells, name)
    for pair in combinations(board.grid.cells, 2):
        (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in pair)
        ways = {abs(row - row2), abs(col - col2)}
        for element in LEAPS:
            if (
                element in elements
                and ways == LEAPS[element]
                and number[pair[0]] == number[pair[1]]
            ):
                yield Violation(element, pair, f"{number[pair[0]]} is repeated a step apart")
    for pair in board.grid.edges() if "nonconsecutive" in elements else ():
        if abs(number[pair[0]] - number[pair[1]]) == 1:
            yield Violation("nonconsecutive", pair, "consecutive numbers are side by side")
    marked = {clue.place for clue in board.other_clues if clue.sign in {*"XV", "white", "black"}}
    for pair in board.grid.edges():
        values = sorted(number[cell] for cell in pair)
        for element in SIGNED:
            if element in elements and pair not in marked and SIGNED[element](*values):
                yield Violation(element, pair, f"{values} are side by side without a sign")
    for clue in board.other_clues:
        line = board.line_of(clue) if clue.sort in SIDES else clue.place
        code = _code(clue, elements)
        values = [number[cell] for cell in line]
        if not _holds(code, values, clue, board.rows):
            yield Violation(f"wrong-{code}", tuple(line), f"{code}: found {values}")


def _code(clue: Clue, elements: Sequence[str]) -> str:
    """Return what a clue means: of a plain line and of a number outside, one of the elements."""
    if clue.sort in SIDES:
        return next(one for one in OUTSIDE if one in elements)
    lines = (one for one in ("palindromes", "whispers", "renban") if one in elements)
    return next(lines) if clue.sort == "line" else clue.sort


def _holds(code: str, values: Sequence[int], clue: Clue, side: int) -> bool:
    """Return whether numbers along a clue are as it wants them."""
    first, rest, steps = values[0], values[1:], [b - a for a, b in pairwise(values)]
    low, high, is_apart = min(values), max(values), len({*values}) == len(values)
    signs = {
        "white": high - low == 1, "black": high == 2 * low, "V": sum(values) == 5,
        "X": sum(values) == 10, "<": values == sorted(values) and is_apart,
        ">": values == sorted(values, reverse=True) and is_apart,
    }  # fmt: skip
    truths: dict[str, Callable[[], bool]] = {
        "area": lambda: is_apart,
        "diagonal": lambda: is_apart,
        "cage": lambda: is_apart and clue.total in (None, sum(values)),
        "thermometer": lambda: min(steps) > 0,
        "sum-arrow": lambda: first == sum(rest),
        "palindromes": lambda: values == values[::-1],
        "whispers": lambda: 2 * min(map(abs, steps)) >= side,
        "renban": lambda: is_apart and high - low == len(values) - 1,
        "between": lambda: signs[clue.sign],
        "even": lambda: first % 2 == 0,
        "odd": lambda: first % 2 == 1,
        "slant": lambda: sum(values) == clue.total,
        **{one: lambda: number_outside(code, values) == clue.total for one in OUTSIDE},
    }
    return truths[code]()


def number_outside(element: str, values: Sequence[int]) -> int:
    """Return what a number outside says of the numbers of a line, in the direction of reading.

    >>> [number_outside(one, [3, 1, 2, 4]) for one in OUTSIDE]
    [2, 6, 2]
    """
    if element == "sandwich" and not {1, len(values)} <= {*values}:
        return -1
    if element == "sandwich":
        first, last = sorted((values.index(1), values.index(len(values))))
        return sum(values[first + 1 : last])
    return sum(values[: values[0]]) if element == "x-sums" else len({*accumulate(values, max)})
