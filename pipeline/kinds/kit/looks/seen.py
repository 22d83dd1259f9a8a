"""What is seen in the cells of a board on a page; it knows no measure of drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pipeline.kinds.kit.looks.symbol_reading import numbers_for, read_pictures
from pipeline.scene.board_reading import (
    BoardFound,
    Box,
    PageContent,
    TextRun,
    circle_of,
    middle_of,
)
from pipeline.scene.marks import Point, Role

_SMALL: Final = 0.3  # Radius, in cells, below which a circle is small
_FULL: Final = 0.95  # Least side, in cells, of a square without a margin
_CORNER: Final = 0.4  # Greatest distance of the middle of a text in a corner, in cells
_SQUARE: Final = 4  # Corners of a filled square


@dataclass(frozen=True, slots=True)
class Seen:
    """The contents of cells: texts by weight, circles, filled squares and figures."""

    bold: dict[int, str] = field(default_factory=dict)
    light: dict[int, str] = field(default_factory=dict)
    rings: set[int] = field(default_factory=set)
    discs: set[int] = field(default_factory=set)
    small: set[int] = field(default_factory=set)
    """Cells with a small circle, which belongs to an answer where clues are circles."""
    squares: set[int] = field(default_factory=set)
    full: set[int] = field(default_factory=set)
    """Those that are filled up to their borders."""
    figures: dict[int, list[tuple[Point, ...]]] = field(default_factory=dict)
    """Filled outlines: their corners about the centre of the cell, in cells."""
    is_shading: bool = False
    """Whether an answer may shade cells."""
    cornered: set[int] = field(default_factory=set)
    """Cells with a bold text in the upper left corner."""

    @property
    def circles(self) -> dict[int, str]:
        """Circles by colour."""
        rings, discs = sorted(self.rings), sorted(self.discs)
        return {**dict.fromkeys(rings, "white"), **dict.fromkeys(discs, "black")}


def see(
    board: BoardFound,
    content: PageContent,
    inner: Mapping[int, Sequence[TextRun]],
    is_shading: bool = False,
) -> Seen:
    """Return what is in the cells of a board, with texts that were found in them."""
    seen = Seen(is_shading=is_shading)
    for cell, texts in inner.items():
        for text in texts:
            kept = seen.bold if text.is_bold else seen.light
            kept[cell] = kept.get(cell, "") + text.text.strip()
            if text.is_bold and all(at % 1 < _CORNER for at in board.in_cells(text.centre)):
                seen.cornered.add(cell)
    for stroke in board.strokes(content):
        circle = circle_of(stroke.points) if stroke.is_closed and stroke.ink > 0 else None
        cell_here = None if circle is None else _cell_of(board, circle[0])
        if circle is not None and cell_here is not None and content.shows_outline(stroke):
            seen.rings.add(cell_here)
            if circle[1] < _SMALL * board.cell_mm:
                seen.small.add(cell_here)
    for fill in content.fills:
        circle = circle_of(fill.points)
        cell_here = (
            _cell_of(board, circle[0] if circle else middle_of(fill.box)) if fill.ink else None
        )
        if cell_here is None or not content.shows_fill(fill):
            continue
        if circle is not None:
            seen.discs.add(cell_here)
        elif is_wide(fill.box, board.cell_mm):
            corners = tuple(dict.fromkeys(fill.points))
            if len(corners) == _SQUARE:
                seen.squares.add(cell_here)
                seen.full.update(
                    {cell_here} if fill.box[2] - fill.box[0] > _FULL * board.cell_mm else ()
                )
            (x, y), side = board.centre(cell_here), board.cell_mm
            about = tuple(((a - x) / side, (b - y) / side) for a, b in corners)
            seen.figures.setdefault(cell_here, []).append(about)
    return seen


def as_numbers(board: BoardFound, content: PageContent, seen: Seen) -> Seen:
    """Return the contents of cells with numbers for letters and pictures."""
    if seen.bold:
        bold, light = numbers_for(seen.bold, seen.light)
        return replace(seen, bold=bold, light=light)
    pictures = read_pictures(board, content)
    clues, answers = pictures[Role.CLUE], pictures[Role.ANSWER]
    return Seen(clues, answers) if clues else seen


def is_wide(box: Box, cell_mm: float) -> bool:
    """Return whether a mark may be the content of a cell: neither a detail nor an area."""
    sides = (box[2] - box[0], box[3] - box[1])
    return all(0.5 * cell_mm <= side <= 1.1 * cell_mm for side in sides)


def _cell_of(board: BoardFound, point: Point) -> int | None:
    return board.cell_at(point) if board.is_centre(point, 0.1) else None
