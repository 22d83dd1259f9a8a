"""Pictures of Hashi: what is drawn, and that it can be read in print."""

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings

from pipeline.kinds.hashi.kind import KIND
from pipeline.kinds.hashi.model import make_clues, make_solution
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.draw import NARROWEST_GAP_MM
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FIGURE_EM
from pipeline.scene import Disc, Label, Line, Rect, Role, Scene
from pipeline.scene.board import board_style, cell_centre
from pipeline.stages.check_kind.bounds import outside
from tests.kinds.hashi.boards import board, solved_boards
from tests.scenes import scene_json

PT = 25.4 / 72
draw = KIND.draw
QUICK = settings(max_examples=40, deadline=None, derandomize=True, database=None)

MANY = board("4..7...5 ........ 1.?..... ....3... 5..8..9. ........ 8..8..c.", "free-4")
MANY_SOLVED = make_solution(
    [
        *((0, 3, 3), (3, 7, 4), (0, 16, 1), (16, 18, 1), (32, 35, 3), (35, 38, 2)),
        *((32, 48, 2), (48, 51, 4), (51, 54, 2), (35, 51, 2), (38, 54, 4)),
    ]
)


def _bridges(scene: Scene) -> list[Line]:
    return [mark for mark in scene.marks if isinstance(mark, Line)]


def _islands(scene: Scene) -> list[Disc]:
    return [mark for mark in scene.marks if isinstance(mark, Disc) and mark.ink is not None]


def _labels(scene: Scene) -> list[Label]:
    return [mark for mark in scene.marks if isinstance(mark, Label)]


def smallest_cell(clues: Board) -> float:
    """Return the smallest cell in tenths of a millimetre whose numbers can be read."""
    return next(
        tenths / 10
        for tenths in range(10, 300)
        if min(label.size_mm for label in _labels(draw(clues, None, tenths / 10))) / PT > 6.999
    )


def _side_by_side(most: int) -> tuple[Board, Solution]:
    """Two islands with as many bridges as a rule allows."""
    clues = make_clues(1, 3, [most, 0, most], f"free-{most}")
    return clues, make_solution([(0, 2, most)])


@pytest.mark.parametrize(
    ("name", "cell_mm", "is_solved"),
    [("puzzle", 10.0, False), ("solution", 10.0, True), ("small-answer", 4.2, True)],
)
def test_the_drawing_is_as_it_was(
    golden: Callable[[str, str], None], name: str, cell_mm: float, is_solved: bool
) -> None:
    scene = draw(MANY, MANY_SOLVED if is_solved else None, cell_mm)
    golden(f"hashi-{name}.json", scene_json(scene))


def test_islands_that_touch_are_as_they_were(golden: Callable[[str, str], None]) -> None:
    scene = draw(board("21 1."), make_solution([(0, 1, 1), (0, 2, 1)]), 10.0)
    golden("hashi-touching.json", scene_json(scene))


def test_an_unknown_number_is_a_question_mark() -> None:
    assert sorted({label.text for label in _labels(draw(MANY, None, 8.0))}) == [
        *("1", "12", "3", "4", "5", "7", "8", "9", "?")
    ]


@QUICK
@given(puzzle=solved_boards("free-4", most=4, may_touch=True, may_hide=True))
def test_each_bridge_is_a_line_from_island_to_island(puzzle: tuple[Board, Solution]) -> None:
    clues, solution = puzzle
    scene = draw(clues, solution, 8.0)
    assert outside(scene) == []
    style = board_style(8.0)
    lines = _bridges(scene)
    for one, other, count in solution.items:
        (x0, y0), (x1, y1) = (cell_centre(cell, clues.cols, style) for cell in (one, other))
        mine = [
            line
            for line in lines
            if (line.start[0], line.end[0]) == (x0, x1) or (line.start[1], line.end[1]) == (y0, y1)
        ]
        between = [line for line in mine if _is_near(line, (x0, y0), (x1, y1))]
        assert len(between) == count
        assert {line.ink.index for line in between} == {count - 1}
        middle = [sum(line.start[k] for line in between) / count for k in (0, 1)]
        assert middle == pytest.approx([x0, y0], abs=1e-3)
        lines = [line for line in lines if line not in between]
    assert lines == []


def _is_near(line: Line, start: tuple[float, float], end: tuple[float, float]) -> bool:
    return math.dist(line.start, start) < 3.6 and math.dist(line.end, end) < 3.6


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("cell_mm", [0.0, 4.0, 7.0, 10.0, 20.0])
def test_bridges_side_by_side_stay_apart_and_on_their_island(most: int, cell_mm: float) -> None:
    clues, solution = _side_by_side(most)
    scene = draw(clues, solution, max(cell_mm, smallest_cell(clues)))
    lines, (island, _) = _bridges(scene), _islands(scene)
    for one, other in pairwise(lines):
        gap = other.start[1] - one.start[1] - (one.width_mm + other.width_mm) / 2
        assert gap >= NARROWEST_GAP_MM - 1e-3
    reach = max(abs(line.start[1] - island.centre[1]) + line.width_mm / 2 for line in lines)
    assert reach <= island.radius_mm
    assert all(line.width_mm / PT >= 0.75 for line in lines)


@pytest.mark.parametrize("clue", [1, 8, 9, 12, 16, -1])
@pytest.mark.parametrize("cell_mm", [0.0, 5.0, 9.0, 20.0])
def test_numbers_fit_their_islands_and_can_be_read(clue: int, cell_mm: float) -> None:
    clues = make_clues(1, 3, [clue, 0, 1], "free-4")
    scene = draw(clues, None, max(cell_mm, smallest_cell(clues)))
    for label, island in zip(_labels(scene), _islands(scene), strict=True):
        assert label.position == island.centre
        assert label.size_mm / PT >= 6.999
        wide, high = len(label.text) * DIGIT_EM * label.size_mm, FIGURE_EM * label.size_mm
        assert math.hypot(wide, high) / 2 <= island.radius_mm - island.width_mm / 2 + 1e-3


def test_islands_that_touch_leave_room_for_a_bridge() -> None:
    scene = draw(board("21 1."), make_solution([(0, 1, 1), (0, 2, 1)]), 5.0)
    one, other, _ = _islands(scene)
    gap = math.dist(one.centre, other.centre) - 2 * one.radius_mm - one.width_mm
    assert gap >= 0.2 * 5.0
    assert len(_bridges(scene)) == 2


def test_water_is_dotted_where_no_bridge_passes() -> None:
    clues = board("2..2 1..1")
    clear = [
        [mark for mark in draw(clues, solution, 8.0).marks if isinstance(mark, Disc)]
        for solution in (None, make_solution([(0, 3, 2)]))
    ]
    assert [len([dot for dot in dots if dot.ink is None]) for dots in clear] == [4, 2]


def test_nothing_is_thinner_than_printers_hold() -> None:
    for cell_mm in (2.5, 3.0, 8.0, 20.0):
        for mark in draw(MANY, MANY_SOLVED, cell_mm).marks:
            if isinstance(mark, Line | Rect) or (isinstance(mark, Disc) and mark.ink is not None):
                assert mark.width_mm / PT >= 0.75
            elif isinstance(mark, Disc):
                assert 2 * mark.radius_mm / PT >= 0.75


def test_answers_have_one_ink_with_the_number_of_bridges() -> None:
    inks = {mark.ink for mark in _bridges(draw(MANY, MANY_SOLVED, 8.0))}
    assert {ink.role for ink in inks} == {Role.ANSWER}
    assert {ink.index for ink in inks} == {0, 1, 2, 3}


def test_a_solution_that_is_none_is_drawn_without_fuss() -> None:
    wrong = make_solution([(0, 9, 1), (1, 2, 16), (0, 54, 3)])
    scene = draw(MANY, wrong, 10.0)
    assert outside(scene) == []
    assert len(_bridges(scene)) == 4
