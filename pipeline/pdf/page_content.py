"""From painted marks to drawings that kinds read boards from, upright and upside down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pipeline.pdf.boxes import Box
from pipeline.pdf.marks import Mark, PaintedPath, PaintedText
from pipeline.scene import Point
from pipeline.scene.page_content import Fill, PageContent, Stroke, TextRun

Place = Callable[[Point], Point]
_MM: float = 25.4 / 72
_FIGURE_EM = 0.65
"""Height of figures in em, in most faces: their middle is half of it over the baseline."""


def draw_page(marks: Iterable[Mark], page: Box) -> tuple[PageContent, PageContent]:
    """Return what a page shows as it lies, and what it shows upside down.

    Lines and areas are in both; words only where they can be read. The visible page is in points.
    """
    strokes: list[Stroke] = []
    fills: list[Fill] = []
    upright: list[TextRun] = []
    turned: list[TextRun] = []
    width, height = (page[2] - page[0]) * _MM, (page[3] - page[1]) * _MM

    def place(point: Point) -> Point:
        return (
            round((point[0] - page[0]) * _MM, 4), round((page[3] - point[1]) * _MM, 4)
        )  # fmt: skip

    for mark in marks:
        if isinstance(mark, PaintedPath):
            strokes.extend(_strokes(mark, place))
            fills.extend(_fills(mark, place))
        elif isinstance(mark, PaintedText) and not mark.is_hidden:
            across = mark.end[0] - mark.origin[0]
            if abs(across) >= abs(mark.end[1] - mark.origin[1]):
                (upright if across >= 0 else turned).append(_text(mark, place))
    drawing = PageContent(width, height, tuple(strokes), tuple(fills), tuple(upright))
    return drawing, _turned(drawing, turned)


def _strokes(path: PaintedPath, place: Place) -> Iterator[Stroke]:
    if path.stroke is None or path.width is None:
        return
    for part in path.subpaths:
        yield Stroke(
            tuple(place(point) for point in part.points),
            path.width * _MM, path.stroke.ink, part.is_closed, path.is_dashed,
        )  # fmt: skip


def _fills(path: PaintedPath, place: Place) -> Iterator[Fill]:
    if path.fill is None:
        return
    for part in path.subpaths:
        yield Fill(tuple(place(point) for point in part.points), path.fill.ink)


def _text(text: PaintedText, place: Place) -> TextRun:
    across = 1 if text.end[0] >= text.origin[0] else -1
    middle = (
        (text.origin[0] + text.end[0]) / 2,
        text.origin[1] + across * text.size * _FIGURE_EM / 2,
    )
    return TextRun(text.text, place(middle), text.size * _MM, "bold" in text.font.lower())


def _turned(drawing: PageContent, texts: Iterable[TextRun]) -> PageContent:
    """Return a drawing turned by half a circle, with the words that are upright then."""
    width, height = drawing.width_mm, drawing.height_mm

    def turn(point: Point) -> Point:
        return (round(width - point[0], 4), round(height - point[1], 4))

    return PageContent(
        width,
        height,
        tuple(
            stroke._replace(points=tuple(turn(point) for point in stroke.points))
            for stroke in drawing.strokes
        ),
        tuple(
            fill._replace(points=tuple(turn(point) for point in fill.points))
            for fill in drawing.fills
        ),
        tuple(text._replace(centre=turn(text.centre)) for text in texts),
    )
