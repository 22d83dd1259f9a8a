from pipeline.book.parts.guide import worked_example
from pipeline.kinds import get_kind
from pipeline.scene import Ink, Label, Line, Rect, Role
from pipeline.scene.board import board_style


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
    strips = [k for k, mark in enumerate(marks) if isinstance(mark, Rect)]
    texts = [k for k, mark in enumerate(marks) if isinstance(mark, Label)]
    assert len(strips) == 4  # two rows and two columns of five
    for strip in (marks[k] for k in strips):
        (left, top), right = strip.corner, strip.corner[0] + strip.width
        inside = [k for k in texts if left <= marks[k].position[0] <= right
                  and top <= marks[k].position[1] <= top + strip.height]  # fmt: skip
        assert inside
        assert min(inside) > marks.index(strip)
