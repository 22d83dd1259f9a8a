"""Tables: rows of words with spaces between, puzzles parted by blank lines.

A word is a label or a number, or one of the signs for an empty cell. Spreadsheets, JSON and lists
become such tables before a kind reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.text_lines import (
    MOST_DIGITS,
    Line,
    is_number,
    number_lines,
    split_blocks,
)

EMPTY_WORDS: Final = ("-", "_", ".", "0")
"""What stands in an empty cell."""


def is_table(text: str) -> bool:
    r"""Return whether the text begins with rows of words of which some are empty cells.

    Without an empty cell the words have to be numbers or single signs, several to a row.

    Examples
    --------
    >>> is_table("1 - 1\n2 _ 2\n"), is_table("1-1\n2.2\n"), is_table("to be\nor not\n")
    (True, False, False)
    """
    rows = [line.split() for _, line in next(split_table(text), [])]
    words = [word for row in rows for word in row]
    if any(word in EMPTY_WORDS for word in words):
        return all(len(word) <= MOST_DIGITS + 1 for word in words)
    return bool(rows) and all(
        len(row) > 1 and all(is_number(word) or len(word) == 1 for word in row) for row in rows
    )


def split_table(text: str) -> Iterator[list[Line]]:
    """Yield the rows of each puzzle; lines that begin with ``#`` are comments."""
    lines = [line for line in number_lines(text) if not line[1].startswith("#")]
    return split_blocks(lines)
