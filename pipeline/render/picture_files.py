"""Open picture files of users: only PNG and JPEG, and none that would fill the memory."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PIL import Image

from pipeline.model import ConfigError
from pipeline.render.mask_picture import PNG_MAGIC

MOST_PIXELS: Final = 40_000_000  # Largest picture that is decoded: a page at 800 dots per inch
_MAGIC: Final = {"PNG": PNG_MAGIC, "JPEG": b"\xff\xd8\xff"}


@contextmanager
def open_picture(
    data: bytes, *formats: str, name: str = "", pixel_limit: int = MOST_PIXELS
) -> Iterator[Image.Image]:
    """Yield a picture in one of ``formats``, by default ``PNG`` or ``JPEG``.

    Raise `ConfigError`, whose message begins with ``name``, if the file has another format or is
    damaged (also within the block), or has more than ``pixel_limit`` pixels, before these are
    decoded.
    """
    known = formats or tuple(_MAGIC)
    place = name and f"{name}: "
    expected = f"{place}expected a {' or '.join(known)} picture"
    if not any(data.startswith(_MAGIC[one]) for one in known):
        raise ConfigError(f"{expected}, found another file; save the picture as one")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # not meant for users
            with Image.open(io.BytesIO(data), formats=known) as picture:
                if picture.width * picture.height > pixel_limit:
                    raise ConfigError(
                        f"{place}expected a picture of at most {pixel_limit:,} pixels, found "
                        f"{picture.width}x{picture.height}; make it smaller"
                    )
                yield picture
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, Image.DecompressionBombError):
            message = (
                f"{place}expected a picture of at most {pixel_limit:,} pixels; make it smaller"
            )
            raise ConfigError(message) from error
        raise ConfigError(
            f"{expected}, found one that cannot be read ({error}); save it again"
        ) from error
