from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.book import PageRole, lay_out
from pipeline.book.parts.back import divide_log
from pipeline.scene import Label
from tests.book.sample import make_options, make_section


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
    (log,) = [page for page in book.pages if page.role is PageRole.LOG]
    said = [mark.text for mark in log.scene.marks if isinstance(mark, Label)]
    assert {str(number) for number in range(1, 101)} <= set(said)
