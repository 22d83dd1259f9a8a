"""Report: what a collection's owner has, as pages for a browser and as tables behind them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from pipeline.model import Record, StoreError
from pipeline.render.plots import plot_bands, plot_nodes_by_size
from pipeline.stages.report_page import Pictures, listing_page, summary_page
from pipeline.stages.report_rows import Row, survey
from pipeline.store.files import make_folder, write_atomic

SINGLE_PAGE: Final = 2_000
"""Puzzles up to which everything stands on one page."""

PAGE: Final = 500
"""Puzzles of a numbered page, where there are more."""

Reader = Callable[[], Iterable[Record]]


def write_report(read: Reader, folder: Path) -> list[Path]:
    """Write the pages, tables and plots of a collection, and return the files written.

    ``index.html`` needs no other file, no script and no colour; ``report.csv``, ``.xlsx`` and
    ``.json`` have a row for each puzzle.

    Parameters
    ----------
    read : function
        Returns the records from the first; it is called twice, so that no picture is kept.
    folder : Path
        Created where it is missing.

    Raises
    ------
    StoreError
        If the folder cannot be written, or there is no record.
    """
    rows, findings = survey(read())
    if not rows:
        raise StoreError("expected at least one record to report on, found none")
    make_folder(folder)
    written: list[Path] = []

    def put(name: str, data: bytes) -> None:
        write_atomic(folder / name, data, follow=False)
        written.append(folder / name)

    put("report.csv", _csv(rows).encode())
    put("report.json", (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode())
    put("report.xlsx", _xlsx(rows))
    plots = dict(_plots(rows))
    for name, data in plots.items():
        put(name, data)
    pictures = Pictures.chosen(read(), rows, findings)
    pages = _pages(len(rows))
    puzzles = _listings(read, rows, pages)
    first = next(puzzles) if len(pages) == 1 else ""
    put("index.html", summary_page(rows, findings, pictures, plots, first, pages).encode())
    for name, page in zip(pages if len(pages) > 1 else (), puzzles, strict=False):
        put(name, page.encode())
    return written


def _pages(count: int) -> list[str]:
    if count <= SINGLE_PAGE:
        return ["index.html"]
    return [f"page-{number + 1}.html" for number in range(-(-count // PAGE))]


def _listings(read: Reader, rows: list[Row], pages: list[str]) -> Iterator[str]:
    """Yield the listing of each page; the only one is a part of the index."""
    records = iter(read())
    size = len(rows) if len(pages) == 1 else PAGE
    for start in range(0, len(rows), size):
        part = islice(records, size)
        yield listing_page(part, rows[start : start + size], pages, start // size)


def _plots(rows: list[Row]) -> Iterator[tuple[str, bytes]]:
    graded = [row for row in rows if row["band"]]
    for name, plot in (("nodes.png", plot_nodes_by_size), ("bands.png", plot_bands)):
        if graded:
            stream = io.BytesIO()
            plot(graded, stream)
            yield name, stream.getvalue()


def _columns(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(column for row in rows for column in row))


def _csv(rows: list[Row]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, _columns(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _xlsx(rows: list[Row]) -> bytes:
    """Return the rows as a spreadsheet; scores are numbers there, so that they sort."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("puzzles")
    sheet.freeze_panes = "B2"
    columns = _columns(rows)
    sheet.append(columns)
    for row in rows:
        values = [row.get(column, "") for column in columns]
        sheet.append(
            [
                float(value) if column == "score" and value else _unspoken(value)
                for column, value in zip(columns, values, strict=True)
            ]
        )
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _unspoken(value: str | int) -> str | int | None:
    """Return a cell's value; a text that a spreadsheet would take for a formula is quoted."""
    if value == "":
        return None
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+@" else value
