"""Runs of text to pieces and lines as a reader sees them.

A *piece* is text on one baseline without a wide gap: a heading, a folio, a column of a line. Text
that is upside down is read as intended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pipeline.pdf.boxes import Box, join
from pipeline.pdf.marks import PaintedText

_SAME_LINE: Final = 0.2
_WORD_GAP: Final = 0.12
_PIECE_GAP: Final = 0.75
"""Share of the type's size: baselines apart, a space, and the end of a piece."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that belongs together: its words, its largest type size, and its position.

    ``line`` numbers the lines of a page in reading order; pieces of one line are side by side.
    """

    text: str
    size: float
    box: Box
    baseline: float
    line: int
    is_turned: bool


def read_pieces(texts: Iterable[PaintedText]) -> list[Piece]:
    """Return the pieces of a page, line by line from the top, those that are turned at the end."""
    upright: list[PaintedText] = []
    turned: list[PaintedText] = []
    for text in texts:
        if text.is_hidden or abs(text.end[1] - text.origin[1]) > abs(text.end[0] - text.origin[0]):
            continue
        (turned if text.end[0] < text.origin[0] else upright).append(text)
    pieces = _pieces(upright, 1, 0)
    lines = pieces[-1].line + 1 if pieces else 0
    return pieces + _pieces(turned, -1, lines)


def _pieces(texts: Sequence[PaintedText], sign: int, first: int) -> list[Piece]:
    """Return pieces of text that runs rightwards (sign 1) or leftwards (sign -1)."""
    rows: list[list[PaintedText]] = []
    for text in sorted(texts, key=lambda t: (-sign * t.origin[1], sign * t.origin[0])):
        row = rows[-1] if rows else None
        near = _SAME_LINE * text.size
        if row is not None and abs(row[0].origin[1] - text.origin[1]) <= near:
            row.append(text)
        else:
            rows.append([text])
    found: list[Piece] = []
    for index, row in enumerate(rows):
        row.sort(key=lambda t: sign * t.origin[0])
        found.extend(_piece(run, first + index, sign) for run in _runs(row, sign))
    return found


def _runs(row: Sequence[PaintedText], sign: int) -> list[list[PaintedText]]:
    runs: list[list[PaintedText]] = []
    for text in row:
        if runs:
            last = runs[-1][-1]
            gap = sign * (text.origin[0] - last.end[0])
            if -text.size < gap < _PIECE_GAP * max(text.size, last.size):
                runs[-1].append(text)
                continue
        runs.append([text])
    return runs


def _piece(run: Sequence[PaintedText], line: int, sign: int) -> Piece:
    said = run[0].text
    box = run[0].box
    for before, text in pairwise(run):
        gap = sign * (text.origin[0] - before.end[0])
        if gap > _WORD_GAP * text.size and not said.endswith(" ") and not text.text.startswith(" "):
            said += " "
        said += text.text
        box = join(box, text.box)
    words = " ".join(said.replace("\u00ad", "").split())
    return Piece(
        words, max(text.size for text in run), box, run[0].origin[1], line, sign < 0
    )  # fmt: skip


def plain(text: str) -> str:
    """Return text as it is compared: one kind of space, quote and case.

    Examples
    --------
    >>> plain("LINES  that’s")
    "lines that's"
    """
    table = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "\u00ad": None})
    return " ".join(text.translate(table).split()).casefold()
