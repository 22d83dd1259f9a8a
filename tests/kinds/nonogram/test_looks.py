import pytest

from pipeline.edition.worked import worked_example
from pipeline.kinds import get_kind
from pipeline.kinds.kit.looks.measures import FACE
from pipeline.kinds.kit.looks.pen import place_at
from pipeline.scene import Ink, Label, Line, Rect, Role
from pipeline.scene.board import board_style
from tests.kinds.test_read_board import printed
from tests.known import the


def test_every_fifth_line_is_as_heavy_as_the_frame_out_to_the_clues() -> None:
    kind, style = get_kind("nonogram"), board_style(8.0)
    puzzle = {"rows": 10, "cols": 10, "left": [[1]] * 10, "top": [[1]] * 10}
    clues = kind.decode({**puzzle, "clues": [[0] * 10] * 10})
    lines = [mark for mark in kind.draw(clues, None, 8.0).marks
             if isinstance(mark, Line) and mark.width_mm == style.frame_mm]  # fmt: skip
    assert len(lines) == 4  # one across and one down, each on the board and beside it
    assert {mark.ink for mark in lines} == {Ink(Role.FRAME)}


def test_every_second_strip_of_clues_is_shaded_behind_its_numbers() -> None:
    marks = (
        get_kind("nonogram").draw(worked_example(get_kind("nonogram"), None)[0], None, 8.0).marks
    )
    strips = [(k, mark) for k, mark in enumerate(marks) if isinstance(mark, Rect)]
    texts = [(k, mark.position) for k, mark in enumerate(marks) if isinstance(mark, Label)]
    assert len(strips) == 4  # two rows and two columns of five
    for at, strip in strips:
        (left, top), right = strip.corner, strip.corner[0] + strip.width
        inside = [k for k, (x, y) in texts if left <= x <= right and top <= y <= top + strip.height]
        assert inside
        assert min(inside) > at


CROSS = {"rows": 5, "cols": 5, "left": [[], [1, 1], [2], [], [1]], "top": [[1], [2], [1], [], [1]]}


@pytest.mark.parametrize("cell_mm", [5.0, 9.0])
def test_a_zero_beside_an_empty_line_is_printed_and_read_as_no_number(cell_mm: float) -> None:
    kind = get_kind("nonogram")
    clues = kind.decode({**CROSS, "clues": [[0] * 5] * 5})
    assert kind.draw_zeros is not None
    plain, zeros = kind.draw(clues, None, cell_mm), kind.draw_zeros(clues, None, cell_mm)
    texts = [[m.text for m in scene.marks if isinstance(m, Label)] for scene in (plain, zeros)]
    assert [one.count("0") for one in texts] == [0, 3]
    for page in printed([plain, zeros]):
        (found,) = the(kind.read_board)(page.upright, None)
        assert found.clues == clues


def test_a_list_whose_numbers_are_one_cell_apart_is_read_whole() -> None:
    kind, style = get_kind("nonogram"), board_style(8.0)
    clues = kind.decode({**CROSS, "clues": [[0] * 5] * 5})
    assert kind.draw_bare is not None
    scene = kind.draw_bare(clues, None, 8.0)
    places = [
        (number, (at + 0.5, k - len(numbers) + 0.5), side == "left")
        for side, (at,), numbers, *_ in clues.other_clues
        for k, number in enumerate(numbers)
    ]
    labels = [
        Label(str(number), place_at(style, *(place if is_left else place[::-1])), 4.0,
              Ink(Role.CLUE), FACE)
        for number, place, is_left in places
    ]  # fmt: skip
    (page,) = printed([scene.over(labels)])
    (found,) = the(kind.read_board)(page.upright, None)
    assert found.clues == clues
