"""Runs of text to pieces and lines as a reader sees them, and the page numbers among them.

A *piece* is text on one baseline without a wide gap: a heading, a folio, a column of a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pipeline.pdf.marks import Box, PaintedText, join

_SAME_LINE: Final = 0.2
_WORD_GAP: Final = 0.12
_PIECE_GAP: Final = 0.75  # Of the type's size: baselines, a space, the end of a piece


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

    >>> plain("LINES  that’s")
    "lines that's"
    """
    table = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "\u00ad": None})
    return " ".join(text.translate(table).split()).casefold()


_BAND: Final = 0.12  # Share of the page's height at head and foot that can have a folio
_ROMAN: Final = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_VALUES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
FEWEST: Final = 3  # Agreeing pages that make a rule


@dataclass(frozen=True, slots=True)
class Folios:
    """Printed numbers by page of the file, and pages whose number is another than expected.

    ``wrong`` has the text in the place of the folio, and the expected one.
    """

    of_page: Mapping[int, str]
    page_of: Mapping[str, int]
    wrong: Mapping[int, tuple[str, str]]
    offset: int | None


def find_folios(pages: Sequence[Sequence[Piece]], boxes: Sequence[Box]) -> Folios:
    """Return the folios of a book, from the pieces and the box of each page."""
    by_page = [_candidates(pieces, box) for pieces, box in zip(pages, boxes, strict=True)]
    votes: Counter[tuple[bool, int]] = Counter()
    for number, candidates in enumerate(by_page, 1):
        votes.update({(is_roman, value - number) for is_roman, value, _, _ in candidates})
    agreed = [key for key, count in votes.most_common() if count >= FEWEST]
    arabic = next((offset for is_roman, offset in agreed if not is_roman), None)
    roman = next((offset for is_roman, offset in agreed if is_roman), None)
    of_page: dict[int, str] = {}
    slots: Counter[tuple[int, int]] = Counter()
    for number, candidates in enumerate(by_page, 1):
        for is_roman, value, text, slot in candidates:
            if value - number == (roman if is_roman else arabic):
                of_page[number] = text
                slots[slot] += 1
    wrong: dict[int, tuple[str, str]] = {}
    for number, candidates in enumerate(by_page, 1):
        if number in of_page or arabic is None:
            continue
        for is_roman, _, text, slot in candidates:
            if not is_roman and slots[slot] >= FEWEST:
                wrong[number] = (text, str(number + arabic))
    page_of = {text: number for number, text in reversed(of_page.items())}
    return Folios(of_page, page_of, wrong, arabic)


def _candidates(pieces: Sequence[Piece], box: Box) -> list[tuple[bool, int, str, tuple[int, int]]]:
    """Return numbers alone at head or foot: if roman, value, text, and place (baseline, size)."""
    height = box[3] - box[1]
    low, high = box[1] + _BAND * height, box[3] - _BAND * height
    numbers = []
    for piece in pieces:
        if piece.is_turned or low < piece.baseline < high:
            continue
        text = piece.text.strip("-–—·•[]() ")
        slot = (round(piece.baseline - box[1]), round(2 * piece.size))
        if re.fullmatch(r"[0-9]{1,4}", text):
            numbers.append((False, int(text), text, slot))
        elif (value := read_roman(text)) is not None:
            numbers.append((True, value, text, slot))
    return numbers


def read_roman(text: str) -> int | None:
    """Return the value of a small roman number, None where the text is none.

    >>> read_roman("xiv"), read_roman("mix"), read_roman("six")
    (14, 1009, None)
    """
    small = text.lower()
    if not small or not _ROMAN.fullmatch(small):
        return None
    values = [_VALUES[letter] for letter in small]
    return sum(
        -value if later > value else value
        for value, later in zip(values, [*values[1:], 0], strict=True)
    )
