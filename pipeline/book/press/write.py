"""A book to PDF, for a press or for a screen."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.book.press.book import Book
from pipeline.book.press.imposition import saddle_stitch
from pipeline.render import pdf
from pipeline.render.fonts import using_fonts
from pipeline.render.metadata import Metadata
from pipeline.render.pdfx import finish_pdfx
from pipeline.render.theme import get_theme
from pipeline.scene import Scene


def write_book(book: Book, stream: BinaryIO) -> None:
    """Write a book as PDF to a binary stream, from where it stands.

    For a press without outline, links, labels or document data; for a screen with all of these,
    each puzzle linked to its answer and back. A booklet for print is imposed: two pages to a
    landscape sheet, in the order of `saddle_stitch`.
    """
    options = book.options
    is_for_screen = options.is_for_screen
    about = Metadata(title=options.title, author=options.author) if is_for_screen else None
    is_imposed = options.style == "booklet" and not is_for_screen
    has_marks = options.pdfx and not is_for_screen
    draft = io.BytesIO() if has_marks else stream
    with using_fonts(options.fonts.files()):
        pdf.write_pdf(
            _sheets(book) if is_imposed else _pages(book),
            draft,
            get_theme(options.theme),
            metadata=about,
            language=options.language if is_for_screen else None,
            is_for_screen=is_for_screen,
            is_cmyk=has_marks or not (is_for_screen or book.printing.takes_rgb),
        )
    if has_marks:
        finish_pdfx(draft, stream, " ".join(options.title.split()))


def _sheets(book: Book) -> Iterator[pdf.Page]:
    """Yield the sides of the sheets of a booklet."""
    width, height = book.geometry.width, book.geometry.height
    for side in saddle_stitch(len(book.pages)):
        left, right = (book.pages[number - 1].scene for number in side)
        yield pdf.Page(Scene(2 * width, height, (*left.marks, *right.moved(width, 0).marks)))


def _pages(book: Book) -> Iterator[pdf.Page]:
    """Yield the pages with their place in the outline and their links, painted one at a time."""
    titles = {entry.page: entry.title for entry in book.outline}
    geometry = book.geometry
    for page in book.pages:
        painted = page.painted()
        yield pdf.Page(
            Scene(page.width_mm, page.height_mm, painted.marks),
            outline=titles.get(page.number),
            label=str(page.number),
            links=painted.links,
            trim=(*page.trim, geometry.width, geometry.height) if geometry.bleed else None,
        )
