"""Pages of a PDF as words and drawings, for those who read puzzles back from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import pikepdf

from pipeline.model import StoreError
from pipeline.pdf.content import Interpreter
from pipeline.pdf.document import OpenPdf
from pipeline.pdf.fonts import Font
from pipeline.pdf.marks import BLACK, Box, Mark, PaintedImage, PaintedPath, PaintedText, Subpath
from pipeline.pdf.measure import Fold, LogicalPage, logical_pages, may_be_folded, read_boxes
from pipeline.pdf.steps import MOST_OF_A_FILE, MOST_OF_A_PAGE, Steps
from pipeline.pdf.values import array, broken_page, dictionary
from pipeline.pdf.visibility import Visibility
from pipeline.pdf.words import Piece, find_folios, read_pieces
from pipeline.scene import MM_PER_PT, Point
from pipeline.scene.board_reading import Fill, PageContent, Stroke, TextRun

_UNSEEN = ("/Link", "/Popup")
"""Annotations that paint nothing."""


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
            raise StoreError(
                f"{file.name}, page {page.number}: expected at most {MOST_OF_A_PAGE} steps of "
                f"drawing, and {MOST_OF_A_FILE} in a file, found more; write the file again"
            )
        yield page


def _each(file: OpenPdf, fold: Fold | None) -> Iterator[PageRead]:
    steps = Steps()
    for page in logical_pages(file.pdf, fold):
        with broken_page(file.name, page.number):
            read = _read(page, file.fonts, steps)
        yield read


def _read(logical: LogicalPage, fonts: dict[tuple[int, int], Font], steps: Steps) -> PageRead:
    interpreter = Interpreter(logical.page, fonts, logical.clip, steps)
    box = read_boxes(logical.page).crop
    seen = Visibility([*interpreter.marks(), *_notes(logical.page)])
    marks = seen.hide_texts()
    pieces = read_pieces(mark for mark in marks if isinstance(mark, PaintedText))
    is_cut = interpreter.flags.is_cut
    return PageRead(logical.number, box, pieces, *draw_page(marks, box, seen), is_cut)


def _notes(page: pikepdf.Page) -> Iterator[Mark]:
    """Yield an area for each note, stamp or field on a page: what lies under it may be hidden."""
    for annotation in map(dictionary, array(page.obj.get("/Annots"))):
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
_FIGURE_EM = 0.65
"""Height of figures in em, in most faces: their middle is half of it over the baseline."""


def draw_page(
    marks: Sequence[Mark], page: Box, seen: Visibility
) -> tuple[PageContent, PageContent | None]:
    """Return what a page shows as it lies, and what it shows upside down; None without words.

    Lines and areas are in both; words only where they can be read. What is printed upside down has
    its number there. ``seen`` says what of the marks can be seen; hidden texts are marked so. The
    visible page is in points.
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

    for order, mark in enumerate(marks):
        if isinstance(mark, PaintedPath):
            if mark.stroke is not None and mark.width is not None and seen.shows_any(mark, order):
                pen = (mark.width * MM_PER_PT, mark.stroke.ink)
                strokes += [Stroke(places(part), *pen, part.is_closed, mark.is_dashed, order)
                            for part in mark.subpaths]  # fmt: skip
            if mark.fill is not None:
                fills += [Fill(places(part), mark.fill.ink, order) for part in mark.subpaths]
        elif isinstance(mark, PaintedText) and not mark.is_hidden:
            across = mark.end[0] - mark.origin[0]
            if abs(across) >= abs(mark.end[1] - mark.origin[1]):
                (upright if across >= 0 else turned).append(_text(mark, place))
    drawing = PageContent(
        width, height, tuple(strokes), tuple(fills), tuple(upright),
        lambda order, point: seen.shows_line(order, on_page(point)),
        lambda order, point: seen.shows_area(order, on_page(point)),
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
        lambda order, point: drawing.shows_line(order, turn(point)),
        lambda order, point: drawing.shows_area(order, turn(point)),
    )
