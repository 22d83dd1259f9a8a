"""Images: pixels, colour and dots to the inch as placed on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

from pipeline.pdf.boxes import lengths, map_box, overlap
from pipeline.pdf.colours import read_space
from pipeline.pdf.marks import Colour, PaintedImage
from pipeline.pdf.state import State

_POINTS_PER_INCH = 72


def paint_image(image: Any, state: State, spaces: Any) -> Iterator[PaintedImage]:
    """Yield an image (a stream, or the dictionary of an inline one) as the state places it."""
    width = int(_either(image, "/Width", "/W", 0))
    height = int(_either(image, "/Height", "/H", 0))
    across, down = lengths(state.ctm)
    box = map_box(state.ctm, (0.0, 0.0, 1.0, 1.0))
    shown = box if state.clip is None else overlap(box, state.clip)
    if shown is None or width <= 0 or height <= 0 or across <= 0 or down <= 0:
        return
    is_mask = bool(_either(image, "/ImageMask", "/IM", False))
    bits = 1 if is_mask else int(_either(image, "/BitsPerComponent", "/BPC", 8))
    if is_mask:
        colour = state.fill
    else:
        space = read_space(_either(image, "/ColorSpace", "/CS", pikepdf.Name.DeviceGray), spaces)
        colour = Colour(space.space, 1.0, space.has_profile)
    yield PaintedImage(
        width,
        height,
        (width * _POINTS_PER_INCH / across, height * _POINTS_PER_INCH / down),
        shown,
        colour,
        "/SMask" in image or int(image.get("/SMaskInData", 0)) > 0,
        bits == 1,
    )


def _either(image: Any, name: str, short: str, default: Any) -> Any:
    """Return an entry of an image, under its full name or the short one of inline images."""
    return image.get(name, image.get(short, default))
