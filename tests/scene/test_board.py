from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.scene import Ink, Line, Polyline, Rect, Role
from pipeline.scene.board import board_marks, board_size, board_style, cell_centre

STYLE = board_style(10.0)
EDGE = STYLE.margin_mm


def _area(line: Polyline) -> float:
    """Signed area of a closed line in cells; clockwise with y down is positive."""
    points = [*line.points, line.points[0]]
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(points))
    return twice / 2 / STYLE.cell_mm**2


@st.composite
def masks(draw: st.DrawFn) -> tuple[int, int, frozenset[int]]:
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = st.sets(st.integers(0, rows * cols - 1), max_size=rows * cols - 1)
    return rows, cols, frozenset(draw(cells))


@settings(max_examples=80)
@given(masks())
def test_frames_enclose_exactly_the_open_cells(mask: tuple[int, int, frozenset[int]]) -> None:
    rows, cols, blocked = mask
    board = board_marks(rows, cols, blocked, STYLE)
    total = sum(_area(mark) for mark in board.frame if isinstance(mark, Polyline))
    assert round(total, 6) == rows * cols - len(blocked)


@settings(max_examples=80)
@given(masks())
def test_grid_and_frame_together_draw_every_side_of_open_cells_once(
    mask: tuple[int, int, frozenset[int]],
) -> None:
    rows, cols, blocked = mask
    board = board_marks(rows, cols, blocked, STYLE)
    sides: dict[frozenset[tuple[int, int]], int] = {}
    for cell in set(range(rows * cols)) - blocked:
        r, c = divmod(cell, cols)
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        for a, b in pairwise([*corners, corners[0]]):
            sides[frozenset((a, b))] = 0
    ends = [(mark.start, mark.end) for mark in board.grid if isinstance(mark, Line)]
    for mark in board.frame:
        assert isinstance(mark, Polyline)
        ends.extend(pairwise([*mark.points, mark.points[0]]))
    for start, end in ends:
        for side in _unit_sides(start, end):
            sides[side] += 1
    assert set(sides.values()) == {1}


def _unit_sides(
    start: tuple[float, float], end: tuple[float, float]
) -> list[frozenset[tuple[int, int]]]:
    (c0, r0), (c1, r1) = ((round((x - EDGE) / 10), round((y - EDGE) / 10)) for x, y in (start, end))
    steps = max(abs(c1 - c0), abs(r1 - r0))
    dr, dc = (r1 - r0) // steps, (c1 - c0) // steps
    corners = [(r0 + k * dr, c0 + k * dc) for k in range(steps + 1)]
    return [frozenset(pair) for pair in pairwise(corners)]


@settings(max_examples=80)
@given(masks())
def test_areas_cover_holes_and_nothing_that_is_played_on(
    mask: tuple[int, int, frozenset[int]],
) -> None:
    rows, cols, blocked = mask
    outside = {(r, c) for r in range(-1, rows + 1) for c in range(-1, cols + 1)
               if not (0 <= r < rows and 0 <= c < cols)}  # fmt: skip
    shut = {divmod(cell, cols) for cell in blocked}
    while reached := {(r, c) for r, c in shut - outside
                      if outside & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}}:  # fmt: skip
        outside |= reached
    covered: set[tuple[int, int]] = set()
    for mark in board_marks(rows, cols, blocked, STYLE).grid:
        assert isinstance(mark, Line | Rect)
        if isinstance(mark, Rect):
            assert mark.fill == Ink(Role.BLOCKED)
            (x, y), wide, high = mark.corner, mark.width, mark.height
            col, row, c, r = (round(v / 10) for v in (x - EDGE, y - EDGE, wide, high))
            covered |= {(row + i, col + k) for i in range(r) for k in range(c)}
    assert covered == shut - outside


def test_the_frame_lies_inside_the_scene() -> None:
    for cell_mm in (2.5, 5.0, 10.0, 20.0, 40.0):
        style = board_style(cell_mm)
        width, height = board_size(4, 6, style)
        board = board_marks(4, 6, frozenset(), style)
        (frame,) = board.frame
        assert isinstance(frame, Polyline)
        for x, y in frame.points:
            assert style.frame_mm / 2 < x < width - style.frame_mm / 2
            assert style.frame_mm / 2 < y < height - style.frame_mm / 2


def test_lines_are_never_thinner_than_printers_hold_and_the_frame_is_heavier() -> None:
    for cell_mm in (1.0, 3.0, 8.0, 25.0):
        style = board_style(cell_mm)
        assert style.grid_mm >= 0.75 * 25.4 / 72
        assert style.frame_mm >= 1.8 * style.grid_mm


def test_the_centre_of_a_cell() -> None:
    x, y = cell_centre(7, 5, STYLE)
    assert (round(x - EDGE, 6), round(y - EDGE, 6)) == (25.0, 15.0)
