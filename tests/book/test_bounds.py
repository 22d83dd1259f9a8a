from __future__ import annotations

import pytest

from pipeline.book.bounds import mark_box, smallest_type_pt, thinnest_line_pt
from pipeline.book.style import PT
from pipeline.render.fonts import text_width
from pipeline.scene import Align, Anchor, Cap, Disc, Face, Ink, Label, Line, Polyline, Rect, Role

INK = Ink(Role.TEXT)


@pytest.mark.parametrize(
    ("mark", "box"),
    [
        (Line((1, 1), (4, 1), 0.4, INK), (1, 0.8, 4, 1.2)),
        (Line((1, 1), (4, 1), 0.4, INK, Cap.ROUND), (0.8, 0.8, 4.2, 1.2)),
        (Line((2, 5), (2, 1), 0.4, INK), (1.8, 1, 2.2, 5)),
        (Polyline(((0, 0), (3, 4)), 1.0, INK), (-0.5, -0.5, 3.5, 4.5)),
        (Disc((5, 5), 2, INK), (3, 3, 7, 7)),
        (Disc((5, 5), 2, None, INK, 0.5), (2.75, 2.75, 7.25, 7.25)),
        (Rect((1, 2), 3, 4, INK), (1, 2, 4, 6)),
        (Rect((1, 2), 3, 4, None, INK, 1.0), (0.5, 1.5, 4.5, 6.5)),
    ],
)
def test_boxes_hold_the_mark_with_its_line(
    mark: Line | Polyline | Disc | Rect, box: tuple[float, float, float, float]
) -> None:
    assert mark_box(mark) == pytest.approx(box)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("align", "share"), [(Align.LEFT, 0.0), (Align.CENTRE, 0.5), (Align.RIGHT, 1.0)]
)
def test_boxes_of_labels_follow_their_alignment(align: Align, share: float, turned: bool) -> None:
    mark = Label("word", (10, 10), 4, INK, Face.TEXT, align, Anchor.BASELINE, turned)
    width = text_width("word", Face.TEXT, 4)
    left, top, right, bottom = mark_box(mark)
    assert right - left == pytest.approx(width)
    assert bottom - top == pytest.approx(4)
    at = (10 - left) / width
    assert at == pytest.approx(1 - share if turned else share)
    assert bottom - 10 == pytest.approx(3.0 if turned else 1.0)


def test_smallest_type_and_thinnest_line_are_found() -> None:
    marks = [
        Label("a", (0, 0), 10 * PT, INK),
        Label("b", (0, 0), 8 * PT, INK),
        Line((0, 0), (1, 1), 2 * PT, INK),
        Disc((0, 0), 1, INK),
        Disc((0, 0), 1, None, INK, 1 * PT),
    ]
    assert smallest_type_pt(marks) == pytest.approx(8)
    assert thinnest_line_pt(marks) == pytest.approx(1)
    assert smallest_type_pt([]) is None
    assert thinnest_line_pt([]) is None
