"""What reading a file may cost, in steps: a small file can ask for more work than ends.

A form may draw another a thousand times, which draws a third a thousand times; pages may share one
long stream. A step is a drawing operator, or some bytes of a stream; nothing looks at a clock.
"""

from __future__ import annotations

from typing import Any, Final

import pikepdf

MOST_OF_A_PAGE: Final = 1_000_000
MOST_OF_A_FILE: Final = 20_000_000
"""Steps; a page of a dense book takes some thousands. A million takes some four seconds."""

LONGEST_STREAM: Final = 4_000_000
"""Bytes of drawing operators that are parsed at once, which takes some 150 times the memory."""

MOST_DECODED: Final = 64_000_000
"""Bytes that one stream may unpack to."""

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
    """The steps that are left of a file and of its present page.

    Examples
    --------
    >>> steps = Steps(page=2)
    >>> steps.spend(2), steps.spend(1)
    (True, False)
    >>> steps.begin_page()
    >>> steps.spend(1)
    True
    """

    def __init__(self, page: int = MOST_OF_A_PAGE, file: int = MOST_OF_A_FILE) -> None:
        self._page, self._of_page, self._of_file = page, page, file

    def begin_page(self) -> None:
        """Allow a page's steps again."""
        self._of_page = self._page

    def spend(self, count: int = 1) -> bool:
        """Take some steps away, and return whether they were there."""
        self._of_page -= count
        self._of_file -= count
        return self._of_page >= 0 and self._of_file >= 0

    def may_parse(self, source: Any) -> bool:
        """Take away what parsing a page or a form costs, and return whether it may be parsed."""
        contents = source.obj.get("/Contents") if isinstance(source, pikepdf.Page) else source
        parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        size = 0
        for part in parts:
            if isinstance(part, pikepdf.Stream):
                size += len(part.read_bytes())
            if size > LONGEST_STREAM or not self.spend(_STEPS_A_STREAM):
                return False
        return self.spend(size // _BYTES_A_STEP)
