"""From painted marks to drawings that kinds read boards from, upright and upside down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pipeline.pdf.boxes import Box
from pipeline.pdf.marks import Mark, PaintedPath, PaintedText, Subpath
from pipeline.pdf.visibility import Visibility
from pipeline.scene import MM_PER_PT, Point
from pipeline.scene.page_content import Fill, PageContent, Stroke, TextRun

Place = Callable[[Point], Point]
_FIGURE_EM = 0.65
"""Height of figures in em, in most faces: their middle is half of it over the baseline."""


def draw_page(
    marks: Sequence[Mark], page: Box, seen: Visibility
) -> tuple[PageContent, PageContent | None]:
    """Return what a page shows as it lies, and what it shows upside down; None without words.

    Lines and areas are in both; words only where they can be read. What is printed upside down has
    its number there. ``seen`` says what of the marks can be seen; hidden texts are marked so. The
    visible page is in points.
    """
    strokes: list[Stroke] = []
    fills: list[Fill] = []
    upright: list[TextRun] = []
    turned: list[TextRun] = []
    width, height = (page[2] - page[0]) * MM_PER_PT, (page[3] - page[1]) * MM_PER_PT

    def place(point: Point) -> Point:
        return (
            round((point[0] - page[0]) * MM_PER_PT, 4), round((page[3] - point[1]) * MM_PER_PT, 4)
        )  # fmt: skip

    def places(part: Subpath) -> tuple[Point, ...]:
        return tuple(place(point) for point in part.points)

    def on_page(point: Point) -> Point:
        return (point[0] / MM_PER_PT + page[0], page[3] - point[1] / MM_PER_PT)

    for order, mark in enumerate(marks):
        if isinstance(mark, PaintedPath):
            if mark.stroke is not None and mark.width is not None and seen.shows_any(mark, order):
                pen = (mark.width * MM_PER_PT, mark.stroke.ink)
                strokes += [Stroke(places(part), *pen, part.is_closed, mark.is_dashed, order)
                            for part in mark.subpaths]  # fmt: skip
            if mark.fill is not None:
                fills += [Fill(places(part), mark.fill.ink, order) for part in mark.subpaths]
        elif isinstance(mark, PaintedText) and not mark.is_hidden:
            across = mark.end[0] - mark.origin[0]
            if abs(across) >= abs(mark.end[1] - mark.origin[1]):
                (upright if across >= 0 else turned).append(_text(mark, place))
    drawing = PageContent(
        width, height, tuple(strokes), tuple(fills), tuple(upright),
        lambda order, point: seen.shows_line(order, on_page(point)),
        lambda order, point: seen.shows_area(order, on_page(point)),
    )  # fmt: skip
    return drawing, _turned(drawing, turned) if turned else None


def _text(text: PaintedText, place: Place) -> TextRun:
    across = 1 if text.end[0] >= text.origin[0] else -1
    middle = (
        (text.origin[0] + text.end[0]) / 2,
        text.origin[1] + across * text.size * _FIGURE_EM / 2,
    )
    width = abs(text.end[0] - text.origin[0]) * MM_PER_PT
    return TextRun(
        text.text, place(middle), text.size * MM_PER_PT, "bold" in text.font.lower(), width
    )


def _turned(drawing: PageContent, texts: Iterable[TextRun]) -> PageContent:
    """Return a drawing turned by half a circle, with the words that are upright then."""
    width, height = drawing.width_mm, drawing.height_mm

    def turn(point: Point) -> Point:
        return (round(width - point[0], 4), round(height - point[1], 4))

    return PageContent(
        width,
        height,
        tuple(
            stroke._replace(points=tuple(map(turn, stroke.points))) for stroke in drawing.strokes
        ),
        tuple(fill._replace(points=tuple(map(turn, fill.points))) for fill in drawing.fills),
        tuple(text._replace(centre=turn(text.centre)) for text in texts),
        lambda order, point: drawing.shows_line(order, turn(point)),
        lambda order, point: drawing.shows_area(order, turn(point)),
    )
