"""Text forms of Latin squares: the grid and the single line.

Copying this kind? One `TextFormat` for each form that the outside world writes, the most
particular first: `detect` is asked in that order. Every error names the line.

- ``line``: one puzzle on one line, row by row, ``.`` for empty: ``1...2..3.``; a solution may
  follow after a space.
- ``grid``: one row on each line, puzzles parted by blank lines.

Neither says the rule; the reader gives it. ``#`` starts a comment in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.template.model import RULES, Clues, Solution, make_clues
from pipeline.model import PuzzleFormatError

Puzzle = tuple[Clues, Solution | None]


def detect_line(text: str) -> bool:
    """Return whether the first line alone holds as many cells as a square has, and two at least."""
    first = next((line.split()[0] for _, line in _lines(text) if line), "")
    return len(first) >= 4 and isqrt(len(first)) ** 2 == len(first) and _is_row(first)


def read_line(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    """Yield the puzzles of a text with one puzzle a line.

    Examples
    --------
    >>> next(read_line("1..2 1221", None)).solution
    Solution(numbers=(1, 2, 2, 1))
    """
    for number, line in _lines(text):
        if not line:
            continue
        parts = line.split()
        if len(parts) > 2:
            raise PuzzleFormatError(
                f"expected a puzzle and perhaps its solution, found {len(parts)} words", line=number
            )
        clues = _clues(parts[0], rule, number)
        if len(parts) == 1:
            yield Parsed(number, clues)
            continue
        solved = _clues(parts[1], rule, number)
        if solved.side != clues.side or 0 in solved.numbers:
            raise PuzzleFormatError(
                f"expected a solution of {len(parts[0])} numbers, found {parts[1]!r}", line=number
            )
        yield Parsed(number, clues, Solution(solved.numbers))


def write_line(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles, one a line, each followed by its solution if it has one."""
    lines = [
        _text(clues.numbers) + (f" {_text(solution.numbers)}" if solution else "")
        for clues, solution in puzzles
    ]
    return "".join(f"{line}\n" for line in lines)


def detect_grid(text: str) -> bool:
    """Return whether the first block is as many rows as its first row has cells."""
    block = next(_blocks(text), [])
    return len(block) > 1 and all(_is_row(row) and len(row) == len(block) for _, row in block)


def read_grid(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text with one row a line.

    Examples
    --------
    >>> [parsed.line for parsed in read_grid("1.\n..\n\n.2\n..", None)]
    [1, 4]
    """
    for block in _blocks(text):
        first = block[0][0]
        for number, row in block:
            if len(row) != len(block):
                raise PuzzleFormatError(
                    f"expected {len(block)} cells as there are rows, found {len(row)}", line=number
                )
        yield Parsed(first, _clues("".join(row for _, row in block), rule, first))


def write_grid(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as grids with a blank line between; solutions are left out."""
    return "\n".join(
        "".join(
            _text(clues.numbers[row * clues.side : (row + 1) * clues.side]) + "\n"
            for row in range(clues.side)
        )
        for clues, _ in puzzles
    )


FORMATS: Final = (
    TextFormat("line", "one puzzle a line", detect_line, read_line, write_line),
    TextFormat("grid", "rows of figures", detect_grid, read_grid, write_grid),
)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line's number and its text without comment and outer space."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].strip()
        if bare or not line.strip():
            yield number, bare


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    block: list[tuple[int, str]] = []
    for number, line in _lines(text):
        if line:
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _is_row(text: str) -> bool:
    return all(character in ".123456789" for character in text)


def _clues(text: str, rule: str | None, line: int) -> Clues:
    if not _is_row(text):
        wild = next(character for character in text if not _is_row(character))
        raise PuzzleFormatError(f"expected figures 1 to 9 or a dot, found {wild!r}", line=line)
    side = isqrt(len(text))
    if side * side != len(text):
        raise PuzzleFormatError(
            f"expected a square number of cells (4, 9, 16, ...), found {len(text)}", line=line
        )
    numbers = [0 if character == "." else int(character) for character in text]
    try:
        return make_clues(side, RULES[0] if rule is None else rule, numbers)
    except PuzzleFormatError as error:
        raise PuzzleFormatError(error.message, line=line) from None


def _text(numbers: Sequence[int]) -> str:
    return "".join(str(number) if number else "." for number in numbers)
