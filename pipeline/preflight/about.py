"""What a finished book is, without judging it: pages, trim, title and author."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pikepdf

from pipeline.model import StoreError
from pipeline.preflight.check_book import largest_words
from pipeline.preflight.document import Document, open_pdf, read_facts
from pipeline.preflight.judge import Order
from pipeline.preflight.lenient import broken_page
from pipeline.preflight.measure import PageFacts, read_boxes
from pipeline.preflight.reading import read_pages
from pipeline.preflight.sheet import Sheet, find_sheet
from pipeline.preflight.specs import load_services, trim_names

_FRONT = 4
"""Half title, title and its back: the contents may be set larger than a long title."""


@dataclass(frozen=True, slots=True)
class BookAbout:
    """Pages, trim, and what the file or its first pages say of title and author."""

    pages: int
    sheet: Sheet
    title: str | None
    author: str | None


def read_about(path: Path, order: Order) -> BookAbout:
    """Return what a book is, from its boxes and its first pages alone.

    Raises
    ------
    StoreError
        If the file is missing, locked, no PDF, or has no pages.
    """
    document = Document(str(path), 0.0)
    try:
        with open_pdf(path) as pdf:
            read_facts(pdf, document)
            for number, page in enumerate(pdf.pages, 1):
                with broken_page(path, number):
                    document.pages.append(PageFacts(number, read_boxes(page)))
    except pikepdf.PasswordError as error:
        raise StoreError(f"{path}: expected an open file, found a locked one") from error
    if not document.pages:
        raise StoreError(f"{path}: expected at least one page, found none")
    services = load_services(("all",), order.printers_file)
    bleeds = sorted({service.spec.bleed_mm for service in services})
    sheet = find_sheet(document.pages, trim_names(order.printers_file), bleeds, order.trim_mm)
    title = document.about.get("title")
    if title is None:
        title = largest_words([page.pieces for page in islice(read_pages(path), _FRONT)])
    return BookAbout(len(document.pages), sheet, title, document.about.get("author"))
