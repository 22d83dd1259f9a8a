"""Scenes to PDF, one a page: vectors, embedded type, equal bytes for equal pages.

Greys are DeviceGray, other colours DeviceRGB or DeviceCMYK; strokes are never thinner than printers
accept. The page has the size of its scene.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.textobject import PDFTextObject

from pipeline.model import RenderError
from pipeline.render.fonts import font_path
from pipeline.render.geometry import MITRE_LIMIT, bends, controls, glyph_outlines, place_label
from pipeline.render.metadata import SOFTWARE, Metadata
from pipeline.render.overlay import printed_photograph
from pipeline.render.pdf_finish import Element, pieces_of, spaced
from pipeline.render.theme import MIN_LINE_MM, Colour, StrokeStyle, Theme, get_theme
from pipeline.scene import (
    MM_PER_PT,
    Cap,
    Disc,
    Face,
    Label,
    Line,
    Link,
    Mark,
    Polyline,
    Rect,
    Scene,
    Tag,
)

rl_config.useA85 = 0  # plain streams: text armour would make every page a quarter larger


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its scene and, for reading on a screen, its title in the outline and its links.

    ``label`` is its number as a reader sees it ("iv", "12"). ``trim`` is left, top, width and
    height of the trimmed page in millimetres where the scene bleeds beyond it.
    """

    scene: Scene
    outline: str | None = None
    label: str | None = None
    links: tuple[Link, ...] = ()
    trim: tuple[float, float, float, float] | None = None
    tags: tuple[Tag, ...] = ()
    bookmarks: tuple[str, ...] = ()  # One level below the last title


def write_pdf(
    pages: Iterable[Page | Scene],
    stream: BinaryIO,
    theme: Theme | None = None,
    *,
    metadata: Metadata | None = None,
    language: str | None = None,
    is_for_screen: bool = False,
    is_cmyk: bool = False,
    has_outlines: bool = False,
    elements: list[Element] | None = None,
) -> int:
    """Return the number of pages written to a stream as one PDF file.

    Only the compressed operators of pages are kept, to save memory. The theme None is greys. With
    ``is_for_screen`` outline, links and page labels are written; printers refuse them. With
    ``is_cmyk`` colours are in process inks; greys are black ink alone in any case. With
    ``has_outlines`` letters are drawn as outlines. A list of ``elements`` asks for marked content
    and receives what `finish_tagged` builds a tree of. `RenderError` if there are no pages, a link
    leads nowhere, or a face lacks a character.

    >>> import io
    >>> write_pdf([Scene(100, 100)], io.BytesIO())
    1
    """
    look = theme or get_theme("mono")
    writer = _Writer(stream, look, metadata or Metadata(), language, is_for_screen, is_cmyk)
    writer.elements, writer.has_outlines = elements, has_outlines
    for page in pages:
        writer.page(Page(page) if isinstance(page, Scene) else page)
    return writer.close()


@contextmanager
def _no_date_from_outside() -> Iterator[None]:
    """Hide the variable from which ReportLab would take the date of a file."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


class _Writer:
    """A ReportLab canvas with the settings of the document."""

    def __init__(
        self,
        stream: BinaryIO,
        theme: Theme,
        metadata: Metadata,
        language: str | None,
        is_for_screen: bool,
        is_cmyk: bool,
    ) -> None:
        self.is_cmyk = is_cmyk
        # Without a font of ours as the initial one ReportLab lists a Helvetica that it does not
        # embed, which printers refuse.
        with _no_date_from_outside():
            self.canvas: Any = Canvas(
                stream,
                invariant=1,
                pageCompression=1,
                initialFontName=font_name(Face.TEXT),
                lang=language,
            )
        self.canvas.setTitle(metadata.title)
        self.canvas.setAuthor(metadata.author)
        self.canvas.setSubject(metadata.description)
        self.canvas.setCreator(SOFTWARE)
        self.canvas.setProducer(SOFTWARE)
        self.theme = theme
        self.is_for_screen = is_for_screen
        self.count = 0
        self.elements: list[Element] | None = None
        self.has_outlines = False
        self.targets: dict[int, int] = {}

    def page(self, page: Page) -> None:
        width, height = to_points(page.scene.width_mm), to_points(page.scene.height_mm)
        if not (width > 0 and height > 0):
            raise RenderError(
                f"expected a page of positive size, found {page.scene.width_mm} x "
                f"{page.scene.height_mm} mm; give its scene a size"
            )
        self.canvas.setPageSize((width, height))
        whole = (0.0, 0.0, page.scene.width_mm, page.scene.height_mm)
        left, top, trim_width, trim_height = page.trim or whole
        foot = page.scene.height_mm - top
        corners = (left, foot - trim_height, left + trim_width, foot)
        self.canvas.setTrimBox(tuple(to_points(side) for side in corners))
        if page.trim is not None:
            self.canvas.setBleedBox((0.0, 0.0, width, height))
        self.canvas.setMiterLimit(MITRE_LIMIT)
        painter = Painter(self.canvas, self.theme, page.scene.height_mm, self.is_cmyk)
        painter.has_outlines = self.has_outlines
        if self.elements is None:
            painter.paint(self.theme.dress(page.scene).marks)
        else:
            self._paint_tagged(painter, page, self.elements)
        if self.is_for_screen:
            self._navigation(page)
        self.canvas.showPage()
        self.count += 1

    def _paint_tagged(self, painter: Painter, page: Page, elements: list[Element]) -> None:
        number = 0
        for piece in pieces_of(page.scene.marks, page.tags):
            begin = f"/{piece.role} <</MCID {number}>> BDC" if piece.role else "/Artifact BMC"
            self.canvas.addLiteral(begin, escaped=1)
            marks = piece.marks if piece.alt or not piece.role else spaced(piece.marks)
            painter.paint(self.theme.dress(replace(page.scene, marks=marks)).marks)
            self.canvas.addLiteral("EMC", escaped=1)
            if piece.role:
                elements.append(Element(piece.role, self.count, number, piece.alt))
                number += 1

    def _navigation(self, page: Page) -> None:
        key = f"page-{self.count + 1}"
        self.canvas.bookmarkPage(key)
        if page.outline is not None:
            self.canvas.addOutlineEntry(page.outline, key)
        for number, title in enumerate(page.bookmarks):
            self.canvas.bookmarkPage(f"{key}-{number}")  # ReportLab keeps one title for each key
            self.canvas.addOutlineEntry(title, f"{key}-{number}", 1, closed=1)
        if page.label is not None:
            self.canvas.addPageLabel(self.count, prefix=page.label)
        for link in page.links:
            foot = page.scene.height_mm - link.y
            corners = (link.x, foot - link.height, link.x + link.width, foot)
            box = tuple(to_points(side) for side in corners)
            self.canvas.linkRect("", f"page-{link.target}", box, relative=0, thickness=0)
            self.targets.setdefault(link.target, self.count + 1)

    def close(self) -> int:
        if not self.count:
            raise RenderError("expected at least one page, found none; nothing to print")
        for target, number in self.targets.items():
            if not 1 <= target <= self.count:
                raise RenderError(
                    f"expected a page {target} for a link on page {number}, found {self.count} "
                    "pages"
                )
        self.canvas.save()
        return self.count


_CAPS: Final = {Cap.BUTT: 0, Cap.ROUND: 1, Cap.SQUARE: 2}
_CIRCLE: Final = 4 / 3 * (2**0.5 - 1)  # How far the handles of a quarter circle reach, in radii
_PLACES: Final = 2  # Decimals of coordinates in points: a hundredth is less than 4 micrometres


class Painter:
    """Translates marks to operators; y is turned upside down, as PDF counts it from the foot."""

    def __init__(self, canvas: Any, theme: Theme, height_mm: float, is_cmyk: bool = False) -> None:
        self.is_cmyk, self.has_outlines = is_cmyk, False
        self.canvas = canvas
        self.theme = theme
        self.height_mm = height_mm
        self.fill: Colour | None = None
        self.pen: StrokeStyle | None = None

    def paint(self, marks: Iterable[Mark]) -> None:
        """Write the operators of marks to the canvas, in order."""
        # Lines and labels of one look that follow each other share one path, one text object.
        for look, group in groupby(marks, key=_look):
            match look:
                case Line():
                    self._lines(look, [mark for mark in group if isinstance(mark, Line)])
                case Label():
                    self._labels(look, [mark for mark in group if isinstance(mark, Label)])
                case _:
                    for mark in group:
                        self._area(mark)

    def _x(self, x: float) -> float:
        return to_points(x)

    def _y(self, y: float) -> float:
        return to_points(self.height_mm - y)

    def _set_fill(self, colour: Colour) -> None:
        if colour == self.fill:
            return
        self.fill = colour
        self._set_colour("Fill", colour)

    def _set_colour(self, side: str, colour: Colour) -> None:
        if _is_grey(colour):
            getattr(self.canvas, f"set{side}Gray")(_level(colour[0]))
        elif self.is_cmyk:
            getattr(self.canvas, f"set{side}ColorCMYK")(*to_cmyk(colour))
        else:
            getattr(self.canvas, f"set{side}ColorRGB")(*map(_level, colour))

    def _set_pen(self, stroke: StrokeStyle) -> None:
        if stroke == self.pen:
            return
        self.pen = stroke
        self._set_colour("Stroke", stroke.colour)
        self.canvas.setLineWidth(to_points(max(stroke.width_mm, MIN_LINE_MM)))
        self.canvas.setLineCap(_CAPS[stroke.cap])
        self.canvas.setLineJoin(1 if stroke.cap is Cap.ROUND else 0)
        self.canvas.setDash([to_points(part) for part in stroke.dash_mm], 0)

    def _lines(self, look: Line, lines: list[Line]) -> None:
        strokes = self.theme.strokes(look.ink, look.width_mm, look.cap, look.dash_mm)
        for stroke in strokes:
            path = _Path()
            for line in lines:
                path.moveTo(self._x(line.start[0]), self._y(line.start[1]))
                path.lineTo(self._x(line.end[0]), self._y(line.end[1]))
            self._set_pen(stroke)
            self.canvas.drawPath(path, stroke=1, fill=0)

    def _area(self, mark: Mark) -> None:
        match mark:
            case Polyline():
                self._polyline(mark)
            case Disc():
                self._disc(mark)
            case Rect():
                self._rect(mark)

    def _polyline(self, line: Polyline) -> None:
        if line.fill is not None:
            self._set_fill(self.theme.colour(line.fill))
            self.canvas.drawPath(self._path(line), stroke=0, fill=1)
        if line.width_mm > 0 and len(line.points) > 1:
            for stroke in self.theme.strokes(line.ink, line.width_mm, line.cap):
                self._set_pen(stroke)
                self.canvas.drawPath(self._path(line), stroke=1, fill=0)

    def _path(self, line: Polyline) -> Any:
        path = _Path()
        corners = bends(line)
        start = corners[0].end
        path.moveTo(self._x(start[0]), self._y(start[1]))
        for bend in [*corners[1:], *([corners[0]] if line.is_closed else [])]:
            path.lineTo(self._x(bend.start[0]), self._y(bend.start[1]))
            if bend.start != bend.end:
                (x1, y1), (x2, y2), (x3, y3) = *controls(bend), bend.end
                path.curveTo(
                    self._x(x1), self._y(y1), self._x(x2), self._y(y2), self._x(x3), self._y(y3)
                )
        if line.is_closed:
            path.close()
        return path

    def _disc(self, disc: Disc) -> None:
        (x, y), is_filled = disc.centre, disc.fill is not None
        is_stroked = self._set_inks(disc)
        path = _Path()
        path.circle(self._x(x), self._y(y), to_points(disc.radius_mm))
        self.canvas.drawPath(path, stroke=is_stroked, fill=int(is_filled))

    def _rect(self, rect: Rect) -> None:
        (x, y), is_filled = rect.corner, rect.fill is not None
        if rect.picture:
            size = (rect.width, rect.height)
            image = printed_photograph(rect.picture, size, self.theme.has_hues, self.is_cmyk)
            sides = (to_points(rect.width), to_points(rect.height))
            self.canvas.drawImage(ImageReader(image), self._x(x), self._y(y + rect.height), *sides)
            return
        is_stroked = self._set_inks(rect)
        width, height = to_points(rect.width), to_points(rect.height)
        corner = (self._x(x), self._y(y + rect.height))
        self.canvas.rect(*corner, width, height, stroke=is_stroked, fill=int(is_filled))

    def _set_inks(self, mark: Disc | Rect) -> int:
        """Set fill and pen of an area and return 1 if it has an outline, else 0."""
        if mark.fill is not None:
            self._set_fill(self.theme.colour(mark.fill))
        if mark.ink is None or mark.width_mm <= 0:
            return 0
        self._set_pen(StrokeStyle(self.theme.colour(mark.ink), mark.width_mm, Cap.BUTT, ()))
        return 1

    def _labels(self, look: Label, labels: list[Label]) -> None:
        self._set_fill(self.theme.colour(look.ink))
        if self.has_outlines:
            for label in labels:
                path = _Path()
                for points, step in glyph_outlines(label):
                    at = [part for x, y in points for part in (self._x(x), self._y(y))]
                    getattr(path, step)(*at)
                self.canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)
            return
        text = _Text(self.canvas)
        text.setFont(font_name(look.face), to_points(look.size_mm))
        for label in labels:
            if not label.text.strip():
                continue
            placed = place_label(label)
            if label.turned:
                x, y = 2 * placed.pivot[0] - placed.x, 2 * placed.pivot[1] - placed.baseline
                text.setTextTransform(-1, 0, 0, -1, self._x(x), self._y(y))
            else:
                text.setTextTransform(1, 0, 0, 1, self._x(placed.x), self._y(placed.baseline))
            text.textOut(label.text)
        self.canvas.drawText(text)


class _Path(PDFPathObject):  # type: ignore[misc]
    """A path whose numbers are written here: ReportLab's way takes half the time of a book."""

    def moveTo(self, x: float, y: float) -> None:  # noqa: N802
        self._code_append(f"{_number(x)} {_number(y)} m")

    def lineTo(self, x: float, y: float) -> None:  # noqa: N802
        self._code_append(f"{_number(x)} {_number(y)} l")

    def curveTo(  # noqa: N802
        self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float
    ) -> None:
        self._code_append(" ".join(map(_number, (x1, y1, x2, y2, x3, y3))) + " c")

    def circle(self, x_cen: float, y_cen: float, r: float) -> None:
        x, y, reach = x_cen, y_cen, _CIRCLE * r
        self.moveTo(x + r, y)
        self.curveTo(x + r, y + reach, x + reach, y + r, x, y + r)
        self.curveTo(x - reach, y + r, x - r, y + reach, x - r, y)
        self.curveTo(x - r, y - reach, x - reach, y - r, x, y - r)
        self.curveTo(x + reach, y - r, x + r, y - reach, x + r, y)
        self.close()


class _Text(PDFTextObject):  # type: ignore[misc]
    """A text object whose numbers are written here, as those of `_Path` are."""

    def setTextTransform(  # noqa: N802
        self, a: float, b: float, c: float, d: float, e: float, f: float
    ) -> None:
        self._code.append(f"{a:g} {b:g} {c:g} {d:g} {_number(e)} {_number(f)} Tm")
        self._x0 = self._x = e
        self._y0 = self._y = f


def _number(value: float) -> str:
    """Return a number as PDF has it, with `_PLACES` decimals at most and no needless zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    return "0" if text == "-0" else text


def _look(mark: Mark) -> Mark | None:
    """Return the mark without its place if its kind is painted in groups, None otherwise."""
    match mark:
        case Line():
            return Line((0, 0), (0, 0), mark.width_mm, mark.ink, mark.cap, mark.dash_mm)
        case Label():
            return Label("", (0, 0), mark.size_mm, mark.ink, mark.face)
        case _:
            return None


def to_points(value_mm: float) -> float:
    """Return a length in points, as exact as pages need it."""
    return round(value_mm / MM_PER_PT, _PLACES)


def _level(channel: int) -> float:
    return round(channel / 255, 3)


def _is_grey(colour: Colour) -> bool:
    return colour[0] == colour[1] == colour[2]


def font_name(face: Face) -> str:
    """Return the name under which ReportLab knows a face, registered on first use."""
    return _registered(font_path(face))


@cache
def _registered(path: Path) -> str:
    name = f"puzzlepress-{path}"
    pdfmetrics.registerFont(_Font(name, str(path)))
    return name


class _Font(TTFont):  # type: ignore[misc]
    """A font whose subsets have tags of their own; ReportLab gives all the same one."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802
        subsets = self.state[doc].subsets

        def tag(number: int) -> bytes:
            glyphs = f"{self.face.name!r} {[*subsets[number]]}".encode()
            digest = hashlib.sha256(glyphs).digest()
            return bytes(ord("A") + part % 26 for part in digest[:6])

        kept, ttfonts.SUBSETN = ttfonts.SUBSETN, tag
        try:
            super().addObjects(doc)
        finally:
            ttfonts.SUBSETN = kept


def to_cmyk(colour: Colour) -> tuple[float, float, float, float]:
    """Return a colour in process inks, its grey part in black alone: little ink, sharp lines.

    >>> to_cmyk((255, 51, 51))
    (0.0, 0.8, 0.8, 0.0)
    """
    red, green, blue = (part / 255 for part in colour)
    white = max(red, green, blue)
    if white == 0.0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = (round((white - part) / white, 4) for part in (red, green, blue))
    return (cyan, magenta, yellow, round(1.0 - white, 4))
