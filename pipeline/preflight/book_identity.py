"""The identity of a book, read from its boxes and first pages, for the cover that goes round it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

from pipeline.model import StoreError
from pipeline.pdf.document import OpenPdf, read_facts, read_pages
from pipeline.pdf.measure import PageFacts, read_boxes
from pipeline.pdf.values import broken_page
from pipeline.preflight.check_book import largest_words
from pipeline.preflight.check_page import Sheet
from pipeline.preflight.preflight import Criteria, sheet_of
from pipeline.preflight.specs import load_services

_FRONT: Final = 4  # The contents may be set larger than a long title


@dataclass(frozen=True, slots=True)
class BookIdentity:
    """Pages, trim, and what the file or its first pages say of title and author."""

    pages: int
    sheet: Sheet
    title: str | None
    author: str | None


def read_identity(file: OpenPdf, criteria: Criteria) -> BookIdentity:
    """Return what a book is, from its boxes and its first pages alone.

    `StoreError` if the file has no pages, or a broken one.
    """
    document = read_facts(file)
    for number, page in enumerate(file.pdf.pages, 1):
        with broken_page(file.name, number):
            document.pages.append(PageFacts(number, read_boxes(page)))
    if not document.pages:
        raise StoreError(f"{file.name}: expected at least one page, found none")
    services = load_services(("all",), criteria.printers_file)
    sheet = sheet_of(document, services, criteria)
    title = document.about.get("title")
    if title is None:
        title = largest_words([page.pieces for page in islice(read_pages(file), _FRONT)])
    return BookIdentity(len(document.pages), sheet, title, document.about.get("author"))
