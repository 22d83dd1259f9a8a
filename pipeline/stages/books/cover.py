"""Cover: the PDF of a finished book to its wrap, as a template with guides and as a cover."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.book.press.barcode import barcode_scene
from pipeline.book.press.cover import (
    PAPER,
    TEXT,
    Area,
    CoverWords,
    Wrap,
    art_room,
    barcode_marks,
    cover_scene,
    guide_marks,
    make_wrap,
    picture_room,
    portrait_room,
    spine_scene,
)
from pipeline.book.press.designs import (
    paint_frame,
    paint_minimal,
    paint_mosaic,
    paint_number,
    paint_pattern,
    sample_marks,
)
from pipeline.book.press.geometry import page_size, saddle_stitch
from pipeline.book.press.printing import printing_for
from pipeline.config.book_options import (
    LEAST_CONTRAST,
    BookOptions,
    CoverOptions,
    contrast_with_white,
)
from pipeline.config.paths import may_read
from pipeline.config.run import RunConfig
from pipeline.config.run_settings import make_table
from pipeline.edition.language import load_language
from pipeline.kinds import working_kinds
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError, Record
from pipeline.pdf.document import OpenPdf, is_booklet, open_pdf, read_pages
from pipeline.preflight.book_identity import BookIdentity, read_identity
from pipeline.preflight.specs import Service, load_services
from pipeline.render.overlay import (
    Photograph,
    crop_photograph,
    lay_photograph,
    lay_turned,
    paste_photograph,
)
from pipeline.render.pdf import Page, write_pdf
from pipeline.render.pdf_finish import finish_pdfx
from pipeline.render.picture import render_picture
from pipeline.render.theme import Theme, get_theme, with_accent
from pipeline.scene import MM_PER_INCH, MM_PER_PT, Ink, Label, Scene
from pipeline.stages.books.book import criteria_of, load_cover_picture, load_volume_config
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import read_text, write_atomic
from pipeline.store.run_folder import MANIFEST

FRONT_PX: Final = 2560  # Height of the front as a picture, as required by shops
_GOOD_CELLS = range(64, 170)  # Preferred number of cells of boards on a cover
_PAGES_SEARCHED = 400
_ARTS: Final = 9  # Most boards of a pattern
_IDLE_PAGES: Final = 6  # Pages without a further kind after which enough boards are found
_LEAST_FIGURE: Final = 0.4  # Of a puzzle on the front, in cells
_CELLS_ACROSS: Final = 11  # Cells of a pattern across the front
_LEAST_ANSWER_MM = 20.0
_PRINTER, _PAPER, _PAGES = "kdp", "white", 100  # Measures for the front of a book without pages
_PICTURES: Final = ("picture", "portrait")  # Files of the user's
Art: TypeAlias = tuple[AnyKind, Any, Any]  # A solved board: its kind, its clues, its solution


@dataclass(frozen=True, slots=True)
class Cover:
    """A wrap with its texts and boards; ``notes`` give its measures."""

    wrap: Wrap
    words: CoverWords
    art: Sequence[Art]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    options: CoverOptions = field(default_factory=CoverOptions)
    photograph: Photograph | None = None
    portrait: Photograph | None = None
    is_cmyk: bool = False
    isbn: str = ""
    pdfx: str = ""  # The title in a PDF/X file; empty for a plain PDF

    def write(self, path: str, has_guides: bool) -> None:
        """Write the cover as PDF, with or without guides."""
        write_atomic(path, _pdf(self, has_guides))

    def write_front(self, path: str) -> None:
        """Write the front as PNG."""
        write_atomic(path, self.front_picture())

    def front_picture(self) -> bytes:
        """Return the front as PNG."""
        front = self.wrap.front
        whole = _scene(self)
        scene = Scene(front.width, front.height, whole.moved(-front.left, -front.top).marks)
        scale = FRONT_PX / front.height
        data = render_picture(scene, "png", _theme(self), scale)
        if self.photograph is not None:
            box = _photograph_area(self)
            left, top = box.left - front.left, box.top - front.top
            sides = (left, top, box.width, box.height)
            data = paste_photograph(data, self.photograph, [round(side * scale) for side in sides])
        return data


def make_cover(
    book: Path,
    printer: str,
    paper: str = "white",
    *,
    printers_file: Path | None = None,
    config: Path | None = None,
    title: str | None = None,
    author: str | None = None,
) -> Cover:
    """Return the cover of a finished book.

    Title and author None are those of the configuration or the book. Raise `ConfigError` if printer
    or paper is unknown, there is no title, or the book is a booklet; `StoreError` if the book is
    missing or no PDF.
    """
    settings = None if config is None else load_volume_config(config, book.parent)
    asked = criteria_of(settings, (printer,), printers_file, paper)
    services = load_services(asked.printers, asked.printers_file)
    if len(services) != 1:
        raise ConfigError("expected one printer, since each has its own spine; name it")
    service = services[0]
    stock = service.paper(paper)
    with open_pdf(book) as file:
        if is_booklet(file, saddle_stitch):
            raise ConfigError(
                f"{book}: expected a book of single pages, found a booklet, which is stapled and "
                "has no spine; its first page is its cover"
            )
        about = read_identity(file, asked)
        beside = _beside(book, settings)
        art = _find_art(file, beside.kinds)
    book_options, options = beside.book, beside.cover
    title = title or book_options.title or about.title
    if not title:
        raise ConfigError(f"{book}: expected a title, found none; give --title or --config")
    author = author or book_options.author or about.author or ""
    trim = (about.sheet.width, about.sheet.height)
    wrap = make_wrap(trim, about.pages, stock["spine"], service.cover)
    notes = _notes(wrap, service, paper, about)
    least, most = service.page_limits(about.sheet.name, paper)
    warnings = []
    if not least <= about.pages <= most:
        warnings.append(
            f"{service.spec.title} takes {least} to {most} pages on {paper} paper, "
            f"this book has {about.pages}"
        )
    if stock.get("is_assumed"):
        warnings.append(
            f"the thickness of {service.spec.title}'s {paper} paper is assumed: compare the "
            "spine with the printer's own template before you upload a cover"
        )
    if not author:
        warnings.append("no author found: give --author or --config")
    words = _words(replace(beside, book=replace(book_options, title=title, author=author)))
    isbn = book_options.own_isbn if options.barcode else ""
    if options.barcode and not isbn:
        raise ConfigError(f"{book}: expected an ISBN for the barcode, found none; give book.isbn")
    return Cover(
        wrap, words, art, notes, tuple(warnings), options, _cropped_picture(options, wrap),
        _portrait(options, wrap), book_options.pdfx or not service.spec.takes_rgb, isbn,
        title if book_options.pdfx else "",
    )  # fmt: skip


def _cropped_picture(options: CoverOptions, wrap: Wrap) -> Photograph | None:
    photograph = load_cover_picture(options.picture)
    if photograph is None or options.design == "band":
        return photograph
    room = _bled_front(wrap, options.design)
    return crop_photograph(photograph, room.width / room.height)


def _portrait(options: CoverOptions, wrap: Wrap) -> Photograph | None:
    picture = load_cover_picture(options.portrait)
    room = portrait_room(wrap)
    return None if picture is None else crop_photograph(picture, room.width / room.height)


@dataclass(frozen=True, slots=True)
class _Beside:
    """Options of the configuration, or of the manifest beside the book."""

    book: BookOptions
    cover: CoverOptions
    puzzles: int
    kinds: frozenset[str]  # Of its puzzles; empty if they are not known


def make_front(config: RunConfig, folder: Path, records: Sequence[Record]) -> bytes:
    """Return the front of a book without pages, such as an EPUB, as PNG.

    ``folder`` has the records, and the manifest of their run if there is one.
    """
    options = config.book
    service = load_services((_PRINTER,), options.printers_file)[0]
    trim = page_size(options, printing_for(options))
    wrap = make_wrap(trim, _PAGES, service.paper(_PAPER)["spine"], service.cover)
    beside = _with_series(config, _of_manifest(folder), len(records))
    art = _best_art([(one.kind, one.clues, one.solution) for one in map(read_puzzle, records)])
    photograph = _cropped_picture(beside.cover, wrap)
    return Cover(wrap, _words(beside), art, (), (), beside.cover, photograph).front_picture()


def _words(beside: _Beside) -> CoverWords:
    book, options = beside.book, beside.cover
    language = load_language(book.language)
    volume = language.say("cover.volume", volume=options.volume) if options.volume else ""
    series = " · ".join(filter(None, (options.series, volume)))
    has_badge = options.badge and beside.puzzles
    badge = language.count("section.puzzles", beside.puzzles) if has_badge else ""
    badge = badge.replace("\N{NO-BREAK SPACE}", " ")  # the number is above the word
    return CoverWords(
        book.title, book.subtitle, book.author, series, badge, options.blurb, options.about,
        str(options.volume or ""), options.features, _ink_on(options.second),
    )  # fmt: skip


def _ink_on(second: str) -> Ink | None:
    """Return the ink that is easier to read on a colour; None for no colour."""
    if not second:
        return None
    return PAPER if contrast_with_white(second) >= LEAST_CONTRAST else TEXT


def _beside(book: Path, settings: RunConfig | None) -> _Beside:
    made = _of_manifest(book.parent)
    if settings is not None:
        return _with_series(settings, made, settings.puzzles)
    for name in _PICTURES:
        picture = getattr(made.cover, name)
        if picture is not None and not may_read(picture, book.parent, Path()):
            raise ConfigError(
                f"{book.parent / MANIFEST}: config.cover.{name}: expected a picture in the folder "
                f"of the run or in the current folder, found {str(picture)!r}; give --config, or, "
                "if you trust the run, add --allow-outside to the command"
            )
    return made


def _with_series(settings: RunConfig, made: _Beside, count: int) -> _Beside:
    cover, series = settings.cover, settings.series
    if series is not None:  # the manifest has the number from the library
        cover = replace(
            cover,
            volume=cover.volume or made.cover.volume or series.volume,
            series=cover.series or series.name,
        )
    kinds = frozenset(section.kind for section in settings.sections)
    return _Beside(settings.book, cover, made.puzzles or count, kinds)


def _of_manifest(folder: Path) -> _Beside:
    """Return the options in the manifest of a run; empty ones without a manifest."""
    path, nothing = folder / MANIFEST, BookOptions(title="", author="", year=0)
    empty = _Beside(nothing, CoverOptions(), 0, frozenset())
    if not path.is_file():
        return empty
    try:
        manifest = json.loads(read_text(path))
        stated, made = manifest["config"]["book"], manifest["config"].get("cover", {})
        cover = {one.name: made[one.name] for one in fields(CoverOptions) if one.name in made}
        cover |= {name: folder / cover[name] for name in _PICTURES if cover.get(name)}
        texts = {key: stated[key] for key in ("title", "subtitle", "author", "language")}
        texts["isbn"], printed = stated.get("isbn", ""), manifest["counts"]["printed"]
        if not all(isinstance(text, str) for text in texts.values()) or type(printed) is not int:
            return empty
        book = replace(nothing, **texts, pdfx=stated.get("pdfx") is True)
        kinds = frozenset(manifest.get("versions", {}).get("kinds", ()))
        return _Beside(book, make_table(CoverOptions, cover), printed, kinds)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return empty  # not of a run


def _notes(wrap: Wrap, service: Service, paper: str, about: BookIdentity) -> tuple[str, ...]:
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


def _find_art(file: OpenPdf, kinds: Collection[str]) -> list[Art]:
    """Return some solved boards of a good size in a book, or of the nearest size.

    They are looked for as boards of ``kinds``, or of all kinds if these are empty.
    """
    found_arts: list[Art] = []
    unsolved: list[tuple[AnyKind, Any]] = []
    readers = [
        (kind, kind.read_board)
        for kind in working_kinds()
        if kind.read_board is not None and (kind.id in kinds or not kinds)
    ]
    idle = 0
    for page in read_pages(file):
        if page.number > _PAGES_SEARCHED and found_arts:
            break
        known = {kind.id for kind, *_ in found_arts}
        for kind, read_board in readers:
            for board in read_board(page.upright, kind.rules[0]):
                if board.solution is None and board.clues is not None and kind.draw_bare:
                    unsolved.append((kind, board.clues))
                if board.solution is None or board.fault:
                    continue
                # of a small answer the clues are with its puzzle
                bare = (clues for one, clues in unsolved if one is kind)
                for clues in [board.clues] if board.clues is not None else bare:
                    if not kind.check(clues, board.solution):  # not a board of another kind
                        found_arts.append((kind, clues, board.solution))
                        break
        is_enough = sum(not _unfitness(art) for art in found_arts) >= _ARTS
        idle = idle + 1 if known == {kind.id for kind, *_ in found_arts} else 0
        if is_enough and idle > _IDLE_PAGES:
            break
    return _best_art(found_arts)


def _best_art(arts: Sequence[Art]) -> list[Art]:
    """Return boards of sizes that are nearest to the preferred one, of each kind in turn."""
    by_kind: dict[str, list[Art]] = {}
    for art in arts:
        by_kind.setdefault(art[0].id, []).append(art)
    found: list[list[Art]] = []
    for same in by_kind.values():
        least = min(map(_unfitness, same))
        found.append([art for art in same if _unfitness(art) == least])
    turns = zip_longest(*found)
    return [art for turn in turns for art in turn if art is not None][:_ARTS]


def _of_kinds(arts: Sequence[Art], boards: Sequence[Scene]) -> Sequence[Scene]:
    return boards if len({kind.id for kind, *_ in arts[:4]}) == 4 else boards[:1]


def _unfitness(art: Art) -> int:
    """Return the distance of a board from the preferred number of cells."""
    kind, clues, _ = art
    puzzle = kind.encode(clues)
    cells = puzzle["rows"] * puzzle["cols"]
    return abs(cells - _GOOD_CELLS.start) if cells not in _GOOD_CELLS else 0


_DESIGNS: Final = {
    "pattern": paint_pattern,
    "minimal": paint_minimal,
    "number": paint_number,
    "mosaic": paint_mosaic,
    "frame": paint_frame,
}


def _scene(cover: Cover) -> Scene:
    """Return the wrap without the turned text on its spine."""
    wrap, words, design = cover.wrap, cover.words, cover.options.design
    code = None
    if cover.isbn:
        field = wrap.barcode
        code = barcode_scene(cover.isbn, cover.options.price, field.width - 2, field.height - 2)
        if code is None:
            raise ConfigError(
                "expected room for the barcode, found a field of "
                f"{field.width:.0f} x {field.height:.0f} mm; leave price out"
            )
    if design == "band":
        scene = _band_scene(cover)
    else:
        paint = _DESIGNS[design]
        cell = wrap.front.width / _CELLS_ACROSS
        boards = [
            draw_on_front(*art, cell) if design == "frame" else art[0].draw(*art[1:], cell)
            for art in cover.art
        ]
        boards = [*(_of_kinds(cover.art, boards) if design == "frame" else boards)]
        scene = paint(wrap, words, boards, cover.photograph is not None)
        if cover.options.samples:
            samples = [kind.draw(clues, None, cell) for kind, clues, _ in cover.art]
            scene = scene.over(tuple(sample_marks(wrap, words, samples)))
    return scene.over(barcode_marks(wrap, code))


def _band_scene(cover: Cover) -> Scene:
    puzzle = answer = None
    if cover.art:
        kind, clues, solution = cover.art[0]
        large, small = art_room(cover.wrap, cover.words)
        puzzle = None if cover.photograph else _drawn(kind, clues, solution, large, draw_on_front)
        answer = _drawn(kind, clues, solution, small) if small >= _LEAST_ANSWER_MM else None
    return cover_scene(cover.wrap, cover.words, puzzle, answer)


def _theme(cover: Cover) -> Theme:
    options = cover.options
    return with_accent(get_theme("mono"), options.colour or "#000000", options.second)


def _bled_front(wrap: Wrap, design: str) -> Area:
    front = wrap.front
    top = 0.0 if design in ("pattern", "mosaic") else front.top + 0.34 * front.height
    return Area(front.left, top, wrap.width - front.left, wrap.height - top)


def _photograph_area(cover: Cover) -> Area:
    assert cover.photograph is not None
    if cover.options.design != "band":
        return _bled_front(cover.wrap, cover.options.design)
    wide, high = cover.photograph.size
    room = picture_room(cover.wrap, bool(cover.words.author))
    scale = min(room.width / wide, room.height / high)
    width, height = scale * wide, scale * high
    return Area(
        room.left + (room.width - width) / 2, room.top + (room.height - height) / 2, width, height
    )


def _pdf(cover: Cover, has_guides: bool) -> bytes:
    wrap = cover.wrap
    scene = _scene(cover)
    if has_guides:
        guides = guide_marks(wrap, cover.notes)
        scene = scene.over(guides)
    trim = (wrap.bleed, wrap.bleed, wrap.width - 2 * wrap.bleed, wrap.height - 2 * wrap.bleed)
    page = _page(Page(scene, trim=trim), cover)
    if cover.photograph is not None:
        area = _photograph_area(cover)
        bottom = wrap.height - area.top - area.height
        sides = [side / MM_PER_PT for side in (area.left, bottom, area.width, area.height)]
        page = lay_photograph(page, cover.photograph, sides, cover.is_cmyk)
    if cover.portrait is not None:
        area = portrait_room(wrap)
        bottom = wrap.height - area.top - area.height
        sides = [side / MM_PER_PT for side in (area.left, bottom, area.width, area.height)]
        page = lay_photograph(page, cover.portrait, sides, cover.is_cmyk, is_over=True)
    ground = {"band": (PAPER, TEXT), "minimal": (TEXT, TEXT)}.get(cover.options.design)
    spine = spine_scene(wrap, cover.words, ground or (PAPER, PAPER))
    if spine is not None:
        top = wrap.height - wrap.spine.top
        over = _page(Page(spine), cover)
        page = lay_turned(page, over, wrap.spine.left / MM_PER_PT, top / MM_PER_PT)
    if cover.pdfx and not has_guides:
        stream = io.BytesIO()
        finish_pdfx(io.BytesIO(page), stream, cover.pdfx)
        page = stream.getvalue()
    return page


def _drawn(
    kind: AnyKind,
    clues: Any,
    solution: Any,
    side_mm: float,
    draw: Callable[[AnyKind, Any, Any, float], Scene] | None = None,
) -> Scene:
    puzzle = kind.encode(clues)
    cell = side_mm / (max(puzzle["rows"], puzzle["cols"]) + 0.2)
    wide = kind.draw(clues, None, cell)
    cell *= min(1.0, 1.1 * side_mm / max(wide.width_mm, wide.height_mm))  # with lists beside it
    return draw(kind, clues, solution, cell) if draw else kind.draw(clues, solution, cell)


def draw_on_front(kind: AnyKind, clues: Any, solution: Any, cell: float) -> Scene:
    """Return a puzzle; solved if all its numbers are too small for the pictures of shops."""
    scene = kind.draw(clues, None, cell)
    sizes = [mark.size_mm for mark in scene.marks if isinstance(mark, Label)]
    is_small = sizes and max(sizes) < _LEAST_FIGURE * cell
    return kind.draw(clues, solution, cell) if is_small else scene


def _page(page: Page, cover: Cover) -> bytes:
    stream = io.BytesIO()
    write_pdf([page], stream, _theme(cover), is_cmyk=cover.is_cmyk)
    return stream.getvalue()
