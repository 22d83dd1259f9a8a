"""Sudokus look as buyers know them: heavy boxes, and diagonals that nothing interrupts."""

import pytest

from pipeline.kinds import get_kind, load_examples
from pipeline.scene import Disc, Line, Polyline, Role, Scene

KIND = get_kind("sudoku")


def draw(rule: str, cell_mm: float, *, is_solved: bool) -> Scene:
    """Return the first example under a rule."""
    for example in load_examples(KIND)["solved"]:
        clues = KIND.decode(example["puzzle"])
        if clues.rule == rule:
            solution = KIND.decode_solution(clues, example["solution"])
            return KIND.draw(clues, solution if is_solved else None, cell_mm)
    raise AssertionError(rule)


@pytest.mark.parametrize("rule", KIND.rules)
@pytest.mark.parametrize("cell_mm", [3.5, 7.0, 12.0])
def test_lines_between_boxes_are_clearly_heavier_than_lines_between_cells(
    rule: str, cell_mm: float
) -> None:
    lines = [mark for mark in draw(rule, cell_mm, is_solved=False).marks if isinstance(mark, Line)]
    thin, heavy = (
        {line.width_mm for line in lines if line.ink.role is role}
        for role in (Role.GRID, Role.FRAME)
    )
    assert min(heavy) >= 1.8 * max(thin)


@pytest.mark.parametrize("is_solved", [False, True])
def test_diagonals_are_two_whole_lines(is_solved: bool) -> None:
    marks = draw("diagonal", 8.0, is_solved=is_solved).marks
    slanted = [
        mark
        for mark in marks
        if isinstance(mark, Line) and mark.start[0] != mark.end[0] and mark.start[1] != mark.end[1]
    ]
    assert [line.ink.role for line in slanted] == [Role.GRID] * 2
    others = [mark.fill for mark in marks if isinstance(mark, Disc | Polyline)]
    assert not [fill for fill in others if fill and fill.role is Role.PAPER]
