"""Icons of web sites in the sizes that phones ask for, made of one picture."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from pipeline.model import ConfigError
from pipeline.render.picture_files import MOST_PIXELS, open_picture

LARGEST_PX: Final = 512
SAFE: Final = 0.56  # Side of the icon within a maskable one, in the circle of 0.8


def check_icon(data: bytes) -> str:
    """Return what a picture should be and is not, "" for a square PNG of 512 pixels or more.

    >>> check_icon(b"")
    'a PNG of at most 40,000,000 pixels'
    """
    try:
        with open_picture(data, "PNG") as picture:
            width, height = picture.size
            picture.load()
    except ConfigError:
        return f"a PNG of at most {MOST_PIXELS:,} pixels"
    is_square = width == height >= LARGEST_PX
    return "" if is_square else f"a square of {LARGEST_PX} pixels or more, not {width} x {height}"


def resize_icon(data: bytes, side_px: int) -> bytes:
    """Return an icon as PNG with another side."""
    return _write(_resized(data, side_px))


def maskable_icon(data: bytes, ground: str) -> bytes:
    """Return an icon as PNG on a ground that may be cut to a circle."""
    whole = Image.new("RGBA", (LARGEST_PX, LARGEST_PX), ground)
    inner = _resized(data, round(LARGEST_PX * SAFE))
    place = (LARGEST_PX - inner.width) // 2
    whole.alpha_composite(inner, (place, place))
    return _write(whole.convert("RGB"))


def _resized(data: bytes, side_px: int) -> Image.Image:
    with open_picture(data, "PNG") as picture:
        return picture.convert("RGBA").resize((side_px, side_px), Image.Resampling.LANCZOS)


def _write(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
