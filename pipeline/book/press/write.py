"""Write a book as PDF, for a press or for a screen."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.book.press.book import Book
from pipeline.book.press.geometry import (
    TOUCH_EDGE_MM,
    TOUCH_MM,
    TOUCH_SIDE_MM,
    Geometry,
    saddle_stitch,
)
from pipeline.render import pdf
from pipeline.render.fonts import using_fonts
from pipeline.render.metadata import Metadata
from pipeline.render.pdf_finish import Element, finish_pdfx, finish_tagged
from pipeline.render.theme import get_theme
from pipeline.scene import Link, Scene


def write_book(book: Book, stream: BinaryIO) -> None:
    """Write a book as PDF to a binary stream, from its current position.

    A file for a press has no outline, links, page labels or metadata; one for a screen has all of
    these, with links from each puzzle to its answer and back. A booklet for print is imposed: two
    pages to a landscape sheet, in the order of `saddle_stitch`.
    """
    options = book.options
    is_for_screen = options.is_for_screen
    about = Metadata(title=options.title, author=options.author) if is_for_screen else None
    is_imposed = options.style == "booklet" and not is_for_screen
    has_marks = options.pdfx and not is_for_screen
    elements: list[Element] | None = [] if options.tagged else None
    draft = io.BytesIO() if has_marks or options.tagged else stream
    with using_fonts(options.faces):
        pdf.write_pdf(
            _sheets(book) if is_imposed else _pages(book),
            draft,
            get_theme(options.theme),
            metadata=about,
            language=options.language if is_for_screen else None,
            elements=elements,
            is_for_screen=is_for_screen,
            is_cmyk=has_marks or not (is_for_screen or book.printing.takes_rgb),
        )
    if elements is not None:
        title = " ".join(options.title.split())
        finish_tagged(draft, stream, elements, title, options.language)
    if has_marks:
        finish_pdfx(draft, stream, " ".join(options.title.split()))


def _sheets(book: Book) -> Iterator[pdf.Page]:
    width, height = book.geometry.width, book.geometry.height
    for side in saddle_stitch(len(book.pages)):
        left, right = (book.pages[number - 1].scene for number in side)
        yield pdf.Page(Scene(2 * width, height, (*left.marks, *right.moved(width, 0).marks)))


def _pages(book: Book) -> Iterator[pdf.Page]:
    titles = {entry.page: entry.title for entry in book.outline if not entry.level}
    puzzles = [entry for entry in book.outline if entry.level]
    geometry = book.geometry
    for page in book.pages:
        painted = page.painted()
        yield pdf.Page(
            Scene(page.width_mm, page.height_mm, painted.marks),
            outline=titles.get(page.number),
            label=str(page.number),
            tags=painted.tags,
            links=tuple(_touchable(link, geometry) for link in painted.links)
            if book.options.is_for_device
            else painted.links,
            bookmarks=tuple(entry.title for entry in puzzles if entry.page == page.number),
            trim=(*page.trim, geometry.width, geometry.height) if geometry.bleed else None,
        )


def _touchable(link: Link, page: Geometry) -> Link:
    """Return a link large enough to tap, outside the borders that the device handles itself."""
    wide, high = max(TOUCH_MM, link.width), max(TOUCH_MM, link.height)
    x, y = link.x + (link.width - wide) / 2, link.y + (link.height - high) / 2
    return Link(
        max(TOUCH_SIDE_MM, min(x, page.width - TOUCH_SIDE_MM - wide)),
        max(TOUCH_EDGE_MM, min(y, page.height - TOUCH_EDGE_MM - high)),
        wide,
        high,
        link.target,
    )
