import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pipeline.kinds.numberlink.draw import draw
from pipeline.model import ConfigError, RenderError
from pipeline.render.fonts import text_width
from pipeline.render.picture import FORMATS, cell_for_size, render_picture, with_caption, wrapped
from pipeline.render.theme import get_theme
from pipeline.scene import Face, Label, Scene
from tests.refusals import refused
from tests.scenes import small_board

STARTS = {"png": b"\x89PNG", "svg": b"<svg", "webp": b"RIFF", "pdf": b"%PDF"}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written(name: str) -> None:
    clues, solution = small_board()
    data = render_picture(draw(clues, solution, 9.0), name, get_theme("colour"), 4.0)
    assert data.startswith(STARTS[name])


def test_an_unknown_format_is_refused_with_the_choices() -> None:
    with pytest.raises(ConfigError) as caught:
        render_picture(Scene(9, 9), "bmp", get_theme("mono"), 4.0)
    assert str(caught.value) == "unknown format 'bmp': expected one of png, svg, webp, pdf"


@settings(max_examples=30)
@given(st.integers(20, 400), st.integers(20, 400))
def test_a_cell_for_a_size_fits_and_a_larger_one_would_not(width: int, height: int) -> None:
    clues, _ = small_board()
    cell = cell_for_size(lambda size: draw(clues, None, size), width, height)
    fits, larger = draw(clues, None, cell), draw(clues, None, cell + 0.0101)
    assert fits.width_mm <= width
    assert fits.height_mm <= height
    assert larger.width_mm > width or larger.height_mm > height


def test_no_room_is_refused() -> None:
    with refused(RenderError):
        cell_for_size(lambda cell: Scene(cell, cell), 0)
    with refused(RenderError):
        cell_for_size(lambda cell: Scene(cell + 9, cell + 9), 5)


def test_pixels_per_cell() -> None:
    clues, _ = small_board()
    data = render_picture(draw(clues, None, 9.0), "png", get_theme("mono"), 40 / 9)
    margins = 2 * 0.63 / 9 * 40
    assert Image.open(io.BytesIO(data)).width == round(5 * 40 + margins)


PROGRAM = """
import hashlib, io
from pipeline.render.pdf import write_pdf
from pipeline.render.picture import FORMATS, render_picture
from pipeline.render.theme import THEMES
from tests.scenes import every_mark
digest, pdf = hashlib.sha256(), io.BytesIO()
for theme in THEMES.values():
    for name in FORMATS:
        digest.update(render_picture(every_mark(), name, theme, 3.0))
    write_pdf([every_mark()], pdf, theme, is_for_screen=True)
print(hashlib.sha256(pdf.getvalue()).hexdigest(), digest.hexdigest())
"""


def test_bytes_do_not_depend_on_the_order_of_hashes() -> None:
    root = Path(__file__).resolve().parents[2]
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].split()) == 2


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
    with refused(RenderError):
        with_caption(Scene(50, 50), "by א")
