"""Bridges as what lies on the water."""

from hypothesis import given, settings

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import make_solution
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.spans import (
    Span,
    between,
    links_of,
    place,
    spans_of,
    touching_bridges,
)
from pipeline.kinds.kit.sites.bridges import read_links, read_spans
from pipeline.model import PuzzleFormatError
from tests.kinds.hashi.boards import board, rows_of, solved_boards
from tests.naive.hashi import visible_pairs
from tests.refusals import refused

QUICK = settings(max_examples=100, deadline=None, derandomize=True, database=None)


def reads(clues: Board, spans: dict[int, Span]) -> Solution | str:
    """Return the bridges of spans, or the message about a loose piece."""
    try:
        return read_spans(clues, spans, "check it")
    except PuzzleFormatError as error:
        return str(error)


@QUICK
@given(puzzle=solved_boards(may_touch=True))
def test_the_engines_link_islands_that_see_each_other(puzzle: tuple[Board, Solution]) -> None:
    clues, _ = puzzle
    assert set(find_links(clues).pairs) == set(visible_pairs(rows_of(clues)))


@QUICK
@given(puzzle=solved_boards("free-4", most=4))
def test_spans_make_the_bridges_that_left_them(puzzle: tuple[Board, Solution]) -> None:
    clues, solution = puzzle
    spans = {cell: span for cell, (span,) in spans_of(clues, solution).items()}
    assert reads(clues, spans) == solution
    for cell in spans:
        fewer = {other: span for other, span in spans.items() if other != cell}
        is_alone = all(
            cell not in (cells := between(clues.cols, *bridge[:2]) or ()) or len(cells) == 1
            for bridge in solution.items
        )
        assert isinstance(reads(clues, fewer), Solution) == is_alone


@QUICK
@given(puzzle=solved_boards("free-4", most=4, may_touch=True))
def test_links_make_the_bridges_that_they_show(puzzle: tuple[Board, Solution]) -> None:
    clues, solution = puzzle
    assert read_links(clues, links_of(clues, solution)) == solution


def test_links_that_end_on_the_water_are_no_bridges() -> None:
    clues = board("1..1")
    links = links_of(clues, make_solution([(0, 3, 1)]))
    assert read_links(clues, {pair: 1 for pair in links if pair != (1, 2)}) is None


def test_spans_in_the_wrong_direction_are_loose() -> None:
    with refused(PuzzleFormatError):
        read_spans(board("1.1"), {1: Span(1, False)}, "check it", [1])


def test_cells_that_share_no_row_or_column_have_none_between() -> None:
    assert between(4, 0, 11) is None
    assert list(between(4, 11, 3) or ()) == [7]
    assert list(between(4, 3, 0) or ()) == [1, 2]


def test_bridges_without_length_are_found() -> None:
    clues = board("21 1.")
    assert touching_bridges(clues, make_solution([(0, 1, 1), (0, 2, 1)])) == [(0, 1, 1), (0, 2, 1)]
    assert place(clues, 2) == "row 2, column 1"
