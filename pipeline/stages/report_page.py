"""The pages of a report: plain HTML with its pictures inside, which prints as it stands."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

from pipeline.model import Band, Record
from pipeline.render.picture import render_picture
from pipeline.render.theme import get_theme
from pipeline.scene.hatching import Hatching, hatch_cells
from pipeline.stages.grade import GRADE_BUDGET
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.report_rows import OTHER, Findings, Row

EXTREMES: Final = 10
"""Hardest and easiest puzzles that are shown large."""

SHOWN: Final = 50
"""Puzzles with several solutions, or other answers, that are shown side by side."""

_THUMB_MM, _LARGE_MM = 30.0, 70.0
_PIXELS_A_MM: Final = 5.0

_STYLE: Final = """
body{font:15px/1.45 Georgia,serif;margin:2em auto;max-width:70em;padding:0 1em;color:#111}
h1,h2{font-family:Helvetica,Arial,sans-serif;line-height:1.2}table{border-collapse:collapse}
td,th{border-bottom:1px solid #999;padding:.25em .6em;text-align:left;vertical-align:top}
td.n,th.n{text-align:right}th{border-bottom:2px solid #111}figure{display:inline-block;margin:.6em}
figcaption{font-size:.85em;max-width:20em}img{max-width:100%}td img{width:6.5em}
@media print{body{margin:0;max-width:none}tr,figure{break-inside:avoid}nav{display:none}}
"""

_SORT: Final = """
document.querySelectorAll('table.puzzles th').forEach((head,k)=>{head.style.cursor='pointer';
head.onclick=()=>{const body=head.closest('table').tBodies[0];const key=r=>r.cells[k].textContent;
const rows=[...body.rows].sort((a,b)=>key(a).localeCompare(key(b),undefined,{numeric:true}));
if(head.dataset.up)rows.reverse();head.dataset.up=head.dataset.up?'':'1';body.append(...rows)}})
"""


@dataclass(slots=True)
class Pictures:
    """The large pictures of a summary: HTML of figures, by the place of a row."""

    large: dict[int, str] = field(default_factory=dict)
    several: dict[int, str] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)

    @classmethod
    def chosen(cls, records: Iterable[Record], rows: Sequence[Row], findings: Findings) -> Pictures:
        """Return the pictures of the hardest and easiest, and of what was found."""
        pictures = cls()
        extremes = {place for group in _extremes(rows) for place in group}
        several, answers = set(findings.several[:SHOWN]), set(findings.answers[:SHOWN])
        for place, record in enumerate(records):
            if place in extremes:
                pictures.large[place] = _figure(read_puzzle(record), None, _caption(rows[place]))
            if place in several:
                pictures.several[place] = "".join(_side_by_side(record, rows[place]))
            if place in answers:
                pictures.answers[place] = "".join(_two_answers(record, rows[place]))
        return pictures


def summary_page(
    rows: Sequence[Row],
    findings: Findings,
    pictures: Pictures,
    plots: Mapping[str, bytes],
    listing: str,
    pages: Sequence[str],
) -> str:
    """Return the first page: counts, tables, extremes and findings, then every puzzle or links."""
    parts = [f"<h1>{len(rows)} puzzles</h1>", _verdicts(rows), _sizes_by_band(rows)]
    parts += [_image(_data(data), name, "") for name, data in plots.items()]
    for title, places in zip(("The hardest", "The easiest"), _extremes(rows), strict=True):
        if places:
            parts += [f"<h2>{title}</h2>", *(pictures.large[place] for place in places)]
    parts += [*_duplicates(rows, findings)]
    for title, about, shown, all_of in (
        (
            "Several solutions",
            "Two solutions side by side, and where they differ.",
            pictures.several,
            findings.several,
        ),
        (
            "Other answers than published",
            "The published answer, and the proved one.",
            pictures.answers,
            findings.answers,
        ),
    ):
        if all_of:
            left = len(all_of) - len(shown)
            more = f" {left} more are in the tables." if left else ""
            parts += [f"<h2>{title}: {len(all_of)}</h2><p>{about}{more}</p>", *shown.values()]
    parts.append(_volumes(rows))
    if len(pages) == 1:
        parts += ["<h2>All puzzles</h2>", listing]
    else:
        parts.append(_links(pages))
    return _page(f"{len(rows)} puzzles", "".join(parts))


def listing_page(
    records: Iterable[Record], rows: Sequence[Row], pages: Sequence[str], number: int
) -> str:
    """Return the table of puzzles: a page of its own, or the part of the only one."""
    head = "".join(f"<th{_side(name)}>{name}</th>" for name in ("puzzle", *_LISTED))
    body = "".join(_listed(record, row) for record, row in zip(records, rows, strict=True))
    table = f'<table class="puzzles"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    if len(pages) == 1:
        return table
    return _page(f"Page {number + 1}", f"{_links(['index.html', *pages])}{table}")


_LISTED: Final = (
    *("number", "title", "author", "source", "source_id", "file", "line", "size", "verdict"),
    *("band", "score", "percentile", "own percentile", "hardest", "order", "volume", "note"),
)
_NUMERIC: Final = {"number", "line", "score", "percentile", "own percentile", "order", "volume"}


def _side(name: str) -> str:
    return ' class="n"' if name in _NUMERIC else ""


def _listed(record: Record, row: Row) -> str:
    cells = "".join(f"<td{_side(name)}>{escape(str(row.get(name, '')))}</td>" for name in _LISTED)
    thumbnail = _picture(read_puzzle(record), None, _THUMB_MM)
    return f'<tr><td><img alt="" src="{thumbnail}"></td>{cells}</tr>'


def _picture(puzzle: Puzzle, solution: Any, size_mm: float) -> str:
    scene = puzzle.kind.draw(puzzle.clues, solution, _cell_mm(puzzle, size_mm))
    return _data(render_picture(scene, "png", get_theme("mono"), _PIXELS_A_MM))


def _cell_mm(puzzle: Puzzle, size_mm: float) -> float:
    rows, cols = int(puzzle.record.puzzle["rows"]), int(puzzle.record.puzzle["cols"])
    return max(size_mm / (max(rows, cols) + 1), 1.0)


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"


def _figure(puzzle: Puzzle, solution: Any, caption: str) -> str:
    return _image(_picture(puzzle, solution, _LARGE_MM), caption, caption)


def _image(source: str, alt: str, caption: str) -> str:
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure><img alt="{escape(alt)}" src="{source}">{below}</figure>'


def _caption(row: Row) -> str:
    told = [f"{row['number']}.", row["title"], row["author"], row["size"], row["band"]]
    return " ".join(str(part) for part in (*told, row["score"]) if part)


def _side_by_side(record: Record, row: Row) -> Iterator[str]:
    puzzle = read_puzzle(record)
    for solution in (puzzle.solution, _decoded(puzzle, record.verdict.witness)):
        if solution is not None:
            yield _figure(puzzle, solution, _caption(row))
    counting = puzzle.kind.counting
    explain = None if counting is None else counting.explain
    if explain is not None and puzzle.solution is not None:
        found = explain(puzzle.clues, GRADE_BUDGET)
        cell_mm = _cell_mm(puzzle, _LARGE_MM)
        solved, plain = (
            puzzle.kind.draw(puzzle.clues, one, cell_mm) for one in (puzzle.solution, None)
        )
        hatching = Hatching(found.differing, found.undecided)
        marked = hatch_cells(solved, plain, int(record.puzzle["cols"]), cell_mm, hatching)
        shown = _data(render_picture(marked, "png", get_theme("mono"), _PIXELS_A_MM))
        yield _image(shown, _caption(row), "Hatched: cells in which solutions differ")


def _two_answers(record: Record, row: Row) -> Iterator[str]:
    puzzle = read_puzzle(record)
    published = None if record.provenance is None else record.provenance.extra.get("published")
    how = row["published answer"]
    yield _figure(puzzle, _decoded(puzzle, published), f"{_caption(row)}: published, {how}")
    if puzzle.solution is not None and how == OTHER:
        yield _figure(puzzle, puzzle.solution, f"{_caption(row)}: proved")


def _decoded(puzzle: Puzzle, solution: Any) -> Any:
    return None if solution is None else puzzle.kind.decode_solution(puzzle.clues, solution)


def _extremes(rows: Sequence[Row]) -> tuple[list[int], list[int]]:
    """Return the places of the hardest puzzles, hardest first, and of the easiest."""
    graded = [place for place, row in enumerate(rows) if row["score"]]
    graded.sort(key=lambda place: int(rows[place]["order"]))
    return graded[::-1][:EXTREMES], graded[:EXTREMES]


def _verdicts(rows: Sequence[Row]) -> str:
    counts = Counter((str(row["rule"]), str(row["verdict"] or "unchecked")) for row in rows)
    body = "".join(
        f"<tr><td>{escape(rule) or '-'}</td><td>{escape(verdict)}</td>"
        f'<td class="n">{count}</td></tr>'
        for (rule, verdict), count in sorted(counts.items())
    )
    strongest = Counter(str(row["unique under"]) for row in rows if row["unique under"])
    told = ", ".join(f"{count} under {escape(rule)}" for rule, count in sorted(strongest.items()))
    most = f"<p>The strongest rule of uniqueness: {told}.</p>" if told else ""
    head = '<tr><th>rule</th><th>verdict</th><th class="n">puzzles</th></tr>'
    return f"<h2>Verdicts</h2><table>{head}{body}</table>{most}"


def _sizes_by_band(rows: Sequence[Row]) -> str:
    sizes = sorted({(int(row["cells"]), str(row["size"])) for row in rows})
    counts = Counter((row["size"], row["band"]) for row in rows)
    bands = [*map(str, Band), ""]
    head = "".join(f'<th class="n">{band or "no grade"}</th>' for band in bands)
    body = "".join(
        f"<tr><td>{size}</td>"
        + "".join(f'<td class="n">{counts[size, band] or ""}</td>' for band in bands)
        + "</tr>"
        for _, size in sizes
    )
    return f"<h2>Sizes and bands</h2><table><tr><th>size</th>{head}</tr>{body}</table>"


def _duplicates(rows: Sequence[Row], findings: Findings) -> Iterator[str]:
    if not findings.duplicates:
        return
    yield f"<h2>Duplicates: {len(findings.duplicates)} groups</h2><ul>"
    for how, group in findings.duplicates:
        names = ", ".join(escape(_named(rows[place])) for place in group)
        yield f"<li>{names}: {how}</li>"
    yield "</ul>"


def _named(row: Row) -> str:
    place = f"{row['file']}:{row['line']}" if row["file"] else str(row["id"])
    return f"{row['number']} ({row['source_id'] or place})"


def _volumes(rows: Sequence[Row]) -> str:
    sums: dict[int, list[float]] = {}
    for row in rows:
        if row["volume"]:
            sums.setdefault(int(row["volume"]), []).append(float(row["score"]))
    if len(sums) < 2:
        return ""
    body = "".join(
        f'<tr><td class="n">{volume}</td><td class="n">{len(scores)}</td>'
        f'<td class="n">{sum(scores) / len(scores):.2f}</td></tr>'
        for volume, scores in sorted(sums.items())
    )
    return (
        "<h2>Volumes</h2><p>A split into volumes of equal difficulty, and an order from easy to "
        "hard, stand in the columns volume and order.</p><table><tr><th>volume</th>"
        f"<th>puzzles</th><th>mean score</th></tr>{body}</table>"
    )


def _links(pages: Iterable[str]) -> str:
    links = " ".join(f'<a href="{page}">{page.removesuffix(".html")}</a>' for page in pages)
    return f"<nav><p>{links}</p></nav>"


def _page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>{body}<script>{_SORT}</script></body></html>\n"
    )
