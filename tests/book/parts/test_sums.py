"""The table of sums: what it lists, and in which books it is."""

from itertools import combinations

import pytest

from pipeline.book import PageRole, lay_out
from pipeline.book.parts.sums import few_ways
from pipeline.config.book_options import Parts
from pipeline.edition.language import list_languages, load_language
from tests.book.sample import example_section, make_options, text_of

SOME = "1569/78,1679,1789"  # The last sums of two cells


@pytest.mark.parametrize("size", range(2, 9))
def test_the_table_has_the_sums_of_one_or_two_sets_and_all_of_these(size: int) -> None:
    ways: dict[int, list[tuple[int, ...]]] = {}
    for some in combinations(range(1, 10), size):
        ways.setdefault(sum(some), []).append(some)
    few = {total: sets for total, sets in ways.items() if len(sets) < 3}
    assert {total: sorted(sets) for total, sets in few_ways(size)} == few


@pytest.mark.parametrize("language", list_languages())
def test_books_with_sums_have_the_table_on_request(language: str) -> None:
    """The example of Killer has 4x4 cells, with sums of numbers up to 4."""
    heading = load_language(language).say("sums.heading")
    for kind_id, has_table in (("kakuro", True), ("killer", False), ("sudoku", False)):
        options = make_options(language=language, parts=Parts(sums=True))
        book = lay_out(options, [example_section(kind_id)])
        flow = squeezed(text_of(book, PageRole.HOWTO))
        assert (SOME in flow) is has_table
        assert (heading in text_of(book, PageRole.CONTENTS)) is has_table
    plain = lay_out(make_options(language=language), [example_section("kakuro")])
    assert SOME not in squeezed(text_of(plain))


def squeezed(text: str) -> str:
    return "".join(text.split())
