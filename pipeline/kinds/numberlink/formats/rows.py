"""Lines, sizes, rows and labels of text forms: what the formats share.

Every error carries the 1-based line of the mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NoReturn, TypeAlias

from pipeline.kinds.kit.cells import CellWords, Row, split_rows
from pipeline.kinds.kit.text_lines import MOST_DIGITS, Line, is_number, parse_number, require_size
from pipeline.kinds.numberlink.model import (
    EMPTY,
    MAX_SIDE,
    RULES,
    Clues,
    Solution,
    make_clues,
    make_solution,
)
from pipeline.model import PuzzleFormatError, cut

LabelRow: TypeAlias = tuple[int, Sequence[Any]]
"""The 1-based line of a row and the labels in it, a `Row` for one."""

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
"""The character of each pair, in order; "0" last, since elsewhere it means an empty cell."""

_NUMBERS: Final = CellWords(
    {}, range(10**MOST_DIGITS), "whole numbers with spaces between", "write 0 for an empty cell"
)


def is_size(line: str) -> bool:
    """Return whether a line is two numbers."""
    tokens = line.split()
    return len(tokens) == 2 and is_number(tokens[0]) and is_number(tokens[1])


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


def parse_symbols(body: Iterable[Line], cols: int, like: str) -> Iterator[Line]:
    """Yield the labels of rows in which each character is a cell and a dot an empty one.

    ``like`` says in an error what asks for that many columns ("as on line 3").
    """
    for number, line in body:
        if not line.isprintable() or " " in line:
            raise PuzzleFormatError(
                f"expected a row of {cols} characters without spaces, found {cut(line)!r}; "
                "numbers with spaces between are the format 'zero'",
                line=number,
            )
        if len(line) != cols:
            _refuse_width(len(line), cols, "characters", like, number)
        yield number, line


def parse_numbers(body: Iterable[Line], cols: int, like: str) -> Iterator[Row]:
    """Yield the labels of rows of numbers with spaces between, 0 for an empty one."""
    for number, line in body:
        labels = [label or None for label in _NUMBERS.read_all(line.split(), number)]
        if len(labels) != cols:
            _refuse_width(len(labels), cols, "numbers", like, number)
        yield Row(number, labels)


def _refuse_width(found: int, cols: int, what: str, like: str, line: int) -> NoReturn:
    advice = "correct the row or the size" if "size" in like else "make all rows equally long"
    raise PuzzleFormatError(f"expected {cols} {what} {like}, found {found}; {advice}", line=line)


def clues_of_rows(rows: Sequence[LabelRow], rule: str | None, line: int) -> Clues:
    """Return the clues of a board that begins on ``line``; empty cells are as in `make_clues`.

    `PuzzleFormatError` if a label does not stand in two cells; the lines of all of its cells are
    named.
    """
    labels = [*chain.from_iterable([values for _, values in rows])]
    cols = len(rows[0][1])
    try:
        return make_clues(len(rows), cols, RULES[0] if rule is None else rule, labels)
    except PuzzleFormatError:
        _refuse_unpaired(rows, line)
        raise


def _refuse_unpaired(rows: Sequence[LabelRow], line: int) -> None:
    """Refuse labels that do not stand in two cells, with their lines, and a board without any."""
    places: dict[str | int, list[int]] = {}
    for number, values in rows:
        for label in values:
            if label not in EMPTY:
                places.setdefault(label, []).append(number)
    is_filled = bool(places) and not any(label in EMPTY for _, row in rows for label in row)
    if is_filled and len(rows) > 1 and max(map(len, places.values())) > 2:
        raise PuzzleFormatError(
            "expected a puzzle, found a filled board, as answers are; give the puzzle it answers",
            line=line,
        )
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


def _times(lines: Sequence[int]) -> str:
    if len(lines) == 1:
        return f"once (line {lines[0]})"
    named = [str(line) for line in dict.fromkeys(lines)]
    if len(named) == 1:
        return f"{len(lines)} times (line {named[0]})"
    return f"{len(lines)} times (lines {', '.join(named[:9])}{', ...' if named[9:] else ''})"


def follow_lines(clues: Clues, near: Mapping[int, Iterable[int]]) -> Solution | None:
    """Return the lines along joined cells, None where these do not lead on from end to end.

    ``near`` has the cells that each is joined to.
    """
    paths = []
    for start, end in clues.ends():
        path = [start]
        while path[-1] != end:
            ahead = [cell for cell in near.get(path[-1], ()) if cell not in path[-2:]]
            if len(ahead) != 1 or len(path) > len(clues.numbers):
                return None
            path += ahead
        paths.append(path)
    return make_solution(paths)


def refuse_blocked(name: str, clues: Clues, _: Solution | None) -> None:
    """Refuse to write blocked cells in a format that has no sign for them."""
    if clues.blocked:
        raise PuzzleFormatError(
            f"the format {name!r} cannot say blocked cells, and a puzzle has {len(clues.blocked)}; "
            "export it as jsonl"
        )


def refuse_many(name: str, clues: Clues, solution: Solution | None) -> None:
    """Refuse to write blocked cells, or more pairs than there are symbols."""
    refuse_blocked(name, clues, solution)
    if clues.pairs > len(SYMBOLS):
        raise PuzzleFormatError(
            f"the format {name!r} has symbols for {len(SYMBOLS)} pairs, and a puzzle has "
            f"{clues.pairs}; export it in the format 'zero'"
        )


def symbol_rows(clues: Clues) -> list[str]:
    """Return the rows of a board with a symbol for each label.

    The labels that the puzzle's source gave are kept where each is an ASCII letter or digit.
    """
    names = "".join(clues.labels)
    is_plain = len(names) == clues.pairs and names.isascii() and names.isalnum()
    marks = f".{names if is_plain else SYMBOLS}"
    return ["".join(marks[n] for n in row) for row in split_rows(clues.numbers, clues.cols)]
