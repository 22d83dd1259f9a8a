"""Scenes to PDF, one a page: vectors, embedded type, equal bytes for equal pages.

Greys are written as DeviceGray, other colours as DeviceRGB or DeviceCMYK; strokes are never thinner
than printers hold. The page takes the size of its scene. What pages a book has, their titles and
links, is the business of ``pipeline/book``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from pipeline.model import RenderError
from pipeline.render.geometry import MITRE_LIMIT
from pipeline.render.metadata import SOFTWARE, Metadata
from pipeline.render.pdf_paint import Painter, font_name, to_points
from pipeline.render.tagging import Element, pieces_of, spaced
from pipeline.render.theme import Theme, get_theme
from pipeline.scene import Face, Link, Scene, Tag

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
    bookmarks: tuple[str, ...] = ()
    """Entries of the outline one level down, under the last title before them."""


def write_pdf(
    pages: Iterable[Page | Scene],
    stream: BinaryIO,
    theme: Theme | None = None,
    *,
    metadata: Metadata | None = None,
    language: str | None = None,
    is_for_screen: bool = False,
    is_cmyk: bool = False,
    elements: list[Element] | None = None,
) -> int:
    """Return the number of pages written to a stream as one PDF file.

    Pages are painted as they come and only their compressed operators are kept, so that a book of
    any length needs little memory. A scene alone is a page that nothing leads to; there is at least
    one. The theme None is greys. The language ("en") is for screen readers. With ``is_for_screen``
    outline, links and page labels are written; printers refuse them. With ``is_cmyk`` colours are
    in process inks; greys are black ink alone in any case. A list of ``elements`` asks for marked
    content and takes what `pipeline.render.tagging` makes a tree of. `RenderError` if there are no
    pages, a link leads nowhere, or a face lacks a character.

    Examples
    --------
    >>> import io
    >>> write_pdf([Scene(100, 100)], io.BytesIO())
    1
    """
    look = theme or get_theme("mono")
    writer = _Writer(stream, look, metadata or Metadata(), language, is_for_screen, is_cmyk)
    writer.elements = elements
    for page in pages:
        writer.page(Page(page) if isinstance(page, Scene) else page)
    return writer.close()


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
        own = f"page-{self.count + 1}"
        self.canvas.bookmarkPage(own)
        if page.outline is not None:
            self.canvas.addOutlineEntry(page.outline, own)
        for number, title in enumerate(page.bookmarks):
            self.canvas.bookmarkPage(f"{own}-{number}")  # ReportLab keeps one title for each key
            self.canvas.addOutlineEntry(title, f"{own}-{number}", 1, closed=1)
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
