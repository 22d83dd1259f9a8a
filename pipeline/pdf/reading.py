"""Pages of a PDF as words and drawings, for those who read puzzles back from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pikepdf

from pipeline.model import StoreError
from pipeline.pdf.boxes import Box
from pipeline.pdf.content import Interpreter
from pipeline.pdf.document import OpenPdf
from pipeline.pdf.folios import find_folios
from pipeline.pdf.fonts import Font
from pipeline.pdf.logical_pages import Fold, LogicalPage, logical_pages, may_be_folded
from pipeline.pdf.marks import BLACK, Mark, PaintedImage, PaintedText
from pipeline.pdf.measure import read_boxes
from pipeline.pdf.page_content import draw_page
from pipeline.pdf.steps import MOST_OF_A_FILE, MOST_OF_A_PAGE, Steps
from pipeline.pdf.values import array, broken_page, dictionary
from pipeline.pdf.visibility import Visibility
from pipeline.pdf.words import Piece, read_pieces
from pipeline.scene import MM_PER_PT, Point
from pipeline.scene.page_content import PageContent

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
