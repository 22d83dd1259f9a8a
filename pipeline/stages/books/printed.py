"""Read the puzzles of a printed book: its boards with numbers and dots, and the rules it states.

Everything comes from the lines and words of the PDF; kinds read their boards (`read_board`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from pipeline.book.press.geometry import saddle_stitch
from pipeline.edition.flow.markdown import legend_sign, parse_markdown
from pipeline.edition.language import list_languages, load_language
from pipeline.kinds import get_kind, load_examples, working_kinds
from pipeline.kinds.interface import AnyKind, RuleSets, with_rule
from pipeline.kinds.kit.telling.kind_texts import with_zeros
from pipeline.model import Band, ConfigError
from pipeline.pdf.document import PageRead, is_booklet, open_pdf, read_pages
from pipeline.pdf.words import Piece, plain
from pipeline.scene import MM_PER_PT, Point
from pipeline.scene.board_reading import Box, Fill, PageContent, Stroke, middle_of
from pipeline.scene.symbols import Symbols

_LEAST_EM, _MOST_EM = 0.15, 0.75  # Least and largest dot, in type sizes of the number
_SQUARE: Final = 0.15  # Largest relative difference of the width and height of a dot
_REACH_EM: Final = 0.9  # Highest centre of a dot above the baseline, in type sizes
_APART_EM: Final = 1.3  # Largest distance of the centres of two dots, in type sizes


class Dots(NamedTuple):
    """The number of dots in a heading, and the number of filled ones."""

    total: int
    filled: int

    @property
    def is_whole(self) -> bool:
        """Whether there is a dot for each band, and at least one is filled."""
        return self.total == len(Band) and self.filled > 0


def read_dots(content: PageContent, number: Point, size_mm: float) -> Dots:
    """Return the dots (discs, or stars for children) to the right of the number of a puzzle.

    ``number`` is the start of its baseline.
    """
    x, y = number
    dots: dict[float, bool] = {}
    marks: list[Fill | Stroke] = [fill for fill in content.fills if fill.ink]
    marks += [stroke for stroke in content.strokes if stroke.is_closed and stroke.ink]
    for mark in marks:
        middle, is_filled = middle_of(mark.box), isinstance(mark, Fill)
        is_beside = middle[0] > x and 0 < y - middle[1] <= _REACH_EM * size_mm
        if (
            _is_dot(mark.box, size_mm)
            and is_beside
            and (
                content.shows_fill(mark) if isinstance(mark, Fill) else content.shows_outline(mark)
            )
        ):
            place = round(middle[0], 1)
            dots[place] = dots.get(place, False) or is_filled
    row: list[bool] = []
    last = None
    for place, is_filled in sorted(dots.items()):
        if last is not None and place - last > _APART_EM * size_mm:
            break
        row.append(is_filled)
        last = place
    return Dots(len(row), sum(row))


def _is_dot(box: Box, size_mm: float) -> bool:
    wide, high = box[2] - box[0], box[3] - box[1]
    is_square = abs(wide - high) <= _SQUARE * max(wide, high)
    return is_square and _LEAST_EM * size_mm <= wide <= _MOST_EM * size_mm


Rules: TypeAlias = Mapping[str, tuple[str | None, ...]]  # The stated rules of each kind
BoardKey: TypeAlias = tuple[str, Hashable]  # The result of `clues_key`
_SIDES: Final = (None, (9, 9), (9, 4), (16, 16), (16, 4))  # With different wordings of rules
_NEAR_MM: Final = 3.0
_BELOW_MM: Final = 12.0
_MIDDLE_EM: Final = 0.35  # Of a number, above its baseline
_LARGER: Final = 1.02  # Ratio of areas from which one reading has more outside


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board on a page, with its number (None without a heading).

    ``clues`` are posed under the first rule that the book states for the kind, or the rule that the
    drawing shows; an answer as text has none. ``below`` is the next line of text below it.
    """

    kind: AnyKind
    page: int
    number: int | None
    clues: Any
    solution: Any
    fault: str
    below: str = ""
    dots: Dots | None = None  # The dots over a puzzle; None without a heading
    heading: Piece | None = None  # The text with its number
    words: str = ""  # The text beside its number
    area_mm2: float = 0.0  # The area of all that was read as part of the board


@dataclass(slots=True)
class PrintedBook:
    """The boards of a book in order of page, and its stated rules."""

    pages: int = 0
    boards: list[PrintedBoard] = field(default_factory=list)
    rules: Rules = field(default_factory=dict)
    step_pages: tuple[int, ...] = ()  # Pages of steps, whose boards are not read
    reworded: tuple[str, ...] = ()  # Kinds whose rules are in an unknown wording
    pieces: list[list[Piece]] = field(default_factory=list)
    sheets: list[Box] = field(default_factory=list)


def clues_key(kind: AnyKind, clues: Any) -> BoardKey:
    """Return a key of kind and clues that does not depend on the rule."""
    key: Hashable = clues if kind.variants is None else with_rule(kind, clues, kind.rules[0])
    return kind.id, key


def read_book(
    path: str | Path, known: Container[BoardKey] = (), rules: Rules | None = None
) -> PrintedBook:
    """Return the puzzles of a printed book; the sheets of a booklet are unfolded.

    ``rules`` apply to kinds whose rules are not printed in our wording. If several kinds can read a
    board, one whose puzzle is ``known`` (keys of `clues_key`) or an example is preferred, then one
    whose answer is right. Raise `StoreError` if the file is missing, locked or no PDF,
    `ConfigError` without any known rules.
    """
    with open_pdf(path) as file:
        fold = saddle_stitch if is_booklet(file, saddle_stitch) else None
        pages = list(read_pages(file, fold))
    book = PrintedBook(len(pages))
    book.pieces = [page.pieces for page in pages]
    book.sheets = [page.box for page in pages]
    stated = find_rules(book.pieces)
    book.reworded = tuple(kind for kind in rules or {} if kind not in stated)
    book.rules = {**(rules or {}), **stated}
    if not book.rules:
        raise ConfigError(
            f"{path}: expected the rules of a puzzle as puzzlepress prints them, found none; "
            "without a rule nothing is unique"
        )
    book.step_pages = tuple(page.number for page in pages if _shows_steps(page))
    places = [
        place
        for page in pages
        if page.number not in book.step_pages
        for place in _places(page, book.rules)
    ]
    book.boards = list(_choose(places, known, book.rules))
    return book


def _places(page: PageRead, rules: Rules) -> Iterator[list[PrintedBoard]]:
    places: list[tuple[Box, list[PrintedBoard]]] = []
    for board, box in _boards(page, rules):
        near = [boards for other, boards in places if _is_same_place(box, other)]
        if near:
            near[0].append(board)
        else:
            places.append((box, [board]))
    yield from (boards for _, boards in places)


def _boards(page: PageRead, rules: Rules) -> Iterator[tuple[PrintedBoard, Box]]:
    for drawing, is_turned in ((page.upright, False), (page.turned, True)):
        if drawing is None:
            continue
        readings = [
            (kind, reading)
            for kind, stated in ((get_kind(kind_id), rules[kind_id]) for kind_id in rules)
            if kind.read_board is not None
            for reading in kind.read_board(drawing, stated[0])
        ]
        boxes = [one.box for _, one in readings if not one.fault]
        # beside a reading without a fault, one with a fault may have taken a heading for a clue
        faulty = [one.box for _, one in readings if one.fault]
        boxes += [box for box in faulty if not any(_is_same_place(box, one) for one in boxes)]
        for kind, reading in readings:
            left, top, right, bottom = reading.box
            if is_turned:
                left, right = drawing.width_mm - right, drawing.width_mm - left
                top, bottom = drawing.height_mm - bottom, drawing.height_mm - top
            number, piece = _heading(page, reading.box, boxes, is_turned)
            dots, words = None, ""
            if piece is not None:
                words = _beside(page.pieces, piece)
                place = page.place(piece, is_turned)
                dots = read_dots(drawing, place, piece.size * MM_PER_PT)
            below = _below(page, reading.box, is_turned)
            yield (
                PrintedBoard(
                    kind,
                    page.number,
                    number,
                    reading.clues,
                    reading.solution,
                    reading.fault,
                    below,
                    dots,
                    piece,
                    words,
                    (right - left) * (bottom - top),
                ),
                (left, top, right, bottom),
            )


def _is_same_place(one: Box, other: Box) -> bool:
    """Return whether one of two boxes contains the centre of the other."""
    return any(
        _holds(box, (near[0] + near[2]) / 2, (near[1] + near[3]) / 2)
        for box, near in ((one, other), (other, one))
    )


def _choose(
    places: Sequence[Sequence[PrintedBoard]], known: Container[BoardKey], rules: Rules
) -> Iterator[PrintedBoard]:
    """Yield a board for each place: a known puzzle, else a valid one, else the surest.

    A number names one kind, so that an answer is of the kind of the puzzle that has its number.
    """
    examples = {key for kind_id in rules for key in _examples(get_kind(kind_id))}

    def is_known(board: PrintedBoard) -> bool:
        key = None if board.clues is None else clues_key(board.kind, board.clues)
        return key is not None and (key in known or key in examples)

    trust = [
        [(is_known(board), len(place) > 1 and is_right(board, rules)) for board in place]
        for place in places
    ]
    sure = {
        (board.number, board.kind.id)
        for place, place_trust in zip(places, trust, strict=True)
        for board, trusted in zip(place, place_trust, strict=True)
        if any(trusted) and board.number is not None
    }

    def choose(chosen: Sequence[PrintedBoard]) -> Iterator[PrintedBoard]:
        named = Counter((board.number, board.kind.id) for board in chosen)
        for index, (place, place_trust) in enumerate(zip(places, trust, strict=True)):
            least = min(board.area_mm2 for board in place)
            ranks = []
            for board, trusted in zip(place, place_trust, strict=True):
                name = board.number, board.kind.id
                elsewhere = named[name] - (bool(chosen) and chosen[index].kind is board.kind)
                ranks.append(
                    (
                        *trusted, name in sure, bool(board.number) and elsewhere > 0,
                        not board.fault, board.area_mm2 > _LARGER * least,
                    )
                )  # fmt: skip
            yield place[ranks.index(max(ranks))]

    yield from choose([*choose(())])


def is_right(board: PrintedBoard, rules: Rules) -> bool:
    """Return whether the drawn solution is right under a rule of the book."""
    kind = board.kind
    return (
        board.clues is not None
        and board.solution is not None
        and not board.fault
        and any(
            not kind.check(with_rule(kind, board.clues, rule), board.solution)
            for rule in rules[kind.id]
        )
    )


def _examples(kind: AnyKind) -> Iterator[BoardKey]:
    for example in load_examples(kind)["solved"]:
        yield clues_key(kind, kind.decode(example["puzzle"]))


def _below(page: PageRead, box: Box, is_turned: bool) -> str:
    """Return the text below a board, "" if there is none near."""
    near = []
    for piece in page.pieces:
        x, y = page.place(piece, is_turned)
        is_under = box[0] - _NEAR_MM <= x <= box[2] and 0 < y - box[3] <= _BELOW_MM
        if piece.is_turned == is_turned and is_under:
            near.append((y, piece.text))
    return min(near)[1] if near else ""


def _heading(
    page: PageRead, box: Box, boxes: Sequence[Box], is_turned: bool
) -> tuple[int, Piece] | tuple[None, None]:
    """Return the number above a board and its text: the nearest one, near the left edge."""
    headings: list[tuple[float, float, int, int]] = []
    for index, piece in enumerate(page.pieces):
        number = _number(piece.text) if piece.is_turned == is_turned else None
        if number is None:
            continue
        x, y = page.place(piece, is_turned)
        middle = y - _MIDDLE_EM * piece.size * MM_PER_PT
        wide = [(left - _NEAR_MM, top, right, low) for left, top, right, low in boxes]
        is_inside = any(_holds(one, x, y) or _holds(one, x, middle) for one in wide)
        # of boards side by side, the one below the number
        is_anothers = x < box[0] - _NEAR_MM and any(
            left <= x <= right and y <= top < box[3] for left, top, right, _ in wide
        )
        if y <= box[1] and x <= box[2] and not (is_inside or is_anothers):
            headings.append((round((box[1] - y) / _NEAR_MM), abs(box[0] - x), number, index))
    if not headings:
        return None, None
    _, _, number, index = min(headings)
    return number, page.pieces[index]


def _beside(pieces: Sequence[Piece], heading: Piece) -> str:
    """Return the text beside the number of a puzzle, as far as the next number."""
    line = [piece.text for piece in pieces[pieces.index(heading) + 1 :]
            if piece.line == heading.line]  # fmt: skip
    own = heading.text.lstrip("0123456789")
    return " ".join([own, *takewhile(lambda text: _number(text) is None, line)])


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _number(text: str) -> int | None:
    """Return the number in a heading: alone, before a size, or in a text of a language."""
    if re.fullmatch(r"[0-9]{1,5}", text):
        return int(text)
    for pattern in _captions():
        match = pattern.fullmatch(plain(text))
        if match:
            return int(match[1])
    return None


def _shows_steps(page: PageRead) -> bool:
    headings = (load_language(code).texts["steps.heading"] for code in list_languages())
    return bool(page.pieces) and plain(page.pieces[0].text) in map(plain, headings)


@cache
def _captions() -> tuple[re.Pattern[str], ...]:
    patterns = []
    for code in list_languages():
        texts = load_language(code).texts
        words = [re.escape(plain(part)) for part in texts["puzzle.answer"].split("{number}")]
        answer = r"\s*([0-9]+)\s*".join(words)
        patterns.append(re.compile(rf"{answer}(?::[^:]+)?"))  # the name of a picture may follow
        # without a grade, only a space separates number and size; of narrow boards, page and number
        for key in ("size.board", "answers.puzzle_on"):
            text = re.sub(r"\\{(cols|rows|page)\\}", "[0-9]+", re.escape(plain(texts[key])))
            patterns.append(re.compile(rf"([0-9]+) {text}"))
    return tuple(patterns)


def find_rules(pages: Sequence[Sequence[Piece]]) -> Rules:
    """Return the rules of each kind whose whole text is in a book, in any language."""
    heads = Counter(piece.text for pieces in pages for piece in pieces)
    texts = (
        _letters(" ".join(_body(pieces, lambda text: heads[text] > 1) for pieces in pages)),
        _letters(" ".join(_body(pieces, lambda _: True) for pieces in pages)),
    )
    rules: dict[str, tuple[str | None, ...]] = {}
    for kind in working_kinds():
        stated = tuple(
            rule
            for rule in (kind.variants and kind.variants.parts) or kind.rules
            if any(
                _states(texts, kind, rule, code, symbols, is_easy)
                for is_easy in (False, True)
                for code in list_languages()
                for symbols in ("numbers", *kind.symbols)
            )
        )
        if stated:
            has_parts = kind.variants is not None and kind.variants.parts
            rules[kind.id] = RuleSets(filter(None, stated)) if has_parts else stated
    return rules


def _body(pieces: Sequence[Piece], is_head: Callable[[str], bool]) -> str:
    """Return the text of a page without running head and folio."""
    if not pieces:
        return ""
    rim = (pieces[0].line, max(piece.line for piece in pieces))
    return " ".join(
        piece.text for piece in pieces if piece.line not in rim or not is_head(piece.text)
    )


def _states(
    texts: Sequence[str],
    kind: AnyKind,
    rule: str | None,
    language: str,
    symbols: Symbols,
    is_easy: bool,
) -> bool:
    wordings = {kind.rules_text(rule, language, symbols, is_easy, sides) for sides in _SIDES}
    wordings |= {with_zeros(kind.package, text, language) for text in wordings}
    for wording in sorted(wordings):
        paragraphs = parse_markdown(wording)
        if paragraphs and paragraphs[0].level == 1:
            paragraphs = paragraphs[1:]  # a book sets its own heading
        items = [
            _letters("".join(span.text for span in item.spans))
            for item in paragraphs
            if legend_sign(item) is None
        ]
        if items and all(any(item in text for text in texts) for item in items):
            return True
    return False


def _letters(text: str) -> str:
    """Return the letters of a text without single capitals, which stand for numbers."""
    return "".join(c for c in re.sub(r"\b[A-Z]\b", "", text).casefold() if c.isalpha())
