"""Answers that show more than what is in each cell: ships, and lines between areas."""

from dataclasses import replace

from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.kit.looks.look import look_of
from pipeline.scene import Cap, Ink, Line, Polyline, Rect, Role, Scene
from tests.kinds.test_read_board import printed
from tests.known import the


def test_ships_of_a_whole_answer_have_ends_and_those_of_a_part_are_squares() -> None:
    kind = get_kind("battleships")
    example = load_examples(kind)["solved"][0]
    clues = kind.decode(example["puzzle"])
    answer = kind.decode_solution(clues, example["solution"])
    (fleet,) = (clue.numbers for clue in clues.other_clues if clue.sort == "fleet")
    given = sum(clue > 0 for clue in clues.values)
    ends = _figures(kind.draw(clues, answer, 10.0), len(look_of("ship-left").outline) // 2)
    assert 2 * sum(fleet[1:]) - given <= len(ends) <= 2 * sum(fleet[1:])
    part = kind.draw(clues, replace(answer, items=answer.items[:-1]), 10.0)
    assert not _figures(part, 0)
    assert any(isinstance(mark, Rect) and mark.fill == Ink(Role.ANSWER) for mark in part.marks)


def _figures(scene: Scene, corners: int) -> list[Polyline]:
    """Return the filled outlines of an answer with at least so many corners."""
    lines = (mark for mark in scene.marks if isinstance(mark, Polyline))
    return [line for line in lines if line.fill == Ink(Role.ANSWER) if len(line.points) >= corners]


def test_heavy_lines_that_do_not_part_the_areas_of_an_answer_are_a_fault() -> None:
    kind = get_kind("fillomino")
    example = load_examples(kind)["solved"][0]
    clues = kind.decode(example["puzzle"])
    scene = kind.draw(clues, kind.decode_solution(clues, example["solution"]), 10.0)
    drawn = [m for m in scene.marks if isinstance(m, Line) and m.ink == Ink(Role.ANSWER)]
    fewer = replace(scene, marks=tuple(m for m in scene.marks if m is not drawn[0]))
    more = replace(
        scene,
        marks=(*scene.marks, *(replace(m, end=_longer(m)) for m in drawn if m.cap is Cap.ROUND)),
    )
    right, lacking, stray = (
        the(kind.read_board)(page.upright, None)[0] for page in printed([scene, fewer, more])
    )
    assert right.solution is not None
    assert right.fault == ""
    for found in (lacking, stray):
        assert (found.solution, found.fault) == (None, "heavy lines that do not part its numbers")


def _longer(line: Line) -> tuple[float, float]:
    (x, y), (u, v) = line.start, line.end
    return (u + 10 * (u > x), v + 10 * (v > y))
