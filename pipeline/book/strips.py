"""Strips: what flows down a page. Each is a whole number of baseline steps high.

Paragraphs, headings, lists, pictures and table rows become strips; `stack` fills pages with them,
never parts a heading from its text, and leaves no single line of a paragraph behind.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.book.markdown import Paragraph
from pipeline.book.style import PT, Style
from pipeline.book.typeset import Span, break_lines, label, measure, place_line
from pipeline.scene import Align, Face, Ink, Label, Mark, Role, Scene

TEXT = Ink(Role.TEXT)
BASELINE = 0.74
"""Where in a step the baseline lies, from its top."""


@dataclass(frozen=True, slots=True)
class Link:
    """An area of a page, in the coordinates of its marks, that leads to another page."""

    x: float
    y: float
    width: float
    height: float
    target: int

    def moved(self, dx: float, dy: float) -> Link:
        """Return the same link elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Painted:
    """Marks and links of a page or a part of it, measured from the part's top left corner."""

    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()

    def moved(self, dx: float, dy: float) -> Painted:
        """Return the same marks and links elsewhere."""
        marks = Scene(0, 0, self.marks).moved(dx, dy).marks
        return Painted(marks, tuple(link.moved(dx, dy) for link in self.links))


def merged(parts: Iterable[Painted]) -> Painted:
    """Return several parts as one."""
    items = list(parts)
    return Painted(
        tuple(mark for part in items for mark in part.marks),
        tuple(link for part in items for link in part.links),
    )


@dataclass(frozen=True, slots=True)
class Strip:
    """A piece of a column that stays in one piece, ``steps`` baselines high.

    ``is_kept`` forbids a page break after it; ``is_space`` lets it vanish at the top of a page.
    """

    steps: int
    painted: Painted = Painted()
    is_kept: bool = False
    is_space: bool = False


def space(steps: int = 1, is_kept: bool = False) -> Strip:
    """Return white space."""
    return Strip(steps, is_kept=is_kept, is_space=True)


def stack(strips: Sequence[Strip], steps: int, leading: float) -> tuple[Painted, ...]:
    """Return pages filled with strips, each at most ``steps`` high.

    A group of kept strips that is higher than a page is parted where the page ends.
    """
    pages: list[Painted] = []
    first = 0
    while first < len(strips):
        if strips[first].is_space:
            first += 1
            continue
        end, height = first, 0
        while end < len(strips) and height + strips[end].steps <= steps:
            height += strips[end].steps
            end += 1
        end = max(end, first + 1)
        if end < len(strips):
            cut = end
            while cut > first and strips[cut - 1].is_kept:
                cut -= 1
            end = cut if cut > first else end
        pages.append(_column(strips[first:end], leading))
        first = end
    return tuple(pages)


def _column(strips: Sequence[Strip], leading: float) -> Painted:
    parts, height = [], 0
    for strip in strips:
        parts.append(strip.painted.moved(0, height * leading))
        height += strip.steps
    return merged(parts)


def column_steps(strips: Sequence[Strip]) -> int:
    """Return the height of strips set without a break."""
    return sum(strip.steps for strip in strips)


def column(strips: Sequence[Strip], leading: float) -> Painted:
    """Return strips set one under the other, without a break."""
    return _column(strips, leading)


def paragraph(
    spans: Sequence[Span],
    style: Style,
    width: float,
    *,
    size_pt: float | None = None,
    align: Align = Align.LEFT,
    ink: Ink = TEXT,
    indent: float = 0.0,
    marker: str = "",
    is_justified: bool = False,
    is_kept: bool = False,
) -> list[Strip]:
    """Return the lines of a paragraph as strips; ``indent`` and ``marker`` make a list's item."""
    size = style.body_pt if size_pt is None else size_pt
    leading = style.leading_mm
    steps = max(1, math.ceil(size * 1.12 / style.leading_pt - 1e-9))
    y = (steps - 1 + BASELINE) * leading
    lines = break_lines(spans, size, width - indent)
    strips = []
    for k, line in enumerate(lines):
        labels = place_line(line, indent, y, width - indent, size, align, ink, is_justified)
        if marker and k == 0:
            gap = 0.45 * size * PT
            labels.insert(0, label(marker, indent - gap, y, size, Face.TEXT, Align.RIGHT, ink))
        # The first two and the last two lines stay together.
        kept = is_kept or k == 0 or k == len(lines) - 2
        strips.append(
            Strip(steps, Painted(tuple(labels)), is_kept or (kept and k < len(lines) - 1))
        )
    return strips


def heading(text: str, style: Style, width: float, size_pt: float, above: int = 1) -> list[Strip]:
    """Return a heading in the display face, with white space over and under it."""
    steps = math.ceil(size_pt * 1.05 / style.leading_pt - 1e-9)
    y = (steps - 1 + BASELINE) * style.leading_mm
    strips = [space(above, is_kept=True)] if above else []
    for line in break_lines([Span(text, Face.DISPLAY_BOLD)], size_pt, width):
        labels = place_line(line, 0, y, width, size_pt)
        strips.append(Strip(steps, Painted(tuple(labels)), is_kept=True))
    return strips


def chapter_heading(text: str, style: Style, width: float) -> list[Strip]:
    """Return the large heading at the top of a chapter, with the white space under it."""
    return [*heading(text, style, width, style.heading_pt, above=0), space(2, is_kept=True)]


def prose(
    blocks: Sequence[Paragraph], style: Style, width: float, is_tight: bool = False
) -> list[Strip]:
    """Return a parsed text as strips: paragraphs a step apart, lists hung on their markers.

    Tight prose has no white space between the items of a list.
    """
    strips: list[Strip] = []
    indent = 1.7 * style.body_pt * PT
    for k, block in enumerate(blocks):
        if block.level:
            text = "".join(span.text for span in block.spans)
            strips += heading(text, style, width, style.subheading_pt, above=1 if strips else 0)
            continue
        is_next_item = k > 0 and bool(block.marker and blocks[k - 1].marker)
        if strips and not blocks[k - 1].level and not (is_tight and is_next_item):
            strips.append(space(1))
        strips += paragraph(
            block.spans, style, width, indent=indent if block.marker else 0.0, marker=block.marker
        )
    return strips


def plain(text: str, style: Style, width: float, size_pt: float | None = None) -> list[Strip]:
    """Return a text without markup as a paragraph."""
    return paragraph([Span(text, Face.TEXT)], style, width, size_pt=size_pt)


def picture(
    scene: Scene, style: Style, width: float, align: Align = Align.CENTRE, is_kept: bool = False
) -> Strip:
    """Return a scene as a strip, centred in the steps that it takes."""
    steps = math.ceil(scene.height_mm / style.leading_mm - 1e-9)
    slack = width - scene.width_mm
    dx = {Align.LEFT: 0.0, Align.CENTRE: slack / 2, Align.RIGHT: slack}[align]
    dy = (steps * style.leading_mm - scene.height_mm) / 2
    return Strip(steps, Painted(scene.marks).moved(dx, dy), is_kept)


def leader_entry(
    text: str,
    page: int,
    style: Style,
    width: float,
    *,
    face: Face = Face.TEXT,
    indent: float = 0.0,
    steps_after: int = 0,
) -> list[Strip]:
    """Return a line of a table of contents: a title, dots, and a page on the right.

    Dots are set from the right edge, so that those of neighbouring lines form columns.
    """
    size, leading = style.body_pt, style.leading_mm
    figures = 3 * measure("0", face, size)
    room = width - indent - figures - 3 * size * PT
    lines = break_lines([Span(text, face)], size, room)
    strips = []
    y = BASELINE * leading
    for k, line in enumerate(lines):
        marks: list[Mark] = list(place_line(line, indent, y, room, size))
        is_end = k == len(lines) - 1
        if is_end:
            marks += _dots(indent + line.width, width - figures, y, size)
            marks.append(label(str(page), width, y, size, face, Align.RIGHT))
        link = Link(indent, 0, width - indent, leading, page)
        strips.append(Strip(1, Painted(tuple(marks), (link,)), is_kept=not is_end))
    if steps_after:
        strips.append(space(steps_after))
    return strips


def _dots(start: float, end: float, y: float, size: float) -> list[Label]:
    gap = 0.7 * size * PT
    count = int((end - start - 2 * gap) / measure(" .", Face.TEXT, size))
    if count < 2:
        return []
    dots = " ".join("." * count)
    return [label(dots, end - gap, y, size, Face.TEXT, Align.RIGHT, Ink(Role.QUIET))]


def baseline_of(height: float, size_pt: float) -> float:
    """Return the baseline that centres capitals of a size in a height."""
    return height / 2 + 0.33 * size_pt * PT
