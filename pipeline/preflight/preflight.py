"""Preflight of one file, by the rules of each printer and those for readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.book.press.geometry import saddle_stitch
from pipeline.book.press.printing import DESK
from pipeline.model import StoreError
from pipeline.pdf.document import (
    Document,
    LockedPdfError,
    is_booklet,
    locked_document,
    open_pdf,
    read_document,
)
from pipeline.preflight.check_book import (
    Expected,
    check_accessible,
    check_book,
    check_fold,
    check_spread,
)
from pipeline.preflight.check_content import Content, check_content
from pipeline.preflight.check_page import (
    Sheet,
    check_file,
    check_lock,
    check_pages,
    find_sheet,
    is_spread,
)
from pipeline.preflight.findings import Finding, Report
from pipeline.preflight.specs import Service, load_services, trim_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """What a file is checked against: printers, trim and paper if known, and expected content.

    ``trim_mm`` None is found from the pages; ``paper`` None takes the most lenient limits;
    ``content`` is None if the origin of the puzzles is unknown.
    """

    printers: Sequence[str] = ("all",)
    printers_file: Path | None = None
    trim_mm: tuple[float, float] | None = None
    paper: str | None = None
    expected: Expected = field(default_factory=Expected)
    content: Content | None = None


def preflight(path: str | Path, criteria: Criteria | None = None) -> Report:
    """Return what every rule says of a file.

    `StoreError` if the file is missing, no PDF, or has no pages. `ConfigError` if a printer or
    paper is unknown.
    """
    wanted = criteria or Criteria()
    services = load_services(wanted.printers, wanted.printers_file)
    try:
        with open_pdf(path) as file:
            # a booklet is judged as one where that was asked for, or nobody else was named
            is_desk_work = DESK in wanted.printers or tuple(wanted.printers) == ("all",)
            is_folded = is_desk_work and is_booklet(file, saddle_stitch)
            document = read_document(file, saddle_stitch if is_folded else None)
    except LockedPdfError:
        is_folded, document = False, locked_document(str(path))
    if is_folded:
        services = load_services((DESK,), wanted.printers_file)
    findings = [one for service in services for one in check_lock(document, service)]
    if not document.is_locked:
        if not document.pages:
            raise StoreError(f"{path}: expected at least one page, found none")
        sheet = sheet_of(document, services, wanted)
        for service in services:
            findings.extend(check_file(document, service, sheet, wanted.paper))
            findings.extend(check_pages(document, service, sheet))
            if wanted.content is not None:
                findings.extend(check_content(service, wanted.content))
        if is_spread(document.pages, trim_names(wanted.printers_file), wanted.trim_mm):
            findings.append(check_spread())
        else:
            if is_folded:
                findings.append(check_fold(len(document.pages)))
            findings.extend(check_book(document, wanted.expected))
        if document.claims_ua:
            findings.extend(check_accessible(path))
    findings.sort(key=_place(findings))
    names = {service.spec.id: service.name for service in services}
    return Report(str(path), len(document.pages), tuple(findings), names)


def sheet_of(document: Document, services: Sequence[Service], criteria: Criteria) -> Sheet:
    """Return the trim that a document is made for."""
    bleeds = sorted({service.spec.bleed_mm for service in services})
    return find_sheet(document.pages, trim_names(criteria.printers_file), bleeds, criteria.trim_mm)


def _place(findings: Sequence[Finding]) -> Callable[[Finding], tuple[int, int]]:
    """Return a sorting key: by printer and rule in the order in which they were first applied."""
    places: dict[tuple[str, str], int] = {}
    printers: dict[str, int] = {}
    for finding in findings:
        printers.setdefault(finding.printer, len(printers))
        places.setdefault((finding.printer, finding.rule), len(places))
    return lambda finding: (printers[finding.printer], places[finding.printer, finding.rule])
