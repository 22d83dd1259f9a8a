from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.book import BookSection
from pipeline.config.book_options import check_isbn
from pipeline.model import ConfigError
from tests.book.sample import make_options, make_section


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bleed": True, "style": "booklet"}, "expected a booklet without bleed"),
        ({"isbn": "978-3-16-148410-1"}, "expected check digit 0 at the end of ISBN"),
        ({"isbn": "12345"}, "expected an ISBN of 13 digits"),
    ],
)
def test_wrong_options_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_options(**changes).check()


@given(st.integers(0, 10**12 - 1))
def test_exactly_one_check_digit_is_right(number: int) -> None:
    accepted = []
    for digit in range(10):
        isbn = f"{number:012d}{digit}"
        try:
            check_isbn(isbn)
        except ConfigError:
            continue
        accepted.append(isbn)
    (right,) = accepted
    assert sum(int(d) * (1, 3)[k % 2] for k, d in enumerate(right)) % 10 == 0


def test_copyright_falls_to_the_publisher_then_the_author() -> None:
    assert make_options(copyright_holder="Heirs").holder == "Heirs"
    assert make_options().holder == "Small Press"
    assert make_options(publisher="").holder == "A. Author"


def test_empty_sections_are_refused() -> None:
    with pytest.raises(ConfigError, match="section 'Void' has no puzzles"):
        BookSection(title="Void", kind="numberlink", rule="free", records=())


def test_per_page_has_bounds() -> None:
    with pytest.raises(ConfigError, match="expected per_page from 1 to 12, found 13"):
        make_section("All", [(6, 6)], per_page=13)
