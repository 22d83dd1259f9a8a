"""Most bytes of what is read: endless files are refused in words, not awaited.

Records are limited line by line and not in number; what is read whole is limited as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from pipeline.model import PuzzleFormatError

MOST_BYTES: Final = 64_000_000
"""Most bytes of one line, and of a file that is read whole.

The record of a board of 1000x1000 cells, the largest, takes less.
"""

MOST_SETTINGS: Final = 4_000_000
"""Most bytes of a file of settings, and of a mask."""


def read_whole(file: BinaryIO, name: str, most: int = MOST_BYTES, first: bytes = b"") -> bytes:
    """Return all bytes of an open file, of which ``first`` was read before.

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


def raw_lines(file: BinaryIO, name: str, first: bytes = b"") -> Iterator[tuple[int, bytes]]:
    """Yield number and bytes of each line; `PuzzleFormatError` if one has more than `MOST_BYTES`.

    ``first`` is the first line where it was read before.
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
