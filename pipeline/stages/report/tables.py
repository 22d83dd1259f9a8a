"""The tables behind a report, written row by row: CSV, JSON and a spreadsheet."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO, BinaryIO, Final

from pipeline.render.xml import xml_text
from pipeline.stages.report.rows import Table
from pipeline.store.cells import plain_cell, write_csv_rows

_ZERO: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip archive can say."""


def write_csv(table: Table, stream: BinaryIO) -> None:
    """Write a line for each row, under the names of the columns."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    write_csv_rows(text, [table.columns])
    write_csv_rows(text, ([row.get(column, "") for column in table.columns] for row in table))
    text.detach()


def write_json(table: Table, stream: BinaryIO) -> None:
    """Write a list with an object for each row, one to a line."""
    for number, row in enumerate(table):
        told = json.dumps(row, ensure_ascii=False)
        stream.write(f"{',' if number else '['}\n{told}".encode())
    stream.write(b"\n]\n")


def write_xlsx(table: Table, stream: BinaryIO) -> None:
    """Write a spreadsheet; scores are numbers there, so that they sort."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("puzzles")
    sheet.freeze_panes = "B2"
    sheet.append([xml_text(column) for column in table.columns])
    for values in _values(table):
        sheet.append(values)
    with TemporaryFile() as draft:
        book.save(draft)
        _without_clock(draft, stream)


def _without_clock(draft: IO[bytes], stream: BinaryIO) -> None:
    """Write a spreadsheet again, without the time at which it was made: equal rows, equal bytes."""
    with zipfile.ZipFile(draft) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, _ZERO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with old.open(name) as source, new.open(entry, "w") as target:
                if name == "docProps/core.xml":
                    target.write(re.sub(rb"<dcterms.*?</dcterms:\w+>", b"", source.read()))
                else:
                    shutil.copyfileobj(source, target)


def _values(table: Table) -> Iterator[list[str | int | float | None]]:
    for row in table:
        told = [(column, row.get(column, "")) for column in table.columns]
        yield [
            float(value) if column == "score" and value else _unspoken(value)
            for column, value in told
        ]


def _unspoken(value: str | int) -> str | int | None:
    """Return a cell's value; a text that a spreadsheet would take for a formula is quoted."""
    if isinstance(value, int):
        return value
    plain: str = plain_cell(xml_text(value))
    return plain or None


TABLES: Final[dict[str, Callable[[Table, BinaryIO], None]]] = {
    "report.csv": write_csv,
    "report.json": write_json,
    "report.xlsx": write_xlsx,
}
