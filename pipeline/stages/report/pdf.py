"""A report as a PDF: the parts of the page set in type, then every puzzle small."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import BinaryIO, Final

from pipeline.book.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    heading,
    merged,
    paragraph,
    plain,
    space,
    stack,
)
from pipeline.book.flow.style import PT, style_for
from pipeline.book.flow.typeset import Span, break_lines, label, measure, settable
from pipeline.model import Record
from pipeline.render.metadata import Metadata
from pipeline.render.pdf import Page, write_pdf
from pipeline.scene import Align, Face, Ink, Line, Mark, Role, Scene
from pipeline.stages.report.parts import Figure, Figures, Grid, Heading, Paragraph, Part
from pipeline.stages.report.pictures import thumbnail
from pipeline.stages.report.rows import Row

WIDTH_MM, HEIGHT_MM, MARGIN_MM = 210.0, 297.0, 17.0
"""A4, and the white round it."""

_ROOM: Final = WIDTH_MM - 2 * MARGIN_MM
_GAP_MM: Final = 6.0
_COLUMNS: Final = 4
"""Small puzzles side by side."""

_STYLE: Final = style_for("standard", 0.0)
_SMALL_PT: Final = 8.0
_TABLE_PT: Final = 8.5


def write_report_pdf(
    title: str, parts: Iterable[Part], listed: Iterable[tuple[Record, Row]], stream: BinaryIO
) -> int:
    """Return the number of pages written: the parts, then the puzzles that are to be listed.

    ``listed`` are the puzzles that are shown small, in order; the title also stands in the
    document's data.
    """
    return write_pdf(
        _pages(title, parts, listed),
        stream,
        metadata=Metadata(title=title),
        language="en",
        is_for_screen=True,
    )


def _pages(
    title: str, parts: Iterable[Part], listed: Iterable[tuple[Record, Row]]
) -> Iterator[Page]:
    leading = _STYLE.leading_mm
    steps = int((HEIGHT_MM - 2 * MARGIN_MM) / leading) - 2
    head = heading(_settable(title), _STYLE, _ROOM, _STYLE.heading_pt, above=0)
    blocks = [*head, *(block for part in parts for block in _blocks(part))]
    number = 0
    for painted in stack(blocks, steps, leading):
        number += 1
        yield _page(painted, number, title if number == 1 else None)
    for place, rows in enumerate(_screens(listed, steps)):
        number += 1
        yield _page(rows, number, "All puzzles" if place == 0 else None)


def _page(painted: MarkGroup, number: int, outline: str | None) -> Page:
    marks = painted.moved(MARGIN_MM, MARGIN_MM).marks
    foot = label(
        str(number), WIDTH_MM / 2, HEIGHT_MM - MARGIN_MM, _STYLE.folio_pt, Face.TEXT, Align.CENTRE
    )
    return Page(Scene(WIDTH_MM, HEIGHT_MM, (*marks, foot)), outline, label=str(number))


def _blocks(part: Part) -> list[Block]:
    match part:
        case Heading():
            return heading(_settable(part.text), _STYLE, _ROOM, _STYLE.subheading_pt, above=2)
        case Paragraph():
            lines = plain(_settable(part.text), _STYLE, _ROOM)
            # What is told belongs to the pictures or the table below it.
            return [*(replace(line, is_kept=True) for line in lines), space(is_kept=True)]
        case Grid():
            return _table(part)
        case Figures():
            return _figures(part.figures)


def _table(grid: Grid) -> list[Block]:
    """Return a table: columns as wide as their words, what is left for the widest."""
    widths = [
        max(measure(_settable(row[place]), Face.TEXT, _TABLE_PT) for row in (grid.head, *grid.rows))
        + 2.5
        for place in range(len(grid.head))
    ]
    while sum(widths) > _ROOM + 1e-6:
        widest = widths.index(max(widths))
        others = sum(widths) - widths[widest]
        share = max(_ROOM - others, _ROOM / len(widths))
        if share >= widths[widest]:
            break
        widths[widest] = share
    rows = (block for cells in grid.rows for block in _table_row(grid, cells, widths))
    return [*_table_row(grid, grid.head, widths, is_head=True), *rows, space()]


def _table_row(
    grid: Grid, cells: Sequence[str], widths: Sequence[float], is_head: bool = False
) -> list[Block]:
    """Return the lines of a row as blocks; a rule lies under the last."""
    face = Face.TEXT_BOLD if is_head else Face.TEXT
    columns = [
        [
            " ".join("".join(piece.text for piece in word) for word in line.words)
            for line in break_lines([Span(_settable(cell), face)], _TABLE_PT, width - 2.0)
        ]
        for cell, width in zip(cells, widths, strict=True)
    ]
    height = max(1, *map(len, columns))
    blocks = []
    for number in range(height):
        marks: list[Mark] = []
        x = 0.0
        for place, (lines, width) in enumerate(zip(columns, widths, strict=True)):
            is_right = place in grid.numeric and len(lines) == 1
            if number < len(lines):
                side, at = (Align.RIGHT, x + width - 2.5) if is_right else (Align.LEFT, x)
                y = BASELINE * _STYLE.leading_mm
                marks.append(label(lines[number], at, y, _TABLE_PT, face, side))
            x += width
        is_last = number == height - 1
        if is_last:
            thick, y = 0.5 if is_head else 0.265, _STYLE.leading_mm
            marks.append(Line((0.0, y), (sum(widths), y), thick, Ink(Role.RULE)))
        blocks.append(Block(1, MarkGroup(tuple(marks)), is_kept=is_head or not is_last))
    return blocks


def _figures(figures: Sequence[Figure]) -> list[Block]:
    """Return pictures in rows, as many side by side as fit, each with its caption."""
    blocks: list[Block] = []
    row: list[Figure] = []
    used = 0.0
    for figure in figures:
        width = min(figure.scene.width_mm, _ROOM)
        if row and used + width > _ROOM:
            blocks += [_row_of(row), space()]
            row, used = [], 0.0
        row.append(figure)
        used += width + _GAP_MM
    return [*blocks, _row_of(row), space()] if row else blocks


def _row_of(figures: Sequence[Figure]) -> Block:
    x, height, parts = 0.0, 0.0, []
    for figure in figures:
        painted, tall = _captioned(figure, figure.scene.width_mm)
        parts.append(painted.moved(x, 0.0))
        x += figure.scene.width_mm + _GAP_MM
        height = max(height, tall)
    return Block(math.ceil(height / _STYLE.leading_mm), merged(parts))


def _captioned(figure: Figure, width: float) -> tuple[MarkGroup, float]:
    """Return a picture with its caption under it, and the height of both."""
    below: list[Block] = []
    if figure.caption:
        below = paragraph(
            [Span(_settable(figure.caption), Face.TEXT)], _STYLE, width, size_pt=_SMALL_PT
        )
    step = 1.2 * _SMALL_PT * PT
    top = figure.scene.height_mm + 0.5
    parts = [MarkGroup(figure.scene.marks)]
    # Captions are set closer than the running text: their lines are of small type.
    parts += [block.painted.moved(0.0, top + k * step) for k, block in enumerate(below)]
    return merged(parts), top + len(below) * step + 0.5 * step


def _screens(listed: Iterable[tuple[Record, Row]], steps: int) -> Iterator[MarkGroup]:
    """Yield pages of small puzzles, row by row, as high as the tallest of each row."""
    room = (_ROOM - (_COLUMNS - 1) * _GAP_MM) / _COLUMNS
    high = steps * _STYLE.leading_mm
    parts: list[MarkGroup] = []
    y = 0.0
    puzzles = iter(listed)
    while row := list(islice(puzzles, _COLUMNS)):
        found = [_captioned(thumbnail(*one), room) for one in row]
        tall = max(height for _, height in found) + _GAP_MM / 2
        if parts and y + tall > high:
            yield merged(parts)
            parts, y = [], 0.0
        parts += [painted.moved(k * (room + _GAP_MM), y) for k, (painted, _) in enumerate(found)]
        y += tall
    if parts:
        yield merged(parts)


def _settable(text: str) -> str:
    is_plain = text.isascii() and text.isprintable()
    return settable(text if is_plain else " ".join(text.split()))
