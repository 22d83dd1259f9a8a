import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.book import Book, PageRole, lay_out
from pipeline.book.parts.back import divide_log, font_notices
from pipeline.config.book_options import Parts
from pipeline.edition.language import load_language
from pipeline.model import Credit
from tests.book.sample import make_options, make_record, make_section, text_of, words

VERBATIM = 'Printed with a clear reference to the author, as (s)he asks: © J. Doe -- "2019".'


def credited() -> Book:
    doe = Credit(author="J. Doe", licence="CC-BY-4.0", text=VERBATIM, url="https://example.org")
    records = tuple(
        make_record(6, 6, k, credit=credit)
        for k, credit in enumerate([doe, None, doe, doe, Credit(), Credit(author="A. N. Other")])
    )
    section = dataclasses.replace(make_section("All", [(6, 6)]), records=records)
    return lay_out(make_options(licence="CC-BY-SA-4.0"), [section])


def test_credits_are_gathered_by_author_and_kept_word_for_word() -> None:
    text = text_of(credited(), PageRole.CREDITS)
    assert f"Puzzles 1, 3–4: by J. Doe. {VERBATIM} Licence: CC-BY-4.0. https://example.org" in text
    assert "Puzzle 6: by A. N. Other." in text


def test_the_copyright_page_leaves_the_rights_in_puzzles_of_others_to_them() -> None:
    text = text_of(credited(), PageRole.COPYRIGHT)
    assert "The rights in puzzles 1, 3–4, 6 are those of their authors" in text
    own = lay_out(make_options(), [make_section("All", [(6, 6)])])
    assert "The rights in" not in text_of(own, PageRole.COPYRIGHT)


def test_puzzles_without_a_credit_carry_the_publishers() -> None:
    text = text_of(credited(), PageRole.CREDITS)
    assert "Puzzles 2, 5: made for this book. © 2026 Small Press. Licence: CC-BY-SA-4.0." in text


def test_faces_are_named_with_their_notices() -> None:
    text = text_of(credited(), PageRole.CREDITS)
    assert "SIL Open Font License, Version 1.1" in text
    [(key, names, notices)] = font_notices(make_options())
    assert (key, names) == ("credits.fonts_open", ["Source Serif 4", "Source Sans 3"])
    assert len(notices) == 2
    for notice in notices:
        assert notice.startswith("Copyright 20")
        assert notice in text


@pytest.mark.parametrize("options", [{"look": "children"}, {"style": "large-print"}])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_book_in_one_family_names_it_once(options: dict[str, str], language: str) -> None:
    book = lay_out(make_options(language=language, **options), [make_section("All", [(6, 6)])])
    text = text_of(book, PageRole.CREDITS).replace("\u00ad", "")
    assert load_language(language).say("credits.fonts_one", text="Source Sans 3") in text
    assert "Source Serif 4" not in text


def test_a_modern_book_names_the_family_of_its_italics() -> None:
    book = lay_out(make_options(look="modern"), [make_section("All", [(6, 6)])])
    assert "Source Serif 4" in text_of(book, PageRole.CREDITS)


def test_the_log_has_a_line_for_every_puzzle() -> None:
    book = lay_out(make_options(), [make_section("All", [(6, 6)] * 70)])
    text = text_of(book, PageRole.LOG).split()
    assert all(str(number) in text for number in range(1, 71))
    without = lay_out(make_options(parts=Parts(log=False)), [make_section("All", [(6, 6)])])
    assert text_of(without, PageRole.LOG) == ""


def test_no_page_has_only_a_line_or_two_of_the_credits() -> None:
    theirs = make_record(7, 7, 3, credit=Credit(author="B. Other"))
    section = make_section("All", [(7, 7)])
    section = dataclasses.replace(section, records=(*section.records, theirs))
    book = lay_out(make_options(look="children", trim="6x9"), [section])
    assert [page.role for page in book.pages].count(PageRole.CREDITS) == 1


@given(st.integers(1, 700), st.integers(1, 3), st.integers(12, 40), st.integers(41, 48))
def test_a_log_holds_every_puzzle_on_pages_filled_alike(
    count: int, columns: int, first: int, later: int
) -> None:
    pages = divide_log(count, columns, first, later)
    assert columns * sum(pages) >= count
    assert pages[0] <= first
    assert all(rows <= later for rows in pages)
    assert len(set(pages[1:])) <= 1
    # one row less on every page would not do, nor would a page less
    assert columns * sum(rows - 1 for rows in pages) < count
    assert len(pages) == 1 or columns * (first + (len(pages) - 2) * later) < count


def test_a_log_of_a_hundred_puzzles_takes_one_page() -> None:
    book = lay_out(make_options(), [make_section("All", [(4, 4)] * 100)])
    assert [page.role for page in book.pages].count(PageRole.LOG) == 1
    assert {str(number) for number in range(1, 101)} <= set(words(book, PageRole.LOG))
