"""What trim a file is made for, and where the trimmed page lies on each of its pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.book.press.printing import TOLERANCE_MM, are_equal
from pipeline.pdf.marks import Box
from pipeline.pdf.measure import PageBoxes, PageFacts
from pipeline.scene import MM_PER_PT

SIZE_TOLERANCE_MM: Final = TOLERANCE_MM


@dataclass(frozen=True, slots=True)
class Sheet:
    """The trim of a book in millimetres, its name if it has one, and how far pages bleed."""

    width: float
    height: float
    name: str | None
    bleed: float

    @property
    def title(self) -> str:
        """The size as text."""
        size = f"{self.width:.1f} x {self.height:.1f} mm"
        return f"{size} ({self.name})" if self.name else size


def find_sheet(
    pages: Sequence[PageFacts],
    trims: Mapping[str, tuple[float, float]],
    bleeds: Sequence[float],
    asked: tuple[float, float] | None = None,
) -> Sheet:
    """Return the sheet that most pages are made for.

    A size that is asked for wins; then trim boxes that are smaller than the page; then a named
    trim with or without bleed; then the page itself.
    """
    sizes = Counter(page_size(page.boxes) for page in pages)
    width, height = sizes.most_common(1)[0][0]
    inner = Counter(
        _size(page.boxes.trim) for page in pages if page.boxes.trim and not _is_whole(page.boxes)
    )
    if asked is not None:
        trim = asked
    elif inner.total() > len(pages) / 2:
        trim = inner.most_common(1)[0][0]
    else:
        trim = _named_size((width, height), trims, bleeds) or (width, height)
    name = next((n for n, size in trims.items() if are_equal(size, trim)), None)
    bleed = max(0.0, round((height - trim[1]) / 2, 3))
    return Sheet(*trim, name, bleed if bleed > SIZE_TOLERANCE_MM else 0.0)


def is_spread(
    pages: Sequence[PageFacts],
    trims: Mapping[str, tuple[float, float]],
    asked: tuple[float, float] | None = None,
) -> bool:
    """Return whether most pages hold two of the asked trim, else of a named one, side by side."""
    width, height = Counter(page_size(page.boxes) for page in pages).most_common(1)[0][0]
    known = [asked] if asked is not None else list(trims.values())
    if any(are_equal((width, height), size) for size in known):
        return False
    return any(are_equal((width / 2, height), size) for size in known)


def page_size(boxes: PageBoxes) -> tuple[float, float]:
    """Return width and height of a page in millimetres as it is seen, turned if it is turned."""
    width, height = _size(boxes.crop)
    unit = boxes.unit
    return (height * unit, width * unit) if boxes.rotation in (90, 270) else (
        width * unit, height * unit)  # fmt: skip


def trim_box(page: PageFacts, sheet: Sheet) -> Box:
    """Return where the trimmed page lies on a page, in points.

    Without a trim box the bleed is at head, foot and fore-edge, as all services ask.
    """
    boxes = page.boxes
    if boxes.trim is not None and not _is_whole(boxes):
        return boxes.trim
    left, bottom, right, top = boxes.crop
    if not sheet.bleed:
        return boxes.crop
    bleed = sheet.bleed / MM_PER_PT
    wide = sheet.width / MM_PER_PT
    if abs(right - left - wide) < SIZE_TOLERANCE_MM / MM_PER_PT:
        return (left, bottom + bleed, right, top - bleed)
    if page.number % 2:
        return (left, bottom + bleed, left + wide, top - bleed)
    return (right - wide, bottom + bleed, right, top - bleed)


def _is_whole(boxes: PageBoxes) -> bool:
    """Return whether the trim box says nothing that the page does not."""
    return boxes.trim is None or are_equal(_size(boxes.trim), _size(boxes.crop))


def _size(box: Box) -> tuple[float, float]:
    width, height = box[2] - box[0], box[3] - box[1]
    return (round(width * MM_PER_PT, 2), round(height * MM_PER_PT, 2))


def _named_size(
    size: tuple[float, float], trims: Mapping[str, tuple[float, float]], bleeds: Sequence[float]
) -> tuple[float, float] | None:
    for trim in trims.values():
        if are_equal(trim, size):
            return trim
    for bleed in bleeds:
        for trim in trims.values():
            if are_equal((trim[0] + bleed, trim[1] + 2 * bleed), size):
                return trim
    return None
