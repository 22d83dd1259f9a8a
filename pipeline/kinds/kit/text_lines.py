"""Lines and numbers of texts from outside, for the formats of every kind. It knows no kind.

Every error carries the 1-based line of the mistake. Forms of puzz.link and pzpr, which several
kinds share, are in ``pzpr.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Final, TypeAlias

from pipeline.model import PuzzleFormatError

Line: TypeAlias = tuple[int, str]
"""A line's 1-based number, and its text."""

MOST_DIGITS: Final = 9
"""Longest number that is looked at: a longer one is neither a label nor a side of a board."""

ANY_NUMBER: Final = range(1, 10 ** (MOST_DIGITS + 1))
"""Numbers from 1, as far as they are looked at."""


def number_lines(text: str) -> Iterator[Line]:
    """Yield the lines of a text without the spaces around them.

    One at a time: a list of the lines of a large text takes fifty times as much room as it.
    """
    # Not splitlines: it would also part lines at characters that editors do not count.
    start = 0
    for number in count(1):
        end = text.find("\n", start)
        if end < 0:
            yield number, text[start:].strip()
            return
        yield number, text[start:end].strip()
        start = end + 1


def said_lines(text: str) -> Iterator[Line]:
    """Yield the lines that say something: neither empty nor comments, which begin with ``#``."""
    return (line for line in number_lines(text) if line[1] and not line[1].startswith("#"))


def first_lines(text: str, most: int) -> list[str]:
    """Return the first lines that say something, as many as there are up to ``most``."""
    return [line for _, line in islice(said_lines(text), most)]


_LABEL_EDGES: Final = " \t,;:|-*<>()[]\"'\N{BULLET}\N{EN DASH}\N{EM DASH}"


def read_label(label: str) -> tuple[str, str]:
    """Return the title, or else the number, in the words beside an address.

    Examples
    --------
    >>> read_label("12. The Snake: "), read_label("#12) "), read_label(" - ")
    (('12. The Snake', ''), ('', '12'), ('', ''))
    """
    words = " ".join(label.split()).strip(_LABEL_EDGES)
    number = words.strip("#.")
    return ("", number) if is_number(number) or not number else (words, "")


def split_blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the runs of lines between empty ones."""
    block: list[Line] = []
    for number, line in lines:
        if line:
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def is_number(token: str) -> bool:
    """Return whether a word is a whole number of ASCII digits."""
    return token.isascii() and token.isdigit()


def parse_number(token: str) -> int:
    """Return the value of a number; one too long to be of use gives any large value."""
    return int(token[: MOST_DIGITS + 1])


def require_found(found: bool, last: int) -> None:
    """Refuse a text without a puzzle; ``last`` is the number of its last line."""
    if not found:
        raise PuzzleFormatError(
            "expected at least one puzzle, found none; check the file", line=last
        )


def require_size(cols: int, rows: int, most: int, line: int) -> None:
    """Refuse a size that no board has, before anything is made of it."""
    if not (1 <= cols <= most and 1 <= rows <= most) or cols * rows < 2:
        raise PuzzleFormatError(
            f"expected sides from 1 to {most} and at least two cells, found {cols}x{rows}; "
            "check the size",
            line=line,
        )


def require_width(found: int, cols: int, line: int, said_by: str = "the size") -> None:
    """Refuse a row that has not as many values as the board has columns."""
    if found != cols:
        raise PuzzleFormatError(
            f"expected {cols} values as {said_by} says, found {found}; "
            f"correct the row or {said_by}",
            line=line,
        )
