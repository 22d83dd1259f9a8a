"""Text forms of Latin squares: one puzzle a line, or one row a line.

Copying this kind? One `TextFormat` for each form that the outside world writes, the most
particular first: `detect` is asked in that order, so no two may claim the same text. Every error
names the line.

- ``line``: one puzzle on one line, rows parted by ``/``, ``.`` for empty: ``1./..``; a solution
  may follow after a space.
- ``grid``: one row on each line, puzzles parted by blank lines.

Neither says the rule; the reader gives it. ``#`` starts a comment in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.template.model import RULES, Clues, Solution, make_clues
from pipeline.model import PuzzleFormatError

Puzzle = tuple[Clues, Solution | None]


def detect_line(text: str) -> bool:
    """Return whether the first line that is not blank holds rows parted by slashes."""
    first = next((line.split()[0] for _, line in _lines(text) if line), "")
    return "/" in first and all(_is_row(row) for row in first.split("/"))


def read_line(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    """Yield the puzzles of a text with one puzzle a line.

    Examples
    --------
    >>> next(read_line("1./.. 12/21", None)).solution
    Solution(numbers=(1, 2, 2, 1))
    """
    for number, line in _lines(text):
        if not line:
            continue
        words = line.split()
        if len(words) > 2:
            raise PuzzleFormatError(
                f"expected a puzzle and perhaps its solution, found {len(words)} words", line=number
            )
        clues, *others = (
            _clues([(number, row) for row in word.split("/")], rule) for word in words
        )
        for solved in others:
            if solved.side != clues.side or 0 in solved.numbers:
                raise PuzzleFormatError(
                    f"expected a solution of {clues.side} full rows, found {words[1]!r}",
                    line=number,
                )
        yield Parsed(number, clues, Solution(others[0].numbers) if others else None)


def write_line(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles, one a line, each followed by its solution if it has one."""
    return "".join(
        "/".join(_rows(clues.side, clues.numbers))
        + (" " + "/".join(_rows(clues.side, solution.numbers)) if solution else "")
        + "\n"
        for clues, solution in puzzles
    )


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
        yield Parsed(block[0][0], _clues(block, rule))


def write_grid(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as grids with a blank line between; solutions are left out."""
    return "\n".join("\n".join(_rows(clues.side, clues.numbers)) + "\n" for clues, _ in puzzles)


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
    return text != "" and all(character in ".123456789" for character in text)


def _clues(rows: Sequence[tuple[int, str]], rule: str | None) -> Clues:
    """Return the clues in rows of text, each with the number of its line."""
    for line, row in rows:
        if not _is_row(row):
            raise PuzzleFormatError(f"expected figures 1 to 9 or dots, found {row!r}", line=line)
        if len(row) != len(rows):
            raise PuzzleFormatError(
                f"expected {len(rows)} cells, as there are rows, found {len(row)}", line=line
            )
    numbers = [0 if character == "." else int(character) for _, row in rows for character in row]
    try:
        return make_clues(len(rows), RULES[0] if rule is None else rule, numbers)
    except PuzzleFormatError as error:
        raise PuzzleFormatError(error.message, line=rows[0][0]) from None


def _rows(side: int, numbers: Sequence[int]) -> list[str]:
    text = "".join(str(number) if number else "." for number in numbers)
    return [text[row * side : (row + 1) * side] for row in range(side)]
