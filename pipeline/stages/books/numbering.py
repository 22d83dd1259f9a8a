"""Which puzzles a printed book says that it holds: headings with ranges, references, a run's list.

What is said and not printed is missing, and what is printed and not said has lost its heading.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pipeline.book.flow.language import list_languages, load_language
from pipeline.kinds import get_kind
from pipeline.pdf.folios import find_folios
from pipeline.pdf.words import plain
from pipeline.preflight.references import References, check_references, find_references
from pipeline.stages.books.printed import PrintedBook
from pipeline.store.files import expecting, open_binary
from pipeline.store.limits import read_whole
from pipeline.store.run_folder import LISTS

_PUZZLES: Final = ("section.number_one", "section.number_other")
_ANSWERS: Final = ("answers.running_one", "answers.running_other")
_NUMBERS: Final = r"([0-9]+(?: ?- ?[0-9]+)?(?:, ?[0-9]+(?: ?- ?[0-9]+)?)*)"


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle that a run's list names: its record, the pages of puzzle and answer, its dots."""

    record_id: str
    page: int | None
    answer_page: int | None
    dots: int | None = None
    """How many dots over it are filled; None where it has none."""
    section: str = ""
    """Title of its section."""


def read_listed(folder: Path) -> dict[int, Listed] | None:
    """Return the puzzles that a run's folder says are in its book, None if it says nothing.

    `PuzzleFormatError` if its list is spoilt.
    """
    path = folder / LISTS[1]
    if not path.is_file():
        return None
    with open_binary(path) as stream:
        text = read_whole(stream, str(path))
    with expecting("the list of a run's puzzles; run it again", path):
        return {
            row["number"]: Listed(
                row["id"], row["page"], row["answer_page"], row.get("dots"), row["section"]
            )
            for row in json.loads(text)
        }


def said_numbers(book: PrintedBook, listed: Mapping[int, Listed] | None) -> set[int]:
    """Return the numbers of the puzzles that a book must show."""
    if listed is not None:
        return set(listed)
    found = find_references(book.pieces)
    said = {ref.number for ref in (*found.forward, *found.back)}
    for _, _, numbers in _ranges(book, _PUZZLES):
        said |= set(numbers)
    return said


def promises_answers(book: PrintedBook, listed: Mapping[int, Listed] | None) -> bool:
    """Return whether a book must show an answer for each puzzle."""
    if listed is not None:
        return any(one.answer_page is not None for one in listed.values())
    return bool(find_references(book.pieces).forward)


def check_numbering(book: PrintedBook, listed: Mapping[int, Listed] | None) -> Iterator[str]:
    """Yield what is wrong with the numbers and references of a book."""
    answers: dict[int, set[int]] = {}
    printed: dict[int, int] = {}
    twice: list[int] = []
    for board in book.boards:
        if board.number is not None and board.solution is not None:
            answers.setdefault(board.page, set()).add(board.number)
        elif board.number is not None:
            if board.number in printed:
                twice.append(board.number)
            printed[board.number] = board.page
    said = said_numbers(book, listed)
    unread = [kind.title for kind in map(get_kind, book.rules) if kind.read_board is None]
    if unread:
        yield f"not checked: boards of {', '.join(unread)} cannot be read back from pages"
    elif not printed:
        yield "no numbered puzzles found"
    elif not said and sorted(printed) != [*range(1, len(printed) + 1)]:
        wrong = next(a for a, b in zip(sorted(printed), range(1, len(printed) + 1), strict=True)
                     if a != b)  # fmt: skip
        yield f"puzzles are not numbered 1 to {len(printed)}: {wrong} is out of place"
    yield from (f"two puzzles have the number {number}" for number in sorted({*twice}))
    for number in sorted(said - printed.keys()) if not unread else ():
        page = listed[number].page if listed is not None else None
        where = f": expected on page {page}" if page is not None else ""
        yield f"puzzle {number} is missing, or cannot be read{where}"
    if said:
        yield from (
            f"page {printed[number]}: puzzle {number} is none that the book names"
            for number in sorted(printed.keys() - said)
        )
    for page, numbers in sorted(answers.items()):
        for number in sorted(numbers - printed.keys()):
            yield f"page {page}: answer {number} belongs to no puzzle"
    yield from _check_ranges(book, set(printed) if not unread else said, answers)
    folios = find_folios(book.pieces, book.sheets)
    found: References = find_references(book.pieces)
    for page, text in check_references(found, folios, book.pieces):
        yield f"page {page}: {text}"


def _check_ranges(
    book: PrintedBook, printed: set[int], answers: Mapping[int, set[int]]
) -> Iterator[str]:
    """Yield the headings whose numbers are not those of a section, or of the answers under them."""
    owner: dict[int, frozenset[int]] = {}
    for page, text, numbers in _ranges(book, _PUZZLES):
        if any(owner.setdefault(number, numbers) != numbers for number in numbers):
            yield f"page {page}: {text!r} shares puzzles with another heading of the book"
        elif not numbers <= printed:
            yield f"page {page}: {text!r} names puzzle {min(numbers - printed)}, which is missing"
    if owner and (bare := printed - owner.keys()):
        yield f"puzzle {min(bare)} stands under no heading"
    for page, text, numbers in _ranges(book, _ANSWERS):
        # one number alone may be the caption of an answer
        if len(numbers) > 1 and numbers != answers.get(page, numbers):
            yield f"page {page}: {text!r} stands over other answers"


def _ranges(book: PrintedBook, keys: tuple[str, ...]) -> Iterator[tuple[int, str, frozenset[int]]]:
    """Yield page, text and numbers of each heading that names puzzles."""
    for page, pieces in enumerate(book.pieces, 1):
        for piece in pieces:
            for pattern in _patterns(keys):
                match = pattern.fullmatch(plain(piece.text))
                if match:
                    yield page, piece.text, _numbers(match[1])
                    break


def _numbers(text: str) -> frozenset[int]:
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), min(int(last or first), int(first) + 9999) + 1))
    return frozenset(found)


@cache
def _patterns(keys: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    found = []
    for code in list_languages():
        texts = load_language(code).texts
        between = texts["section.summary"].removeprefix("{first}").removesuffix("{second}")
        rest = rf"(?: ?{re.escape(plain(between))} ?.*)?"
        for key in keys:
            before, after = texts[key].split("{numbers}")
            words = (re.escape(plain(before)), re.escape(plain(after)))
            found.append(re.compile(rf"{words[0]} ?{_NUMBERS} ?{words[1]}{rest}"))
    return tuple(dict.fromkeys(found))
