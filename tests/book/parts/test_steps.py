"""Chosen puzzles are solved in steps at the end of a book: what is new, and why."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.book import Book, BookSection, lay_out, write_book
from pipeline.book.parts.boards import Limits, number_boards
from pipeline.book.parts.steps import _pictures
from pipeline.config.book_options import Parts
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import Band, ConfigError, Grade
from pipeline.scene import Label, Line, Polyline, Role
from pipeline.stages.books.verify_book import verify_book
from tests.book.sample import example_section, make_options, sliding_section


def book_of(sections: list[BookSection], steps: tuple[int, ...], **options: object) -> Book:
    return lay_out(make_options(parts=Parts(steps=steps), trim="6x9", **options), sections)


def test_pictures_grow_from_the_first_step_to_the_answer() -> None:
    ((board,),) = number_boards([example_section("numberlink")], Limits(7.0, 7.0))
    pictures = _pictures(board)
    assert 2 <= len(pictures) <= 9
    decided = [len(picture.known.decisions) for picture in pictures]
    assert decided == sorted(decided)
    for picture in pictures:
        assert set(picture.new.decisions) <= set(picture.known.decisions)
    drawn = {one.cells for one in pictures[-1].known.decisions if one.least > 0}
    answer = {tuple(sorted(pair)) for path in board.solution.paths for pair in pairwise(path)}
    assert drawn == answer
    assert all(any(one.least > 0 for one in picture.new.decisions) for picture in pictures)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_picture_has_its_sentence_on_pages_under_their_head(language: str) -> None:
    book = book_of([example_section("numberlink")], (1,), language=language)
    words, frames, lines = [], 0, 0
    for page in book.pages:
        if page.role == "steps":
            for mark in page.scene.marks:
                words += [mark.text] if isinstance(mark, Label) else []
                frames += isinstance(mark, Polyline) and mark.ink.role is Role.FRAME
                lines += isinstance(mark, Line)
    numbers = [word.split(".")[0] for word in words if word[:1].isdigit() and ". " in word]
    assert numbers == [str(k) for k in range(1, frames + 1)]
    assert lines > 3 * frames  # the grid, and lines on what is new
    head = {"en": "Step by step", "de": "Schritt für Schritt", "fr": "Pas à pas"}[language]
    assert any(head in entry.title for entry in book.outline)


@pytest.mark.parametrize("kind_id", [kind for kind in kind_ids() if get_kind(kind).deductions])
def test_every_language_has_a_sentence_for_each_reason(kind_id: str) -> None:
    rules = get_kind(kind_id).deductions
    assert rules is not None
    german, french, english = (rules.reasons(one, None).keys() for one in ("de", "fr", "en"))
    assert german == french == english


def test_a_book_with_steps_is_verified_but_for_their_pictures(tmp_path: Path) -> None:
    section = example_section("numberlink")
    grade = Grade("4.50", (20, 22), 0, Band.EASY, 50, "sample", 1)
    record = replace(section.records[0], grade=grade)
    with (tmp_path / "book.pdf").open("wb") as file:
        write_book(book_of([replace(section, records=(record,))], (1,)), file)
    findings = list(verify_book(tmp_path / "book.pdf", [record]))
    assert [said for one in findings for said in one.problems] == []
    assert findings[-1].notes == ("solutions in steps, on pages 7, are not checked",)


@pytest.mark.parametrize(
    ("steps", "said"),
    [((3,), "puzzles from 1 to 1, found 3"), ((1,), "has no steps of a solution to show")],
)
def test_puzzles_that_cannot_be_shown_are_refused(steps: tuple[int, ...], said: str) -> None:
    section = example_section("numberlink") if steps == (3,) else sliding_section()
    with pytest.raises(ConfigError, match=said):
        book_of([section], steps)
