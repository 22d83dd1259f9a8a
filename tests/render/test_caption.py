from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.model import RenderError
from pipeline.render.fonts import text_width
from pipeline.render.picture import with_caption, wrapped
from pipeline.scene import Face, Label, Scene

WORDS = st.text("abcdefg ij-", max_size=120)


def test_no_text_leaves_the_scene_alone() -> None:
    scene = Scene(50, 50)
    assert with_caption(scene, " ") is scene


def test_the_caption_lies_under_the_picture_and_inside_the_scene() -> None:
    scene = with_caption(Scene(50, 50), "Puzzle by A. Author, all rights reserved, " * 3)
    labels = [mark for mark in scene.marks if isinstance(mark, Label)]
    assert len(labels) > 1
    for label in labels:
        assert label.position[1] - 0.7 * label.size_mm > 50
        assert label.position[1] + 0.25 * label.size_mm < scene.height_mm
        assert text_width(label.text, label.face, label.size_mm) <= 50
    assert scene.width_mm == 50


@settings(max_examples=50)
@given(WORDS, st.integers(10, 200))
def test_wrapping_keeps_every_character_and_the_width(text: str, width: int) -> None:
    lines = wrapped(text, Face.TEXT, 10, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert len(line) == 1 or text_width(line, Face.TEXT, 10) <= width


def test_a_missing_character_is_refused_by_name() -> None:
    with pytest.raises(RenderError, match=r"U\+05D0"):
        with_caption(Scene(50, 50), "by א")
