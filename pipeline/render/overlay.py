"""Overlay a finished page: with the text of a spine, turned by a quarter, or a photograph."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

import pikepdf
from PIL import Image, ImageChops, ImageOps

from pipeline.render.picture_files import open_picture
from pipeline.scene import MM_PER_INCH

Photograph: TypeAlias = Image.Image  # A picture of the user's, made of pixels
_SAME_RATIO: Final = 0.01  # Difference of proportions that is due to rounding
_MOST_DPI: Final = 600  # Presses print no more of a photograph than half of these


def lay_turned(page: bytes, over: bytes, left_pt: float, top_pt: float) -> bytes:
    """Return a file whose only page carries another file's page, turned clockwise.

    The lower left corner of the second goes to a place in points from the lower left of the first,
    and becomes the upper left.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(page)) as pdf, pikepdf.open(io.BytesIO(over)) as other:
        form = pdf.copy_foreign(other.pages[0].as_form_xobject())
        target = pdf.pages[0]
        name = target.add_resource(form, pikepdf.Name.XObject, pikepdf.Name("/Spine"))
        place = f"q 0 -1 1 0 {left_pt:.2f} {top_pt:.2f} cm {name} Do Q".encode("ascii")
        target.contents_add(place)
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def read_photograph(data: bytes, name: str) -> Photograph:
    """Return a picture file as an image on white paper, upright as the camera was held.

    `ConfigError` if it is no picture that `open_picture` reads.
    """
    with open_picture(data, name=name) as picture:
        image = ImageOps.exif_transpose(picture).convert("RGBA")
    paper = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(paper, image).convert("RGB")


def open_photograph(path: str) -> Photograph:
    """Return the picture in a file, as `read_photograph` does."""
    about = Path(path).stat()
    return _open_photograph(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=2)
def _open_photograph(path: str, _changed: int, _size: int) -> Photograph:
    return read_photograph(Path(path).read_bytes(), path)


def printed_photograph(
    path: str, sides_mm: tuple[float, float], has_hues: bool, is_cmyk: bool
) -> Photograph:
    """Return the picture in a file as a page of this look prints it: in greys, RGB or inks.

    It has no more pixels than a press can use, and is cropped to other proportions.
    """
    image, (width_mm, height_mm) = open_photograph(path), sides_mm
    ratio = width_mm / height_mm
    if abs(image.width / image.height / ratio - 1) > _SAME_RATIO:
        image = crop_photograph(image, ratio)
    most = round(width_mm / MM_PER_INCH * _MOST_DPI)
    if image.width > most:
        size = (most, max(1, round(image.height * most / image.width)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    if not has_hues:
        return image.convert("L")
    return _in_inks(image) if is_cmyk else image


def _in_inks(image: Photograph) -> Photograph:
    """Return an image in process inks, the grey part of each pixel in black ink alone."""
    inks = [ImageChops.invert(channel) for channel in image.split()]
    black = ImageChops.darker(ImageChops.darker(inks[0], inks[1]), inks[2])
    return Image.merge("CMYK", [*(ImageChops.subtract(ink, black) for ink in inks), black])


def lay_photograph(
    page: bytes, image: Photograph, box: Sequence[float], is_cmyk: bool, is_over: bool = False
) -> bytes:
    """Return a file whose only page carries an image, under or over what it shows already.

    The box is left, bottom, width and height in points; with ``is_cmyk`` the image is written in
    process inks.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(page)) as pdf:
        whole = _in_inks(image) if is_cmyk else image
        stream = pikepdf.Stream(pdf, whole.tobytes())
        stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        stream.Width, stream.Height = whole.size
        stream.ColorSpace = pikepdf.Name.DeviceCMYK if is_cmyk else pikepdf.Name.DeviceRGB
        stream.BitsPerComponent = 8
        target = pdf.pages[0]
        name = target.add_resource(
            stream, pikepdf.Name.XObject, pikepdf.Name("/Portrait" if is_over else "/Photograph")
        )
        left, bottom, width, height = box
        place = f"q {width:.2f} 0 0 {height:.2f} {left:.2f} {bottom:.2f} cm {name} Do Q"
        target.contents_add(place.encode("ascii"), prepend=not is_over)
        pdf.save(out, deterministic_id=True, compress_streams=True)
    return out.getvalue()


def crop_photograph(image: Photograph, ratio: float) -> Photograph:
    """Return the middle of an image, cropped to the aspect ratio ``ratio``."""
    width, height = image.size
    wide, high = min(width, round(height * ratio)), min(height, round(width / ratio))
    left, top = (width - wide) // 2, (height - high) // 2
    return image.crop((left, top, left + wide, top + high))


def paste_photograph(png: bytes, image: Photograph, box: Sequence[int]) -> bytes:
    """Return a PNG with an image on it; ``box`` is left, top, width and height in pixels."""
    page = Image.open(io.BytesIO(png)).convert("RGB")
    left, top, width, height = box
    page.paste(image.resize((width, height), Image.Resampling.LANCZOS), (left, top))
    out = io.BytesIO()
    page.save(out, "PNG", optimize=True)
    return out.getvalue()
