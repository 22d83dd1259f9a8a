"""Values and work limits of files by other programs, which may be malformed or endless.

A step is a drawing operator, or some bytes of a stream; nothing depends on a clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import pikepdf

from pipeline.model import StoreError

_BROKEN: Final = (
    pikepdf.PdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError,
    RecursionError,
)  # fmt: skip
_DEEPEST: Final = 50


@contextmanager
def broken_page(path: str | Path | BinaryIO, number: int) -> Iterator[None]:
    """Convert any error of a damaged page in the block to a `StoreError` with its number."""
    try:
        yield
    except _BROKEN as error:
        raise StoreError(
            f"{path}, page {number}: expected a page that can be read, found a broken one: "
            f"{error}; write the file again"
        ) from error


def dictionary(value: Any) -> Any:
    """Return a value if it is a dictionary or a stream, else an empty dictionary."""
    is_one = isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))
    return value if is_one else pikepdf.Dictionary()


def array(value: Any) -> list[Any]:
    """Return the items of an array, none if the value is none."""
    return list(value) if isinstance(value, pikepdf.Array) else []


def number(value: Any, default: float) -> float:
    """Return a value as a number, the default where it is none.

    >>> number("ninety", 0.0), number(90, 0.0)
    (0.0, 90.0)
    """
    try:
        found = float(value)
    except (TypeError, ValueError):
        return default
    return found if math.isfinite(found) else default


def inherited(page: Any, key: str) -> Any:
    """Return an attribute of a page dictionary, or of the nearest node above that has it."""
    node = page
    for _ in range(_DEEPEST):
        if not isinstance(node, pikepdf.Dictionary):
            return None
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return None


MOST_OF_A_PAGE: Final = 1_000_000
MOST_OF_A_FILE: Final = 20_000_000  # Steps; a dense page takes some thousands
LONGEST_STREAM: Final = 2_000_000  # Bytes parsed at once, in 150 times the memory
MOST_DECODED: Final = 64_000_000  # Bytes that one stream may unpack to

_BYTES_A_STEP: Final = 16
_STEPS_A_STREAM: Final = 10

# qpdf has no limit of its own: one megabyte may unpack to a thousand.
pikepdf.settings.set_qpdf_limits(
    flate_max_memory=MOST_DECODED,
    run_length_max_memory=MOST_DECODED,
    png_max_memory=MOST_DECODED,
    tiff_max_memory=MOST_DECODED,
)


class Steps:
    """The steps that remain for a file and for its current page.

    >>> steps = Steps(page=2)
    >>> steps.spend(2), steps.spend(1)
    (True, False)
    >>> steps.begin_page()
    >>> steps.spend(1)
    True
    """

    def __init__(self, page: int = MOST_OF_A_PAGE, file: int = MOST_OF_A_FILE) -> None:
        self._page, self._of_page, self._of_file = page, page, [file]

    def of_page(self) -> Steps:
        """Return the steps of one more page, which takes them from the same file."""
        own = Steps(self._page)
        own._of_file = self._of_file
        return own

    def begin_page(self) -> None:
        """Allow a page's steps again."""
        self._of_page = self._page

    def spend(self, count: int = 1) -> bool:
        """Spend some steps, and return whether enough were left."""
        self._of_page -= count
        self._of_file[0] -= count
        return self._of_page >= 0 and self._of_file[0] >= 0

    def may_parse(self, source: Any) -> bool:
        """Spend the steps of parsing a page or a form, and return whether enough were left."""
        contents = source.obj.get("/Contents") if isinstance(source, pikepdf.Page) else source
        parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        size = 0
        for part in parts:
            if not self.spend(_STEPS_A_STREAM):  # unpacking costs too
                return False
            if isinstance(part, pikepdf.Stream):
                size += (own := len(part.read_bytes()))
                if not self.spend(own // _BYTES_A_STEP):
                    return False
        return size <= LONGEST_STREAM
