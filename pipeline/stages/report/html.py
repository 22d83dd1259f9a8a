"""A report as plain HTML with its pictures inside, ready to be printed."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

from pipeline.model import Record
from pipeline.render.svg import render_svg
from pipeline.render.templates import load_templates, plain
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.stages.report.pictures import Part, thumbnail
from pipeline.stages.report.tables import Row
from pipeline.store.jsonl import RawRecord
from pipeline.web.files import typeface

_FACES: Final = (("Press Sans", 400), ("Press Sans", 600), ("Press Serif", 600))
"""Typefaces of the page with their weights, as in books and sites."""

_AT_ONCE: Final = 500  # Rows of a table that are shown at first, so that long tables open at once

_FAMILY: Final = re.compile(' (?:font-family|xmlns)="[^"]*"')
"""Attributes that a picture inside a page does not need."""

_LISTED: Final = (
    *("number", "title", "author", "source", "source_id", "file", "line", "size", "verdict"),
    *("band", "score", "percentile", "own percentile", "minutes", "hardest", "order", "volume"),
    *("duplicate of", "near twin of", "note"),
)
_NUMERIC: Final = {
    *("number", "line", "score", "percentile", "own percentile", "order", "volume"),
    *("duplicate of", "near twin of"),
}


def summary_page(title: str, parts: Iterable[Part], listing: str, pages: Sequence[str]) -> str:
    """Return the first page: the parts of a report, then the list of puzzles or its links."""
    shown = listing if len(pages) == 1 else ""
    return _page("report.html", title, parts=parts, pages=pages, listing=shown)


def parts_page(title: str, parts: Iterable[Part]) -> str:
    """Return a page of parts only."""
    return _page("report.html", title, parts=parts, pages=None)


def list_page(rows: Sequence[Row], pages: Sequence[str]) -> str:
    """Return the page with all puzzles of a long report, without pictures, to sort and filter."""
    links = ["index.html", *pages]
    return _page("list.html", f"{len(rows)} puzzles", pages=links, table=_table(rows))


Listing: TypeAlias = tuple[Sequence[Record | RawRecord], Sequence[Row], Sequence[str], int]
"""Puzzles and their rows, the names of all pages with puzzles, and the index of theirs."""


def listing_page(listing: Listing) -> str:
    """Return the table of puzzles, as its own page or a part of the only page."""
    records, rows, pages, number = listing
    pictures = [
        _draw(thumbnail(record, row).scene) for record, row in zip(records, rows, strict=True)
    ]
    table = _table(rows, pictures)
    if len(pages) == 1:
        return table
    return _page("list.html", f"Page {number + 1}", pages=["index.html", *pages], table=table)


def _table(rows: Sequence[Row], pictures: Sequence[str] = ()) -> str:
    """Return the table of puzzles, without empty columns."""
    names = [name for name in _LISTED if any(row.get(name, "") != "" for row in rows)]
    columns = [(name, name in _NUMERIC) for name in names]
    cells = ([(row.get(name, ""), is_number) for name, is_number in columns] for row in rows)
    return load_templates(__package__).render(
        "table.html", columns=columns, rows=cells, pictures=pictures, at_once=_AT_ONCE
    )


def _draw(scene: Scene, title: str = "") -> str:
    """Return a scene as SVG inside the page, with the typefaces of the page."""
    return _FAMILY.sub("", render_svg(scene, get_theme("mono"), title=plain(title)))


@cache
def _faces() -> list[tuple[str, int, str]]:
    return [(name, weight, b64encode(typeface(name, weight)).decode()) for name, weight in _FACES]


def _page(template: str, title: str, /, **values: object) -> str:
    common = {"title": title, "faces": _faces(), "draw": _draw, "at_once": _AT_ONCE}
    return load_templates(__package__).render(template, **{**common, **values})
