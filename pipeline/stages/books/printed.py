"""What is printed in a finished book: its boards with their numbers, and the rules it states.

Everything comes from the PDF's own lines and words; kinds read their boards (`read_board`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from pipeline.book.flow.language import list_languages, load_language
from pipeline.book.flow.markdown import legend_sign, parse_markdown
from pipeline.book.press.imposition import saddle_stitch
from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError
from pipeline.pdf.document import open_pdf
from pipeline.pdf.reading import PageRead, is_booklet, read_pages
from pipeline.pdf.words import Piece, plain

_NEAR_MM: Final = 3.0
_BELOW_MM: Final = 12.0


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board on a page: its kind, its number (None without a heading), and what was read.

    ``clues`` are posed under the first rule that the book states for the kind; an answer in words
    has none. ``below`` is the line of words next under it.
    """

    kind: AnyKind
    page: int
    number: int | None
    clues: Any
    solution: Any
    fault: str
    below: str = ""


@dataclass(slots=True)
class PrintedBook:
    """The boards of a book in order of page, and the rules that it states for each kind."""

    pages: int = 0
    boards: list[PrintedBoard] = field(default_factory=list)
    rules: dict[str, tuple[str | None, ...]] = field(default_factory=dict)
    pieces: list[list[Piece]] = field(default_factory=list)
    sheets: list[tuple[float, float, float, float]] = field(default_factory=list)


def read_book(path: str | Path) -> PrintedBook:
    """Return what is printed in a book; an imposed booklet is unfolded.

    `StoreError` if the file is missing, locked or no PDF. `ConfigError` if it states no rules that
    are known, so that nothing can be proved.
    """
    with open_pdf(path) as file:
        fold = saddle_stitch if is_booklet(file, saddle_stitch) else None
        pages = list(read_pages(file, fold))
    book = PrintedBook(len(pages))
    book.pieces = [page.pieces for page in pages]
    book.sheets = [page.box for page in pages]
    book.rules = find_rules(book.pieces)
    if not book.rules:
        raise ConfigError(
            f"{path}: expected the rules of a puzzle as puzzlepress prints them, found none; "
            "without a rule nothing is unique"
        )
    for page in pages:
        book.boards.extend(_boards(page, book.rules))
    return book


def _boards(page: PageRead, rules: dict[str, tuple[str | None, ...]]) -> Iterator[PrintedBoard]:
    for drawing, is_turned in ((page.upright, False), (page.turned, True)):
        found = [
            (kind, one)
            for kind, stated in ((get_kind(kind_id), rules[kind_id]) for kind_id in rules)
            if kind.read_board is not None
            for one in kind.read_board(drawing, stated[0])
        ]
        # what one kind cannot read may be another's board
        good = [one.box for _, one in found if not one.fault]
        found = [(kind, one) for kind, one in found if not one.fault or one.box not in good]
        boxes = [one.box for _, one in found]
        for kind, one in found:
            number = _heading(page, one.box, boxes, is_turned)
            below = _below(page, one.box, is_turned)
            yield PrintedBoard(kind, page.number, number, one.clues, one.solution, one.fault, below)


def _below(page: PageRead, box: tuple[float, float, float, float], is_turned: bool) -> str:
    """Return the words next under a board, "" where there are none near."""
    near = []
    for piece in page.pieces:
        x, y = page.place(piece, is_turned)
        is_under = box[0] - _NEAR_MM <= x <= box[2] and 0 < y - box[3] <= _BELOW_MM
        if piece.is_turned == is_turned and is_under:
            near.append((y, piece.text))
    return min(near)[1] if near else ""


def _heading(
    page: PageRead,
    box: tuple[float, float, float, float],
    boxes: Sequence[tuple[float, float, float, float]],
    is_turned: bool,
) -> int | None:
    """Return the number over a board: the nearest above it, of those the one nearest its left."""
    best: tuple[float, float, int] | None = None
    for piece in page.pieces:
        if piece.is_turned != is_turned:
            continue
        number = _number(piece.text)
        if number is None:
            continue
        x, y = page.place(piece, is_turned)
        above = box[1] - y
        beside = box[0] - x
        if above < 0 or x > box[2] or any(_holds(other, x, y) for other in boxes):
            continue
        key = (round(above / _NEAR_MM), abs(beside), number)
        if best is None or key < best:
            best = key
    return best[2] if best is not None else None


def _holds(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _number(text: str) -> int | None:
    """Return the number that a heading says: alone, or in the words of a language file."""
    if re.fullmatch(r"[0-9]{1,5}", text):
        return int(text)
    for pattern in _captions():
        match = pattern.fullmatch(plain(text))
        if match:
            return int(match[1])
    return None


@cache
def _captions() -> tuple[re.Pattern[str], ...]:
    found = []
    for code in list_languages():
        text = load_language(code).texts.get("puzzle.answer", "")
        if "{number}" in text:
            words = [re.escape(plain(part)) for part in text.split("{number}")]
            found.append(re.compile(r"\s*([0-9]+)\s*".join(words)))
    return tuple(found)


def find_rules(pages: Sequence[Sequence[Piece]]) -> dict[str, tuple[str | None, ...]]:
    """Return the rules of each kind whose whole text stands in a book, in any language."""
    heads = Counter(piece.text for pieces in pages for piece in pieces)
    said = (
        _letters(" ".join(_body(pieces, lambda text: heads[text] > 1) for pieces in pages)),
        _letters(" ".join(_body(pieces, lambda _: True) for pieces in pages)),
    )
    found: dict[str, tuple[str | None, ...]] = {}
    for kind_id in KINDS:
        kind = get_kind(kind_id)
        stated = tuple(
            rule for rule in kind.rules if any(_states(said, kind, rule, code)
                                               for code in list_languages())
        )  # fmt: skip
        if stated:
            found[kind_id] = stated
    return found


def _body(pieces: Sequence[Piece], is_head: Callable[[str], bool]) -> str:
    """Return the words of a page without running head and folio, so that pages join."""
    if not pieces:
        return ""
    rim = (pieces[0].line, max(piece.line for piece in pieces))
    return " ".join(
        piece.text for piece in pieces if piece.line not in rim or not is_head(piece.text)
    )


def _states(said: Sequence[str], kind: AnyKind, rule: str | None, language: str) -> bool:
    try:
        text = kind.rules_text(rule, language)
    except ConfigError:
        return False  # the kind has no text in that language
    paragraphs = parse_markdown(text)
    if paragraphs and paragraphs[0].level == 1:
        paragraphs = paragraphs[1:]  # a book sets its own heading
    items = [
        _letters("".join(span.text for span in item.spans))
        for item in paragraphs
        if legend_sign(item) is None
    ]
    return bool(items) and all(any(item in text for text in said) for item in items)


def _letters(text: str) -> str:
    """Return only the letters of a text: lines, hyphens and marks are the typesetter's."""
    return "".join(c for c in text.casefold() if c.isalpha())
