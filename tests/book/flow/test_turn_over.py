from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.book.flow.blocks import turn_over
from pipeline.kinds import get_kind
from pipeline.scene import Label, Scene
from tests.book.bounds import mark_box
from tests.book.sample import make_record


@settings(max_examples=8, deadline=None)
@given(st.integers(4, 8), st.integers(4, 8), st.integers(1, 9))
def test_turning_twice_is_turning_back_and_boxes_turn_with_the_marks(
    rows: int, cols: int, seed: int
) -> None:
    record = make_record(rows, cols, seed)
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    assert record.solution is not None
    scene = kind.draw(clues, kind.decode_solution(clues, record.solution), 6.0)
    turned = turn_over(scene)
    for mark, over in zip(scene.marks, turned.marks, strict=True):
        left, top, right, bottom = mark_box(mark)
        width, height = scene.width_mm, scene.height_mm
        box = (width - right, height - bottom, width - left, height - top)
        assert mark_box(over) == pytest.approx(box, abs=1e-6)
        assert not isinstance(over, Label) or over.turned
    again = turn_over(turned)
    for mark, back in zip(scene.marks, again.marks, strict=True):
        assert type(mark) is type(back)
        assert mark_box(back) == pytest.approx(mark_box(mark), abs=1e-6)


def test_an_empty_scene_stays_as_it_is() -> None:
    assert turn_over(Scene(3, 4)) == Scene(3, 4)
