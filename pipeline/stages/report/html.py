"""A report as plain HTML with its pictures inside, ready to be printed."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

from pipeline.model import Record
from pipeline.render.svg import render_svg
from pipeline.render.templates import plain
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.stages.report.pictures import (
    Figure,
    Figures,
    Grid,
    Heading,
    Paragraph,
    Part,
    thumbnail,
)
from pipeline.stages.report.tables import Row
from pipeline.store.jsonl import RawRecord
from pipeline.web.files import typeface

_STYLE: Final = """
:root{--page:#f8f6f1;--paper:#fff;--ink:#1b2225;--quiet:#586064;--line:#ddd8cd;--accent:#17566b}
body{font:16px/1.5 "Press Sans",sans-serif;margin:0 auto;max-width:72em;padding:0 1.2em 3em;
background:var(--page);color:var(--ink)}a{color:var(--accent);text-underline-offset:.18em}
h1,h2{font-family:"Press Serif",Georgia,serif;font-weight:600;line-height:1.15}
h1{font-size:2.2rem;margin:0;padding:1.1rem 0 .6rem;border-bottom:3px double}
h2{font-size:1.35rem;margin:2.6rem 0 .7rem;color:var(--accent)}
p{max-width:46em}table{border-collapse:collapse;background:var(--paper)}
td,th{border-bottom:1px solid var(--line);padding:.3em .7em;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
th{border-bottom:2px solid var(--ink);font-weight:600}
figure{display:inline-block;margin:0 .8em .8em 0;padding:.8em;background:var(--paper);
border:1px solid var(--line);vertical-align:top}
figcaption{font-size:.85em;max-width:17em;overflow-wrap:anywhere;color:var(--quiet);margin-top:.4em}
svg{max-width:100%;height:auto;display:block}svg text{font-family:"Press Sans",sans-serif}
td svg{width:6.5em;max-width:none}
table.puzzles{font-size:.85em}table.puzzles td,table.puzzles th{padding:.25em .4em}
@media screen and (scripting:enabled){table:not(.all) tr.more{display:none}}
div.wide{overflow-x:auto}nav a{margin-right:.8em}
@media print{body{margin:0;max-width:none;font-size:10pt;background:none}
@page{margin:15mm}tr,figure{break-inside:avoid}
h2,h2+p,thead{break-after:avoid}tbody tr:first-child{break-before:avoid}
table.puzzles{font-size:6.5pt}td svg{width:16mm}}
"""

_LONG: Final = "<p>Too many to list here: report.csv and report.json have a row for each.</p>"

_FACES: Final = (("Press Sans", 400), ("Press Sans", 600), ("Press Serif", 600))
"""Typefaces of the page with their weights, as in books and sites."""

_AT_ONCE: Final = 500  # Rows of a table that are shown at first, so that long tables open at once

_SORT: Final = """
const order=new Intl.Collator(undefined,{numeric:true}).compare;
document.querySelectorAll('table.puzzles').forEach(table=>{const body=table.tBodies[0],
box=document.createElement('input'),all=document.createElement('button');
box.type='search';box.placeholder='Filter';box.ariaLabel='Filter the puzzles';table.before(box);
all.onclick=()=>{table.classList.add('all');count(0)};table.after(all);
const count=found=>{all.hidden=found<=AT_ONCE;all.textContent=`Show all ${found}`};
const show=()=>{const words=box.value.toLowerCase().split(/\\s+/);let found=0;
for(const row of body.rows){const text=row.textContent.toLowerCase();
row.hidden=!words.every(word=>text.includes(word));
row.className=!row.hidden&&++found>AT_ONCE?'more':''}
count(table.classList.contains('all')?0:found)};
box.oninput=show;count(body.rows.length);
table.querySelectorAll('th').forEach((head,k)=>{head.style.cursor='pointer';head.onclick=()=>{
const keyed=Array.from(body.rows,row=>[row.cells[k].textContent,row]);
keyed.sort(([a],[b])=>order(a,b));
if(head.dataset.up)keyed.reverse();head.dataset.up=head.dataset.up?'':'1';
for(const [,row] of keyed)body.append(row);show()}})})
""".replace("AT_ONCE", str(_AT_ONCE))

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


def escape(text: str) -> str:
    """Return a text as the content of an element, without characters that no HTML may hold."""
    return html.escape(plain(text))


def summary_page(title: str, parts: Iterable[Part], listing: str, pages: Sequence[str]) -> str:
    """Return the first page: the parts of a report, then the list of puzzles or its links."""
    body = "".join(map(_part, parts))
    end = listing if len(pages) == 1 else _links(pages) or _LONG
    return _page(title, f"<h1>{escape(title)}</h1>{body}<h2>All puzzles</h2>{end}")


def parts_page(title: str, parts: Iterable[Part]) -> str:
    """Return a page of parts only."""
    return _page(title, f"<h1>{escape(title)}</h1>{''.join(map(_part, parts))}")


def list_page(rows: Sequence[Row], pages: Sequence[str]) -> str:
    """Return the page with all puzzles of a long report, without pictures, to sort and filter."""
    names = [name for name in _LISTED if any(row.get(name, "") != "" for row in rows)]
    table = _table(names, (_listed_cells(row, names) for row in rows))
    return _page(f"{len(rows)} puzzles", f"{_links(['index.html', *pages])}{table}")


Listing: TypeAlias = tuple[Sequence[Record | RawRecord], Sequence[Row], Sequence[str], int]
"""Puzzles and their rows, the names of all pages with puzzles, and the index of theirs."""


def listing_page(listing: Listing) -> str:
    """Return the table of puzzles, as its own page or a part of the only page.

    Empty columns are left out.
    """
    records, rows, pages, number = listing
    names = [name for name in _LISTED if any(row.get(name, "") != "" for row in rows)]
    body = (
        f"<td>{_drawn(thumbnail(record, row).scene)}</td>{_listed_cells(row, names)}"
        for record, row in zip(records, rows, strict=True)
    )
    table = _table(["puzzle", *names], body)
    if len(pages) == 1:
        return table
    return _page(f"Page {number + 1}", f"{_links(['index.html', *pages])}{table}")


def _part(part: Part) -> str:
    match part:
        case Heading():
            return f'<h2 id="{_anchor(part.text)}">{escape(part.text)}</h2>'
        case Paragraph():
            return f"<p>{escape(part.text)}</p>"
        case Grid():
            head = _row(part, part.head, "th")
            rows = "".join(_row(part, row, "td") for row in part.rows)
            return (
                f'<div class="wide"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>'
            )
        case Figures():
            return f"<div>{''.join(map(_figure, part.figures))}</div>"


def _anchor(text: str) -> str:
    return "-".join(text.partition(":")[0].lower().split())


def _row(grid: Grid, cells: Iterable[str], tag: str) -> str:
    text = "".join(
        f"<{tag}{_right(place in grid.numeric)}>{escape(cell)}</{tag}>"
        for place, cell in enumerate(cells)
    )
    return f"<tr>{text}</tr>"


def _right(is_number: bool) -> str:
    return ' class="n"' if is_number else ""


def _table(names: Sequence[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th{_right(name in _NUMERIC)}>{name}</th>" for name in names)
    body = "".join(
        f"<tr{' class=more' * (place >= _AT_ONCE)}>{cells}</tr>" for place, cells in enumerate(rows)
    )
    return f'<table class="puzzles"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _listed_cells(row: Row, names: Sequence[str]) -> str:
    return "".join(
        f"<td{_right(name in _NUMERIC)}>{escape(str(row.get(name, '')))}</td>" for name in names
    )


def _figure(figure: Figure) -> str:
    below = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f"<figure>{_drawn(figure.scene, figure.caption or 'histogram')}{below}</figure>"


def _drawn(scene: Scene, title: str = "") -> str:
    """Return a scene as SVG inside the page, with the typefaces of the page."""
    return _FAMILY.sub("", render_svg(scene, get_theme("mono"), title=plain(title)))


@cache
def _faces() -> str:
    return "".join(
        f'@font-face{{font-family:"{name}";font-weight:{weight};src:url(data:font/woff2;base64,'
        f"{b64encode(typeface(name, weight)).decode()})}}"
        for name, weight in _FACES
    )


def _links(pages: Sequence[str]) -> str:
    links = " ".join(
        f'<a href="{page}">{page.removesuffix(".html").replace("-", " ")}</a>' for page in pages
    )
    return f"<nav><p>{links}</p></nav>" if pages else ""


def _page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_faces()}{_STYLE}</style></head><body>{body}<script>{_SORT}</script></body></html>\n"
    )
