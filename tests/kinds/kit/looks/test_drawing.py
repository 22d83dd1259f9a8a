"""Clues outside of single cells are drawn legibly and without touching an answer."""

import pytest

from pipeline.kinds import kit
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import CAGE, Clue
from pipeline.kinds.kit.looks.drawing import draw, drawn_by
from pipeline.kinds.kit.looks.look import Looks, Sign
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FIGURE_EM, SMALLEST_TYPE_MM
from pipeline.kinds.kit.telling.deduction import Decision, Step
from pipeline.scene import Align, Anchor, Disc, Ink, Label, Line, Role
from tests.kinds.kit.looks.samples import KINDS

PAPER = Ink(Role.PAPER)
BOARDS = Boards(family="numbers", clue_sorts=(kit.Cages(), kit.Outside()))
CAGES = (Clue(CAGE, (0, 1, 3), (17,)), Clue(CAGE, (2, 5, 8), (6,)), Clue(CAGE, (4, 6, 7), (22,)))


def box_of_label(label: Label) -> tuple[float, float, float, float]:
    (x, y), size = label.position, label.size_mm
    wide, high = len(label.text) * DIGIT_EM * size, FIGURE_EM * size
    left = x if label.align is Align.LEFT else x - wide / 2
    top = y - high if label.anchor is Anchor.BASELINE else y - high / 2
    return left, top, left + wide, top + high


@pytest.mark.parametrize("cell_mm", [4.2, 7.0, 9.5, 12.0])
def test_totals_of_cages_are_legible_and_clear_of_numbers(cell_mm: float) -> None:
    clues = Board(3, 3, (0,) * 9, other_clues=CAGES)
    numbers = Solution("numbers", tuple((cell, 8) for cell in range(9)))
    labels = [
        m for m in draw(Looks(), BOARDS, clues, numbers, cell_mm).marks if isinstance(m, Label)
    ]
    totals = [box_of_label(one) for one in labels if one.align is Align.LEFT]
    assert len(totals) == 3
    assert cell_mm < 7 or min(one.size_mm for one in labels) >= SMALLEST_TYPE_MM - 1e-4
    for left, top, right, bottom in totals:
        for other in map(box_of_label, (one for one in labels if one.align is Align.CENTRE)):
            assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top


def test_outlines_of_cages_are_closed() -> None:
    scene = draw(Looks(), BOARDS, Board(3, 3, (0,) * 9, other_clues=CAGES), None, 9.0)
    sides = [mark for mark in scene.marks if isinstance(mark, Line) and mark.dash_mm]
    ends = [end for side in sides for end in (side.start, side.end)]
    assert all(ends.count(end) == 2 for end in ends)


@pytest.mark.parametrize("sort", ["left", "top", "right", "bottom"])
def test_a_margin_is_as_wide_as_its_longest_list(sort: str) -> None:
    def wider_by(*lists: tuple[int, ...]) -> tuple[float, float]:
        extra = tuple(Clue(sort, (line,), numbers) for line, numbers in enumerate(lists))
        plain, scene = (
            draw(Looks(), BOARDS, Board(3, 3, (0,) * 9, other_clues=one), None, 9.0)
            for one in ((), extra)
        )
        labels = [box_of_label(mark) for mark in scene.marks if isinstance(mark, Label)]
        assert all(left >= 0 and top >= 0 for left, top, _, _ in labels)
        assert all(b[2] <= scene.width_mm and b[3] <= scene.height_mm for b in labels)
        return scene.width_mm - plain.width_mm, scene.height_mm - plain.height_mm

    along = 0 if sort in ("left", "right") else 1
    one, two, three = (wider_by((1,), (1,) * count) for count in (1, 2, 3))
    assert one[along] < two[along] < three[along]
    assert one[1 - along] == three[1 - along] == 0


def test_a_step_writes_the_symbols_that_it_decides_and_no_others() -> None:
    boards, looks = KINDS["alike"][1], KINDS["alike"][0]
    decided = [
        Decision((cell,), one, one, "line", family="cells") for cell, one in ((1, 0), (2, 1))
    ]
    step = Step("single", (*decided, Decision((3,), 0, 1, "line", family="cells")))
    clues = Board(1, 4, (-1,) * 4)
    labels = [
        mark
        for mark in draw(looks, boards, clues, drawn_by(boards, looks, step), 9.0).marks
        if isinstance(mark, Label)
    ]
    assert [(one.text, int(one.position[0] // 9)) for one in labels] == [("0", 1), ("1", 2)]


def test_white_circles_are_hollow_and_black_ones_are_filled() -> None:
    """As clues, with numbers and without, and in an answer."""
    for is_number in (False, True):
        signs = {0: Sign("white", is_number), 1: Sign("black", is_number)}
        looks = Looks(symbols=("white", "black"), signs=signs)
        boards = Boards(family="cells", empty=-1)
        answer = Solution("numbers", () if is_number else ((2, 0), (3, 1)))
        scene = draw(looks, boards, Board(1, 4, (0, 1, -1, -1)), answer, 9.0)
        rings = [mark for mark in scene.marks if isinstance(mark, Disc) and mark.ink is not None]
        fills = {round(one.centre[0] / 9.0 - 0.5): one.fill for one in rings}
        inks = {round(one.centre[0] / 9.0 - 0.5): one.ink for one in rings}
        written = {} if is_number else {2: PAPER, 3: inks[3]}
        assert fills == {0: PAPER, 1: inks[1]} | written
        assert all(one.width_mm > 0 and one.ink != PAPER for one in rings)
