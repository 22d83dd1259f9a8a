"""Shading: as many lines to a cell as its shade says, under the board's own marks."""

from pipeline.scene import Ink, Label, Line, Rect, Role, Scene
from pipeline.scene.board import board_style, cell_centre
from pipeline.scene.shading import Hatching, hatch_cells, shade_cells

CELL_MM = 10.0
BOARD = Scene(31.4, 21.4, (Line((0, 0), (1, 1), 1.0, Ink(Role.PATH)),))


def test_lines_are_in_their_cells_and_under_the_board() -> None:
    scene = shade_cells(BOARD, 3, CELL_MM, {0: 1, 4: 3, 5: 0})
    *lines, own = scene.marks
    assert own == BOARD.marks[0]
    style = board_style(CELL_MM)
    for cell, count in ((0, 1), (4, 3), (5, 0)):
        x, y = cell_centre(cell, 3, style)
        inside = [
            line
            for line in lines
            if isinstance(line, Line)
            and abs(line.start[0] - x) < CELL_MM / 2
            and min(line.start[1], line.end[1]) == round(y - CELL_MM / 2, 4)
        ]
        assert len(inside) == count


def test_framed_cells_are_framed_over_the_board() -> None:
    scene = shade_cells(BOARD, 3, CELL_MM, {}, (2,))
    assert scene.marks[0] == BOARD.marks[0]
    frame = scene.marks[-1]
    assert isinstance(frame, Rect)
    x, y = cell_centre(2, 3, board_style(CELL_MM))
    assert frame.corner[0] < x < frame.corner[0] + frame.width
    assert frame.corner[1] < y < frame.corner[1] + frame.height


def test_shading_and_hatching_follow_a_board_that_is_not_in_the_corner() -> None:
    shaded = shade_cells(BOARD, 3, CELL_MM, {4: 3}, (2,)).moved(7.0, 5.0)
    assert shade_cells(BOARD.moved(7.0, 5.0), 3, CELL_MM, {4: 3}, (2,)) == shaded
    clue = Label("7", cell_centre(4, 3, board_style(CELL_MM)), 5.0, Ink(Role.CLUE))
    puzzle, hatching = BOARD.over([clue]), Hatching([4], [4])
    hatched = hatch_cells(BOARD, puzzle, 3, CELL_MM, hatching).moved(7.0, 5.0)
    board, moved = BOARD.moved(7.0, 5.0), puzzle.moved(7.0, 5.0)
    assert hatch_cells(board, moved, 3, CELL_MM, hatching) == hatched
    assert clue in hatch_cells(BOARD, puzzle, 3, CELL_MM, hatching).marks
