"""Bridges as what lies on the water."""

from hypothesis import given, settings

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import Clues, Solution, make_solution
from pipeline.kinds.hashi.spans import (
    Span,
    cells_between,
    links_of,
    neighbours,
    place,
    read_links,
    read_spans,
    spans_of,
    touching_bridges,
)
from tests.kinds.hashi.boards import board, solved_boards

QUICK = settings(max_examples=100, deadline=None, derandomize=True, database=None)


@QUICK
@given(puzzle=solved_boards(may_touch=True))
def test_islands_see_what_the_engines_link(puzzle: tuple[Clues, Solution]) -> None:
    clues, _ = puzzle
    links = find_links(clues.cols, clues.islands)
    linked = set(links.pairs)
    seen = {
        (min(cell, far), max(cell, far))
        for cell, all_seen in neighbours(clues).items()
        for far in all_seen
    }
    assert seen == linked


@QUICK
@given(puzzle=solved_boards("free-4", most=4))
def test_spans_make_the_bridges_that_left_them(puzzle: tuple[Clues, Solution]) -> None:
    clues, solution = puzzle
    spans = {cell: span for cell, (span,) in spans_of(clues, solution).items()}
    assert read_spans(clues, spans).solution == solution
    for cell in spans:
        fewer = {other: span for other, span in spans.items() if other != cell}
        broken = read_spans(clues, fewer)
        is_alone = all(
            cell not in (between := list(cells_between(clues, *bridge[:2]) or ()))
            or len(between) == 1
            for bridge in solution.bridges
        )
        assert (broken.broken is None) == is_alone


@QUICK
@given(puzzle=solved_boards("free-4", most=4, may_touch=True))
def test_links_make_the_bridges_that_they_show(puzzle: tuple[Clues, Solution]) -> None:
    clues, solution = puzzle
    assert read_links(clues, links_of(clues, solution)) == solution


def test_links_that_end_on_the_water_are_no_bridges() -> None:
    clues = board("1..1")
    links = links_of(clues, make_solution([(0, 3, 1)]))
    assert read_links(clues, {pair: 1 for pair in links if pair != (1, 2)}) is None


def test_spans_in_the_wrong_direction_are_loose() -> None:
    clues = board("1.1")
    assert read_spans(clues, {1: Span(1, False)}).broken == 1


def test_cells_that_share_no_row_or_column_have_none_between() -> None:
    clues = board("1..1 .... 1..1")
    assert cells_between(clues, 0, 11) is None
    assert list(cells_between(clues, 11, 3) or ()) == [7]
    assert list(cells_between(clues, 3, 0) or ()) == [1, 2]


def test_bridges_without_length_are_found() -> None:
    clues = board("21 1.")
    assert touching_bridges(clues, make_solution([(0, 1, 1), (0, 2, 1)])) == [(0, 1, 1), (0, 2, 1)]
    assert place(clues, 2) == "row 2, column 1"
