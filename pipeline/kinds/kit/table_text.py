"""Tables: rows of words with spaces between, puzzles parted by blank lines.

A word is a label or a number, or one of the signs for an empty cell. Spreadsheets, JSON and lists
become such tables before a kind reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.text_lines import Line, number_lines, said_lines, split_blocks

EMPTY_WORDS: Final = ("-", "_", ".", "0")
"""What stands in an empty cell."""


def is_table(text: str) -> bool:
    r"""Return whether the text begins with rows of words, equally many, some of them empty cells.

    Examples
    --------
    >>> is_table("1 - 1\n2 _ 2\n"), is_table("1-1\n2.2\n"), is_table("to be\nor not\n")
    (True, False, False)
    """
    rows = [line.split() for _, line in next(split_blocks(said_lines(text)), [])]
    widths = {len(row) for row in rows}
    return (
        bool(rows)
        and min(widths) > 1
        and any(word in EMPTY_WORDS for row in rows[:9] for word in row)
    )


def split_table(text: str) -> Iterator[list[Line]]:
    """Yield the rows of each puzzle; lines that begin with ``#`` are comments."""
    lines = [line for line in number_lines(text) if not line[1].startswith("#")]
    return split_blocks(lines)
