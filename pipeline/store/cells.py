"""Tables for spreadsheets, with texts quoted that look like formulas."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import IO, Any


def plain_cell(value: Any) -> Any:
    """Return the value of a cell, with an apostrophe before a text that starts like a formula.

    >>> [plain_cell(value) for value in ("=1+1", "@sum", "-3.5", "-1.2.3", "+a", "a=b", -3)]
    ["'=1+1", "'@sum", '-3.5', "'-1.2.3", "'+a", 'a=b', -3]
    """
    if not (isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")):
        return value
    is_number = value.removeprefix("-").replace(".", "", 1).isdecimal()
    return value if is_number else f"'{value}"


def write_csv_rows(stream: IO[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows as CSV."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([plain_cell(value) for value in row] for row in rows)
