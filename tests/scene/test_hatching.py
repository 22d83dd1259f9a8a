"""Hatched cells: what stays, what is covered, and that nothing leaves its cell."""

from pipeline.scene import Disc, Ink, Label, Line, Mark, Polyline, Rect, Role, Scene
from pipeline.scene.board import board_marks, board_size, board_style, cell_centre
from pipeline.scene.shading import LINES_A_CELL, Hatching, hatch_cells

STYLE = board_style(10.0)
BOARD = board_marks(2, 3, frozenset(), STYLE)
NUMBERS = [Label(str(cell), cell_centre(cell, 3, STYLE), 5.0, Ink(Role.CLUE)) for cell in (0, 4)]
PUZZLE = Scene(*board_size(2, 3, STYLE), (*BOARD.grid, *NUMBERS, *BOARD.frame))
LINE = Line(cell_centre(0, 3, STYLE), cell_centre(2, 3, STYLE), 3.0, Ink(Role.PATH))
SOLVED = Scene(*board_size(2, 3, STYLE), (*BOARD.grid, LINE, *NUMBERS, *BOARD.frame))


def _added(hatching: Hatching) -> list[Mark]:
    scene = hatch_cells(SOLVED, PUZZLE, 3, 10.0, hatching)
    assert scene.marks[: len(SOLVED.marks)] == SOLVED.marks
    assert (scene.width_mm, scene.height_mm) == (SOLVED.width_mm, SOLVED.height_mm)
    return list(scene.marks[len(SOLVED.marks) :])


def test_a_hatched_cell_covers_the_solution_and_shows_its_number_again() -> None:
    added = _added(Hatching([4]))
    patches = [mark for mark in added if isinstance(mark, Rect)]
    x, y = cell_centre(4, 3, STYLE)
    assert [(p.corner, p.width, p.fill) for p in patches] == [
        ((round(x - 5, 4), round(y - 5, 4)), 10.0, Ink(Role.PAPER))
    ]
    assert [mark.text for mark in added if isinstance(mark, Label)] == ["4"]
    assert [mark.centre for mark in added if isinstance(mark, Disc)] == [(x, y)]
    assert isinstance(added[-1], Polyline)
    assert added[-1].ink == Ink(Role.FRAME)


def test_stripes_stay_in_their_cell_and_run_on_into_the_next() -> None:
    stripes = [mark for mark in _added(Hatching([1, 2])) if isinstance(mark, Line)]
    assert len(stripes) == 2 * (2 * LINES_A_CELL - 1)
    for number, cell in enumerate((1, 2)):
        x, y = cell_centre(cell, 3, STYLE)
        own = stripes[number * len(stripes) // 2 : (number + 1) * len(stripes) // 2]
        for stripe in own:
            for px, py in (stripe.start, stripe.end):
                assert abs(px - x) <= 5.0001
                assert abs(py - y) <= 5.0001
    ends = {point for stripe in stripes for point in (stripe.start, stripe.end)}
    border = round(cell_centre(2, 3, STYLE)[0] - 5, 4)
    assert len({y for x, y in ends if x == border}) == LINES_A_CELL + 1


def test_cells_hatched_both_ways_have_twice_the_stripes() -> None:
    single = [mark for mark in _added(Hatching([1])) if isinstance(mark, Line)]
    crossed = [mark for mark in _added(Hatching([], [1])) if isinstance(mark, Line)]
    assert len(crossed) == 2 * len(single)
    assert len(set(crossed)) == len(crossed)


def test_nothing_to_hatch_leaves_the_picture_as_it_was() -> None:
    assert [mark for mark in _added(Hatching([])) if mark not in BOARD.frame] == []
