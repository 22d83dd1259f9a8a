"""From painted marks to the measures that rules need, one page at a time, to save memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import pikepdf

from pipeline.pdf.content import Flags, Interpreter
from pipeline.pdf.fonts import Font
from pipeline.pdf.marks import (
    Box,
    Colour,
    ColourFamily,
    Mark,
    PaintedImage,
    PaintedPath,
    PaintedText,
    join,
)
from pipeline.pdf.values import Steps, array, dictionary, inherited, number
from pipeline.pdf.visibility import Visibility

_INK: Final = 0.005  # Less than this is paper
_LONG: Final = 4.0  # A filled box this many times longer than wide is a line
_THICKEST_LINE: Final = 3.0
_LEAST_TINT: Final = 0.02


@dataclass(slots=True)
class PageBoxes:
    """The boxes of a page as the file gives them, inherited and default ones filled in."""

    media: Box
    crop: Box
    trim: Box | None
    bleed: Box | None
    rotation: int
    unit: float


@dataclass(slots=True)
class PageFacts:
    """The figures of one page; lengths in points, boxes in the coordinates of the page."""

    number: int
    boxes: PageBoxes
    texts: list[PaintedText] = field(default_factory=list)
    ink_box: Box | None = None  # Around everything inside the page that leaves ink
    text_box: Box | None = None
    least_type: PaintedText | None = None
    least_line: float | None = None
    least_tint: float | None = None
    most_coverage: float = 0.0  # Most ink of one colour on a spot, in full inks
    spaces: dict[tuple[ColourFamily, bool], int] = field(default_factory=dict)
    images: list[PaintedImage] = field(default_factory=list)
    outside: int = 0  # Marks wholly outside the trim but inside the page: trim marks, or slugs
    is_transparent: list[str] = field(default_factory=list)
    hidden: int = 0
    covered: list[str] = field(default_factory=list)  # Texts that are not legible
    covered_lines: int = 0
    flags: Flags = field(default_factory=Flags)
    annotations: list[str] = field(default_factory=list)

    @property
    def is_blank(self) -> bool:
        """Whether the page leaves no ink."""
        return self.ink_box is None

    @property
    def fonts(self) -> Iterable[Font]:
        """The fonts that the page names."""
        return self.flags.fonts.values()


def measure_page(
    logical: LogicalPage, fonts: dict[tuple[int, int], Font], steps: Steps
) -> PageFacts:
    """Return the figures of a page, as far as the steps that are left of its file go."""
    page = logical.page
    facts = PageFacts(logical.number, read_boxes(page))
    interpreter = Interpreter(page, fonts, logical.clip, steps)
    facts.flags = interpreter.flags
    inner = facts.boxes.trim or facts.boxes.media
    faint: set[str] = set()
    marks = list(interpreter.marks())
    for mark in marks:
        _note(facts, mark, inner, faint)
    _note_covered(facts, marks, steps)
    flags = facts.flags
    faint.update(f"blend mode {mode}" for mode in flags.blend_modes)
    if flags.has_soft_mask:
        faint.add("soft mask")
    if flags.has_group:
        faint.add("transparency group")
    facts.is_transparent = sorted(faint)
    for annotation in array(page.obj.get("/Annots")):
        kind = dictionary(annotation).get("/Subtype", "/unknown")
        facts.annotations.append(str(kind).removeprefix("/"))
    return facts


def _note(facts: PageFacts, mark: Mark, trim: Box, faint: set[str]) -> None:
    if isinstance(mark, PaintedImage):
        facts.images.append(mark)
        if mark.has_soft_mask:
            faint.add("image with soft mask")
        _note_colour(facts, mark.colour)
        _note_box(facts, mark.box, trim)
        return
    if mark.opacity < 0.999:
        faint.add(f"opacity {mark.opacity:.2f}")
    if isinstance(mark, PaintedText):
        _note_text(facts, mark, trim)
    else:
        _note_path(facts, mark, trim)


def _note_covered(facts: PageFacts, marks: list[Mark], steps: Steps) -> None:
    seen = Visibility(marks, steps)
    for order, (mark, shown) in enumerate(zip(marks, seen.hide_texts(), strict=True)):
        if isinstance(mark, PaintedPath):
            is_line = mark.stroke is not None and mark.fill is None and _leaves_ink(mark.stroke)
            facts.covered_lines += is_line and not seen.shows_any(mark, order)
        elif isinstance(mark, PaintedText) and shown != mark:
            facts.covered.append(" ".join(mark.text.split())[:24])
    facts.flags.is_cut |= seen.is_cut


def _note_text(facts: PageFacts, text: PaintedText, trim: Box) -> None:
    facts.texts.append(text)
    if text.is_hidden:
        facts.hidden += 1
        return
    if facts.least_type is None or text.size < facts.least_type.size:
        facts.least_type = text
    _note_colour(facts, text.colour)
    if _leaves_ink(text.colour):
        _note_tint(facts, text.colour)
        facts.text_box = join(facts.text_box, text.box)
        _note_box(facts, text.box, trim)


def _note_path(facts: PageFacts, path: PaintedPath, trim: Box) -> None:
    if path.stroke is not None:
        _note_colour(facts, path.stroke)
        if _leaves_ink(path.stroke) and path.width is not None:
            _note_line(facts, path.width)
    if path.fill is not None:
        _note_colour(facts, path.fill)
        if _leaves_ink(path.fill):
            _note_tint(facts, path.fill)
            if path.stroke is None:
                _note_bar(facts, path)
    if _leaves_ink(path.fill) or _leaves_ink(path.stroke):
        _note_box(facts, path.box, trim)


def _note_bar(facts: PageFacts, path: PaintedPath) -> None:
    for part in path.subpaths:
        corners = set(part.points)
        xs, ys = {x for x, _ in corners}, {y for _, y in corners}
        if len(xs) > 2 or len(ys) > 2:
            continue
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        if min(wide, high) <= _THICKEST_LINE and max(wide, high) >= _LONG * min(wide, high):
            _note_line(facts, min(wide, high))


def _note_line(facts: PageFacts, width: float) -> None:
    if facts.least_line is None or width < facts.least_line:
        facts.least_line = width


def _note_tint(facts: PageFacts, colour: Colour) -> None:
    if colour.ink > _LEAST_TINT and (facts.least_tint is None or colour.ink < facts.least_tint):
        facts.least_tint = colour.ink


def _note_colour(facts: PageFacts, colour: Colour) -> None:
    key = (colour.space, colour.has_profile)
    facts.spaces[key] = facts.spaces.get(key, 0) + 1
    facts.most_coverage = max(facts.most_coverage, colour.coverage)


def _note_box(facts: PageFacts, box: Box, trim: Box) -> None:
    media = facts.boxes.media
    if box[2] < media[0] or box[0] > media[2] or box[3] < media[1] or box[1] > media[3]:
        return
    if box[2] < trim[0] or box[0] > trim[2] or box[3] < trim[1] or box[1] > trim[3]:
        facts.outside += 1
        return
    facts.ink_box = join(facts.ink_box, box)


def _leaves_ink(colour: Colour | None) -> bool:
    return colour is not None and colour.ink > _INK


def read_boxes(page: pikepdf.Page) -> PageBoxes:
    """Return the boxes of a page, each with its lower left corner first."""
    trim, bleed = (
        _box(page.obj[name]) if name in page.obj else None for name in ("/TrimBox", "/BleedBox")
    )
    rotation = int(number(inherited(page.obj, "/Rotate"), 0.0)) % 360
    unit = number(page.obj.get("/UserUnit"), 1.0)
    return PageBoxes(_box(page.mediabox), _box(page.cropbox), trim, bleed, rotation, unit)


def _box(values: Iterable[object]) -> Box:
    x0, y0, x1, y1 = (float(value) for value in values)  # type: ignore[arg-type]
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


_LEAST_SPREAD: Final = 1.2  # Two pages side by side are at least this many times wider than high


Fold: TypeAlias = Callable[[int], Sequence[tuple[int, int]]]
"""From a number of pages to the left and right page on each side of each sheet of a booklet."""


@dataclass(frozen=True, slots=True)
class LogicalPage:
    """A page by its number in reading order; ``clip`` is its half of the sheet, None if whole."""

    number: int
    page: pikepdf.Page
    clip: Box | None = None


def logical_pages(pdf: pikepdf.Pdf, fold: Fold | None) -> Iterator[LogicalPage]:
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
    left, bottom, right, top = (float(side) for side in page.mediabox)
    middle = (left + right) / 2
    box = (middle, bottom, right, top) if is_right else (left, bottom, middle, top)
    half = pikepdf.Dictionary(dict(page.obj.items()))
    for name in ("/MediaBox", "/CropBox", "/TrimBox"):
        half[name] = pikepdf.Array([round(side, 4) for side in box])
    if "/BleedBox" in half:
        del half["/BleedBox"]
    return LogicalPage(number, pikepdf.Page(half), box)
