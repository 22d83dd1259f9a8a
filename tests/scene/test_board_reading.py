import pytest

from pipeline.scene.board_reading import PageContent, Stroke, find_boards


def stroke(*points: tuple[float, float], closed: bool = False) -> Stroke:
    return Stroke(points, 0.3, 1.0, closed, False)


def box(left: float, top: float, right: float, bottom: float) -> Stroke:
    return stroke((left, top), (right, top), (right, bottom), (left, bottom), closed=True)


def drawing(*strokes: Stroke) -> PageContent:
    return PageContent(200, 200, strokes, (), ())


def grid(rows: int, cols: int, cell: float) -> list[Stroke]:
    across = [stroke((0, r * cell), (cols * cell, r * cell)) for r in range(1, rows)]
    down = [stroke((c * cell, 0), (c * cell, rows * cell)) for c in range(1, cols)]
    return [box(0, 0, cols * cell, rows * cell), *across, *down]


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 1), (3, 5), (40, 40)])
def test_size_and_cells_follow_from_the_lines(rows: int, cols: int) -> None:
    (board,) = find_boards(drawing(*grid(rows, cols, 4.25)))
    assert (board.rows, board.cols, board.blocked) == (rows, cols, frozenset())
    assert board.cell_mm == pytest.approx(4.25)


def test_lines_that_end_inside_cells_are_no_grid() -> None:
    answer = stroke((5, 5), (25, 5))
    (board,) = find_boards(drawing(*grid(3, 3, 10), answer))
    assert (board.rows, board.cols) == (3, 3)
    assert board.cells_under(answer.points) == (0, 1, 2)
    assert list(board.strokes(drawing(answer))) == [answer]


def test_a_frame_alone_is_no_board() -> None:
    assert find_boards(drawing(box(0, 0, 30, 20))) == ()
    assert find_boards(drawing(box(0, 0, 30, 20), stroke((5, 5), (25, 5)))) == ()


def test_lines_off_the_lattice_are_no_board() -> None:
    assert find_boards(drawing(box(0, 0, 30, 30), stroke((0, 7), (30, 7)))) == ()


def test_cells_cut_from_the_outline_and_holes_are_blocked() -> None:
    outline = stroke(
        (10, 0), (40, 0), (40, 40), (0, 40), (0, 10), (10, 10), closed=True
    )  # fmt: skip
    hole = box(20, 20, 30, 30)
    lines = [
        stroke((10, 10), (40, 10)), stroke((0, 20), (40, 20)), stroke((0, 30), (40, 30)),
        stroke((10, 10), (10, 40)), stroke((20, 0), (20, 40)), stroke((30, 0), (30, 40)),
    ]  # fmt: skip
    (board,) = find_boards(drawing(outline, hole, *lines))
    assert (board.rows, board.cols, sorted(board.blocked)) == (4, 4, [0, 10])


def test_boards_come_in_reading_order() -> None:
    def moved(strokes: list[Stroke], dx: float, dy: float) -> list[Stroke]:
        return [s._replace(points=tuple((x + dx, y + dy) for x, y in s.points)) for s in strokes]

    three = [*moved(grid(2, 2, 10), 50, 0), *moved(grid(3, 3, 10), 0, 50), *grid(1, 2, 10)]
    assert [board.rows for board in find_boards(drawing(*three))] == [1, 2, 3]
