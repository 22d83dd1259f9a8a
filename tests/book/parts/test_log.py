from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.book import PageRole, lay_out
from pipeline.book.parts.log import plan_log
from pipeline.scene import Label
from tests.book.sample import make_options, make_section


@given(st.integers(1, 700), st.integers(1, 3), st.integers(12, 40), st.integers(41, 48))
def test_a_log_holds_every_puzzle_on_pages_filled_alike(
    count: int, columns: int, first: int, later: int
) -> None:
    plan = plan_log(count, columns, first, later)
    assert columns * sum(plan.rows) >= count
    assert plan.rows[0] * plan.row_steps <= first
    assert all(rows * plan.row_steps <= later for rows in plan.rows)
    assert len(set(plan.rows[1:])) <= 1
    # one row less on every page would not do
    assert columns * sum(rows - 1 for rows in plan.rows) < count
    loose = [first // 2, *[later // 2] * (len(plan.rows) - 1)]
    if columns * sum(loose) >= count:
        assert plan.row_steps == 2.0


def test_three_puzzles_more_than_fit_take_no_page_of_their_own() -> None:
    book = lay_out(make_options(), [make_section("All", [(4, 4)] * 60)])
    (log,) = [page for page in book.pages if page.role is PageRole.LOG]
    said = [mark.text for mark in log.scene.marks if isinstance(mark, Label)]
    assert {str(number) for number in range(1, 61)} <= set(said)
