"""Blocks: what flows down a page. Each is a whole number of baseline steps high.

Paragraphs, headings, lists, pictures and table rows become blocks; `stack` fills pages with them,
never separates a heading from its text, and leaves no widows or orphans.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pipeline.edition.flow.markdown import Paragraph
from pipeline.edition.flow.style import PT, TextStyle
from pipeline.edition.flow.typeset import SOFT_HYPHEN, Span, break_lines, label, measure, place_line
from pipeline.scene import (
    Align,
    Disc,
    Face,
    Ink,
    Label,
    Line,
    Link,
    Mark,
    Point,
    Polyline,
    Rect,
    Role,
    Scene,
    Tag,
)

_WHOLE_LINES = 12  # Items of lists up to this length are not divided between pages
LEAST_FILLED = 0.3  # Share of the last page that is filled if others can spare it
BASELINE = 0.74  # Position of the baseline in a step, from its top


@dataclass(frozen=True, slots=True)
class MarkGroup:
    """Marks and links of a page or a part of it, measured from the part's top left corner.

    ``tags`` mark figures, with alternative text, and decoration.
    """

    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[Tag, ...] = ()

    def moved(self, dx: float, dy: float) -> MarkGroup:
        """Return the same marks and links elsewhere."""
        marks = Scene(0, 0, self.marks).moved(dx, dy).marks
        return MarkGroup(marks, tuple(link.moved(dx, dy) for link in self.links), self.tags)

    def tagged(self, role: str = "", alt: str = "") -> MarkGroup:
        """Return the same marks as one figure, or as decoration."""
        return MarkGroup(self.marks, self.links, (Tag(0, len(self.marks), role, alt),))


def merged(parts: Iterable[MarkGroup]) -> MarkGroup:
    """Return several parts as one."""
    items = list(parts)
    starts = [0, *accumulate(len(part.marks) for part in items)]
    return MarkGroup(
        tuple(mark for part in items for mark in part.marks),
        tuple(link for part in items for link in part.links),
        tuple(
            tag._replace(first=start + tag.first, last=start + tag.last)
            for start, part in zip(starts, items, strict=False)
            for tag in part.tags
        ),
    )


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a column that stays in one piece, ``steps`` baselines high.

    ``is_kept`` forbids a page break after it; ``is_space`` lets it vanish at the top of a page.
    """

    steps: int
    painted: MarkGroup = MarkGroup()
    is_kept: bool = False
    is_space: bool = False


def space(steps: int = 1, is_kept: bool = False) -> Block:
    """Return white space."""
    return Block(steps, is_kept=is_kept, is_space=True)


def stack(
    blocks: Sequence[Block], steps: int, leading: float, least: float = LEAST_FILLED
) -> tuple[MarkGroup, ...]:
    """Return pages filled with blocks, each at most ``steps`` high; see `balance`."""
    return tuple(column(blocks[part], leading) for part in balance(blocks, steps, least))


def balance(blocks: Sequence[Block], steps: int, least: float = LEAST_FILLED) -> list[slice]:
    """Return the blocks of as few pages as possible; the last is not left with a few lines.

    The others spare it some until this share of it is filled; with 1 all are as full.
    """
    pages = paginate(blocks, steps)
    for fewer in range(steps - 1, steps // 2, -1):
        others = paginate(blocks, fewer)
        if len(others) > len(pages) or column_steps(blocks[pages[-1]]) >= least * steps:
            break
        pages = others
    return pages


def paginate(blocks: Sequence[Block], steps: int) -> list[slice]:
    """Return the blocks of each page of at most ``steps``; white space at its top is dropped.

    A group of kept blocks that is higher than a page is split at the end of the page.
    """
    pages: list[slice] = []
    first = 0
    while first < len(blocks):
        if blocks[first].is_space:
            first += 1
            continue
        end, height = first, 0
        while end < len(blocks) and height + blocks[end].steps <= steps:
            height += blocks[end].steps
            end += 1
        end = max(end, first + 1)
        if end < len(blocks):
            cut = end
            while cut > first and blocks[cut - 1].is_kept:
                cut -= 1
            end = cut if cut > first else end
        pages.append(slice(first, end))
        first = end
    return pages


def column(blocks: Sequence[Block], leading: float) -> MarkGroup:
    """Return blocks set one under the other, without a page break."""
    parts, height = [], 0
    for block in blocks:
        parts.append(block.painted.moved(0, height * leading))
        height += block.steps
    return merged(parts)


def column_steps(blocks: Sequence[Block]) -> int:
    """Return the height of blocks set without a break."""
    return sum(block.steps for block in blocks)


def paragraph(
    spans: Sequence[Span],
    style: TextStyle,
    width: float,
    *,
    size_pt: float | None = None,
    indent: float = 0.0,
    marker: str = "",
) -> list[Block]:
    """Return the lines of a paragraph as blocks; ``indent`` and ``marker`` make a list's item."""
    size = style.body_pt if size_pt is None else size_pt
    leading = style.leading_mm
    steps = max(1, math.ceil(size * 1.12 / style.leading_pt - 1e-9))
    y = (steps - 1 + BASELINE) * leading
    lines = break_lines(spans, size, width - indent)
    blocks = []
    for k, line in enumerate(lines):
        labels = place_line(line, indent, y, width - indent, size)
        if marker and k == 0:
            gap = 0.45 * size * PT
            labels.insert(0, label(marker, indent - gap, y, size, Face.TEXT, Align.RIGHT))
        # The first two and the last two lines stay together.
        is_kept = k in (0, len(lines) - 2) and k < len(lines) - 1
        blocks.append(Block(steps, MarkGroup(tuple(labels)), is_kept))
    return blocks


def heading(
    text: str, style: TextStyle, width: float, size_pt: float, above: int = 1
) -> list[Block]:
    """Return a heading in the display face, with white space above it; no word is divided."""
    text = text.replace(SOFT_HYPHEN, "")
    widest = max(measure(word, Face.DISPLAY_BOLD, size_pt) for word in text.split() or [""])
    size_pt *= min(1.0, width / max(widest, 1.0))
    steps = math.ceil(size_pt * 1.05 / style.leading_pt - 1e-9)
    y = (steps - 1 + BASELINE) * style.leading_mm
    blocks = [space(above, is_kept=True)] if above else []
    for line in break_lines([Span(text, Face.DISPLAY_BOLD)], size_pt, width):
        labels = place_line(line, 0, y, width, size_pt)
        blocks.append(Block(steps, MarkGroup(tuple(labels)), is_kept=True))
    return blocks


def chapter_heading(text: str, style: TextStyle, width: float, under: int = 2) -> list[Block]:
    """Return the large heading at the top of a chapter, with ``under`` steps of space below it."""
    return [*heading(text, style, width, style.heading_pt, above=0), space(under, is_kept=True)]


def prose(
    paragraphs: Sequence[Paragraph], style: TextStyle, width: float, is_tight: bool = False
) -> list[Block]:
    """Return a parsed text as blocks: paragraphs a step apart, list items with hanging indents.

    Tight prose has no white space between the items of a list.
    """
    blocks: list[Block] = []
    indent = 1.7 * style.body_pt * PT
    for k, item in enumerate(paragraphs):
        if item.level:
            text = "".join(span.text for span in item.spans)
            blocks += heading(text, style, width, style.subheading_pt, above=1 if blocks else 0)
            continue
        is_next_item = k > 0 and bool(item.marker and paragraphs[k - 1].marker)
        if blocks and not paragraphs[k - 1].level and not (is_tight and is_next_item):
            blocks.append(space(1))
        lines = paragraph(
            item.spans, style, width, indent=indent if item.marker else 0.0, marker=item.marker
        )
        if item.marker:
            lines = tagged_lines(lines, "LI")
        is_short = item.marker and len(lines) <= _WHOLE_LINES
        kept = [replace(line, is_kept=line.is_kept or bool(is_short)) for line in lines[:-1]]
        blocks += [*kept, lines[-1]]
    return blocks


def tagged_lines(lines: Sequence[Block], role: str, is_begun: bool = False) -> list[Block]:
    """Return the lines of an item of a list, or its further ones; screen readers read it as one."""
    return [
        replace(line, painted=line.painted.tagged(f"{role}+" if k or is_begun else role))
        for k, line in enumerate(lines)
    ]


def plain(text: str, style: TextStyle, width: float, size_pt: float | None = None) -> list[Block]:
    """Return a text without markup as a paragraph."""
    return paragraph([Span(text, Face.TEXT)], style, width, size_pt=size_pt)


def leader_entry(
    text: str, page: int, style: TextStyle, width: float, *, face: Face = Face.TEXT, more: str = ""
) -> list[Block]:
    """Return an entry of a table of contents: title and ``more``, leader dots, and page number.

    Dots are set from the right edge, so that those of neighbouring lines form columns. All lines
    are one link.
    """
    size, leading = style.body_pt, style.leading_mm
    figures = 3 * measure("0", face, size)
    room = width - figures - 3 * size * PT
    spans = [Span(text, face)]
    if more:  # a line may end with a middle dot, but not begin with one
        spans.append(Span(f" · {more}".replace(" ·", "\N{NO-BREAK SPACE}·"), Face.TEXT))
    lines = break_lines(spans, size, room)
    blocks = []
    y = BASELINE * leading
    for k, line in enumerate(lines):
        marks: list[Mark] = list(place_line(line, 0, y, room, size))
        is_end = k == len(lines) - 1
        dots: list[Label] = []
        if is_end:
            marks.append(label(str(page), width, y, size, face, Align.RIGHT))
            dots = _dots(line.width, width - figures, y, size)
        tag = Tag(0, len(marks), "TOCI+" if k else "TOCI")
        links = () if k else (Link(0, 0, width, len(lines) * leading, page),)
        painted = MarkGroup((*marks, *dots), links, (tag,))
        blocks.append(Block(1, painted, is_kept=not is_end))
    return blocks


def _dots(start: float, end: float, y: float, size: float) -> list[Label]:
    gap = 0.7 * size * PT
    count = int((end - start - 2 * gap) / measure(" .", Face.TEXT, size))
    if count < 2:
        return []
    dots = " ".join("." * count)
    return [label(dots, end - gap, y, size, Face.TEXT, Align.RIGHT, Ink(Role.QUIET))]


def turn_over(scene: Scene) -> Scene:
    """Return the scene rotated by 180 degrees, so that it is read with the book upside down.

    >>> from pipeline.scene import Ink, Role
    >>> turn_over(Scene(10, 5, (Label("7", (1, 1), 3, Ink(Role.TEXT)),))).marks[0].position
    (9, 4)
    """
    width, height = scene.width_mm, scene.height_mm

    def turned(point: Point) -> Point:
        return (width - point[0], height - point[1])

    def turn(mark: Mark) -> Mark:
        match mark:
            case Line():
                return replace(mark, start=turned(mark.start), end=turned(mark.end))
            case Polyline():
                return replace(mark, points=tuple(turned(point) for point in mark.points))
            case Disc():
                return replace(mark, centre=turned(mark.centre))
            case Rect(corner=(x, y)):
                return replace(mark, corner=turned((x + mark.width, y + mark.height)))
            case Label():
                return replace(mark, position=turned(mark.position), turned=not mark.turned)

    return replace(scene, marks=tuple(turn(mark) for mark in scene.marks))
