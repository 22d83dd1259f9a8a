"""The pages of a file as a reader turns them: those of an imposed booklet are unfolded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import pikepdf

from pipeline.pdf.boxes import Box

_LEAST_SPREAD: Final = 1.2
"""Two pages side by side are at least this many times wider than high."""


Fold: TypeAlias = Callable[[int], Sequence[tuple[int, int]]]
"""From a number of pages to the left and right page on each side of each sheet of a booklet."""


@dataclass(frozen=True, slots=True)
class LogicalPage:
    """A page by its number in reading order; ``clip`` is its half of the sheet, None if whole."""

    number: int
    page: pikepdf.Page
    clip: Box | None = None


def logical_pages(pdf: pikepdf.Pdf, fold: Fold | None = None) -> Iterator[LogicalPage]:
    """Yield the pages of a file, or of the booklet that its sheets are when they are folded.

    ``fold`` gives the pages on the sides of a booklet's sheets; None where each page of the file is
    one.
    """
    if fold is None:
        for number, page in enumerate(pdf.pages, 1):
            yield LogicalPage(number, page)
        return
    where: dict[int, tuple[int, bool]] = {}
    for side, (left, right) in enumerate(fold(2 * len(pdf.pages))):
        where[left] = (side, False)
        where[right] = (side, True)
    for number in sorted(where):
        side, is_right = where[number]
        yield _half(pdf.pages[side], number, is_right)


def may_be_folded(pdf: pikepdf.Pdf) -> bool:
    """Return whether the sheets of a file have the form, and the number, of a booklet's."""
    if not len(pdf.pages) or len(pdf.pages) % 2:
        return False
    boxes = ([float(side) for side in page.mediabox] for page in pdf.pages)
    return all(abs(x1 - x0) >= _LEAST_SPREAD * abs(y1 - y0) for x0, y0, x1, y1 in boxes)


def _half(page: pikepdf.Page, number: int, is_right: bool) -> LogicalPage:
    """Return the left or right half of a page; the fold is where it is cut in thought."""
    left, bottom, right, top = (float(side) for side in page.mediabox)
    middle = (left + right) / 2
    box = (middle, bottom, right, top) if is_right else (left, bottom, middle, top)
    half = pikepdf.Dictionary(dict(page.obj.items()))
    for name in ("/MediaBox", "/CropBox", "/TrimBox"):
        half[name] = pikepdf.Array([round(side, 4) for side in box])
    if "/BleedBox" in half:
        del half["/BleedBox"]
    return LogicalPage(number, pikepdf.Page(half), box)
