"""Report: what a collection's owner has, as pages for a browser and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from pipeline.model import Record, StoreError
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.report.html import listing_page, summary_page
from pipeline.stages.report.pictures import Pictures
from pipeline.stages.report.rows import Table, survey
from pipeline.stages.report.sections import report_parts
from pipeline.stages.report.tables import TABLES
from pipeline.store.files import Content, clear_leftovers, make_folder, write_own

SINGLE_PAGE: Final = 2_000
"""Puzzles up to which everything stands on one page."""

PAGE: Final = 500
"""Puzzles of a numbered page, where there are more."""

Reader = Callable[[], Iterable[Record]]


def write_report(read: Reader, folder: Path, refused: Sequence[Rejection] = ()) -> list[Path]:
    """Write the pages and the tables of a collection, and return the files written.

    ``index.html`` needs no other file, no script and no colour, and prints as it is; above
    `SINGLE_PAGE` puzzles the list is on pages of its own. ``report.csv``, ``.xlsx`` and ``.json``
    have a row for each puzzle. ``refused`` is what an import could not read. The reader is called
    several times, so that no record is kept. `StoreError` if the folder cannot be written, or there
    is no record.
    """
    table, findings = survey(read())
    if not table:
        raise StoreError("expected at least one record to report on, found none")
    make_folder(folder)
    clear_leftovers(folder, r"(?:report|index|page-[0-9]+)\.[a-z]+")
    written: list[Path] = []

    def put(name: str, content: Content) -> None:
        written.append(write_own(folder, name, content))

    for name, write in TABLES.items():
        put(name, partial(write, table))
    parts = list(report_parts(table, findings, Pictures.chosen(read(), table, findings), refused))
    title = f"{len(table)} puzzles"
    is_single = len(table) <= SINGLE_PAGE
    pages = ["index.html"] if is_single else _names(len(table))
    puzzles = _listings(read, table, pages)
    put("index.html", summary_page(title, parts, next(puzzles) if is_single else "", pages))
    for name, page in zip(() if is_single else pages, puzzles, strict=False):
        put(name, page)
    return written


def _names(count: int) -> list[str]:
    return [f"page-{number + 1}.html" for number in range(-(-count // PAGE))]


def _listings(read: Reader, table: Table, pages: list[str]) -> Iterator[str]:
    """Yield the listing of each page; the only one is a part of the index."""
    records = iter(read())
    size = len(table) if len(pages) == 1 else PAGE
    for start in range(0, len(table), size):
        part = islice(records, size)
        yield listing_page(part, table[start : start + size], pages, start // size)
