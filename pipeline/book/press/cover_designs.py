"""Cover designs other than the band: lines of the book's answers, minimal, a large number.

Each paints the whole wrap, background and texts; the back is the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import Span, break_lines, place_line
from pipeline.book.press.cover import (
    ACCENT,
    PAPER,
    TEXT,
    Area,
    CoverWords,
    Wrap,
    badge_marks,
    fitted,
    size_for,
)
from pipeline.model import RenderError
from pipeline.scene import (
    Align,
    Anchor,
    Disc,
    Face,
    Ink,
    Label,
    Line,
    Mark,
    Polyline,
    Rect,
    Role,
    Scene,
)

MID: Final = Ink(Role.ACCENT, 1)
"""Tint of the accent for lines on the accent colour."""
PALE: Final = Ink(Role.ACCENT, 2)
"""Faint tint of the accent on paper."""
_PANEL: Final = (0.13, 0.1, 0.74)
"""Left, top and width of the panel with the title, in widths and heights of the front."""
_BLURB_PT: Final = 13.0
_DRAWN: Final = (Role.PATH, Role.ANSWER)


def line_art(board: Scene, ink: Ink, weight: float) -> tuple[Mark, ...]:
    """Return the lines of a solved board alone, in one ink: paths, bridges, islands.

    ``weight`` is a factor for the thickness of lines.
    """
    found: list[Mark] = []
    for mark in board.marks:
        if isinstance(mark, Polyline) and mark.ink.role in _DRAWN and len(mark.points) > 1:
            wide = weight * mark.width_mm
            found.append(replace(mark, ink=ink, width_mm=wide))
            found += [Disc(end, 0.85 * wide, ink) for end in (mark.points[0], mark.points[-1])]
        elif isinstance(mark, Line) and mark.ink.role in _DRAWN:
            found.append(replace(mark, ink=ink, width_mm=weight * mark.width_mm))
        elif isinstance(mark, Disc) and mark.fill is not None and mark.radius_mm > 1:
            found.append(replace(mark, fill=ink, ink=None, width_mm=0.0))
    return tuple(found)


def tiled(boards: Sequence[Scene], wide: float, high: float, ink: Ink) -> list[Mark]:
    """Return the lines of boards in rows, over an area and a little beyond."""
    marks: list[Mark] = []
    y, turn = 0.0, 0
    while boards and y < high:
        x, tallest = 0.0, 0.0
        while x < wide:
            board = boards[turn % len(boards)]
            marks += Scene(0, 0, line_art(board, ink, 1.5)).moved(x, y).marks
            x, tallest, turn = x + board.width_mm, max(tallest, board.height_mm), turn + 1
        y += tallest
    return marks


def paint_pattern(
    wrap: Wrap, words: CoverWords, boards: Sequence[Scene], has_picture: bool
) -> Scene:
    """Return a wrap full of the lines of its answers, or a picture, with the title in a panel."""
    ground = wrap.front.left if has_picture else wrap.width
    marks: list[Mark] = [Rect((0, 0), ground, wrap.height, ACCENT)]
    tiles = tiled(boards, ground, wrap.height, MID)
    marks += _within(tiles, ground, wrap.height)
    front = wrap.front
    left, top, share = _PANEL
    width = share * front.width
    lines, title = fitted(words.title, Face.DISPLAY_BOLD, 0.2 * width / PT, 0.84 * width, 3)
    under, small = fitted(words.subtitle, Face.DISPLAY, max(10.0, 0.36 * title), 0.84 * width, 3)
    series, tiny = fitted(words.series.upper(), Face.DISPLAY_SEMIBOLD, 13, 0.84 * width, 1)
    author, by = fitted(words.author, Face.DISPLAY_SEMIBOLD, 17, 0.84 * width, 2)
    parts = [(series, tiny, 1.9), (lines, title, 1.08), (under, small, 1.25), (author, by, 1.2)]
    gaps = 0.05 * width
    height = sum(len(found) * size * PT * step + gaps for found, size, step in parts if found)
    x, y = front.left + left * front.width, front.top + top * front.height
    panel = Area(x, y, width, height + 2.4 * gaps)
    marks.append(Rect((x, y), width, panel.height, PAPER))
    inner = panel.shrunk(2.2)
    marks.append(Rect((inner.left, inner.top), inner.width, inner.height, None, ACCENT, 0.5))
    y += 1.7 * gaps
    for number, (found, size, step) in enumerate(parts):
        for line in found:
            y += size * PT * step
            ink = ACCENT if number < 2 else TEXT
            marks += place_line(line, x, y - 0.3 * size * PT, width, size, Align.CENTRE, ink)
        y += gaps if found else 0.0
    inks = (ACCENT, PAPER) if has_picture else (PAPER, ACCENT)
    if words.badge:
        rim = max(wrap.safe, 0.06 * front.width)
        marks += badge_marks(front, rim, words.badge, *inks)
    return Scene(wrap.width, wrap.height, (*marks, *_back_panel(wrap, words)))


def paint_minimal(
    wrap: Wrap, words: CoverWords, boards: Sequence[Scene], has_picture: bool
) -> Scene:
    """Return a white wrap: title on the left, and the lines of an answer that run off the page."""
    front = wrap.front
    margin = max(wrap.safe, 0.09 * front.width)
    x, width = front.left + margin, front.width - 2 * margin
    marks: list[Mark] = []
    lines, size = fitted(words.title, Face.DISPLAY_BOLD, 0.17 * width / PT, width, 3)
    y = front.top + margin
    series, tiny = fitted(words.series, Face.DISPLAY_SEMIBOLD, 12, width, 1)
    for found, pt, ink in ((series, tiny, ACCENT), (lines, size, TEXT)):
        for line in found:
            y += 1.04 * pt * PT
            marks += place_line(line, x, y, width, pt, ink=ink)
        y += 0.5 * tiny * PT if found else 0.0
    under, small = fitted(words.subtitle, Face.DISPLAY, max(10.0, 0.36 * size), 0.8 * width, 3)
    y += 0.3 * size * PT
    for line in under:
        y += 1.2 * small * PT
        marks += place_line(line, x, y, width, small)
    y += 0.03 * front.height
    marks.append(Rect((x, y), 0.16 * width, 1.6, ACCENT))
    author, by = fitted(words.author, Face.DISPLAY_SEMIBOLD, 16, width, 1)
    for line in author:
        y += 2.2 * by * PT
        marks += place_line(line, x, y, width, by)
    if boards and not has_picture:
        board = boards[0]
        top = y + 0.06 * front.height
        right, bottom = wrap.width, wrap.height
        scale = max((right - x) / board.width_mm, (bottom - top) / board.height_mm)
        art = line_art(_scaled(board, scale), ACCENT, 0.8)
        marks += Scene(0, 0, art).moved(x + 0.06 * width, top).marks
    # a faint tint on the back, up to the spine's fold
    ground = Rect((0, 0), wrap.spine.left, wrap.height, PALE)
    return Scene(wrap.width, wrap.height, (ground, *marks, *_back_text(wrap, words, TEXT)))


def paint_number(
    wrap: Wrap, words: CoverWords, boards: Sequence[Scene], has_picture: bool
) -> Scene:
    """Return a wrap of one colour with a number as large as the front."""
    front = wrap.front
    margin = max(wrap.safe, 0.09 * front.width)
    x, width = front.left + margin, front.width - 2 * margin
    ground = wrap.front.left if has_picture else wrap.width
    marks: list[Mark] = [Rect((0, 0), ground, wrap.height, ACCENT)]
    lines, size = fitted(words.title, Face.DISPLAY_BOLD, 0.16 * width / PT, width, 2)
    y = front.top + margin
    if has_picture:
        high = margin + (1.3 * len(lines) + 0.6) * size * PT + 12
        marks.append(Rect((ground, 0), wrap.width - ground, front.top + high, ACCENT))
    for line in lines:
        y += 1.06 * size * PT
        marks += place_line(line, x, y, width, size, ink=PAPER)
    under, small = fitted(words.subtitle, Face.DISPLAY, max(10.0, 0.36 * size), width, 2)
    y += 0.25 * size * PT
    for line in under:
        y += 1.2 * small * PT
        marks += place_line(line, x, y, width, small, ink=PAPER)
    number = words.number or words.badge.split(" ")[0]
    base = front.top + front.height - margin - 16
    if number:
        tall = min(0.56 * front.height, base - y - 8)
        figure = size_for(number, Face.DISPLAY_BOLD, tall / PT / 0.68, width * 1.04)
        marks.append(Label(number, (x - 0.03 * figure * PT, base), figure * PT, PAPER,
                           Face.DISPLAY_BOLD, Align.LEFT, Anchor.BASELINE))  # fmt: skip
    word = words.series if words.number else words.badge.partition(" ")[2]
    foot = front.top + front.height - margin
    marks.append(Line((x, foot - 8.5), (x + width, foot - 8.5), 0.6, PAPER))
    for text, align in ((words.author, Align.LEFT), (word, Align.RIGHT)):
        found, pt = fitted(text, Face.DISPLAY_SEMIBOLD, 14, 0.48 * width, 1)
        for line in found:
            marks += place_line(line, x, foot - 2.5, width, pt, align, PAPER)
    return Scene(wrap.width, wrap.height, (*marks, *_back_text(wrap, words, PAPER)))


def _scaled(board: Scene, by: float) -> Scene:
    found: list[Mark] = []
    for mark in board.marks:
        if isinstance(mark, Polyline):
            points = tuple((by * a, by * b) for a, b in mark.points)
            found.append(replace(mark, points=points, width_mm=by * mark.width_mm,
                                 corner_mm=by * mark.corner_mm))  # fmt: skip
        elif isinstance(mark, Line):
            (a, b), (c, d) = mark.start, mark.end
            found.append(replace(mark, start=(by * a, by * b), end=(by * c, by * d),
                                 width_mm=by * mark.width_mm))  # fmt: skip
        elif isinstance(mark, Disc):
            a, b = mark.centre
            found.append(replace(mark, centre=(by * a, by * b), radius_mm=by * mark.radius_mm))
    return Scene(by * board.width_mm, by * board.height_mm, tuple(found))


def _within(marks: Sequence[Mark], wide: float, high: float) -> list[Mark]:
    """Return the marks without those that lie wholly outside an area."""

    def is_inside(mark: Mark) -> bool:
        match mark:
            case Polyline():
                return any(-5 < x < wide + 5 and -5 < y < high + 5 for x, y in mark.points)
            case Line():
                return any(x < wide + 5 and y < high + 5 for x, y in (mark.start, mark.end))
            case Disc():
                return mark.centre[0] < wide + 5 and mark.centre[1] < high + 5
        return True

    return [mark for mark in marks if is_inside(mark)]


def _back_panel(wrap: Wrap, words: CoverWords) -> list[Mark]:
    if not (words.blurb or words.about):
        return []
    margin = max(wrap.safe, 0.08 * wrap.back.width)
    top = wrap.back.top + wrap.back.height * _PANEL[1]
    marks, end = _text(wrap, words, top + 0.6 * margin, TEXT)
    box = Area(wrap.back.left + margin, top, wrap.back.width - 2 * margin,
               end + 0.4 * margin - top)  # fmt: skip
    return [Rect((box.left, box.top), box.width, box.height, PAPER), *marks]


def _back_text(wrap: Wrap, words: CoverWords, ink: Ink) -> list[Mark]:
    return _text(wrap, words, wrap.back.top + 0.14 * wrap.back.height, ink)[0]


def _text(wrap: Wrap, words: CoverWords, y: float, ink: Ink) -> tuple[list[Mark], float]:
    """Return blurb and author on the back, and the y of their end."""
    margin = max(wrap.safe, 0.08 * wrap.back.width) + 0.05 * wrap.back.width
    x, width = wrap.back.left + margin, wrap.back.width - 2 * margin
    marks: list[Mark] = []
    texts = [(part, _BLURB_PT, Face.TEXT) for part in words.blurb.split("\n\n")]
    texts += [(part, 0.85 * _BLURB_PT, Face.TEXT_ITALIC) for part in words.about.split("\n\n")]
    for text, size, face in texts:
        for line in break_lines([Span(" ".join(text.split()), face)], size, width):
            y += 1.35 * size * PT
            marks += place_line(line, x, y - 0.35 * size * PT, width, size, ink=ink)
        y += 0.8 * size * PT if text.strip() else 0.0
    if y > wrap.barcode.top:
        raise RenderError(
            f"the words of {len(words.blurb + words.about)} characters at the back run into the "
            "field of the barcode; shorten blurb or about"
        )
    return marks, y
