"""Sliding puzzles in books, alone and beside others: tasks, pieces, and sentences that hold."""

from dataclasses import replace

import pytest

from pipeline.book import lay_out
from pipeline.book.press.book import Book, PageRole
from pipeline.model import ConfigError
from pipeline.scene import Line
from tests.book.sample import make_options, make_section, sliding_section, text_of
from tests.known import the
from tests.refusals import refused

LANGUAGES = {"en": "Solve it in 12 moves.", "de": "Zu schaffen in 12 Zügen.", "fr": "À résoudre en"}


def alone(**changes: object) -> Book:
    return lay_out(make_options(**changes), [sliding_section()])


@pytest.mark.parametrize(("language", "task"), LANGUAGES.items())
def test_the_number_of_moves_is_under_the_puzzle(language: str, task: str) -> None:
    assert task in text_of(alone(language=language), PageRole.PUZZLES)


def test_a_number_that_is_not_proved_is_printed_where_the_section_lets_it_as_at_most() -> None:
    section = sliding_section()
    records = tuple(
        one.with_(solution={**the(one.solution), "proved": False}) for one in section.records
    )
    unproved = replace(section, records=records)
    with refused(ConfigError):
        lay_out(make_options(), [unproved])
    book = lay_out(make_options(), [replace(unproved, at_most=True)])
    assert "Solve it in at most 12 moves." in text_of(book, PageRole.PUZZLES)
    proved = lay_out(make_options(), [replace(section, at_most=True)])
    assert "Solve it in 12 moves." in text_of(proved, PageRole.PUZZLES)


def test_answers_are_moves_in_groups() -> None:
    for book in (alone(), alone(answers="flipped")):
        role = PageRole.ANSWERS if book.options.answers == "end" else PageRole.PUZZLES
        assert "12: " in text_of(book, role)


def test_each_size_has_its_tiles_once_on_a_leaf_with_an_empty_back() -> None:
    book = alone()
    pages = [page for page in book.pages if page.role is PageRole.PIECES]
    assert len(pages) == 2
    for page in pages:
        assert page.number % 2 == 1
        assert book.pages[page.number].role is PageRole.BLANK
        assert any(isinstance(mark, Line) and mark.dash_mm for mark in page.scene.marks)
    tiles = text_of(book, PageRole.PIECES).split()
    assert [tiles.count(tile) for tile in ("1", "6", "8")] == [2, 2, 1]
    assert text_of(book, PageRole.CONTENTS).count("Tiles to cut out") == 1


def test_a_book_of_sliding_puzzles_alone_claims_no_single_answer_and_no_tries() -> None:
    book = alone()
    assert "exactly one solution" not in text_of(book, PageRole.COPYRIGHT)
    key = text_of(book, PageRole.HOWTO, PageRole.DIFFICULTY)
    assert "tiles have to" in key
    assert "tried" not in key


def test_a_mixed_book_says_of_each_kind_what_holds_of_it() -> None:
    sections = [make_section("Paths", [(6, 6)] * 2), sliding_section()]
    book = lay_out(make_options(), sections)
    proof = text_of(book, PageRole.COPYRIGHT)
    assert "these puzzles has exactly one solution" in proof
    assert "Sliding" not in proof
    key = text_of(book, PageRole.HOWTO, PageRole.DIFFICULTY)
    sliding, paths = (key.index(words) for words in ("tiles have to", "lead the lines"))
    assert key.index("How to play Numberlink") < paths < key.index("How to solve a") < sliding


def test_other_books_have_no_pieces() -> None:
    book = lay_out(make_options(), [make_section("Paths", [(6, 6)] * 2)])
    assert PageRole.PIECES not in {page.role for page in book.pages}
    assert "Tiles" not in text_of(book, PageRole.CONTENTS)
