"""Rules of the whole file: pages, locks, bookmarks, what it says of itself, what moves in it."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.book.order import runs_of
from pipeline.pdf.document import Document
from pipeline.preflight.findings import Finding
from pipeline.preflight.sheet import Sheet
from pipeline.preflight.specs import Service


def check_lock(document: Document, service: Service) -> Iterator[Finding]:
    """Yield whether the file is encrypted; a locked one can be judged by nothing else."""
    said = "locked" if document.is_locked else "encrypted" if document.is_encrypted else "open"
    yield from service.find("encryption", said == "open", None, said, "an open file")


def check_file(
    document: Document, service: Service, sheet: Sheet, paper: str | None
) -> Iterator[Finding]:
    """Yield the findings of one printer about the whole file."""

    def find(rule: str, is_right: bool, measured: str, limit: str) -> tuple[Finding, ...]:
        return service.find(rule, is_right, None, measured, limit)

    count = len(document.pages)
    least, most = service.page_limits(sheet.name, paper)
    limit = f"{least} to {most} pages{f' on {paper} paper' if paper else ''} at {sheet.title}"
    yield from find("pages", least <= count <= most, f"{count} pages", limit)
    yield from find("even", count % 2 == 0, f"{count} pages", "an even number of pages")
    yield from _blanks(document, service)
    said = f"{document.outline} bookmarks" if document.outline else "no bookmarks"
    yield from find("outline", document.outline == 0, said, "no bookmarks")
    about = [*document.about, *(["XMP"] if document.has_xmp else [])]
    said = ", ".join(about) or "no metadata"
    if about and document.is_pdfx:
        said += "; PDF/X-1a asks for a title: leave pdfx out for this printer"
    yield from find("metadata", not about, said, "no metadata")
    has_layers = document.layers or any(page.flags.has_layer for page in document.pages)
    said = f"{document.layers} layers" if document.layers else "no layers"
    yield from find("layers", not has_layers, said, "no layers")
    said = ", ".join(document.active) or "nothing active"
    yield from find("active", not document.active, said, "no scripts, forms or attachments")
    most = service.value("file", "most_mb", 650)
    size = document.megabytes
    yield from find("file", size <= most, f"{size:.1f} MB", f"at most {most} MB")


def _blanks(document: Document, service: Service) -> Iterator[Finding]:
    """Yield runs of blank pages that are too long, or one finding about the longest."""
    running = service.value("blank", "running", 2)
    at_end = service.value("blank", "at_end", 10)
    runs = runs_of(page.number for page in document.pages if page.is_blank)
    limit = f"at most {running} running, {at_end} at the end"
    is_wrong = False
    for first, last in runs:
        length = last - first + 1
        is_last = last == len(document.pages)
        if length > (at_end if is_last else running):
            is_wrong = True
            yield from service.find("blank", False, first, f"{length} blank pages running", limit)
    if not is_wrong:
        longest = max((last - first + 1 for first, last in runs), default=0)
        yield from service.find("blank", True, None, f"at most {longest} running", limit)
