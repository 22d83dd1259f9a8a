"""Size limits of input, so that endless files are refused.

Records have a limit for each line and none for their number; other files have one for the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from pipeline.model import PuzzleFormatError

MOST_BYTES: Final = 64_000_000
"""Of a line, and of a file that is read whole; the record of a board of 1000x1000 is smaller."""

MOST_SETTINGS: Final = 4_000_000  # Maximum bytes of a configuration and of a mask


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
