"""Lines that fill their cells are read from areas, and what is no line is reported."""

import pytest

from pipeline.kinds.numberlink.read_board import read_board
from pipeline.scene.board_reading import Fill, PageContent, Stroke, TextRun

SIDE = 10.0
FRAME = Stroke(((0, 0), (30, 0), (30, 30), (0, 30)), 0.7, 1.0, True, False)
GRID = tuple(
    Stroke(points, 0.3, 0.5, False, True)
    for at in (10.0, 20.0)
    for points in (((at, 0.0), (at, 30.0)), ((0.0, at), (30.0, at)))
)
ENDS = {(0, 0): "1", (2, 2): "1"}


def area(row: int, col: int, rows: int, cols: int) -> Fill:
    left, top = SIDE * col, SIDE * row
    right, bottom = left + SIDE * cols, top + SIDE * rows
    return Fill(((left, top), (right, top), (right, bottom), (left, bottom)), 0.4)


ACROSS, DOWN = area(0, 0, 1, 3), area(0, 2, 3, 1)


@pytest.mark.parametrize(
    ("areas", "path", "fault"),
    [
        ((ACROSS, DOWN), (0, 1, 2, 5, 8), ""),
        ((DOWN, ACROSS), (0, 1, 2, 5, 8), ""),
        ((ACROSS,), None, "a line joins 1 and no number"),
        ((ACROSS, DOWN, area(1, 1, 1, 2)), None, "a line joins"),
        ((ACROSS, area(1, 0, 2, 1), DOWN), None, "a line joins no number and no number"),
        (
            (ACROSS, area(0, 0, 3, 1), area(2, 0, 1, 3), DOWN),
            None,
            "a line joins no number and no number",
        ),
    ],
    ids=["bent", "in any order", "open", "branching", "beside", "ring"],
)
def test_areas(areas: tuple[Fill, ...], path: tuple[int, ...] | None, fault: str) -> None:
    texts = tuple(
        TextRun(text, ((col + 0.5) * SIDE, (row + 0.5) * SIDE), 5.0, False)
        for (row, col), text in ENDS.items()
    )
    (found,) = read_board(PageContent(50, 50, (FRAME, *GRID), areas, texts), "free")
    assert found.fault.startswith(fault)
    assert (found.solution and found.solution.paths) == (path and (path,))
