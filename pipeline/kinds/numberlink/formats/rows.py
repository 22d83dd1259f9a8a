"""Lines, sizes, rows and labels of text forms: what the formats share.

Every error carries the 1-based line of the mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.kit.cells import Words, split_rows
from pipeline.kinds.kit.text_lines import (
    MOST_DIGITS,
    Line,
    cut,
    is_number,
    parse_number,
    require_size,
)
from pipeline.kinds.numberlink.model import MAX_SIDE, RULES, Clues, make_clues
from pipeline.model import PuzzleFormatError

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
"""The character of each pair, in order; "0" last, since elsewhere it means an empty cell."""

_NUMBERS: Final = Words(
    {}, range(10**MOST_DIGITS), "whole numbers with spaces between", "write 0 for an empty cell"
)

Cell: TypeAlias = tuple[int, str | int | None]
"""The number of the line that a cell stands on, and its label, None if it is empty."""


def is_size(line: str) -> bool:
    """Return whether a line is two numbers."""
    tokens = line.split()
    return len(tokens) == 2 and all(is_number(token) for token in tokens)


def parse_size(line: Line) -> tuple[int, int]:
    """Return (cols, rows) of a line ``W H``, within the limits of a board."""
    if not is_size(line[1]):
        raise PuzzleFormatError(
            f"expected a size, columns and rows as in '10 10', found {cut(line[1])!r}; "
            "check that the rows above are as many as their size says",
            line=line[0],
        )
    cols, rows = (parse_number(token) for token in line[1].split())
    require_size(cols, rows, MAX_SIDE, line[0])
    return cols, rows


def require_rows(body: Sequence[Line], rows: int, header: int, last: int) -> None:
    """Refuse a board with too few rows; ``last`` is the number of the last line of the text."""
    if len(body) < rows:
        raise PuzzleFormatError(
            f"expected {rows} rows as the size on line {header} says, found {len(body)}; "
            "add the missing rows or correct the size",
            line=min(header + len(body) + 1, last),
        )


def parse_symbols(body: Iterable[Line], cols: int, like: str) -> list[Cell]:
    """Return the cells of rows in which each character is a cell and a dot an empty one.

    ``like`` says in an error what asks for that many columns ("as on line 3").
    """
    cells: list[Cell] = []
    for number, line in body:
        if not line.isprintable() or " " in line:
            raise PuzzleFormatError(
                f"expected a row of {cols} characters without spaces, found {cut(line)!r}; "
                "numbers with spaces between are the format 'zero'",
                line=number,
            )
        _require_width(len(line), cols, "characters", like, number)
        cells.extend((number, None if label == "." else label) for label in line)
    return cells


def parse_numbers(body: Iterable[Line], cols: int, like: str) -> list[Cell]:
    """Return the cells of rows of numbers with spaces between, 0 for an empty one."""
    cells: list[Cell] = []
    for number, line in body:
        labels = [_NUMBERS.read(word, number) or None for word in line.split()]
        _require_width(len(labels), cols, "numbers", like, number)
        cells.extend((number, label) for label in labels)
    return cells


def _require_width(found: int, cols: int, what: str, like: str, line: int) -> None:
    if found != cols:
        advice = "correct the row or the size" if "size" in like else "make all rows equally long"
        raise PuzzleFormatError(
            f"expected {cols} {what} {like}, found {found}; {advice}", line=line
        )


def clues_of_cells(
    rows: int, cols: int, rule: str | None, cells: Sequence[Cell], line: int
) -> Clues:
    """Return the clues in the cells of a board that begins on ``line``.

    Raises
    ------
    PuzzleFormatError
        If a label does not stand in two cells; the lines of all of its cells are named.
    """
    places: dict[str | int, list[int]] = {}
    for number, label in cells:
        if label is not None:
            places.setdefault(label, []).append(number)
    for label, lines in places.items():
        if len(lines) != 2:
            raise PuzzleFormatError(
                f"expected each label exactly twice, found {str(label)!r} {_times(lines)}; "
                "check the grid for a slip",
                line=lines[0] if len(lines) == 1 else lines[2],
            )
    if not places:
        raise PuzzleFormatError(
            "expected at least one pair of labels, found an empty grid; check the file", line=line
        )
    return make_clues(rows, cols, RULES[0] if rule is None else rule, [cell[1] for cell in cells])


def _times(lines: Sequence[int]) -> str:
    if len(lines) == 1:
        return f"once (line {lines[0]})"
    named = [str(line) for line in dict.fromkeys(lines)]
    if len(named) == 1:
        return f"{len(lines)} times (line {named[0]})"
    return f"{len(lines)} times (lines {', '.join(named[:9])}{', ...' if named[9:] else ''})"


def require_unblocked(clues: Clues, name: str) -> None:
    """Refuse to write blocked cells in a format that has no sign for them."""
    if clues.blocked:
        raise PuzzleFormatError(
            f"the format {name!r} cannot say blocked cells, and a puzzle has {len(clues.blocked)}; "
            "export it as jsonl"
        )


def symbol_rows(clues: Clues, name: str) -> str:
    """Return the rows of a board with a symbol for each label, each row with its line end.

    The labels that the puzzle's source gave are kept where each is an ASCII letter or digit.

    Raises
    ------
    PuzzleFormatError
        If there are more pairs than symbols, or blocked cells.
    """
    require_unblocked(clues, name)
    if clues.pairs > len(SYMBOLS):
        raise PuzzleFormatError(
            f"the format {name!r} has symbols for {len(SYMBOLS)} pairs, and a puzzle has "
            f"{clues.pairs}; export it in the format 'zero'"
        )
    names = "".join(clues.labels)
    is_plain = len(names) == clues.pairs and names.isascii() and names.isalnum()
    marks = f".{names if is_plain else SYMBOLS}"
    return "".join(
        "".join(marks[number] for number in row) + "\n"
        for row in split_rows(clues.numbers, clues.cols)
    )
