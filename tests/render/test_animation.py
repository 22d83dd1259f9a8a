"""Animated pictures: every frame is there, in one palette, at the tempo asked for."""

import io

import pytest
from PIL import Image, ImageSequence

from pipeline.model import RenderError
from pipeline.render.animation import ANIMATED, Tempo, render_animation
from pipeline.render.metadata import Metadata
from pipeline.render.theme import get_theme
from pipeline.scene import Ink, Rect, Role, Scene
from tests.known import as_a
from tests.refusals import refused

SCENES = [
    Scene(20, 10, (Rect((float(x), 2.0), 5.0, 5.0, Ink(Role.FRAME)),)) for x in (0, 5, 10, 15)
]


@pytest.mark.parametrize("picture_format", ANIMATED)
def test_every_frame_is_there_and_moves(picture_format: str) -> None:
    data = render_animation(SCENES, picture_format, get_theme("mono"), 2.0, Tempo(300, 3))
    with Image.open(io.BytesIO(data)) as image:
        frames = [frame.convert("L") for frame in ImageSequence.Iterator(image)]
    assert [frame.size for frame in frames] == [(40, 20)] * 4
    for number, frame in enumerate(frames):
        assert as_a(int, frame.getpixel((10 * number + 5, 8))) < 60
        assert as_a(int, frame.getpixel(((10 * number + 25) % 40, 8))) > 200


def test_a_gif_says_its_tempo_and_how_often_it_is_shown() -> None:
    for loops, again in ((0, 0), (1, None), (3, 2)):
        data = render_animation(SCENES, "gif", get_theme("mono"), 2.0, Tempo(300, loops))
        with Image.open(io.BytesIO(data)) as image:
            durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
            assert image.info.get("loop") == again
        assert durations == [300, 300, 300, 1200]


def test_a_gif_carries_title_and_rights() -> None:
    about = Metadata(title="A puzzle", rights="CC-BY-4.0")
    data = render_animation(SCENES, "gif", get_theme("colour"), 2.0, Tempo(), about)
    assert b"A puzzle; CC-BY-4.0" in data


@pytest.mark.parametrize("picture_format", ANIMATED)
def test_equal_scenes_give_equal_bytes(picture_format: str) -> None:
    once, again = (
        render_animation(SCENES, picture_format, get_theme("colour"), 2.0) for _ in range(2)
    )
    assert once == again


def test_frames_of_several_sizes_are_refused() -> None:
    with refused(RenderError):
        render_animation([Scene(9, 9), Scene(8, 9)], "gif", get_theme("mono"), 2.0)
