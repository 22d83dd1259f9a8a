"""Hashi boards read back from drawings: cells without a grid, figures in rings, counted lines."""

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.hashi.kind import KIND
from pipeline.kinds.hashi.model import make_clues, make_solution
from pipeline.render.pdf import write_pdf
from pipeline.scene import Line, Mark, Scene
from pipeline.scene.board_reading import PageContent, find_boards
from pipeline.stages.check_kind.boards import preset_boards
from tests.kinds.boards import kind_of, kinds_with
from tests.kinds.hashi.boards import board, solved_boards
from tests.known import the
from tests.pages import pages_of
from tests.slices import cases, share

draw, read_board = KIND.draw, the(KIND.read_board)
QUICK = settings(max_examples=20, deadline=None, derandomize=True, database=None)

PLUS = board(".1. 141 .1.")
PLUS_SOLVED = make_solution([(1, 4, 1), (3, 4, 1), (4, 5, 1), (4, 7, 1)])


def printed(*scenes: Scene) -> PageContent:
    """Return scenes side by side as they are read back from a page."""
    marks: list[Mark] = []
    width = 12.0
    for scene in scenes:
        marks += scene.moved(width, 15.0).marks
        width += scene.width_mm + 6.0
    height = max(scene.height_mm for scene in scenes) + 30.0
    stream = io.BytesIO()
    write_pdf([Scene(width + 6.0, height, tuple(marks))], stream)
    stream.seek(0)
    (page,) = pages_of(stream)
    return page.upright


@pytest.mark.part(4)
@pytest.mark.parametrize("most", [1, 2, 3, 4])
@given(data=st.data(), cell_mm=st.floats(4.2, 16.0))
@QUICK
def test_drawn_boards_are_read(most: int, data: st.DataObject, cell_mm: float) -> None:
    rule = f"connected-{most}"
    clues, solution = data.draw(solved_boards(rule, most=most, may_touch=True, may_hide=True))
    puzzle, answer = (
        read_board(printed(draw(clues, bridges, cell_mm)), rule) for bridges in (None, solution)
    )
    assert [(one.clues, one.solution, one.fault) for one in puzzle] == [(clues, None, "")]
    assert [(one.clues, one.solution, one.fault) for one in answer] == [(clues, solution, "")]


@pytest.mark.parametrize(("rows", "cols"), [(1, 40), (40, 1), (30, 45), (2, 2)])
def test_sizes_follow_from_the_dots(rows: int, cols: int) -> None:
    clues = make_clues(rows, cols, [1] + [0] * (rows * cols - 1))
    (found,) = read_board(printed(draw(clues, None, 4.2)), "connected-2")
    assert found.clues == clues


def test_boards_are_read_in_reading_order() -> None:
    other = board("1.1")
    found = read_board(printed(draw(other, None, 9.0), draw(PLUS, PLUS_SOLVED, 7.0)), "connected-2")
    assert [one.clues for one in found] == [other, PLUS]
    assert [one.solution for one in found] == [None, PLUS_SOLVED]


def test_a_line_into_the_water_is_a_fault() -> None:
    scene = draw(PLUS, PLUS_SOLVED, 9.0)
    (line, *_) = (mark for mark in scene.marks if isinstance(mark, Line))
    stray = replace(line, end=(line.start[0] + 9.0, line.start[1]))
    (found,) = read_board(printed(_with(scene, stray)), "connected-2")
    assert found.solution is None
    assert found.fault == "a line that does not lead from island to island"


def test_an_island_without_a_figure_is_a_fault() -> None:
    scene = draw(PLUS, None, 9.0)
    bare = Scene(scene.width_mm, scene.height_mm, _without_last_label(scene.marks))
    (found,) = read_board(printed(bare), "connected-2")
    assert (found.clues, found.fault) == (None, "an island without a figure from 1")


@pytest.mark.sliced
@pytest.mark.parametrize(
    ("other", "is_solved", "cell_mm"),
    cases(
        [kind_id for kind_id in kinds_with("read_board") if kind_id != "hashi"],
        [False, True],
        [4.2, 9.0],
    ),
)
def test_kinds_leave_each_others_boards_out(other: str, is_solved: bool, cell_mm: float) -> None:
    for drawer, reader in (("hashi", kind_of(other)), (other, kind_of("hashi"))):
        for page in _pages(drawer, is_solved, cell_mm):
            assert the(reader.read_board)(page, reader.rules[0]) == ()


@given(board=solved_boards("connected-4", most=4, may_touch=True), cell_mm=st.floats(4.2, 16.0))
@QUICK
def test_bridges_are_no_grid(board: tuple[object, object], cell_mm: float) -> None:
    assert find_boards(printed(kind_of("hashi").draw(*board, cell_mm))) == ()


@cache
def _pages(kind_id: str, is_solved: bool, cell_mm: float) -> list[PageContent]:
    kind = kind_of(kind_id)
    boards = list(preset_boards(kind))
    return [
        printed(kind.draw(board.clues, board.solution if is_solved else None, cell_mm))
        for board in boards[: share(len(boards))]
    ]


def _with(scene: Scene, mark: Mark) -> Scene:
    return Scene(scene.width_mm, scene.height_mm, (mark, *scene.marks))


def _without_last_label(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    *others, _label, frame = marks
    return (*others, frame)
