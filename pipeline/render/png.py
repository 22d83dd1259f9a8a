"""Scenes to PNG and lossless WebP, with credits in the file; ``painter.py`` makes the pixels."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import Final, cast

import numpy as np
from PIL import Image, PngImagePlugin

from pipeline.model import RenderError
from pipeline.render.metadata import SOFTWARE, Metadata, escape
from pipeline.render.painter import paint, paint_clear
from pipeline.render.theme import Colour, Theme
from pipeline.scene import MM_PER_INCH, Scene

_PNG_LEVEL: Final = 6  # zlib's level 9 takes three times as long for a tenth less
BAND: Final = 1 << 16  # Pixels of a grey picture that are packed at a time
_WEBP_METHOD: Final = 4
_WEBP_SIDE: Final = 16383


def render_png(
    scene: Scene,
    theme: Theme,
    pixels_per_mm: float,
    metadata: Metadata | None = None,
    is_clear: bool = False,
) -> bytes:
    r"""Return a scene as a PNG file, greyscale where its inks are greys.

    Parameters and errors are those of `render_picture`; the metadata is written as text chunks.

    >>> from pipeline.render.theme import get_theme
    >>> render_png(Scene(10, 10), get_theme("mono"), 10)[:4]
    b'\x89PNG'
    """
    image = _painted(scene, theme, pixels_per_mm, is_clear)
    texts = PngImagePlugin.PngInfo()
    about = metadata or Metadata()
    for key, value in (
        ("Title", about.title),
        ("Author", about.author),
        ("Copyright", about.rights),
        ("Description", about.description),
        ("Software", SOFTWARE),
    ):
        if value:
            texts.add_itxt(key, value)
    stream = io.BytesIO()
    density = pixels_per_mm * MM_PER_INCH
    if image.mode == "L":
        _write_greys(stream, image, density, texts)
    else:
        flat = image if is_clear else _flat(image)
        flat.save(stream, "PNG", dpi=(density, density), pnginfo=texts, compress_level=_PNG_LEVEL)
    return stream.getvalue()


def render_webp(
    scene: Scene,
    theme: Theme,
    pixels_per_mm: float,
    metadata: Metadata | None = None,
    is_clear: bool = False,
) -> bytes:
    """Return a scene as a lossless WebP file; parameters and errors as for `render_png`.

    >>> from pipeline.render.theme import get_theme
    >>> render_webp(Scene(10, 10), get_theme("mono"), 10)[8:12]
    b'WEBP'
    """
    image = _painted(scene, theme, pixels_per_mm, is_clear)
    if max(image.size) > _WEBP_SIDE:
        raise RenderError(
            f"expected at most {_WEBP_SIDE} pixels a side for WebP, found "
            f"{image.width}x{image.height}; make it smaller or write PNG"
        )
    stream = io.BytesIO()
    image.convert("RGBA" if is_clear else "RGB").save(
        stream,
        "WEBP",
        lossless=True,
        method=_WEBP_METHOD,
        quality=80,
        xmp=_xmp(metadata or Metadata()).encode(),
    )
    return stream.getvalue()


def _painted(scene: Scene, theme: Theme, pixels_per_mm: float, is_clear: bool) -> Image.Image:
    if not 0 < pixels_per_mm < float("inf"):
        raise RenderError(f"expected a positive resolution, found {pixels_per_mm} pixels per mm")
    return (paint_clear if is_clear else paint)(scene, theme, pixels_per_mm)


def _write_greys(
    stream: io.BytesIO, image: Image.Image, density: float, texts: PngImagePlugin.PngInfo
) -> None:
    """Write a grey image as a PNG of 16 greys, which `Canvas` paints with: four bits a pixel.

    Rows are stored as what changes from the row above (filter 2, PNG specification, section 9), and
    only runs are compressed. Pillow would take three times as long for files of the same size.
    """
    width, height = image.size
    deflate = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_RLE)
    packed = b"".join([deflate.compress(rows) for rows in _grey_rows(image)]) + deflate.flush()
    per_metre = round(density / MM_PER_INCH * 1000)
    stream.write(b"\x89PNG\r\n\x1a\n")
    for name, data in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
        *((chunk[0], chunk[1]) for chunk in texts.chunks),
        (b"IDAT", packed),
        (b"IEND", b""),
    ):
        PngImagePlugin.putchunk(stream, name, data)


def _grey_rows(image: Image.Image) -> Iterator[bytes]:
    """Yield the filtered rows of a grey image, as many at a time as take no fresh memory."""
    width, height = image.size
    above = np.zeros((1, (width + 1) // 2), np.uint8)
    step = max(1, BAND // width)
    for top in range(0, height, step):
        greys = np.asarray(image.crop((0, top, width, min(top + step, height))))
        pixels = np.zeros((len(greys), width + width % 2), np.uint8)
        pixels[:, :width] = greys - (greys >> 4) + 8  # the nearest of 16, in the upper four bits
        pairs = pixels.view("<u2")
        packed = np.concatenate([above, ((pairs & 0xF0) | (pairs >> 12)).astype(np.uint8)])
        rows = np.full((len(greys), above.size + 1), 2, np.uint8)
        np.subtract(packed[1:], packed[:-1], out=rows[:, 1:])
        above = packed[-1:]
        yield rows.tobytes()


def _flat(image: Image.Image) -> Image.Image:
    """Return an RGB image as a palette image, more exactly than Pillow maps colours."""
    counted = image.getcolors(_MANY_COLOURS) if image.mode == "RGB" else None
    if counted is None:
        return image
    colours = [
        cast("Colour", colour) for _, colour in sorted(counted, key=lambda one: (-one[0], one[1]))
    ]
    common = colours[:256]
    place = np.zeros(1 << 24, np.uint8)
    for k, colour in enumerate(colours):
        place[_code(colour)] = k if k < 256 else _nearest(colour, common)
    codes = np.frombuffer(image.convert("RGBX").tobytes(), "<u4") & 0xFFFFFF
    flat = Image.frombytes("P", image.size, place[codes].tobytes())
    flat.putpalette([channel for colour in common for channel in colour])
    return flat


def _code(colour: Colour) -> int:
    return colour[0] | colour[1] << 8 | colour[2] << 16


def _nearest(colour: Colour, palette: list[Colour]) -> int:
    def distance(k: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, palette[k], strict=True))

    return min(range(len(palette)), key=distance)


_MANY_COLOURS: Final = 4096  # More than any scene has; beyond it full colour


def _xmp(about: Metadata) -> str:
    parts = [f"<dc:format>image/webp</dc:format><xmp:CreatorTool>{SOFTWARE}</xmp:CreatorTool>"]
    for name, value in (
        ("title", about.title),
        ("rights", about.rights),
        ("description", about.description),
    ):
        if value:
            item = f'<rdf:li xml:lang="x-default">{escape(value)}</rdf:li>'
            parts.append(f"<dc:{name}><rdf:Alt>{item}</rdf:Alt></dc:{name}>")
    if about.author:
        item = f"<rdf:li>{escape(about.author)}</rdf:li>"
        parts.append(f"<dc:creator><rdf:Seq>{item}</rdf:Seq></dc:creator>")
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
        f"{''.join(parts)}</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="r"?>'
    )
