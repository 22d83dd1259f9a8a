"""A PDF file: facts of the whole file, measures of each page, and pages as words and drawings."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

import pikepdf

from pipeline.model import StoreError
from pipeline.pdf.content import Interpreter
from pipeline.pdf.fonts import Font
from pipeline.pdf.marks import BLACK, Box, Mark, PaintedImage, PaintedPath, PaintedText, Subpath
from pipeline.pdf.measure import (
    Fold,
    LogicalPage,
    PageFacts,
    logical_pages,
    may_be_folded,
    measure_page,
    read_boxes,
)
from pipeline.pdf.values import (
    MOST_OF_A_FILE,
    MOST_OF_A_PAGE,
    Steps,
    array,
    broken_page,
    dictionary,
)
from pipeline.pdf.visibility import Visibility
from pipeline.pdf.words import Piece, find_folios, read_pieces
from pipeline.scene import MM_PER_PT, Point
from pipeline.scene.board_reading import Fill, PageContent, Stroke, TextRun
from pipeline.store.files import open_binary

_ABOUT: Final = ("/Title", "/Author", "/Subject", "/Keywords")
_ACTIVE: Final = {"/JavaScript": "scripts", "/EmbeddedFiles": "attachments"}
_HEAD_BYTES: Final = 1024
MOST_PAGES: Final = 5000
MOST_MEGABYTES: Final = 1000
_MOST_REPAIRED: Final = 20_000_000  # Bytes of a damaged file
_MOST_OBJECTS: Final = 300_000  # Of a damaged file, with its tables
_MOST_SOUGHT: Final = 5_000_000_000  # Bytes in which the ends of streams are sought
_UNSEEN = ("/Link", "/Popup")  # Annotations that paint nothing
_STEPS_A_NOTE: Final = 100
_FIGURE_EM = 0.65  # Height of figures: their middle is half of it above the baseline


@dataclass(slots=True)
class Document:
    """A file: its pages' figures, and what it holds beside them.

    ``about`` is what the document says of itself, ``pieces`` the words of each page.
    """

    path: str
    megabytes: float
    is_encrypted: bool = False
    is_locked: bool = False
    outline: int = 0
    about: dict[str, str] = field(default_factory=dict)
    has_xmp: bool = False
    layers: int = 0
    active: list[str] = field(default_factory=list)
    is_pdfx: bool = False
    claims_ua: bool = False
    pages: list[PageFacts] = field(default_factory=list)
    pieces: list[list[Piece]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class OpenPdf:
    """A PDF that is open: its name for messages, and its fonts, each read once."""

    name: str
    pdf: pikepdf.Pdf
    megabytes: float
    fonts: dict[tuple[int, int], Font] = field(default_factory=dict)


class LockedPdfError(StoreError):
    """A PDF opens only with a password."""


@contextmanager
def open_pdf(source: str | Path | BinaryIO) -> Iterator[OpenPdf]:
    """Yield an open PDF.

    `StoreError` if the file cannot be read, or is no PDF. `LockedPdfError` if it opens only with a
    password.
    """
    name = str(source)
    with ExitStack() as stack:
        stream = (
            stack.enter_context(open_binary(source)) if isinstance(source, (str, Path)) else source
        )
        megabytes = _measure(stream, name)
        try:
            is_repaired = _is_soon_repaired(stream)
            pdf = stack.enter_context(pikepdf.open(stream, attempt_recovery=is_repaired))
        except pikepdf.PasswordError as error:
            raise LockedPdfError(f"{name}: expected an open file, found a locked one") from error
        except (pikepdf.PdfError, ValueError) as error:
            damaged = "" if is_repaired else "; it is damaged, and too long to be repaired"
            raise StoreError(
                f"{name}: expected a PDF file, found none that opens: {error}{damaged}"
            ) from error
        yield OpenPdf(name, pdf, megabytes)


def _measure(stream: BinaryIO, name: str) -> float:
    """Return the megabytes of a file that begins like a PDF and has an end."""
    if not stream.seekable():
        raise StoreError(f"{name}: expected a file, found a pipe; write it to a file first")
    if b"%PDF-" not in stream.read(_HEAD_BYTES):
        raise StoreError(f"{name}: expected a PDF file, found none that opens: it has no PDF head")
    megabytes = stream.seek(0, io.SEEK_END) / 1e6
    if megabytes > MOST_MEGABYTES:
        raise StoreError(
            f"{name}: expected at most {MOST_MEGABYTES} MB, found {megabytes:.0f}; no printer "
            "takes as much"
        )
    stream.seek(0)
    return megabytes


def _is_soon_repaired(stream: BinaryIO) -> bool:
    """Return whether repairing a file would end soon, if it is damaged.

    Each object is sought then, and the end of each stream up to the end of the file.
    """
    data = stream.read(_MOST_REPAIRED + 1)
    stream.seek(0)
    streams = data.count(b"stream") - data.count(b"endstream")
    return (
        len(data) <= _MOST_REPAIRED
        and data.count(b"obj") + data.count(b"xref") <= _MOST_OBJECTS
        and streams * len(data) <= _MOST_SOUGHT
    )


def read_document(file: OpenPdf, fold: Fold | None = None) -> Document:
    """Return the figures of a file and all its pages, those of a booklet in reading order.

    `StoreError` if the file holds too many pages, or one that cannot be followed.
    """
    document = read_facts(file)
    if len(file.pdf.pages) > MOST_PAGES:
        raise StoreError(
            f"{file.name}: expected at most {MOST_PAGES} pages, found {len(file.pdf.pages)}"
        )
    steps = Steps()
    for page in logical_pages(file.pdf, fold):
        with broken_page(file.name, page.number):
            document.pages.append(measure_page(page, file.fonts, steps))
        document.pieces.append(read_pieces(document.pages[-1].texts))
        document.pages[-1].texts.clear()
    return document


def locked_document(path: str) -> Document:
    """Return all that can be said of a file that opens only with a password."""
    return Document(path, 0.0, is_encrypted=True, is_locked=True)


def read_facts(file: OpenPdf) -> Document:
    """Return the facts of the whole file, besides its pages."""
    pdf = file.pdf
    document = Document(file.name, file.megabytes, pdf.is_encrypted)
    root = pdf.Root
    document.outline = _count_outline(dictionary(root.get("/Outlines")))
    document.has_xmp = "/Metadata" in root
    xmp = root.get("/Metadata")
    document.claims_ua = isinstance(xmp, pikepdf.Stream) and b"pdfuaid:" in xmp.read_raw_bytes()
    info = dictionary(pdf.trailer.get("/Info"))
    for key in _ABOUT:
        value = str(info.get(key, "")).strip()
        # ReportLab writes these words where nothing is known.
        if value and value not in ("untitled", "anonymous", "unspecified"):
            document.about[key[1:].lower()] = value
    document.layers = len(array(dictionary(root.get("/OCProperties")).get("/OCGs")))
    names = dictionary(root.get("/Names"))
    document.active = [word for key, word in _ACTIVE.items() if key in names]
    if array(dictionary(root.get("/AcroForm")).get("/Fields")):
        document.active.append("form fields")
    action = root.get("/OpenAction")
    if isinstance(action, pikepdf.Dictionary) and str(action.get("/S", "")) == "/JavaScript":
        document.active.append("a script on opening")
    intents = array(root.get("/OutputIntents"))
    document.is_pdfx = any(str(dictionary(one).get("/S", "")) == "/GTS_PDFX" for one in intents)
    return document


def _count_outline(outline: Any) -> int:
    count = 0
    entry = outline.get("/First")
    while isinstance(entry, pikepdf.Dictionary) and count < MOST_PAGES:
        count += 1
        entry = entry.get("/Next")
    return count


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page: its number from 1, its box in points, its words, and both ways of looking at it.

    ``turned`` is None if no word is upside down; ``is_cut`` says that the page draws more
    than reading may cost.
    """

    number: int
    box: Box
    pieces: list[Piece]
    upright: PageContent
    turned: PageContent | None
    is_cut: bool = False

    def place(self, piece: Piece, is_turned: bool) -> Point:
        """Return where a piece begins on its baseline, in millimetres of one of the drawings."""
        if is_turned:
            return (
                (self.box[2] - piece.box[2]) * MM_PER_PT,
                (piece.baseline - self.box[1]) * MM_PER_PT,
            )
        return (
            (piece.box[0] - self.box[0]) * MM_PER_PT,
            (self.box[3] - piece.baseline) * MM_PER_PT,
        )


def read_pages(file: OpenPdf, fold: Fold | None = None) -> Iterator[PageRead]:
    """Yield the pages of an open file, those of a booklet in reading order.

    `StoreError` if a page is broken, or draws more than reading may cost.
    """
    for page in _each(file, fold):
        if page.is_cut:
            raise _too_much(f"{file.name}, page {page.number}")
        yield page


def _too_much(where: str) -> StoreError:
    return StoreError(
        f"{where}: expected at most {MOST_OF_A_PAGE} steps of drawing, and {MOST_OF_A_FILE} in a "
        "file, found more; write the file again"
    )


def _each(file: OpenPdf, fold: Fold | None) -> Iterator[PageRead]:
    steps, asked = Steps(), Steps()
    for page in logical_pages(file.pdf, fold):
        with broken_page(file.name, page.number):
            read = _read(page, file, steps, asked.of_page())
        yield read


def _read(logical: LogicalPage, file: OpenPdf, steps: Steps, asked: Steps) -> PageRead:
    fonts, where = file.fonts, f"{file.name}, page {logical.number}"
    interpreter = Interpreter(logical.page, fonts, logical.clip, steps)
    box = read_boxes(logical.page).crop
    drawn = [*interpreter.marks()]
    notes = array(logical.page.obj.get("/Annots"))
    is_cut = not steps.spend(_STEPS_A_NOTE * len(notes)) or interpreter.flags.is_cut
    seen = Visibility([*drawn, *_notes([] if is_cut else notes)], steps)
    marks = seen.hide_texts()
    pieces = read_pieces(mark for mark in marks if isinstance(mark, PaintedText))
    upright, turned = draw_page(marks, box, seen, where)
    is_cut = is_cut or seen.is_cut
    seen.ask_with(asked)
    return PageRead(logical.number, box, pieces, upright, turned, is_cut)


def _notes(notes: Iterable[Any]) -> Iterator[Mark]:
    """Yield an area for each note, stamp or field on a page: what lies under it may be hidden."""
    for annotation in map(dictionary, notes):
        if str(annotation.get("/Subtype", "")) not in _UNSEEN:
            x0, y0, x1, y1 = (float(side) for side in annotation["/Rect"])
            box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            yield PaintedImage(1, 1, (1.0, 1.0), box, BLACK, True, True)


def is_booklet(file: OpenPdf, fold: Fold) -> bool:
    """Return whether a file is an imposed booklet: unfolded, the numbers of its pages run on."""
    if not may_be_folded(file.pdf):
        return False
    pages = list(_each(file, fold))
    folios = find_folios([page.pieces for page in pages], [page.box for page in pages])
    has_words = sum(bool(page.pieces) for page in pages)
    return folios.offset == 0 and not folios.wrong and 2 * len(folios.of_page) > has_words


Place = Callable[[Point], Point]


def draw_page(
    marks: Sequence[Mark], page: Box, seen: Visibility, where: str
) -> tuple[PageContent, PageContent | None]:
    """Return what a page shows as it lies, and what it shows upside down; None without words.

    Lines and areas are in both, pictures as areas; words only where they can be read. What is
    printed upside down has its number there. ``seen`` has the visibility of the marks; hidden texts
    are flagged. The visible page is in points. A query that takes more steps than a page may raises
    `StoreError`, whose message begins with ``where``.
    """
    strokes: list[Stroke] = []
    fills: list[Fill] = []
    upright: list[TextRun] = []
    turned: list[TextRun] = []
    width, height = (page[2] - page[0]) * MM_PER_PT, (page[3] - page[1]) * MM_PER_PT

    def place(point: Point) -> Point:
        return (
            round((point[0] - page[0]) * MM_PER_PT, 4), round((page[3] - point[1]) * MM_PER_PT, 4)
        )  # fmt: skip

    def places(part: Subpath) -> tuple[Point, ...]:
        return tuple(place(point) for point in part.points)

    def on_page(point: Point) -> Point:
        return (point[0] / MM_PER_PT + page[0], page[3] - point[1] / MM_PER_PT)

    def share(order: int, points: Sequence[Point], *more: Any) -> float:
        found = seen.share(order, [*map(on_page, points)], *more)
        if seen.is_cut:
            raise _too_much(where)
        return found

    for order, mark in enumerate(marks):
        if isinstance(mark, PaintedPath):
            if mark.stroke is not None and mark.width is not None and seen.shows_any(mark, order):
                pen = (mark.width * MM_PER_PT, mark.stroke.ink)
                strokes += [Stroke(places(part), *pen, part.is_closed, mark.is_dashed, order)
                            for part in mark.subpaths]  # fmt: skip
            if mark.fill is not None:
                fills += [Fill(places(part), mark.fill.ink, order) for part in mark.subpaths]
        elif isinstance(mark, PaintedImage):
            left, low, right, high = mark.box
            corners = ((left, low), (right, low), (right, high), (left, high))
            fills.append(Fill(tuple(map(place, corners)), mark.colour.ink, order))
        elif isinstance(mark, PaintedText) and not mark.is_hidden:
            across = mark.end[0] - mark.origin[0]
            if abs(across) >= abs(mark.end[1] - mark.origin[1]):
                (upright if across >= 0 else turned).append(_text(mark, place))
    drawing = PageContent(
        width, height, tuple(strokes), tuple(fills), tuple(upright),
        share,
    )  # fmt: skip
    return drawing, _turned(drawing, turned) if turned else None


def _text(text: PaintedText, place: Place) -> TextRun:
    across = 1 if text.end[0] >= text.origin[0] else -1
    middle = (
        (text.origin[0] + text.end[0]) / 2,
        text.origin[1] + across * text.size * _FIGURE_EM / 2,
    )
    width = abs(text.end[0] - text.origin[0]) * MM_PER_PT
    return TextRun(
        text.text, place(middle), text.size * MM_PER_PT, "bold" in text.font.lower(), width
    )


def _turned(drawing: PageContent, texts: Iterable[TextRun]) -> PageContent:
    width, height = drawing.width_mm, drawing.height_mm

    def turn(point: Point) -> Point:
        return (round(width - point[0], 4), round(height - point[1], 4))

    return PageContent(
        width,
        height,
        tuple(
            stroke._replace(points=tuple(map(turn, stroke.points))) for stroke in drawing.strokes
        ),
        tuple(fill._replace(points=tuple(map(turn, fill.points))) for fill in drawing.fills),
        tuple(text._replace(centre=turn(text.centre)) for text in texts),
        lambda order, points, is_area, but: drawing.share(
            order, [*map(turn, points)], is_area, but
        ),
    )
