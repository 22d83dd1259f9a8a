"""Pages of the publisher's own: text from Markdown, and a QR code to an address."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pipeline.book.flow.blocks import (
    Block,
    MarkGroup,
    chapter_heading,
    paragraph,
    prose,
    space,
)
from pipeline.book.flow.markdown import parse_markdown
from pipeline.book.flow.typeset import Span
from pipeline.book.parts.page_plan import PagePlan
from pipeline.book.press.book import PageRole
from pipeline.config.own_pages import OwnPage
from pipeline.render.qr import qr_modules
from pipeline.scene import Face, Ink, Mark, Rect, Role

_QR_MM = 32.0
_QUIET_MODULES = 4


def add_own_pages(plan: PagePlan, pages: Sequence[OwnPage], place: str) -> None:
    """Add the publisher's pages of a place, "front" or "back", each beginning on a page of its own.

    `RenderError` if a character of their words has no glyph.
    """
    for number, page in enumerate(pages):
        if page.place == place:
            plan.mark(f"page {number}", page.title)
            plan.add_flow(PageRole.OWN, partial(_blocks, plan, page), page.title)


def _blocks(plan: PagePlan, page: OwnPage) -> list[Block]:
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    blocks = chapter_heading(language.hyphenate(page.title), style, width)
    blocks += prose(parse_markdown(language.hyphenate(page.text)), style, width)
    if page.qr:
        steps = int(_QR_MM / style.leading_mm) + 1
        marks = qr_marks(page.qr, _QR_MM)
        # The quiet zone reaches into the margin, so that the code is flush with the text.
        quiet = min(mark.corner[0] for mark in marks if isinstance(mark, Rect))
        code = MarkGroup(marks).moved(-quiet, 0).tagged("Figure", page.qr)
        blocks += [space(), Block(steps, code, is_kept=True)]
        blocks += paragraph([Span(page.qr, Face.TEXT)], style, width, size_pt=style.small_pt)
    return blocks


def qr_marks(text: str, side_mm: float) -> tuple[Mark, ...]:
    """Return a QR code of this side, its quiet zone in it: a bar for each run of dark modules."""
    rows = qr_modules(text)
    module = side_mm / (len(rows) + 2 * _QUIET_MODULES)
    ink, marks = Ink(Role.TEXT), list[Mark]()
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                corner = ((x + _QUIET_MODULES) * module, (y + _QUIET_MODULES) * module)
                marks.append(Rect(corner, (end - x) * module, module, ink))
            x = end + 1
    return tuple(marks)
