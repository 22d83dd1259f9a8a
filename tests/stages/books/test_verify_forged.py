"""Books of several kinds that are forged: numbers of pages, words over puzzles, ink of boards."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from pipeline.book import BookSection, lay_out, write_book
from pipeline.book.press.book import Book
from pipeline.model import Band, Record
from pipeline.scene import Label, Mark, Rect
from pipeline.stages.books.verify_book import Listed, verify_book
from tests.book.sample import make_options
from tests.kinds.test_read_covered import halves, is_clue
from tests.slices import cases
from tests.stages.books.printed_books import made_records

KINDS = ("sudoku", "starbattle", "killer", "zip", "slitherlink", "nonogram")
FOOT_MM = 240.0
Forge = Callable[[list[Mark], int], list[Mark]]


@cache
def book_of(*kinds: str) -> tuple[Book, list[Record]]:
    records = {kind_id: made_records(kind_id, 2) for kind_id in kinds}
    sections = [
        BookSection(title=kind_id, kind=kind_id, rule=some[0].verdict.rule, records=tuple(some),
                    per_page=1)
        for kind_id, some in records.items()
    ]  # fmt: skip
    return lay_out(make_options(), sections), [one for some in records.values() for one in some]


def problems(
    forge: Forge, kinds: tuple[str, ...], path: Path, role: str = "", is_listed: bool = False
) -> list[str]:
    """Return what is wrong with a book whose pages, or those of a role, are forged."""
    book, records = book_of(*kinds)
    pages = []
    for page in book.pages:
        painted = page.painted()
        if not role or page.role == role:
            marks = tuple(forge(list(painted.marks), page.number))
            painted = replace(painted, marks=marks)
        pages.append(replace(page, painted=partial(replace, painted)))
    stream = io.BytesIO()
    write_book(replace(book, pages=tuple(pages)), stream)
    path.write_bytes(stream.getvalue())
    listed = {
        place.number: Listed(place.record_id, place.puzzle_page, place.answer_page, place.dots)
        for place in book.placements
    }
    return [
        f"{finding.name}: {problem}"
        for finding in verify_book(path, records, listed=listed if is_listed else None)
        for problem in finding.problems
    ]


def _renumber(change: Callable[[int], str]) -> Forge:
    return lambda marks, page: [
        replace(mark, text=change(page))
        if isinstance(mark, Label) and mark.text == str(page) and mark.position[1] > FOOT_MM
        else mark
        for mark in marks
    ]  # fmt: skip


def _one_wrong(number: str) -> Callable[[int], str]:
    return lambda page: number if page == 10 else str(page)


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("change", "is_listed", "said"),
    [
        (str, True, ""),
        (_one_wrong("99"), False, "numbered 99, expected 10"),
        (_one_wrong(" "), False, "page 10: expected the page number 10, found none"),
        (lambda page: str(page + 2), False, "numbered"),
        (lambda page: str(max(1, page - 2)), True, "numbered"),
        (lambda page: str(page * 7 % 50), False, "do not run on|numbered"),
    ],
)
def test_numbers_of_pages_are_compared_with_their_places(
    tmp_path: Path, change: Callable[[int], str], is_listed: bool, said: str
) -> None:
    forge = _renumber(change)
    found = problems(forge, ("sudoku", "zip"), tmp_path / "book.pdf", is_listed=is_listed)
    assert any(re.search(said, one) for one in found) if said else found == []


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Easy", "Hard", "puzzle 1: over it is 'hard', expected the level easy"),
        ("Easy", "Schwer", "expected the level easy"),
        ("Easy", "For a Monday", ""),
        (r"\d+ × (\d+)", r"19 × \1", "over it is the size 19 × "),
    ],
)
def test_words_over_a_puzzle_are_compared_with_its_record(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    grade = book_of("sudoku", "zip")[1][0].grade
    assert grade is not None
    assert grade.band is Band.EASY

    def forge(marks: list[Mark], page: int) -> list[Mark]:
        return [replace(mark, text=re.sub(old, new, mark.text.replace("\u00a0", " ")))
                if isinstance(mark, Label) else mark for mark in marks]  # fmt: skip

    found = problems(forge, ("sudoku", "zip"), tmp_path / "book.pdf", role="puzzles")
    assert any(said in one for one in found) if said else found == []


@pytest.mark.dear
@pytest.mark.part(3)
@pytest.mark.parametrize(("kind_id", "role"), cases(KINDS, ["puzzles", "answers"]))
def test_half_covered_ink_is_found(tmp_path: Path, kind_id: str, role: str) -> None:
    kinds = (kind_id,)
    assert problems(lambda marks, _: marks, kinds, tmp_path / "book.pdf") == []
    page = next(page for page in book_of(kind_id)[0].pages if page.role == role)
    clues = [mark for mark in page.painted().marks if is_clue(mark)]

    def over(cover: tuple[Rect, ...]) -> Forge:
        return lambda marks, at: [*marks, *cover] if at == page.number else marks

    for mark in clues[:: max(1, len(clues) // 2)][:3]:
        for cover in list(halves(mark))[:2]:
            found = problems(over(cover), kinds, tmp_path / "book.pdf", role)
            assert found, (mark, cover)
