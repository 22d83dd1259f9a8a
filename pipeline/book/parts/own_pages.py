"""The publisher's own pages: Markdown text, pictures, and a QR code."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import partial
from itertools import groupby

from pipeline.book.parts.page_plan import PagePlan
from pipeline.book.press.book import PageRole
from pipeline.config.own_pages import PICTURE, OwnPage
from pipeline.edition.flow.blocks import (
    Block,
    MarkGroup,
    chapter_heading,
    column_steps,
    paragraph,
    prose,
    space,
)
from pipeline.edition.flow.markdown import parse_markdown
from pipeline.edition.flow.typeset import Span
from pipeline.render.overlay import open_photograph
from pipeline.render.qr import qr_modules
from pipeline.scene import MM_PER_INCH, Face, Ink, Mark, Rect, Role

_GOOD_DPI = 300
_QR_MM = 32.0
_QUIET_MODULES = 4


def add_own_pages(
    plan: PagePlan, pages: Sequence[OwnPage], place: str = "", after: str = ""
) -> None:
    """Add the publisher's own pages of a place, "front" or "back", or after a section.

    `RenderError` if a character has no glyph.
    """
    for number, page in enumerate(pages):
        if page.is_at(place, after):
            plan.mark(f"page {number}", page.title)
            if page.bleed:
                _add_picture(plan, page)
                continue
            plan.add_flow(PageRole.OWN, partial(_blocks, plan, page), page.title)


def _add_picture(plan: PagePlan, page: OwnPage) -> None:
    """Add a page that its picture fills, cropped to the proportions of the sheet."""
    match = PICTURE.fullmatch(page.text.strip())
    assert match is not None
    alt, path = match[1], match[2] or match[3]
    _, _, width, height = plan.setting.geometry.sheet(plan.next_number)
    across, down = open_photograph(path).size
    dpi = min(across / width, down / height) * MM_PER_INCH
    if dpi < _GOOD_DPI and not plan.setting.options.is_for_screen:
        plan.warnings.append(
            f"page {page.title!r}: its picture of {across} x {down} pixels has {dpi:.0f} dots an "
            f"inch on {width:.0f} x {height:.0f} mm; print services ask for {_GOOD_DPI}"
        )

    def paint(width: float, height: float) -> MarkGroup:
        marks = MarkGroup((Rect((0, 0), width, height, None, picture=path),))
        return marks.tagged("Figure" if alt else "", alt)

    plan.add_full(PageRole.OWN, paint)


def _blocks(plan: PagePlan, page: OwnPage) -> list[Block]:
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    blocks = chapter_heading(language.hyphenate(page.title), style, width)
    height_limit = (setting.geometry.steps - column_steps(blocks)) * style.leading_mm
    body: list[Block] = []
    start = 0
    for match in [*PICTURE.finditer(page.text), None]:
        words = page.text[start : match.start() if match else None]
        parts = [prose(parse_markdown(language.hyphenate(words)), style, width)]
        if match:
            start = match.end()
            parts.append([_picture_block(match, width, height_limit, style.leading_mm)])
        for part in filter(None, parts):
            body += [space(), *part] if body else part
    blocks += body
    if page.qr:
        steps = int(_QR_MM / style.leading_mm) + 1
        marks = qr_marks(page.qr, _QR_MM)
        # The quiet zone is in the margin, so that the code is flush with the text.
        quiet = min(mark.corner[0] for mark in marks if isinstance(mark, Rect))
        code = MarkGroup(marks).moved(-quiet, 0).tagged("Figure", page.qr)
        blocks += [space(), Block(steps, code, is_kept=True)]
        blocks += paragraph([Span(page.qr, Face.TEXT)], style, width, size_pt=style.small_pt)
    return blocks


def _picture_block(match: re.Match[str], width: float, most: float, leading: float) -> Block:
    """Return a centred picture, as wide as given, else at `_GOOD_DPI`, that fits the column."""
    alt, path, _, asked = match.groups()
    across, down = open_photograph(path).size
    wide = min(float(asked or across * MM_PER_INCH / _GOOD_DPI), width, most * across / down)
    high = wide * down / across
    steps = math.ceil(high / leading - 1e-9)
    corner = ((width - wide) / 2, (steps * leading - high) / 2)
    marks = MarkGroup((Rect(corner, wide, high, None, picture=path),))
    return Block(steps, marks.tagged("Figure" if alt else "", alt))


def qr_marks(text: str, side_mm: float) -> tuple[Mark, ...]:
    """Return a QR code with its quiet zone: a bar for each run of dark modules."""
    rows = qr_modules(text)
    module = side_mm / (len(rows) + 2 * _QUIET_MODULES)
    ink, marks = Ink(Role.TEXT), list[Mark]()
    for y, row in enumerate(rows):
        x = 0
        for is_dark, run in groupby(row):
            wide = len(list(run))
            if is_dark:
                corner = ((x + _QUIET_MODULES) * module, (y + _QUIET_MODULES) * module)
                marks.append(Rect(corner, wide * module, module, ink))
            x += wide
    return tuple(marks)
