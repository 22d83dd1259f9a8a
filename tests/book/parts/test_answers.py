from __future__ import annotations

import pytest

from pipeline.book import Book, PageRole, lay_out
from pipeline.model import RenderError
from pipeline.scene import Label
from tests.book.sample import make_options, make_section


def counts(book: Book) -> list[int]:
    pages = [page.number for page in book.pages if page.role is PageRole.ANSWERS]
    return [sum(place.answer_page == page for place in book.placements) for page in pages]


def test_answers_come_in_order_and_all_of_them() -> None:
    book = lay_out(make_options(), [make_section("All", [(6, 6)] * 30 + [(15, 15)] * 5)])
    pages = [place.answer_page or 0 for place in book.placements]
    assert pages == sorted(pages)
    assert sum(counts(book)) == 35


def test_small_answers_go_many_to_a_page_and_large_ones_few() -> None:
    small = lay_out(make_options(), [make_section("All", [(6, 6)] * 40)])
    large = lay_out(make_options(), [make_section("All", [(20, 20)] * 5)])
    assert counts(small)[0] >= 16
    assert counts(large) == [4, 1]


@pytest.mark.parametrize("count", [1, 2, 6, 9])
def test_pages_hold_as_many_answers_as_asked_for(count: int) -> None:
    book = lay_out(make_options(answers_per_page=count), [make_section("All", [(8, 8)] * 10)])
    expected = [count] * (10 // count) + ([10 % count] if 10 % count else [])
    assert counts(book) == expected


def test_too_many_answers_on_a_page_are_refused() -> None:
    options = make_options(answers_per_page=60)
    with pytest.raises(RenderError, match=r"the solution needs cells of 3\.\d mm"):
        lay_out(options, [make_section("All", [(15, 15)] * 60)])


def test_running_heads_say_which_answers_follow() -> None:
    book = lay_out(make_options(answers_per_page=4), [make_section("All", [(8, 8)] * 5)])
    first, second = (page for page in book.pages if page.role is PageRole.ANSWERS)
    for page, text in ((first, "Answers 1–4"), (second, "Answer 5")):
        assert text in [mark.text for mark in page.scene.marks if isinstance(mark, Label)]
