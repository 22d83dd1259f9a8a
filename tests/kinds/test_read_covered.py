"""Ink is read by its area: what is half covered with white is not read as whole, in any kind."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from pipeline.kinds.interface import rule_of
from pipeline.scene import (
    Align,
    Anchor,
    Cap,
    Disc,
    Ink,
    Label,
    Line,
    Mark,
    Polyline,
    Rect,
    Role,
    Scene,
)
from pipeline.scene.board_reading import BoardFound, Box, box_of, find_boards, inside, middle_of
from pipeline.stages.check_kind.boards import example_boards
from tests.kinds.boards import kind_of
from tests.kinds.test_read_board import READ, is_content, printed
from tests.known import the
from tests.slices import cases, share

CELL_MM = 9.0
AIR = (17.3, 21.9)  # Of the pages of `printed`
OWN_READERS = ("numberlink", "hashi", "npuzzle")  # Kinds that the kit does not read
WHITE = Ink(Role.PAPER)
DIGIT = (0.52, 0.72)
"""Width and height of a figure, in type sizes."""


def box_round(mark: Mark) -> Box:
    """Return the box round a mark, of a line its pen."""
    if isinstance(mark, Label):
        (x, y), size = mark.position, mark.size_mm
        wide, high = DIGIT[0] * len(mark.text) * size, DIGIT[1] * size
        left = x if mark.align is Align.LEFT else x - wide / 2
        low = y if mark.anchor is Anchor.BASELINE else y + high / 2
        return left, low - high, left + wide, low
    if isinstance(mark, Disc):
        (x, y), reach = mark.centre, mark.radius_mm + mark.width_mm / 2
        return x - reach, y - reach, x + reach, y + reach
    if isinstance(mark, Rect):
        (x, y) = mark.corner
        return x, y, x + mark.width, y + mark.height
    left, top, right, bottom = box_of(_points(mark))
    half = mark.width_mm
    return left - half, top - half, right + half, bottom + half


def _points(mark: Line | Polyline) -> Sequence[tuple[float, float]]:
    return (mark.start, mark.end) if isinstance(mark, Line) else mark.points


def plate(left: float, top: float, right: float, bottom: float) -> Rect:
    return Rect((left, top), right - left, bottom - top, WHITE)


def halves(mark: Mark) -> Iterator[tuple[Rect, ...]]:
    """Yield what covers each half of a mark, or all of a line but for its middle."""
    left, top, right, bottom = box_round(mark)
    x, y = (left + right) / 2, (top + bottom) / 2
    is_open = isinstance(mark, Polyline) and not mark.fill and not mark.is_closed
    if isinstance(mark, Polyline) and is_open and the(mark.ink).role is not Role.CLUE:
        (x0, y0), (x1, y1) = mark.points[:2]
        length = max(abs(x1 - x0), abs(y1 - y0))
        x, y = (a + (b - a) * CELL_MM / 2 / length for a, b in ((x0, x1), (y0, y1)))
        reach = CELL_MM / 4
        yield (plate(x - reach, y - reach, x + reach, y + reach),)
    elif isinstance(mark, Line):
        reach = CELL_MM / 10
        across = right - left > bottom - top
        yield (plate(left, top, x, bottom) if across else plate(left, top, right, y),)
        yield (
            (plate(left, top, x - reach, bottom), plate(x + reach, top, right, bottom))
            if across
            else (plate(left, top, right, y - reach), plate(left, y + reach, right, bottom))
        )
    else:
        yield (plate(left, top, x, bottom),)
        yield (plate(x, top, right, bottom),)
        yield (plate(left, top, right, y),)
        yield (plate(left, y, right, bottom),)


def is_clue(mark: Mark) -> bool:
    """Return whether a mark is a clue, an answer or a heavy border; no fifth line is one."""
    return is_content(mark) or (isinstance(mark, Line) and mark.cap is Cap.ROUND)


def spoilt(scene: Scene) -> Iterator[tuple[Mark, Scene]]:
    """Yield a board once for each way to cover a part of what it says."""
    for mark in filter(is_clue, scene.marks):
        for cover in halves(mark):
            yield mark, replace(scene, marks=(*scene.marks, *cover))


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize(("kind_id", "is_solved"), cases(READ, [False, True]))
def test_what_is_half_covered_is_not_read(kind_id: str, is_solved: bool) -> None:
    kind = kind_of(kind_id)
    boards = list(example_boards(kind))
    for board in boards[: share(len(boards))]:
        solution = board.solution if is_solved and kind.answer_text is None else None
        scene = kind.draw(board.clues, solution, CELL_MM)
        rule = rule_of(kind, board.clues)
        ways = list(spoilt(scene))
        marks, scenes = zip(*ways[:: max(1, len(ways) // share(600, 50))], strict=True)
        whole, *pages = printed([scene, *scenes])
        read = the(kind.read_board)
        right = read(whole.upright, rule)
        for mark, page, one in zip(marks, pages, scenes, strict=True):
            assert read(page.upright, rule) != right, (board.name, mark, one.marks[-1])


def walls(board: BoardFound, width: float) -> Iterator[Mark]:
    """Yield marks on the border between two cells that look like walls, or like a part of one."""
    ink, (left, top) = Ink(Role.FRAME), board.box[:2]
    left, top, side = left - AIR[0], top - AIR[1], board.cell_mm
    for row, col in ((0, 1), (board.rows // 2, board.cols // 2), (board.rows - 1, 1)):
        x, y = left + col * side, top + row * side
        start, middle, end = (x, y), (x, y + side / 2), (x, y + side)
        yield Line(start, middle, width, ink)
        yield Line(start, end, width, ink)
        yield Polyline((start, end), width, ink, is_closed=True)
        yield Rect((x - width / 2, y), width, side, ink)
        yield Rect((x - width / 2, y + side / 8), width, side / 2, ink)
        yield Rect((x - 0.15 * side, y), 0.3 * side, 1.2 * side, ink)
    for row, col in ((1, 0), (board.rows // 2, board.cols - 1)):
        x, y = left + col * side, top + row * side
        yield Line((x, y), (x + side, y), width, ink)


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", cases([k for k in READ if k not in OWN_READERS]))
def test_ink_that_is_no_part_of_a_board_is_found(kind_id: str) -> None:
    kind = kind_of(kind_id)
    board = next(iter(example_boards(kind)))
    scene, rule = kind.draw(board.clues, None, CELL_MM), rule_of(kind, board.clues)
    (whole,) = printed([scene])
    (right,) = the(kind.read_board)(whole.upright, rule)
    found = next(iter(find_boards(whole.upright)), None) or BoardFound(
        board.clues.rows, board.clues.cols, frozenset(), right.box, CELL_MM
    )
    heavy = [
        mark for mark in walls(found, 0.9)
        if not (_is_drawn(mark, scene) or _is_on_black(mark, scene))
    ]  # fmt: skip
    assert heavy
    for mark, page in zip(
        heavy, printed([replace(scene, marks=(*scene.marks, mark)) for mark in heavy]), strict=True
    ):
        assert the(kind.read_board)(page.upright, rule) != (right,), mark


def _is_drawn(mark: Mark, scene: Scene) -> bool:
    """Return whether a heavy border of the board is where a mark would be."""
    x, y = middle_of(box_round(mark))
    return any(
        isinstance(line, Line)
        and line.cap is Cap.ROUND
        and line.start[0] - 1 < x < line.end[0] + 1
        and line.start[1] - 1 < y < line.end[1] + 1
        for line in scene.marks
    )


def _is_on_black(mark: Mark, scene: Scene) -> bool:
    """Return whether both sides of a mark is on a black cell, so that nothing of it is seen."""
    left, top, right, bottom = box_round(mark)
    x, y = (left + right) / 2, (top + bottom) / 2
    black = [box_round(one) for one in scene.marks
             if isinstance(one, Rect) and one.fill == Ink(Role.CLUE)]  # fmt: skip
    sides = ((left, y), (right, y)) if bottom - top > right - left else ((x, top), (x, bottom))
    return all(any(inside(side, box) for box in black) for side in sides)


def test_frames_on_a_lattice_are_no_separate_squares() -> None:
    """Four boards with equal gaps are no board of 2x2, where cells are squares of their own."""
    sudoku, futoshiki = kind_of("sudoku"), kind_of("futoshiki")
    scene = sudoku.draw(next(iter(example_boards(sudoku))).clues, None, CELL_MM)
    step = 1.2 * scene.width_mm
    corners = [(step * k, step * m) for k in (0, 1) for m in (0, 1)]
    marks = tuple(mark for corner in corners for mark in scene.moved(*corner).marks)
    (page,) = printed([Scene(2 * step, 2 * step, marks)])
    assert len(the(sudoku.read_board)(page.upright, "boxes")) == 4
    assert the(futoshiki.read_board)(page.upright, None) == ()


def test_a_moon_whose_tips_are_covered_is_not_read() -> None:
    """They are less than a fifth of its ink, but half of its place."""
    kind = kind_of("binairo")
    (board, *_) = [one for one in example_boards(kind) if rule_of(kind, one.clues) == "signs"]
    scene = kind.draw(board.clues, board.solution, CELL_MM)
    moons = [mark for mark in scene.marks if isinstance(mark, Polyline) and len(mark.points) == 46]
    _, tips, *_ = halves(moons[0])
    whole, page = printed([scene, replace(scene, marks=(*scene.marks, *tips))])
    right = the(kind.read_board)(whole.upright, "signs")
    assert right[0].solution is not None
    assert the(kind.read_board)(page.upright, "signs") != right
