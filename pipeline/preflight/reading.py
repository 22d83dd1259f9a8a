"""Pages of a PDF as words and drawings, for those who read puzzles back from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pikepdf

from pipeline.model import StoreError
from pipeline.preflight.content import Interpreter
from pipeline.preflight.document import open_pdf
from pipeline.preflight.drawing import draw_page
from pipeline.preflight.folios import find_folios
from pipeline.preflight.fonts import Font
from pipeline.preflight.leaves import Leaf, leaves, may_be_folded
from pipeline.preflight.lenient import broken_page
from pipeline.preflight.marks import PaintedText
from pipeline.preflight.matrix import Box
from pipeline.preflight.measure import read_boxes
from pipeline.preflight.words import Piece, read_pieces
from pipeline.scene import Point
from pipeline.scene.page_content import PageContent

_MM = 25.4 / 72


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page: its number from 1, its box in points, its words, and both ways of looking at it."""

    number: int
    box: Box
    pieces: list[Piece]
    upright: PageContent
    turned: PageContent

    def place(self, piece: Piece, is_turned: bool) -> Point:
        """Return where a piece begins on its baseline, in millimetres of one of the drawings."""
        if is_turned:
            return ((self.box[2] - piece.box[2]) * _MM, (piece.baseline - self.box[1]) * _MM)
        return ((piece.box[0] - self.box[0]) * _MM, (self.box[3] - piece.baseline) * _MM)


def read_pages(path: str | Path | BinaryIO, is_folded: bool = False) -> Iterator[PageRead]:
    """Yield the pages of a file, those of a booklet (``is_folded``) in reading order.

    Raises
    ------
    StoreError
        If the file cannot be read, is locked or no PDF, or a page is broken.
    """
    try:
        with open_pdf(path) as pdf:
            fonts: dict[tuple[int, int], Font] = {}
            for leaf in leaves(pdf, is_folded):
                with broken_page(path, leaf.number):
                    read = _read(leaf, fonts)
                yield read
    except pikepdf.PasswordError as error:
        raise StoreError(f"{path}: expected an open file, found a locked one") from error


def _read(leaf: Leaf, fonts: dict[tuple[int, int], Font]) -> PageRead:
    marks = list(Interpreter(leaf.page, fonts, leaf.clip).marks())
    box = read_boxes(leaf.page).crop
    pieces = read_pieces(mark for mark in marks if isinstance(mark, PaintedText))
    return PageRead(leaf.number, box, pieces, *draw_page(marks, box))


def is_booklet(path: str | Path) -> bool:
    """Return whether a file is an imposed booklet: unfolded, the numbers of its pages run on.

    Raises
    ------
    StoreError
        If the file cannot be read or is no PDF, or a page is broken.
    """
    try:
        with open_pdf(path) as pdf:
            if not may_be_folded(pdf):
                return False
    except pikepdf.PasswordError:
        return False
    pages = list(read_pages(path, is_folded=True))
    folios = find_folios([page.pieces for page in pages], [page.box for page in pages])
    has_words = sum(bool(page.pieces) for page in pages)
    return folios.offset == 0 and not folios.wrong and 2 * len(folios.of_page) > has_words
