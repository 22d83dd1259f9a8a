"""Scenes one after another as a moving picture: GIF or WebP. Equal scenes give equal bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from PIL import Image

from pipeline.model import RenderError
from pipeline.render.metadata import Metadata
from pipeline.render.painter import paint
from pipeline.render.theme import Theme
from pipeline.scene import Scene

ANIMATED: Final = ("gif", "webp")  # Names of the formats that can move
_COLOURS: Final = 64  # Of a GIF's palette, with the shades of edges


class Tempo(NamedTuple):
    """The time of a frame (the last is shown four times as long) and the loops (0: endless)."""

    frame_ms: int = 500
    loops: int = 0


def render_animation(
    scenes: Sequence[Scene],
    picture_format: str,
    theme: Theme,
    pixels_per_mm: float,
    tempo: Tempo = Tempo(),  # noqa: B008  # a value that cannot change
    metadata: Metadata | None = None,
) -> bytes:
    """Return scenes of one size as an animated picture.

    All frames of a GIF share one palette; its times are rounded to hundredths of a second, and a
    comment has title and rights. `RenderError` if the picture would have no pixels or too many.

    >>> from pipeline.render.theme import get_theme
    >>> render_animation([Scene(9, 9), Scene(9, 9)], "gif", get_theme("mono"), 4)[:6]
    b'GIF89a'
    """
    images = [paint(scene, theme, pixels_per_mm).convert("RGB") for scene in scenes]
    if len({image.size for image in images}) != 1:
        raise RenderError("expected frames of one size, found several")
    durations = [tempo.frame_ms] * (len(images) - 1) + [4 * tempo.frame_ms]
    about = metadata or Metadata()
    settings: dict[str, Any] = {"save_all": True, "duration": durations}
    if picture_format == "gif":
        images = _with_palette(images)
        settings |= {"optimize": False, "disposal": 1}
        settings["comment"] = "; ".join(filter(None, (about.title, about.rights))).encode()
        if tempo.loops != 1:  # a GIF says how often it is shown again
            settings["loop"] = max(tempo.loops - 1, 0)
    else:
        settings |= {"lossless": True, "method": 4, "loop": tempo.loops}
    stream = io.BytesIO()
    images[0].save(stream, picture_format.upper(), append_images=images[1:], **settings)
    return stream.getvalue()


def _with_palette(images: list[Image.Image]) -> list[Image.Image]:
    width, height = images[0].size
    both = Image.new("RGB", (2 * width, height))
    both.paste(images[0], (0, 0))
    both.paste(images[-1], (width, 0))
    palette = both.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
    return [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
