"""Cover: a finished book's PDF to the wrap round it, as a template with guides and as a cover."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.book.press.cover import (
    Words,
    Wrap,
    art_room,
    cover_scene,
    guide_marks,
    make_wrap,
    spine_scene,
)
from pipeline.book.press.imposition import saddle_stitch
from pipeline.book.press.trims import MM_PER_INCH
from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError
from pipeline.pdf.document import OpenPdf, open_pdf
from pipeline.pdf.reading import is_booklet, read_pages
from pipeline.preflight.about import BookAbout, read_about
from pipeline.preflight.specs import Service, load_services
from pipeline.render.overlay import lay_turned
from pipeline.render.pdf import write_pdf
from pipeline.render.theme import MM_PER_PT
from pipeline.scene import Scene
from pipeline.stages.preflight import make_criteria
from pipeline.store.files import write_atomic

_GOOD_CELLS = range(64, 170)
"""A board of so many cells is art enough; another only where there is none of these."""
_PAGES_SEARCHED = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverOrder:
    """What cover is asked for; title and author None are taken from configuration or book."""

    printer: str
    paper: str
    printers_file: Path | None = None
    config: Path | None = None
    title: str | None = None
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """A wrap with its words and the board on it, ready to be written; notes say its measures."""

    wrap: Wrap
    words: Words
    art: tuple[AnyKind, Any, Any] | None
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    def write(self, path: str, has_guides: bool) -> None:
        """Write the cover as PDF, with guides over it or ready to be uploaded."""
        write_atomic(path, _pdf(self, has_guides))


def make_cover(book: Path, order: CoverOrder) -> Cover:
    """Return the cover of a finished book.

    Raises
    ------
    ConfigError
        If the printer or paper is unknown, the title is not to be found, or it is a booklet.
    StoreError
        If the book is missing or no PDF.
    """
    asked = make_criteria(order.config, (order.printer,), order.printers_file, order.paper)
    services = load_services(asked.printers, asked.printers_file)
    if len(services) != 1:
        raise ConfigError("expected one printer: each has a spine of its own; name it")
    service = services[0]
    stock = service.paper(order.paper)
    with open_pdf(book) as file:
        if is_booklet(file, saddle_stitch):
            raise ConfigError(
                f"{book}: expected a book of single pages, found the sheets of a booklet, which is "
                "stapled without a spine; its first page is its cover"
            )
        about = read_about(file, asked)
        art = _find_art(file)
    title = order.title or asked.expected.title or about.title
    if not title:
        raise ConfigError(f"{book}: expected a title, found none; give --title or --config")
    author = order.author or asked.expected.author or about.author or ""
    trim = (about.sheet.width, about.sheet.height)
    wrap = make_wrap(trim, about.pages, stock["spine"], service.cover)
    notes = _notes(wrap, service, order.paper, about)
    subtitle = asked.subtitle or ""
    least, most = service.page_limits(about.sheet.name, order.paper)
    warnings = []
    if not least <= about.pages <= most:
        warnings.append(
            f"{service.spec.title} takes {least} to {most} pages on {order.paper} paper, "
            f"this book has {about.pages}"
        )
    if stock.get("is_assumed"):
        warnings.append(
            f"the thickness of {service.spec.title}'s {order.paper} paper is assumed: compare the "
            "spine with the printer's own template before you upload a cover"
        )
    if not author:
        warnings.append("no author found: give --author or --config")
    return Cover(wrap, Words(title, subtitle, author), art, notes, tuple(warnings))


def _notes(wrap: Wrap, service: Service, paper: str, about: BookAbout) -> tuple[str, ...]:
    return (
        f"{service.name}, {paper} paper, {about.pages} pages of {about.sheet.title}",
        f"whole sheet {wrap.width:.2f} x {wrap.height:.2f} mm "
        f"({wrap.width / MM_PER_INCH:.3f} x {wrap.height / MM_PER_INCH:.3f} in), "
        f"bleed {wrap.bleed:.2f} mm on all sides",
        f"spine {wrap.spine.width:.2f} mm ({wrap.spine.width / MM_PER_INCH:.4f} in), "
        + (
            f"text {wrap.spine_clear:.2f} mm from its folds"
            if wrap.has_spine_text
            else f"no text under {service.cover['spine_pages']} pages"
        ),
        f"safe area {wrap.safe:.2f} mm inside the trim; source: {service.cover['source']}",
    )


def _find_art(file: OpenPdf) -> tuple[AnyKind, Any, Any] | None:
    """Return the first solved board of a fair size in a book, else the one nearest to that."""
    best: tuple[int, AnyKind, Any, Any] | None = None
    kinds = map(get_kind, KINDS)
    readers = [(kind, kind.page_reading) for kind in kinds if kind.page_reading is not None]
    for page in read_pages(file):
        if page.number > _PAGES_SEARCHED and best is not None:
            break
        for kind, reading in readers:
            for found in reading.read_board(page.upright, kind.rules[0]):
                if found.solution is None or found.fault:
                    continue
                puzzle = kind.encode(found.clues)
                cells = puzzle["rows"] * puzzle["cols"]
                away = abs(cells - _GOOD_CELLS.start) if cells not in _GOOD_CELLS else 0
                if best is None or away < best[0]:
                    best = (away, kind, found.clues, found.solution)
                if not away:
                    return best[1:]
    return best[1:] if best is not None else None


def _pdf(cover: Cover, has_guides: bool) -> bytes:
    wrap = cover.wrap
    puzzle = answer = None
    if cover.art is not None:
        kind, clues, solution = cover.art
        large, small = art_room(wrap)
        puzzle = _drawn(kind, clues, None, large)
        answer = _drawn(kind, clues, solution, small)
    scene = cover_scene(wrap, cover.words, puzzle, answer)
    if has_guides:
        guides = guide_marks(wrap, cover.notes)
        scene = Scene(scene.width_mm, scene.height_mm, (*scene.marks, *guides))
    page = _page(scene)
    spine = spine_scene(wrap, cover.words)
    if spine is None:
        return page
    top = wrap.height - wrap.spine.top
    return lay_turned(page, _page(spine), wrap.spine.left / MM_PER_PT, top / MM_PER_PT)


def _drawn(kind: AnyKind, clues: Any, solution: Any, side_mm: float) -> Scene:
    """Return a board whose longer side is about so long."""
    puzzle = kind.encode(clues)
    cell = side_mm / (max(puzzle["rows"], puzzle["cols"]) + 0.2)
    return kind.draw(clues, solution, cell)


def _page(scene: Scene) -> bytes:
    stream = io.BytesIO()
    write_pdf([scene], stream)
    return stream.getvalue()
