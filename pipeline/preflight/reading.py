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
from pipeline.preflight.fonts import Font
from pipeline.preflight.marks import PaintedText
from pipeline.preflight.matrix import Box
from pipeline.preflight.measure import read_boxes
from pipeline.preflight.words import Piece, read_pieces
from pipeline.scene import Point
from pipeline.scene.drawing import Drawing

_MM = 25.4 / 72


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page: its number from 1, its box in points, its words, and both ways of looking at it."""

    number: int
    box: Box
    pieces: list[Piece]
    upright: Drawing
    turned: Drawing

    def place(self, piece: Piece, is_turned: bool) -> Point:
        """Return where a piece begins on its baseline, in millimetres of one of the drawings."""
        if is_turned:
            return ((self.box[2] - piece.box[2]) * _MM, (piece.baseline - self.box[1]) * _MM)
        return ((piece.box[0] - self.box[0]) * _MM, (self.box[3] - piece.baseline) * _MM)


def read_pages(path: str | Path | BinaryIO) -> Iterator[PageRead]:
    """Yield the pages of a file.

    Raises
    ------
    StoreError
        If the file cannot be read, is locked or no PDF, or a page is broken.
    """
    try:
        with open_pdf(path) as pdf:
            fonts: dict[tuple[int, int], Font] = {}
            for number, page in enumerate(pdf.pages, 1):
                try:
                    marks = list(Interpreter(page, fonts).marks())
                except (pikepdf.PdfError, ValueError, TypeError, KeyError) as error:
                    raise StoreError(
                        f"{path}, page {number}: expected a page that can be read: {error}"
                    ) from error
                box = read_boxes(page).crop
                pieces = read_pieces(mark for mark in marks if isinstance(mark, PaintedText))
                yield PageRead(number, box, pieces, *draw_page(marks, box))
    except pikepdf.PasswordError as error:
        raise StoreError(f"{path}: expected an open file, found a locked one") from error
