"""Size limits of input, so that endless files are refused.

Records have a limit for each line and none for their number; other files have one for the whole.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from pipeline.model import PuzzleFormatError

MOST_BYTES: Final = 64_000_000
"""Of a line, and of a file that is read whole; the record of a board of 1000x1000 is smaller."""

MOST_UNPACKED: Final = 1_000_000_000  # Of the files of a zip archive together

MOST_SETTINGS: Final = 4_000_000  # Maximum bytes of a configuration and of a mask

_MOST_DOTS: Final = 10_000_000  # Of TOML: the sum of the squares of the dots of each line


def read_whole(file: BinaryIO, name: str, most: int = MOST_BYTES, first: bytes = b"") -> bytes:
    """Return all bytes of an open file, of which ``first`` has been read.

    `PuzzleFormatError` if there are more than ``most``.
    """
    data = first + file.read(max(0, most + 1 - len(first)))
    if len(data) > most:
        raise PuzzleFormatError(
            f"expected a file of at most {most:,} bytes, found a larger one; "
            "check that it is the right file, or split it",
            source=name,
        )
    return data


def raw_lines(file: BinaryIO, name: str, first: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and bytes of each line; `PuzzleFormatError` if one has more than `MOST_BYTES`.

    ``first`` is the first line, if it has been read.
    """
    line = 0
    while data := first or file.readline(MOST_BYTES + 1):
        first, line = b"", line + 1
        if len(data) > MOST_BYTES:
            raise PuzzleFormatError(
                f"expected lines of at most {MOST_BYTES:,} bytes, found a longer one; "
                "check that it is the right file",
                source=name,
                line=line,
            )
        yield line, data


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text; `ValueError` if it is none, or is nested too deeply.

    `tomllib` takes time and memory that grow with the square of the parts of a key.
    """
    if sum(line.count(".") ** 2 for line in text.split("\n")) > _MOST_DOTS:
        raise ValueError("expected at most 3,000 dots in a line, found more")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("expected few brackets in each other, found too many") from None
