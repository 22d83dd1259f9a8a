"""Scenes to PDF, one a page: vectors, embedded type, equal bytes for equal pages.

Greys are written as DeviceGray, other colours as DeviceRGB; strokes are never thinner than
printers hold. The page takes the size of its scene. What pages a book has, their titles and links,
is the business of ``pipeline/book``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.textobject import PDFTextObject

from pipeline.model import RenderError
from pipeline.render.fonts import font_path
from pipeline.render.geometry import MITRE_LIMIT, bends, controls, place_label
from pipeline.render.metadata import SOFTWARE, Metadata
from pipeline.render.theme import MIN_LINE_MM, MM_PER_PT, Colour, Stroke, Theme, get_theme
from pipeline.scene import Cap, Disc, Face, Label, Line, Mark, Point, Polyline, Rect, Scene

rl_config.useA85 = 0  # plain streams: text armour would make every page a quarter larger

_CAPS: Final = {Cap.BUTT: 0, Cap.ROUND: 1, Cap.SQUARE: 2}
_CIRCLE: Final = 4 / 3 * (2**0.5 - 1)
"""How far the handles of a quarter circle reach, in radii."""
_PLACES: Final = 2
"""Decimals of coordinates in points: a hundredth is less than 4 micrometres."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """An area of a page, in millimetres from its top left corner, that leads to another page.

    ``target`` is the `Page.name` to jump to.
    """

    corner: Point
    width: float
    height: float
    target: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its scene and, for reading on a screen, its place in the outline and its links.

    Parameters
    ----------
    scene : Scene
        What is on it; its size is that of the page.
    outline : str or None
        Title in the outline, None for a page without an entry.
    level : int
        Depth of that entry, 0 for the top.
    label : str or None
        The page's number as a reader sees it ("iv", "12").
    name : str or None
        What links point to.
    links : tuple of PageLink
        Areas that lead elsewhere.
    trim : (float, float, float, float) or None
        Left, top, width and height of the trimmed page in millimetres where the scene bleeds
        beyond it; None: the whole page.
    """

    scene: Scene
    outline: str | None = None
    level: int = 0
    label: str | None = None
    name: str | None = None
    links: tuple[PageLink, ...] = ()
    trim: tuple[float, float, float, float] | None = None


def write_pdf(
    pages: Iterable[Page | Scene],
    stream: BinaryIO,
    theme: Theme | None = None,
    *,
    metadata: Metadata | None = None,
    language: str | None = None,
    is_for_screen: bool = False,
) -> int:
    """Return the number of pages written to a stream as one PDF file.

    Pages are painted as they come and only their compressed operators are kept, so that a book of
    any length needs little memory.

    Parameters
    ----------
    pages : iterable of Page or Scene
        The pages in order, at least one; a scene alone is a page that nothing leads to.
    stream : binary file
        Where the file goes, once all pages are painted.
    theme : Theme or None
        How inks look; None for greys.
    metadata : Metadata or None
        Title and author of the document, and its description as subject.
    language : str or None
        Language of the text ("en"), for screen readers.
    is_for_screen : bool
        Write outline, links and page labels; printers refuse them, so the default is not to.

    Raises
    ------
    RenderError
        If there are no pages, a link leads nowhere, or a face lacks a character.

    Examples
    --------
    >>> import io
    >>> write_pdf([Scene(100, 100)], io.BytesIO())
    1
    """
    look = theme or get_theme("mono")
    writer = _Writer(stream, look, metadata or Metadata(), language, is_for_screen)
    for page in pages:
        writer.page(Page(page) if isinstance(page, Scene) else page)
    return writer.close()


class _Writer:
    """A ReportLab canvas with what it must be told once."""

    def __init__(
        self,
        stream: BinaryIO,
        theme: Theme,
        metadata: Metadata,
        language: str | None,
        is_for_screen: bool,
    ) -> None:
        # Without a font of ours as the initial one ReportLab lists a Helvetica that it does not
        # embed, which printers refuse.
        self.canvas: Any = Canvas(
            stream,
            invariant=1,
            pageCompression=1,
            initialFontName=_font_name(Face.TEXT),
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
        self.names: set[str] = set()
        self.targets: dict[str, int] = {}

    def page(self, page: Page) -> None:
        width, height = _pt(page.scene.width_mm), _pt(page.scene.height_mm)
        if not (width > 0 and height > 0):
            raise RenderError(
                f"expected a page of positive size, found {page.scene.width_mm} x "
                f"{page.scene.height_mm} mm; give its scene a size"
            )
        self.canvas.setPageSize((width, height))
        left, top, trim_width, trim_height = page.trim or (
            0.0,
            0.0,
            page.scene.width_mm,
            page.scene.height_mm,
        )
        self.canvas.setTrimBox(
            (
                _pt(left),
                _pt(page.scene.height_mm - top - trim_height),
                _pt(left + trim_width),
                _pt(page.scene.height_mm - top),
            )
        )
        if page.trim is not None:
            self.canvas.setBleedBox((0.0, 0.0, width, height))
        self.canvas.setMiterLimit(MITRE_LIMIT)
        _Painter(self.canvas, self.theme, page.scene.height_mm).paint(page.scene.marks)
        if self.is_for_screen:
            self._navigation(page)
        self.canvas.showPage()
        self.count += 1

    def _navigation(self, page: Page) -> None:
        own = f"page-{self.count + 1}"
        self.canvas.bookmarkPage(own)
        if page.name is not None:
            self.canvas.bookmarkPage(page.name)
            self.names.add(page.name)
        if page.outline is not None:
            self.canvas.addOutlineEntry(page.outline, own, level=page.level)
        if page.label is not None:
            self.canvas.addPageLabel(self.count, prefix=page.label)
        for link in page.links:
            (x, y), height = link.corner, page.scene.height_mm
            box = (_pt(x), _pt(height - y - link.height), _pt(x + link.width), _pt(height - y))
            self.canvas.linkRect("", link.target, box, relative=0, thickness=0)
            self.targets.setdefault(link.target, self.count + 1)

    def close(self) -> int:
        if not self.count:
            raise RenderError("expected at least one page, found none; nothing to print")
        for target, number in self.targets.items():
            if target not in self.names:
                raise RenderError(
                    f"expected a page named {target!r} for a link on page {number}, found none; "
                    "name the page it leads to"
                )
        self.canvas.save()
        return self.count


class _Painter:
    """Translates marks to operators; y is turned upside down, as PDF counts it from the foot."""

    def __init__(self, canvas: Any, theme: Theme, height_mm: float) -> None:
        self.canvas = canvas
        self.theme = theme
        self.height_mm = height_mm
        self.fill: Colour | None = None
        self.pen: Stroke | None = None

    def paint(self, marks: Iterable[Mark]) -> None:
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
        return _pt(x)

    def _y(self, y: float) -> float:
        return _pt(self.height_mm - y)

    def _set_fill(self, colour: Colour) -> None:
        if colour == self.fill:
            return
        self.fill = colour
        if _is_grey(colour):
            self.canvas.setFillGray(_level(colour[0]))
        else:
            self.canvas.setFillColorRGB(*map(_level, colour))

    def _set_pen(self, stroke: Stroke) -> None:
        if stroke == self.pen:
            return
        self.pen = stroke
        if _is_grey(stroke.colour):
            self.canvas.setStrokeGray(_level(stroke.colour[0]))
        else:
            self.canvas.setStrokeColorRGB(*map(_level, stroke.colour))
        self.canvas.setLineWidth(_pt(max(stroke.width_mm, MIN_LINE_MM)))
        self.canvas.setLineCap(_CAPS[stroke.cap])
        self.canvas.setLineJoin(1 if stroke.cap is Cap.ROUND else 0)
        self.canvas.setDash([_pt(part) for part in stroke.dash_mm], 0)

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
        path.circle(self._x(x), self._y(y), _pt(disc.radius_mm))
        self.canvas.drawPath(path, stroke=is_stroked, fill=int(is_filled))

    def _rect(self, rect: Rect) -> None:
        (x, y), is_filled = rect.corner, rect.fill is not None
        is_stroked = self._set_inks(rect)
        self.canvas.rect(
            self._x(x),
            self._y(y + rect.height),
            _pt(rect.width),
            _pt(rect.height),
            stroke=is_stroked,
            fill=int(is_filled),
        )

    def _set_inks(self, mark: Disc | Rect) -> int:
        """Set fill and pen of an area and return 1 if it has an outline, else 0."""
        if mark.fill is not None:
            self._set_fill(self.theme.colour(mark.fill))
        if mark.ink is None or mark.width_mm <= 0:
            return 0
        self._set_pen(Stroke(self.theme.colour(mark.ink), mark.width_mm, Cap.BUTT, ()))
        return 1

    def _labels(self, look: Label, labels: list[Label]) -> None:
        self._set_fill(self.theme.colour(look.ink))
        text = _Text(self.canvas)
        text.setFont(_font_name(look.face), _pt(look.size_mm))
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
    """A path whose numbers are written here: ReportLab's way of it takes half the time of a book.

    Coordinates come rounded to `_PLACES`.
    """

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


def _pt(value_mm: float) -> float:
    return round(value_mm / MM_PER_PT, _PLACES)


def _level(channel: int) -> float:
    return round(channel / 255, 3)


def _is_grey(colour: Colour) -> bool:
    return colour[0] == colour[1] == colour[2]


def _font_name(face: Face) -> str:
    """Return the name under which ReportLab knows a face, registered on first use."""
    return _registered(font_path(face))


@cache
def _registered(path: Path) -> str:
    name = f"puzzlepress-{path}"
    pdfmetrics.registerFont(TTFont(name, str(path)))
    return name
