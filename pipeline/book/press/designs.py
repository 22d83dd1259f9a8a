"""Designs of a cover: pattern, minimal, number, mosaic, frame; `cover` has the band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

from pipeline.book.press.cover import (
    ACCENT,
    PAPER,
    SECOND,
    TEXT,
    Area,
    CoverWords,
    Wrap,
    back_text,
    badge_marks,
    fitted,
    size_for,
)
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import place_line
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

MID: Final = Ink(Role.ACCENT, 1)  # Tint of the accent for lines on the accent colour
PALE: Final = Ink(Role.ACCENT, 2)  # Faint tint on paper, or of whole boards on the accent
_PLACES: Final = ("start", "end", "corner", "centre", "position")
_LENGTHS: Final = ("width_mm", "radius_mm", "size_mm", "corner_mm", "width", "height")
_LEAST_TITLE_PT: Final = 9.0
_ACROSS: Final = 2  # Squares of a mosaic across the front
_LEAST_BAND: Final = 0.24  # Least height of its title, as a share of the front
_SAMPLES: Final = 2  # Most boards on the back
_LEAST_SAMPLE: Final = 0.17  # Least side of one in widths of the back
_APART: Final = 0.1  # Space between boards as a share of one and the space
_PANEL: Final = (0.13, 0.1, 0.74)
"""Left, top and width of the panel with the title, in widths and heights of the front."""
_DRAWN: Final = (Role.PATH, Role.ANSWER)


def line_art(board: Scene, ink: Ink, weight: float) -> tuple[Mark, ...]:
    """Return the lines of a solved board alone, in one ink: paths, bridges, islands.

    ``weight`` is a factor for the thickness of lines. A board without lines is whole.
    """
    marks: list[Mark] = []
    lines = (mark for mark in board.marks if isinstance(mark, Line | Polyline))
    if not any(mark.ink and mark.ink.role in _DRAWN and not _is_filled(mark) for mark in lines):
        return _recoloured(board, ink, PAPER if ink == ACCENT else ACCENT).marks
    ink = MID if ink == PALE else ink  # wide lines are seen in the darker tint, too
    for mark in board.marks:
        if isinstance(mark, Polyline) and mark.ink.role in _DRAWN and len(mark.points) > 1:
            wide = weight * mark.width_mm
            marks.append(replace(mark, ink=ink, width_mm=wide))
            marks += [Disc(end, 0.85 * wide, ink) for end in (mark.points[0], mark.points[-1])]
        elif isinstance(mark, Line) and mark.ink.role in _DRAWN:
            marks.append(replace(mark, ink=ink, width_mm=weight * mark.width_mm))
        elif isinstance(mark, Disc) and mark.fill is not None and mark.radius_mm > 1:
            marks.append(replace(mark, fill=ink, ink=None, width_mm=0.0))
    return tuple(marks)


def _is_filled(mark: Line | Polyline) -> bool:
    return isinstance(mark, Polyline) and mark.fill is not None


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
    tiles = tiled(boards, ground, wrap.height, PALE)
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
    height = sum(len(text) * size * PT * step + gaps for text, size, step in parts if text)
    x, y = front.left + left * front.width, front.top + top * front.height
    panel = Area(x, y, width, height + 2.4 * gaps)
    marks.append(Rect((x, y), width, panel.height, PAPER))
    inner = panel.shrunk(2.2)
    edge = words.second(ACCENT), 0.5 if words.on_second is None else 2.0
    marks.append(Rect((inner.left, inner.top), inner.width, inner.height, None, *edge))
    y += 1.7 * gaps
    for number, (part_lines, size, step) in enumerate(parts):
        for line in part_lines:
            y += size * PT * step
            ink = ACCENT if number < 2 else TEXT
            marks += place_line(line, x, y - 0.3 * size * PT, width, size, Align.CENTRE, ink)
        y += gaps if part_lines else 0.0
    inks = (ACCENT, PAPER) if has_picture else (PAPER, ACCENT)
    if words.badge:
        rim = max(wrap.safe, 0.06 * front.width)
        marks += badge_marks(front, rim, words, *inks)
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
    bar = (0.16 * width, 1.6) if words.on_second is None else (0.4 * width, 4.0)
    marks.append(Rect((x, y), *bar, words.second(ACCENT)))
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
    if words.badge and words.on_second is not None:
        marks += badge_marks(front, margin, words, SECOND, PAPER)
    # a faint tint on the back, up to the spine's fold
    ground = Rect((0, 0), wrap.spine.left, wrap.height, PALE)
    return Scene(wrap.width, wrap.height, (ground, *marks, *_back_text(wrap, words, TEXT)))


def paint_number(
    wrap: Wrap, words: CoverWords, boards: Sequence[Scene], has_picture: bool
) -> Scene:
    """Return a wrap of one colour with a number as large as the front, over an answer."""
    front = wrap.front
    margin = max(wrap.safe, 0.09 * front.width)
    x, width = front.left + margin, front.width - 2 * margin
    ground = wrap.front.left if has_picture else wrap.width
    marks: list[Mark] = [Rect((0, 0), ground, wrap.height, ACCENT)]
    lines, size = fitted(words.title, Face.DISPLAY_BOLD, 0.24 * width / PT, width, 2)
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
    if boards and not has_picture:
        top = y + 0.04 * front.height  # runs off the page behind the number
        board = _scaled(boards[0], 0.9 * front.width / boards[0].width_mm)
        art = Scene(0, 0, line_art(board, MID, 0.8)).moved(x + 0.24 * width, top).marks
        marks += art
    number = words.number or words.badge.split(" ")[0]
    base = front.top + front.height - margin - 16
    if number:
        tall = min(0.56 * front.height, base - y - 8)
        figure = size_for(number, Face.DISPLAY_BOLD, tall / PT / 0.68, width * 1.04)
        marks.append(Label(number, (x - 0.03 * figure * PT, base), figure * PT, words.second(PAPER),
                           Face.DISPLAY_BOLD, Align.LEFT, Anchor.BASELINE))  # fmt: skip
    word = words.series if words.number else words.badge.partition(" ")[2]
    foot = front.top + front.height - margin
    marks.append(Line((x, foot - 8.5), (x + width, foot - 8.5), 0.6, words.second(PAPER)))
    for text, align in ((words.author, Align.LEFT), (word, Align.RIGHT)):
        found, pt = fitted(text, Face.DISPLAY_SEMIBOLD, 14, 0.48 * width, 1)
        for line in found:
            marks += place_line(line, x, foot - 2.5, width, pt, align, PAPER)
    return Scene(wrap.width, wrap.height, (*marks, *_back_text(wrap, words, PAPER)))


def _scaled(board: Scene, by: float) -> Scene:
    """Return a board with all its lengths multiplied."""

    def scaled(mark: Mark) -> Mark:
        changes: dict[str, Any] = {}
        for field in fields(mark):
            value = getattr(mark, field.name)
            if field.name in _PLACES:
                changes[field.name] = tuple(by * part for part in value)
            elif field.name == "points":
                changes[field.name] = tuple((by * x, by * y) for x, y in value)
            elif isinstance(value, float | int) and field.name in _LENGTHS:
                changes[field.name] = by * value
        return replace(mark, **changes)

    marks = tuple(map(scaled, board.marks))
    return Scene(by * board.width_mm, by * board.height_mm, marks)


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
            case Rect():
                return mark.corner[0] < wide + 5 and mark.corner[1] < high + 5
            case Label():
                return mark.position[0] < wide + 5 and mark.position[1] < high + 5
        return True

    return [mark for mark in marks if is_inside(mark)]


def _back_area(wrap: Wrap, top: float) -> Area:
    margin = max(wrap.safe, 0.08 * wrap.back.width) + 0.05 * wrap.back.width
    return Area(wrap.back.left + margin, top, wrap.back.width - 2 * margin, 0.0)


def _back_panel(wrap: Wrap, words: CoverWords) -> list[Mark]:
    if not (words.blurb or words.about):
        return []
    pad, top = 0.05 * wrap.back.width, wrap.back.top + wrap.back.height * _PANEL[1]
    area = _back_area(wrap, top + pad)
    marks, end = back_text(wrap, words, area)
    box = Rect((area.left - pad, top), area.width + 2 * pad, end + 0.6 * pad - top, PAPER)
    return [box, *marks]


def _back_text(wrap: Wrap, words: CoverWords, ink: Ink) -> list[Mark]:
    return back_text(wrap, words, _back_area(wrap, wrap.back.top + 0.12 * wrap.back.height), ink)[0]


def sample_marks(wrap: Wrap, words: CoverWords, boards: Sequence[Scene]) -> list[Mark]:
    """Return up to two boards side by side on the back, between its text and the barcode.

    They are as large as fits, on white, and none if that is too small.
    """
    area = _back_area(wrap, wrap.back.top + 0.12 * wrap.back.height)
    _, end = back_text(wrap, words, area)
    gap = 0.06 * wrap.back.width
    count = min(_SAMPLES, len(boards))
    room = wrap.barcode.top - end - 2 * gap
    side = min((area.width - (count - 1) * 0.5 * gap) / max(count, 1), room, area.width / 2)
    if side < _LEAST_SAMPLE * wrap.back.width:
        return []
    top, step = end + gap + (room - side) / 2, side + 0.5 * gap
    left = area.left + (area.width - count * step + 0.5 * gap) / 2
    marks: list[Mark] = []
    for k, board in enumerate(boards[:count]):
        x, pad = left + k * step, 0.05 * side
        drawn = _fitted_board(board, side - 2 * pad)
        marks.append(Rect((x, top), side, side, PAPER))
        shift = (side - drawn.width_mm) / 2, (side - drawn.height_mm) / 2
        marks += drawn.moved(x + shift[0], top + shift[1]).marks
    return marks


def _recoloured(board: Scene, ink: Ink, ground: Ink) -> Scene:

    def changed(one: Ink | None) -> Ink | None:
        if one is None:
            return None
        return ground if one.role in (Role.PAPER, Role.TINT, Role.BLOCKED) else ink

    def repainted(mark: Mark) -> Mark:
        inks: dict[str, Any] = {
            name: changed(getattr(mark, name)) for name in ("ink", "fill") if hasattr(mark, name)
        }
        return replace(mark, **inks)

    return replace(board, marks=tuple(map(repainted, board.marks)))


def _fitted_board(board: Scene, side: float) -> Scene:
    return _scaled(board, side / max(board.width_mm, board.height_mm))


def board_square(boards: Sequence[Scene], side: float) -> Scene:
    """Return one board, or four of different kinds, in a square."""
    count = 2 if len(boards) >= 4 else 1
    step = side / (count - _APART * (count > 1))
    wide = step * (1 - _APART * (count > 1))
    marks: list[Mark] = []
    for k, board in enumerate(boards[: count * count]):
        fitted_board = _fitted_board(board, wide)
        x = k % count * step + (wide - fitted_board.width_mm) / 2
        y = k // count * step + (wide - fitted_board.height_mm) / 2
        marks += fitted_board.moved(x, y).marks
    return Scene(side, side, tuple(marks))


def paint_mosaic(
    wrap: Wrap, words: CoverWords, boards: Sequence[Scene], has_picture: bool
) -> Scene:
    """Return a wrap whose front is of squares with a board each, and a band for the title."""
    front = wrap.front
    side = front.width / _ACROSS
    rows = max(1, min(_ACROSS, int((1 - _LEAST_BAND) * front.height / side)))
    band = front.height - rows * side
    marks: list[Mark] = [Rect((0, 0), wrap.width, wrap.height, ACCENT)]
    tops = [front.top, *(front.top + band + k * side for k in range(1, rows))]
    for k in range(0 if has_picture else rows * _ACROSS):
        row, col = divmod(k, _ACROSS)
        ground = (PAPER, words.second(PALE))[(row + col) % 2]
        x, y = front.left + col * side, tops[row]
        left, top = x, 0.0 if row == 0 else y
        right = wrap.width if col == _ACROSS - 1 else x + side
        bottom = wrap.height if row == rows - 1 and rows > 1 else y + side
        marks.append(Rect((left, top), right - left, bottom - top, ground))
        if boards:
            board = _fitted_board(boards[k % len(boards)], 0.78 * side)
            drawn = _recoloured(board, ACCENT, ground)
            middle = (side - board.width_mm) / 2, (side - board.height_mm) / 2
            marks += drawn.moved(x + middle[0], y + middle[1]).marks
    top = front.top + side
    if has_picture:
        marks.append(Rect((front.left, top), wrap.width - front.left, band, ACCENT))
    room = front.shrunk(max(wrap.safe, 0.08 * front.width))
    marks += _stacked(words, Area(room.left, top, room.width, band), (PAPER, PAPER))
    return Scene(wrap.width, wrap.height, (*marks, *_back_text(wrap, words, PAPER)))


def paint_frame(wrap: Wrap, words: CoverWords, boards: Sequence[Scene], has_picture: bool) -> Scene:
    """Return a wrap in the accent, with a white front panel for the title and a large puzzle."""
    front = wrap.front
    marks: list[Mark] = [
        Rect((0, 0), front.left if has_picture else wrap.width, wrap.height, ACCENT)
    ]
    panel = front.shrunk(max(wrap.safe, 0.055 * front.width))
    foot = 0.085 * front.height
    head = 0.34 * panel.height
    middle = Area(panel.left, panel.top + head, panel.width, panel.height - head - foot)
    if has_picture:
        marks.append(Rect((panel.left, panel.top), panel.width, head, PAPER))
    else:
        marks.append(Rect((panel.left, panel.top), panel.width, panel.height - foot, PAPER))
        side = 0.94 * min(0.86 * middle.width, middle.height)
        board = board_square(boards, side) if boards else Scene(0, 0)
        marks += board.moved(middle.left + (middle.width - side) / 2, middle.top).marks
    if words.on_second is not None:
        rule = panel.top + head - 0.02 * front.height
        marks.append(Rect((panel.left, rule), panel.width, 0.009 * front.height, SECOND))
    inner = Area(panel.left + 0.07 * panel.width, panel.top, 0.86 * panel.width, head)
    marks += _stacked(words._replace(author=""), inner, (ACCENT, TEXT))
    y = panel.top + panel.height - 0.32 * foot
    for text, align in ((words.author, Align.LEFT), (words.badge, Align.RIGHT)):
        lines, pt = fitted(text, Face.DISPLAY_SEMIBOLD, 0.42 * foot / PT, 0.48 * panel.width, 1)
        for line in lines:
            marks += place_line(line, panel.left, y, panel.width, pt, align, PAPER)
    return Scene(wrap.width, wrap.height, (*marks, *_back_panel(wrap, words)))


def _stacked(words: CoverWords, area: Area, inks: tuple[Ink, Ink]) -> list[Mark]:
    """Return series, title, subtitle and author centred in an area, as large as they fit."""
    title = min(72.0, 0.26 * area.width / PT)
    while True:
        parts = [
            (*fitted(words.series, Face.DISPLAY_SEMIBOLD, 0.32 * title, area.width, 1), inks[0]),
            (*fitted(words.title, Face.DISPLAY_BOLD, title, area.width, 2), inks[0]),
            (*fitted(words.subtitle, Face.DISPLAY, 0.45 * title, area.width, 2), inks[1]),
            (*fitted(words.author, Face.DISPLAY_SEMIBOLD, 0.38 * title, area.width, 1), inks[1]),
        ]
        heights = [len(lines) * 1.16 * size * PT for lines, size, _ in parts]
        gap = 0.3 * parts[1][1] * PT
        height = sum(heights) + gap * (sum(bool(lines) for lines, *_ in parts) - 1)
        if height <= 0.88 * area.height or title < _LEAST_TITLE_PT:
            break
        title *= 0.94
    y, marks = area.top + (area.height - height) / 2, list[Mark]()
    for lines, size, ink in parts:
        for line in lines:
            y += 1.16 * size * PT
            baseline = y - 0.36 * size * PT
            marks += place_line(line, area.left, baseline, area.width, size, Align.CENTRE, ink)
        y += gap if lines else 0.0
    return marks
