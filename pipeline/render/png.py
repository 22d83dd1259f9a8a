"""Scenes to PNG and lossless WebP: crisp at any size, with credits in the file.

Here marks are translated to pixels and files are written; how pixels are painted is told in
``raster.py``. Equal scenes give equal bytes.
"""

from __future__ import annotations

import io
import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, cast
from xml.sax.saxutils import escape

import numpy as np
from PIL import Image, PngImagePlugin

from pipeline.model import RenderError
from pipeline.render.fonts import text_width
from pipeline.render.geometry import arc_points, bends, dash_pieces, place_label
from pipeline.render.metadata import SOFTWARE, Metadata
from pipeline.render.raster import Canvas, PixelPoint, snapped
from pipeline.render.theme import Colour, Theme
from pipeline.scene import (
    Cap,
    Disc,
    Ink,
    Label,
    Line,
    Mark,
    Point,
    Polyline,
    Rect,
    Role,
    Scene,
)

DEFAULT_DPI: Final = 300.0
MM_PER_INCH: Final = 25.4
MAX_PIXELS: Final = 200_000_000
"""Beyond this a picture would fill the memory of a small machine."""

_PNG_LEVEL: Final = 6
"""zlib's level 9 takes three times as long for a tenth less."""
_WEBP_METHOD: Final = 4
_ARC_STEPS: Final = 12


def render_png(
    scene: Scene,
    theme: Theme,
    *,
    dpi: float | None = None,
    pixels_per_mm: float | None = None,
    metadata: Metadata | None = None,
    is_clear: bool = False,
) -> bytes:
    r"""Return a scene as a PNG file.

    Parameters
    ----------
    scene : Scene
        What to paint.
    theme : Theme
        How its inks look. With greys alone the picture is greyscale.
    dpi : float or None
        Pixels per inch; 300 if neither this nor ``pixels_per_mm`` is given.
    pixels_per_mm : float or None
        The same in pixels per millimetre; see ``sizing.py`` for pixels per cell.
    metadata : Metadata or None
        Title, author and rights, written as text chunks.
    is_clear : bool
        Whether the ground is transparent.

    Raises
    ------
    RenderError
        If the picture would have no pixels or too many, or a face lacks a character.

    Examples
    --------
    >>> from pipeline.render.theme import get_theme
    >>> render_png(Scene(10, 10), get_theme("mono"))[:4]
    b'\x89PNG'
    """
    scale = _scale(dpi, pixels_per_mm)
    image = paint_clear(scene, theme, scale) if is_clear else paint(scene, theme, scale)
    texts = PngImagePlugin.PngInfo()
    about = metadata or Metadata()
    for key, value in (
        ("Title", about.title),
        ("Author", about.author),
        ("Copyright", about.rights),
        ("Description", about.description),
        ("Source", about.source),
        ("Software", SOFTWARE),
    ):
        if value:
            texts.add_itxt(key, value)
    stream = io.BytesIO()
    density = scale * MM_PER_INCH
    if image.mode == "L":
        _write_greys(stream, image, density, texts)
    else:
        flat = image if is_clear else _flat(image)
        flat.save(stream, "PNG", dpi=(density, density), pnginfo=texts, compress_level=_PNG_LEVEL)
    return stream.getvalue()


def render_webp(
    scene: Scene,
    theme: Theme,
    *,
    dpi: float | None = None,
    pixels_per_mm: float | None = None,
    metadata: Metadata | None = None,
    is_clear: bool = False,
) -> bytes:
    """Return a scene as a lossless WebP file; parameters and errors as for `render_png`.

    Examples
    --------
    >>> from pipeline.render.theme import get_theme
    >>> render_webp(Scene(10, 10), get_theme("mono"))[8:12]
    b'WEBP'
    """
    scale = _scale(dpi, pixels_per_mm)
    image = paint_clear(scene, theme, scale) if is_clear else paint(scene, theme, scale)
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


_WEBP_SIDE: Final = 16383


def paint_clear(scene: Scene, theme: Theme, pixels_per_mm: float) -> Image.Image:
    """Return a scene on a transparent ground: mode LA where all its inks are greys, else RGBA.

    What shows more light on a white ground than on a black one is that much transparent.
    """
    white, black = (
        np.asarray(paint(scene, theme, pixels_per_mm, (level,) * 3)).astype(np.int32)
        for level in (255, 0)
    )
    if white.ndim == 2:
        white, black = white[..., None], black[..., None]
    cover = 255 - (white - black).max(axis=2, keepdims=True)
    colour = (black * 255 + cover // 2) // np.maximum(cover, 1)
    pixels = np.concatenate([np.minimum(colour, 255), cover], axis=2).astype(np.uint8)
    return Image.fromarray(pixels, "LA" if pixels.shape[2] == 2 else "RGBA")


def paint(
    scene: Scene, theme: Theme, pixels_per_mm: float, ground: Colour | None = None
) -> Image.Image:
    """Return a scene as an image: mode L where all its inks are greys, RGB otherwise.

    ``ground`` is the colour below all marks, the theme's paper by default.
    """
    width = round(scene.width_mm * pixels_per_mm)
    height = round(scene.height_mm * pixels_per_mm)
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise RenderError(
            f"expected a picture of 1 to {MAX_PIXELS} pixels, found {width}x{height}; "
            "give another size or resolution"
        )
    scene = theme.dress(scene)
    paper = ground or theme.colour(Ink(Role.PAPER))
    painter = _Painter(scene, theme, (width, height), pixels_per_mm, paper)
    for mark in scene.marks:
        painter.mark(mark)
    return painter.canvas.image


class _Painter:
    """Translates marks to calls of a `Canvas`."""

    def __init__(
        self, scene: Scene, theme: Theme, size: tuple[int, int], scale: float, paper: Colour
    ) -> None:
        self.theme = theme
        self.scale = scale
        colours = [paper]
        for ink in dict.fromkeys(ink for mark in scene.marks for ink in _inks(mark)):
            style = theme.style(ink)
            colours.extend(c for c in (style.colour, style.core) if c is not None)
        is_grey = all(red == green == blue for red, green, blue in colours)
        self.canvas = Canvas(*size, paper, is_grey)

    def mark(self, mark: Mark) -> None:
        match mark:
            case Line():
                bent = Polyline((mark.start, mark.end), mark.width_mm, mark.ink, mark.cap)
                self._strokes(bent, mark.dash_mm)
            case Polyline():
                if mark.fill is not None:
                    self._fill(mark)
                self._strokes(mark)
            case Disc():
                self._disc(mark)
            case Rect():
                self._rect(mark)
            case Label():
                self._label(mark)

    def _px(self, point: Point) -> PixelPoint:
        return (point[0] * self.scale, point[1] * self.scale)

    def _width(self, width_mm: float) -> int:
        return max(1, round(width_mm * self.scale))

    def _strokes(self, line: Polyline, dash_mm: tuple[float, ...] = ()) -> None:
        if line.width_mm <= 0 or len(line.points) < 2:
            return
        outer = self._width(line.width_mm)
        snapped_line = self._in_pixels(line, outer)
        for stroke in self.theme.strokes(line.ink, line.width_mm, line.cap, dash_mm):
            width = outer
            if stroke.width_mm != line.width_mm:
                # Whole pixels for the walls keep a core in the middle of its line.
                wall = max(1, round((line.width_mm - stroke.width_mm) / 2 * self.scale))
                width = max(1, outer - 2 * wall)
            dashes = tuple(part * self.scale for part in stroke.dash_mm)
            self._stroke(snapped_line, width, stroke.cap, dashes, stroke.colour)

    def _in_pixels(self, line: Polyline, width: int) -> Polyline:
        """Return a line in pixels, moved to where whole pixels let it be if it is upright."""
        points = [self._px(point) for point in line.points]
        if _is_upright(points, line.is_closed) and line.cap is not Cap.BUTT:
            points = [
                (snapped(x, width) + width / 2, snapped(y, width) + width / 2) for x, y in points
            ]
        return replace(line, points=tuple(points), corner_mm=line.corner_mm * self.scale)

    def _stroke(
        self, line: Polyline, width: int, cap: Cap, dashes: tuple[float, ...], colour: Colour
    ) -> None:
        if dashes:
            for piece in dash_pieces(_flattened(line), dashes, line.is_closed):
                if _is_upright(piece, False):
                    self.canvas.stroke(piece, [0.0] * len(piece), width, cap, False, colour)
                else:
                    self.canvas.sloping_stroke(piece, width, cap, False, colour)
        elif _is_upright(line.points, line.is_closed):
            radii = [math.dist(bend.start, bend.corner) for bend in bends(line)]
            self.canvas.stroke(line.points, radii, width, cap, line.is_closed, colour)
        else:
            self.canvas.sloping_stroke(_flattened(line), width, cap, line.is_closed, colour)

    def _fill(self, line: Polyline) -> None:
        assert line.fill is not None
        points = _flattened(line)
        if line.corner_mm <= 0:
            # Corners on whole pixels, so that areas along the axes have no grey edge.
            points = [(float(round(x)), float(round(y))) for x, y in map(self._px, points)]
        else:
            points = [self._px(point) for point in points]
        self.canvas.polygon(points, self.theme.colour(line.fill))

    def _disc(self, disc: Disc) -> None:
        centre = self._px(disc.centre)
        wall = self._width(disc.width_mm) if disc.ink is not None and disc.width_mm > 0 else 0
        outer = max(1, round((2 * disc.radius_mm + disc.width_mm) * self.scale)) if wall else 0
        if disc.fill is not None:
            # Up to the middle of the outline, so that no paper shows between the two.
            diameter = outer - wall if wall else max(1, round(2 * disc.radius_mm * self.scale))
            colour = self.theme.colour(disc.fill)
            self.canvas.disc(centre, max(1, diameter), diameter, colour)
        if disc.ink is not None and wall:
            self.canvas.disc(centre, outer, wall, self.theme.colour(disc.ink))

    def _rect(self, rect: Rect) -> None:
        (x, y), width, height = rect.corner, rect.width, rect.height
        if rect.fill is not None:
            left, top = (round(value) for value in self._px((x, y)))
            right, bottom = (round(value) for value in self._px((x + width, y + height)))
            self.canvas.area(left, top, right, bottom, self.theme.colour(rect.fill))
        if rect.ink is not None and rect.width_mm > 0:
            self._strokes(rect_outline(rect))

    def _label(self, label: Label) -> None:
        if not label.text.strip():
            return
        placed = place_label(label)
        pivot = self._px(placed.pivot)
        size, colour = label.size_mm * self.scale, self.theme.colour(label.ink)
        # Word by word, so that FreeType's rounding of widths does not add up over a line.
        x_mm = placed.x
        for word in label.text.split(" "):
            x, baseline = self._px((x_mm, placed.baseline))
            x_mm += text_width(f"{word} ", label.face, label.size_mm)
            if not word:
                continue
            if label.turned:
                x, baseline = 2 * pivot[0] - x, 2 * pivot[1] - baseline
                self.canvas.turned_text(word, label.face, size, x, baseline, colour)
            else:
                self.canvas.text(word, label.face, size, x, baseline, colour)


def rect_outline(rect: Rect) -> Polyline:
    """Return the outline of a rectangle as a closed line."""
    (x, y), ink = rect.corner, rect.ink
    assert ink is not None
    right, bottom = x + rect.width, y + rect.height
    points = ((x, y), (right, y), (right, bottom), (x, bottom))
    return Polyline(points, rect.width_mm, ink, Cap.BUTT, is_closed=True)


def _inks(mark: Mark) -> list[Ink]:
    match mark:
        case Line() | Label():
            return [mark.ink]
        case Polyline() | Disc() | Rect():
            return [ink for ink in (mark.fill, mark.ink) if ink is not None]


def _flattened(line: Polyline) -> list[Point]:
    """Return the vertices of a line with its rounded corners as many short sides."""
    return [
        point
        for bend in bends(line)
        for point in ([bend.corner] if bend.start == bend.end else arc_points(bend, _ARC_STEPS))
    ]


def _is_upright(points: Sequence[Point], is_closed: bool) -> bool:
    """Return whether every side runs along an axis."""
    sides = list(pairwise(points))
    if is_closed:
        sides.append((points[-1], points[0]))
    return all(abs(a[0] - b[0]) < 1e-6 or abs(a[1] - b[1]) < 1e-6 for a, b in sides)


def _scale(dpi: float | None, pixels_per_mm: float | None) -> float:
    if dpi is not None and pixels_per_mm is not None:
        raise RenderError("expected dpi or pixels_per_mm, found both; give one of them")
    if pixels_per_mm is not None:
        scale = pixels_per_mm
    else:
        scale = (DEFAULT_DPI if dpi is None else dpi) / MM_PER_INCH
    if not 0 < scale < float("inf"):
        raise RenderError(f"expected a positive resolution, found {scale}; give pixels per inch")
    return scale


def _write_greys(
    stream: io.BytesIO, image: Image.Image, density: float, texts: PngImagePlugin.PngInfo
) -> None:
    """Write a grey image as a PNG of 16 greys, which `Canvas` paints with: four bits a pixel.

    Rows are stored as what changes from the row above (filter 2 of the PNG specification, third
    edition, section 9), and only runs are compressed: drawings are made of both. Pillow would take
    three times as long for files of the same size, since it writes greys in eight bits only.
    """
    width, height = image.size
    greys = np.asarray(image)
    pixels = np.zeros((height, width + width % 2), np.uint8)
    pixels[:, :width] = greys - (greys >> 4) + 8  # the nearest of 16 steps, in the upper four bits
    pairs = pixels.view("<u2")
    packed = ((pairs & 0xF0) | (pairs >> 12)).astype(np.uint8)
    rows = np.full((height, packed.shape[1] + 1), 2, np.uint8)
    rows[0, 1:] = packed[0]
    np.subtract(packed[1:], packed[:-1], out=rows[1:, 1:])
    deflate = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_RLE)
    per_metre = round(density / MM_PER_INCH * 1000)
    stream.write(b"\x89PNG\r\n\x1a\n")
    for name, data in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
        *((chunk[0], chunk[1]) for chunk in texts.chunks),
        (b"IDAT", deflate.compress(rows.tobytes()) + deflate.flush()),
        (b"IEND", b""),
    ):
        PngImagePlugin.putchunk(stream, name, data)


def _flat(image: Image.Image) -> Image.Image:
    """Return an RGB image as a palette image; rare shades of edges take the nearest colour.

    Pillow's own mapping is approximate even for colours that are in the palette.
    """
    counted = image.getcolors(_MANY_COLOURS) if image.mode == "RGB" else None
    if counted is None:
        return image
    colours = [cast(Colour, colour) for _, colour in sorted(counted, key=_by_frequency)]
    common = colours[:256]
    place = np.zeros(1 << 24, np.uint8)
    for k, colour in enumerate(colours):
        place[_code(colour)] = k if k < 256 else _nearest(colour, common)
    codes = np.frombuffer(image.convert("RGBX").tobytes(), "<u4") & 0xFFFFFF
    flat = Image.frombytes("P", image.size, place[codes].tobytes())
    flat.putpalette([channel for colour in common for channel in colour])
    return flat


def _by_frequency(entry: tuple[int, Any]) -> tuple[int, Any]:
    return (-entry[0], entry[1])


def _code(colour: Colour) -> int:
    return colour[0] | colour[1] << 8 | colour[2] << 16


def _nearest(colour: Colour, palette: list[Colour]) -> int:
    def distance(k: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, palette[k], strict=True))

    return min(range(len(palette)), key=distance)


_MANY_COLOURS: Final = 4096
"""More than any scene of lines and type has; beyond it the file stays in full colour."""


def _xmp(about: Metadata) -> str:
    """Return an XMP packet (ISO 16684-1) with Dublin Core names."""
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
    if about.source:
        parts.append(f"<dc:source>{escape(about.source)}</dc:source>")
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
        f"{''.join(parts)}</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="r"?>'
    )
