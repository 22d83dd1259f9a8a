"""Rules for readers: page numbers, references between pages, one title everywhere, ISBN."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pipeline.edition.language import list_languages, load_language
from pipeline.pdf.document import Document
from pipeline.pdf.words import Folios, Piece, find_folios, plain
from pipeline.preflight.checkers import find_faults
from pipeline.preflight.findings import Finding, Outcome

BOOK: Final = "book"
_NUMBERED: Final = re.compile(r"[^\W\d]{3,}[\s:.#]{1,3}(?:[Nn][or°]\.?\s*)?[0-9]{1,4}[.:]?")
_FRONT: Final = 6  # Pages at the front that may carry the title
_ALIKE: Final = 0.8  # Likeness from which another wording is a slip and not another text
_SAME_SIZE: Final = 0.02
_ISBN: Final = re.compile(
    r"\bISBN(?:-1[03])?:?\s*(97[89](?:[-\s‐–]?[0-9]){10}|[0-9](?:[-\s‐–]?[0-9]){8}[-\s‐–]?[0-9Xx])\b"
)
_LEFTOVER: Final = re.compile(
    r"(?i:lorem ipsum|\[insert|<insert|your (?:name|title) here|placeholder text)"
    r"|\b(?:Your|My) Name\b|\b(?:Ihr|Mein) Name\b|\b(?:Votre|Mon) nom\b|\bYour (?:Press|Title)\b"
    r"|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX+\b|\{[^{}]{1,60}\}"
)
_FIELD: Final = "{"  # How a field begins that should have been filled in
_SOURCE: Final = "docs/preflight.md"
_FORWARD_KEYS: Final = ("puzzle.answer_on", "puzzle.answer_short")
_BACK_KEYS: Final = ("answers.puzzle_on",)
_COMMON_FORWARD: Final = (
    r"(?:answer|solution|lösung|antwort)s?:?\s+(?:on\s+|auf\s+|see\s+)?"
    r"(?:page|p\.|seite|s\.)\s*([0-9]+)"
)
_COMMON_PAGE: Final = r"\b(?:pages?|p\.|seiten?|s\.)\s*([0-9]+)\b"
_FEWEST_ENTRIES: Final = 3  # Lines ending in a number that make a page a table of contents


@dataclass(frozen=True, slots=True)
class Expected:
    """What the configuration of a book states; None for what it does not state."""

    title: str | None = None
    author: str | None = None
    isbn: str | None = None
    titles: tuple[str, ...] = ()  # Further intended words: the subtitle, titles of sections


def check_book(document: Document, expected: Expected) -> Iterator[Finding]:
    """Yield the findings of rules that apply to every book, whoever prints it."""
    folios = find_folios(document.pieces, [page.boxes.crop for page in document.pages])
    yield from _numbering(document, folios)
    yield from _references(document, folios)
    yield from _title(document, expected)
    yield from _author(document, expected)
    yield from _isbn(document, expected)
    yield from _leftovers(document, expected)


def check_spread() -> Finding:
    """Return the finding about a file that holds two pages on each sheet.

    Their words cannot be separated, so numbers and references are not judged.
    """
    return _find(
        "spreads", Outcome.WARNED, None, "two pages on a sheet: their words are not judged",
        "one page on a sheet, or a booklet for a desk printer (--printer desk)",
    )  # fmt: skip


def check_accessible(path: str | Path) -> Iterator[Finding]:
    """Yield whether a file that claims PDF/UA-1 conforms to it; nothing without veraPDF."""
    faults = find_faults("verapdf", path)
    if faults is not None:
        said = f"veraPDF: {faults[0] if faults else 'no fault'}"
        outcome = Outcome.FAILED if faults else Outcome.PASSED
        yield _find("accessible", outcome, None, said, "PDF/UA-1, as the file says of itself")


def check_fold(pages: int) -> Finding:
    """Return the finding about an imposed booklet, which was unfolded to be judged."""
    said = f"a booklet of {pages // 4} sheets, unfolded to {pages} pages"
    return _find("spreads", Outcome.PASSED, None, said, "pages in the order of a booklet")


def _find(rule: str, outcome: Outcome, page: int | None, measured: str, limit: str) -> Finding:
    return Finding(BOOK, rule, outcome, page, measured, limit, _SOURCE)


def _judged(
    rule: str,
    wrong: Sequence[tuple[int | None, str]],
    right: str,
    limit: str,
    level: Outcome = Outcome.FAILED,
) -> Iterator[Finding]:
    for page, said in wrong:
        yield _find(rule, level, page, said, limit)
    if not wrong:
        yield _find(rule, Outcome.PASSED, None, right, limit)


def _numbering(document: Document, folios: Folios) -> Iterator[Finding]:
    limit = "numbers running on, odd ones on the right"
    for page, (found, wanted) in folios.wrong.items():
        yield _find("numbering", Outcome.FAILED, page, f"numbered {found}", f"{wanted}; {limit}")
    if folios.offset is None:
        has_pages = len(document.pages) > _FRONT
        outcome = Outcome.WARNED if has_pages else Outcome.PASSED
        yield _find("numbering", outcome, None, "no page numbers found", limit)
    elif folios.offset % 2:
        said = f"page 1 of the file is numbered {1 + folios.offset}"
        yield _find("numbering", Outcome.FAILED, None, f"{said}: odd numbers on the left", limit)
    elif not folios.wrong:
        yield _find(
            "numbering", Outcome.PASSED, None, f"{len(folios.of_page)} pages numbered", limit
        )
    yield from _puzzle_numbers(document)


def _puzzle_numbers(document: Document) -> Iterator[Finding]:
    """Yield whether the numbers of puzzles that promise an answer are consecutive."""
    numbers = [(ref.number, ref.page) for ref in find_references(document.pieces).forward]
    if not numbers:
        return
    first = numbers[0][0]
    wrong = [(page, f"puzzle {number} where {first + k} is due")
             for k, (number, page) in enumerate(numbers) if number != first + k]  # fmt: skip
    right = f"puzzles {first} to {numbers[-1][0]}"
    yield from _judged("numbering", wrong[:1], right, "puzzles numbered one after another")


def _references(document: Document, folios: Folios) -> Iterator[Finding]:
    found, pieces = find_references(document.pieces), document.pieces
    wrong = [*check_references(found, folios, pieces), *check_mentions(pieces, folios)]
    has_some = found.forward or found.back
    right = f"{len(found.forward)} to answers, {len(found.back)} back" if has_some else "none found"
    yield from _judged("references", wrong, right, "every reference leads there and back")


def _title(document: Document, expected: Expected) -> Iterator[Finding]:
    """Yield whether the title reads alike on the first pages, in heads and in the file's data."""
    blocks = [(page, text) for page, pieces in enumerate(document.pieces[:_FRONT], 1)
              for text, _ in _blocks(pieces)]  # fmt: skip
    file_title = document.about.get("title")
    title = expected.title or file_title or largest_words(document.pieces[:_FRONT])
    if title is None:
        yield _find("title", Outcome.WARNED, None, "no title found", "a title page")
        return
    wanted = plain(title)
    wrong: list[tuple[int | None, str]] = []
    if file_title is not None and plain(file_title) != wanted:
        wrong.append((None, f"the file calls itself {file_title!r}"))
    wrong += [(page, f"{text!r}") for page, text in blocks if _is_slip(plain(text), wanted)]
    heads = _running_heads(document)
    for head, pages in heads.items():
        if _is_slip(plain(head), wanted):
            wrong.append((pages[0], f"running head {head!r}"))
    if not any(wanted in plain(text) for _, text in blocks):
        wrong.append((None, f"not found on the first {min(_FRONT, len(document.pages))} pages"))
    # a title that nobody stated, the largest words at the front, may be no title
    level = Outcome.FAILED if expected.title or file_title else Outcome.WARNED
    right = f"found {sum(wanted in plain(text) for _, text in blocks)} times at the front"
    yield from _judged("title", wrong, right, f"{title!r} everywhere", level)


def _is_slip(text: str, wanted: str) -> bool:
    if text == wanted or wanted in text or text in wanted:
        return False
    return SequenceMatcher(None, text, wanted, autojunk=False).ratio() >= _ALIKE


def _blocks(pieces: Sequence[Piece]) -> Iterator[tuple[str, float]]:
    """Yield lines of one size that follow each other as one text, with their size."""
    text, size, line = "", 0.0, -2
    for piece in pieces:
        if abs(piece.size - size) <= _SAME_SIZE * size and piece.line == line + 1:
            text = f"{text} {piece.text}"
        else:
            if text:
                yield text, size
            text, size = piece.text, piece.size
        line = piece.line
    if text:
        yield text, size


def largest_words(pages: Sequence[Sequence[Piece]]) -> str | None:
    """Return the words set largest on these pages: the title of a book, most likely.

    A heading with the number of a puzzle, such as "Puzzle 1", is none.
    """
    words = [(size, text) for pieces in pages for text, size in _blocks(pieces)
             if len(re.findall(r"[^\W\d_]", text)) > 2
             and not _NUMBERED.fullmatch(text)]  # fmt: skip
    return max(words, default=(0.0, None), key=lambda pair: pair[0])[1]


def _running_heads(document: Document) -> dict[str, list[int]]:
    heads: dict[str, list[int]] = {}
    for page, pieces in enumerate(document.pieces, 1):
        for piece in pieces:
            if piece.line == pieces[0].line:
                heads.setdefault(piece.text, []).append(page)
    return {text: pages for text, pages in heads.items() if len(pages) >= 3}


def _author(document: Document, expected: Expected) -> Iterator[Finding]:
    author = expected.author
    if not author:
        return
    said = " ".join(plain(piece.text) for pieces in document.pieces[:_FRONT] for piece in pieces)
    wrong = [] if plain(author) in said else [(None, "not found at the front")]
    yield from _judged("author", wrong, "found at the front", f"{author!r} on the title page")


def _isbn(document: Document, expected: Expected) -> Iterator[Finding]:
    isbns: list[tuple[int, str]] = []
    for page, pieces in enumerate(document.pieces, 1):
        isbns += [(page, isbn) for piece in pieces for isbn in _ISBN.findall(piece.text)]
    limit = "one ISBN whose check digit is right"
    wrong: list[tuple[int | None, str]] = [
        (page, f"ISBN {isbn}: the check digit is wrong")
        for page, isbn in isbns
        if not is_isbn(isbn)
    ]
    kinds = Counter(_digits(isbn) for _, isbn in isbns if len(_digits(isbn)) == 13)
    if len(kinds) > 1:
        wrong.append((isbns[0][0], f"{len(kinds)} different ISBNs: {', '.join(sorted(kinds))}"))
    if expected.isbn:
        limit = f"ISBN {expected.isbn}"
        if _digits(expected.isbn) not in [_digits(isbn) for _, isbn in isbns]:
            wrong.append((isbns[0][0], f"ISBN {isbns[0][1]}") if isbns else (None, "no ISBN"))
    right = f"ISBN {isbns[0][1]} on page {isbns[0][0]}" if isbns else "no ISBN printed"
    yield from _judged("isbn", wrong, right, limit)


def _digits(isbn: str) -> str:
    return re.sub(r"[^0-9Xx]", "", isbn).upper()


def is_isbn(isbn: str) -> bool:
    """Return whether an ISBN of 10 or 13 digits ends in its check digit.

    >>> is_isbn("978-3-16-148410-0"), is_isbn("3-16-148410-X"), is_isbn("978-3-16-148410-1")
    (True, True, False)
    """
    digits = _digits(isbn)
    if len(digits) == 10 and digits[:9].isdigit():
        values = [10 if digit == "X" else int(digit) for digit in digits]
        return sum(value * (10 - k) for k, value in enumerate(values)) % 11 == 0
    if len(digits) == 13 and digits.isdigit():
        return sum(int(digit) * (3 if k % 2 else 1) for k, digit in enumerate(digits)) % 10 == 0
    return False


def find_leftovers(text: str) -> list[str]:
    """Return the words of a text that were left over from a draft, each once.

    >>> find_leftovers("By Your Name, {volume}")
    ['Your Name', '{volume}']
    """
    return [*dict.fromkeys(one[0] for one in _LEFTOVER.finditer(text))]


def _leftovers(document: Document, expected: Expected) -> Iterator[Finding]:
    said = f"{expected.title} {expected.author} {' '.join(expected.titles)}".lower()
    file_title = f"{document.about.get('title')}".lower()
    wrong = []
    for page, pieces in enumerate(document.pieces, 1):
        text = " ".join(piece.text for piece in pieces)  # a field may be broken over two lines
        for left in find_leftovers(text):
            # a field in the file's own title was not filled in there either
            meant = said if left.startswith(_FIELD) else f"{said} {file_title}"
            if left.lower() not in meant or left == expected.author:
                wrong.append((page, repr(left)))
    yield from _judged("placeholder", wrong, "none found", "no words left over from a draft")


class Reference(NamedTuple):
    """A reference on page ``page`` of the file: puzzle ``number`` is on page ``target``."""

    number: int
    page: int
    target: str


@dataclass(frozen=True, slots=True)
class References:
    """Answers promised on puzzle pages, and puzzles named on answer pages."""

    forward: tuple[Reference, ...]
    back: tuple[Reference, ...]


@cache
def _patterns(keys: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    patterns = []
    for code in list_languages():
        for key in keys:
            text = load_language(code).texts.get(key)
            if text is not None and "{page}" in text:
                words = [re.escape(plain(part)) for part in text.split("{page}")]
                # a narrow board has its number and its reference close together
                patterns.append(re.compile(r"(?:([0-9]{1,4}) )?" + r"\s*([0-9]+)\s*".join(words)))
    return tuple(dict.fromkeys(patterns))


def find_references(pages: Sequence[Sequence[Piece]]) -> References:
    """Return the references between puzzles and answers in the order of pages."""
    forward: list[Reference] = []
    back: list[Reference] = []
    for page, pieces in enumerate(pages, 1):
        for index, piece in enumerate(pieces):
            text = plain(piece.text)
            there, promised = _target(text, _FORWARD_KEYS) or (None, _common(text))
            here, returned = _target(text, _BACK_KEYS) or (None, None)
            if promised is None and returned is None:
                continue
            own = there if promised else here
            number = _heading(pieces, index) if own is None else int(own)
            if number is not None:
                (forward if promised else back).append(
                    Reference(number, page, promised or returned or "")
                )
    return References(tuple(forward), tuple(back))


def _target(text: str, keys: tuple[str, ...]) -> tuple[str | None, str] | None:
    """Return the number before a reference, if there is one, and the page."""
    for pattern in _patterns(keys):
        match = pattern.fullmatch(text)
        if match:
            return match[1], match[2]
    return None


def _common(text: str) -> str | None:
    match = re.search(_COMMON_FORWARD, text)
    return match[1] if match else None


def _heading(pieces: Sequence[Piece], index: int) -> int | None:
    """Return the number that heads the line of a piece: the nearest on its left, or in itself."""
    reference = pieces[index]
    for piece in reversed(pieces[:index]):
        if piece.line != reference.line:
            break
        match = re.match(r"(?:\D{0,8}\s)?#?([0-9]{1,4})\b(?!\s*[x×])", piece.text)
        if match:
            return int(match[1])
    match = re.match(r"(?:\D{0,8}\s)?#?([0-9]{1,4})\b", reference.text)
    return int(match[1]) if match else None


def check_references(
    references: References, folios: Folios, pages: Sequence[Sequence[Piece]]
) -> Iterator[tuple[int, str]]:
    """Yield (page, what is wrong) for each reference that does not resolve."""
    back = {(ref.number, ref.page): ref.target for ref in references.back}
    there = {(ref.number, ref.page): ref.target for ref in references.forward}
    for ref in references.forward:
        target = locate(ref.target, folios, len(pages))
        if target is None:
            yield ref.page, f"puzzle {ref.number}: answer on page {ref.target}, which is not there"
        elif (ref.number, target) in back:
            if locate(back[ref.number, target], folios, len(pages)) != ref.page:
                yield (
                    target,
                    (
                        f"answer {ref.number} names page {back[ref.number, target]}, "
                        f"the puzzle is on {folios.of_page.get(ref.page, ref.page)}"
                    ),
                )
        elif references.back or not any(
            re.search(rf"\b{ref.number}\b", piece.text) for piece in pages[target - 1]
        ):
            yield ref.page, f"puzzle {ref.number}: no answer {ref.number} on page {ref.target}"
    for ref in references.back:
        target = locate(ref.target, folios, len(pages))
        if target is None or (references.forward and (ref.number, target) not in there):
            yield ref.page, f"answer {ref.number}: no puzzle {ref.number} on page {ref.target}"


def check_mentions(pages: Sequence[Sequence[Piece]], folios: Folios) -> Iterator[tuple[int, str]]:
    """Yield (page, what is wrong) for pages named in prose and contents that are not there."""
    for number, pieces in enumerate(pages, 1):
        named_here = dict.fromkeys(
            named for piece in pieces for named in re.findall(_COMMON_PAGE, plain(piece.text))
        )
        for named in named_here:
            if locate(named, folios, len(pages)) is None:
                yield number, f"page {named} is named and not there"
        entries = list(_entries(pieces))
        if len(entries) < _FEWEST_ENTRIES:
            continue
        for title, named in entries:
            target = locate(named, folios, len(pages))
            if target is None:
                yield number, f"{title!r} is listed on page {named}, which is not there"
            elif not any(
                _has_words(pages[target - 1], words) for words in (title, title.partition("·")[0])
            ):  # a summary of the section may follow its title on the line
                yield number, f"{title!r} is listed on page {named}, but not found there"


def _entries(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    lines: dict[int, list[Piece]] = {}
    for piece in pieces:
        if not piece.is_turned:
            lines.setdefault(piece.line, []).append(piece)
    for line in lines.values():
        if len(line) < 2 or not re.fullmatch(r"[0-9]{1,4}", line[-1].text):
            continue
        title = re.sub(r"(?<![\s.·…])[\s.·…]+$", "", line[0].text)
        if len(re.findall(r"[^\W\d_]", title)) >= _FEWEST_ENTRIES:
            yield title, line[-1].text


def locate(named: str, folios: Folios, count: int) -> int | None:
    """Return the page of the file that a printed number names, None where there is none.

    Pages without a folio are counted on from those that have one.
    """
    if named in folios.page_of:
        return folios.page_of[named]
    page = int(named) - (folios.offset or 0)
    return page if 1 <= page <= count and page not in folios.of_page else None


def _has_words(pieces: Sequence[Piece], title: str) -> bool:
    said = plain(" ".join(piece.text for piece in pieces)).replace("- ", "")
    return all(word in said for word in plain(title).replace("- ", "").split())
