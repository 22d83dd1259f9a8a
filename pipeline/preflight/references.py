"""References from page to page: puzzle to answer and back, contents, and "page 12" in prose.

What such references look like is taken from the language files of the book, and from the usual
English and German words in books that others made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from pipeline.book.flow.language import list_languages, load_language
from pipeline.pdf.words import Folios, Piece, plain

_FORWARD_KEYS: Final = ("puzzle.answer_on", "puzzle.answer_short")
_BACK_KEYS: Final = ("answers.puzzle_on",)
_COMMON_FORWARD: Final = (
    r"(?:answer|solution|lösung|antwort)s?:?\s+(?:on\s+|auf\s+|see\s+)?"
    r"(?:page|p\.|seite|s\.)\s*([0-9]+)"
)
_COMMON_PAGE: Final = r"\b(?:pages?|p\.|seiten?|s\.)\s*([0-9]+)\b"
_FEWEST_ENTRIES: Final = 3
"""Lines that end in a number make a page a list of contents."""


class Reference(NamedTuple):
    """Puzzle ``number`` as named on page ``page`` of the file, said to be on the one ``target``."""

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
    found = []
    for code in list_languages():
        for key in keys:
            text = load_language(code).texts.get(key)
            if text is not None and "{page}" in text:
                words = [re.escape(plain(part)) for part in text.split("{page}")]
                found.append(re.compile(r"\s*([0-9]+)\s*".join(words)))
    return tuple(dict.fromkeys(found))


def find_references(pages: Sequence[Sequence[Piece]]) -> References:
    """Return the references between puzzles and answers in the order of pages."""
    forward: list[Reference] = []
    back: list[Reference] = []
    for page, pieces in enumerate(pages, 1):
        for index, piece in enumerate(pieces):
            text = plain(piece.text)
            promised = _target(text, _FORWARD_KEYS) or _common(text)
            returned = None if promised else _target(text, _BACK_KEYS)
            if promised is None and returned is None:
                continue
            number = _heading(pieces, index)
            if number is not None:
                (forward if promised else back).append(
                    Reference(number, page, promised or returned or "")
                )
    return References(tuple(forward), tuple(back))


def _target(text: str, keys: tuple[str, ...]) -> str | None:
    for pattern in _patterns(keys):
        match = pattern.fullmatch(text)
        if match:
            return match[1]
    return None


def _common(text: str) -> str | None:
    match = re.search(_COMMON_FORWARD, text)
    return match[1] if match else None


def _heading(pieces: Sequence[Piece], index: int) -> int | None:
    """Return the number that heads the line of a piece: the nearest on its left, or in itself."""
    own = pieces[index]
    for piece in reversed(pieces[:index]):
        if piece.line != own.line:
            break
        match = re.match(r"(?:\D{0,8}\s)?#?([0-9]{1,4})\b(?!\s*[x×])", piece.text)
        if match:
            return int(match[1])
    match = re.match(r"(?:\D{0,8}\s)?#?([0-9]{1,4})\b", own.text)
    return int(match[1]) if match else None


def check_references(
    found: References, folios: Folios, pages: Sequence[Sequence[Piece]]
) -> Iterator[tuple[int, str]]:
    """Yield (page, what is wrong) for each reference that does not resolve."""
    back = {(ref.number, ref.page): ref.target for ref in found.back}
    there = {(ref.number, ref.page): ref.target for ref in found.forward}
    for ref in found.forward:
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
        elif found.back or not any(
            re.search(rf"\b{ref.number}\b", piece.text) for piece in pages[target - 1]
        ):
            yield ref.page, f"puzzle {ref.number}: no answer {ref.number} on page {ref.target}"
    for ref in found.back:
        target = locate(ref.target, folios, len(pages))
        if target is None or (found.forward and (ref.number, target) not in there):
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
            elif not _has_words(pages[target - 1], title):
                yield number, f"{title!r} is listed on page {named}, but not found there"


def _entries(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    lines: dict[int, list[Piece]] = {}
    for piece in pieces:
        if not piece.is_turned:
            lines.setdefault(piece.line, []).append(piece)
    for line in lines.values():
        if len(line) < 2 or not re.fullmatch(r"[0-9]{1,4}", line[-1].text):
            continue
        title = re.sub(r"[\s.·…]+$", "", line[0].text)
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
    """Return whether a page has the words of a title, in whatever lines."""
    said = plain(" ".join(piece.text for piece in pieces)).replace("- ", "")
    return all(word in said for word in plain(title).replace("- ", "").split())
