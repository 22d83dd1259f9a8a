"""Books of all kinds at once: each board is read as what it is, and a spoilt one is found."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pipeline.book import BookSection, lay_out, write_book
from pipeline.book.press.book import Book, Page
from pipeline.kinds import kind_ids
from pipeline.model import Record
from pipeline.scene import Disc, Label, Line, Mark, Role
from pipeline.stages.books.printed import read_book
from pipeline.stages.books.verify_book import verify_book
from tests.book.sample import make_options
from tests.slices import WHOLE
from tests.stages.books.printed_books import made_records, proved_records

EACH = 2
"""Puzzles of each kind."""
KINDS = kind_ids()[:: 1 if WHOLE else 3]
pytestmark = pytest.mark.sliced


@pytest.fixture(scope="module")
def made() -> dict[str, list[Record]]:
    return {kind_id: made_records(kind_id, EACH) for kind_id in KINDS}


@pytest.fixture(scope="module")
def book(made: dict[str, list[Record]]) -> Book:
    return _book_of(made)


def _book_of(made: dict[str, list[Record]]) -> Book:
    return lay_out(
        make_options(),
        [
            BookSection(title=kind_id, kind=kind_id, rule=records[0].verdict.rule,
                        records=tuple(records), per_page=EACH)
            for kind_id, records in made.items()
        ],
    )  # fmt: skip


def _write(book: Book, path: Path) -> None:
    with path.open("wb") as stream:
        write_book(book, stream)


def _problems(book: Book, path: Path, made: dict[str, list[Record]]) -> tuple[set[str], int]:
    """Return the names of what is wrong with a book, and how many puzzles were read."""
    _write(book, path)
    records = [record for records in made.values() for record in records]
    found = list(verify_book(path, records))
    return {one.name for one in found if one.problems}, sum(one.is_puzzle for one in found)


def test_a_book_of_all_kinds_is_right(
    book: Book, made: dict[str, list[Record]], tmp_path: Path
) -> None:
    assert _problems(book, tmp_path / "book.pdf", made) == (set(), EACH * len(KINDS))
    # the same boards on their own say what they are, but where only records know
    boards = read_book(tmp_path / "book.pdf").boards
    found = {board.number: board.kind.id for board in boards if board.number and board.solution}
    assert [found[number] for number in sorted(found)] == [k for k in KINDS for _ in range(EACH)]


def _without_a_clue(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return the marks of a page without one clue: a number, else a circle or a heavy line."""
    ways = (
        [mark for mark in marks if isinstance(mark, shape) and mark.ink and mark.ink.role in roles]
        for shape, roles in (
            (Label, (Role.CLUE, Role.PAPER)),
            (Disc, (Role.CLUE,)),
            (Line, (Role.FRAME,)),
        )
    )
    clues = next(filter(None, ways))
    return tuple(mark for mark in marks if mark is not clues[0])


@pytest.mark.dear
def test_a_clue_that_is_missing_is_found_in_each_kind(
    book: Book, made: dict[str, list[Record]], tmp_path: Path
) -> None:
    def spoilt(page: Page) -> Page:
        scene = page.painted()
        wrong = replace(scene, marks=_without_a_clue(scene.marks))
        return replace(page, painted=partial(replace, wrong))

    pages = [spoilt(page) if page.role == "puzzles" else page for page in book.pages]
    wrong, _ = _problems(replace(book, pages=tuple(pages)), tmp_path / "book.pdf", made)
    # letters with a hole between them are no board: then the book lacks the puzzle
    assert "the book" in wrong or "wordsearch" not in KINDS
    assert len(wrong - {"the book"}) == len({*KINDS} - {"wordsearch"})


def test_an_answer_is_of_the_kind_of_the_puzzle_with_its_number(tmp_path: Path) -> None:
    """A shaded Nonogram of 5x5 could be a board of Akari with walls."""
    kinds = ["akari", "nonogram"]
    made = {kind_id: made_records(kind_id, EACH) for kind_id in kinds}
    path = tmp_path / "book.pdf"
    assert _problems(_book_of(made), path, made) == (set(), EACH * len(kinds))
    answers = [board for board in read_book(path).boards if board.number and board.solution]
    found = sorted((board.number, board.kind.id) for board in answers)
    assert found == [(1, "akari"), (2, "akari"), (3, "nonogram"), (4, "nonogram")]


@pytest.mark.dear
def test_numbers_of_puzzles_are_no_numbers_outside_of_their_boards(tmp_path: Path) -> None:
    made = {
        "hitori": proved_records(2, None, {}, "hitori", 8) * 52,  # 103 is over the first column
        "skyscrapers": made_records("skyscrapers", 2),
    }
    sections = [
        BookSection(title=kind, kind=kind, rule=records[0].verdict.rule,
                    records=tuple(records), per_page=4)
        for kind, records in made.items()
    ]  # fmt: skip
    _write(lay_out(make_options(trim="letter"), sections), tmp_path / "book.pdf")
    boards = read_book(tmp_path / "book.pdf").boards
    found = [one.number for one in boards if one.kind.id == "hitori" and one.solution is None]
    assert [number for number in found if number][:104] == [*range(1, 105)]
