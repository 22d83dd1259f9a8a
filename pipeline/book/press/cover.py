"""The cover of a book: back, spine and front on one sheet, guides for designers, designs.

Sizes follow from trim, number of pages and paper; the caller turns the text on the spine, since
scenes have no vertical text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import Span, TextLine, break_lines, label, measure, place_line
from pipeline.model import RenderError
from pipeline.scene import Align, Anchor, Disc, Face, Ink, Line, Mark, Polyline, Rect, Role, Scene
from pipeline.scene.marks import MM_PER_INCH

TEXT: Final = Ink(Role.TEXT)
ACCENT: Final = Ink(Role.ACCENT)
PAPER: Final = Ink(Role.PAPER)
SECOND: Final = Ink(Role.ACCENT, 3)
_POINTS: Final = 16  # Of a burst
_BURST: Final = (1.32, 1.12)  # Radii of its points and notches, in radii of a badge
_GUIDE: Final = Ink(Role.QUIET)
_GUIDE_MM: Final = 0.3
_GUIDE_PT: Final = 7.0
_DASH: Final = (2.0, 1.5)
_BAND: Final = 0.36  # Share of the height that the dark band with the title takes
_BLURB_PT: Final = 13.0
_BLURB_TRIM_MM: Final = 152.4
_LEAST_BLURB_PT: Final = 9.0  # Type of the text on the back for a trim of this width, at least
_STRIPE: Final = 0.018  # Height of a stripe in the second colour, as a share of the front
_BADGE: Final = 0.11  # Radius of the badge as a share of the front's width
_MOST_TITLE_PT: Final = 54.0
_LEAST_TITLE_PT: Final = 12.0
_LEAST_SPINE_PT: Final = 7.0
_MOST_SPINE_PT: Final = 20.0


class Area(NamedTuple):
    """A rectangle in millimetres from the top left of the wrap."""

    left: float
    top: float
    width: float
    height: float

    def shrunk(self, by: float) -> Area:
        """Return the area without a border of this width."""
        return Area(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Wrap:
    """An unfolded cover: its parts without bleed, and areas to keep clear, in millimetres."""

    width: float
    height: float
    bleed: float
    safe: float
    spine_clear: float
    has_spine_text: bool
    back: Area
    spine: Area
    front: Area
    barcode: Area


class CoverWords(NamedTuple):
    """Texts of a cover."""

    title: str
    subtitle: str = ""
    author: str = ""
    series: str = ""
    badge: str = ""
    blurb: str = ""
    about: str = ""
    number: str = ""
    features: tuple[str, ...] = ()
    on_second: Ink | None = None
    """Ink of text on the second colour, None if the cover has none."""

    def second(self, otherwise: Ink) -> Ink:
        """Return the second colour, or another ink for a cover without it."""
        return otherwise if self.on_second is None else SECOND


def make_wrap(
    trim: tuple[float, float], pages: int, page_inches: float, cover: Mapping[str, Any]
) -> Wrap:
    """Return the wrap of a book.

    The trim is in millimetres, a page is one side of a leaf and ``page_inches`` thick, as the
    printer's papers say; lengths in the printer's table ``cover`` are in inches.

    >>> cover = {"bleed": 0.125, "safe": 0.125, "spine_extra": 0, "spine_pages": 79,
    ...          "spine_clear": 0.0625, "barcode": [2, 1.2], "barcode_margin": 0.25}
    >>> wrap = make_wrap((152.4, 228.6), 200, 0.002252, cover)
    >>> round(wrap.width / 25.4, 3), round(wrap.height / 25.4, 3), round(wrap.spine.width / 25.4, 4)
    (12.7, 9.25, 0.4504)
    """
    width, height = trim
    bleed = cover["bleed"] * MM_PER_INCH
    spine = (pages * page_inches + cover["spine_extra"]) * MM_PER_INCH
    back = Area(bleed, bleed, width, height)
    middle = Area(bleed + width, bleed, spine, height)
    front = Area(bleed + width + spine, bleed, width, height)
    code_width, code_height = (side * MM_PER_INCH for side in cover["barcode"])
    margin = cover["barcode_margin"] * MM_PER_INCH
    barcode = Area(
        back.left + width - margin - code_width, bleed + height - margin - code_height,
        code_width, code_height,
    )  # fmt: skip
    return Wrap(
        2 * (bleed + width) + spine, height + 2 * bleed, bleed, cover["safe"] * MM_PER_INCH,
        cover["spine_clear"] * MM_PER_INCH, pages >= cover["spine_pages"],
        back, middle, front, barcode,
    )  # fmt: skip


def cover_scene(wrap: Wrap, words: CoverWords, puzzle: Scene | None, answer: Scene | None) -> Scene:
    """Return a cover: title in a band around the book, a puzzle, blurb and answer on the back.

    `RenderError` if a face lacks a character.
    """
    band = wrap.bleed + _BAND * wrap.front.height
    marks: list[Mark] = [Rect((0, 0), wrap.width, band, ACCENT)]
    if words.on_second is not None:
        marks.append(Rect((0, band), wrap.width, _STRIPE * wrap.front.height, SECOND))
    front = wrap.front.shrunk(max(wrap.safe, 0.07 * wrap.front.width))
    marks += _title(front, band, words)
    foot = 0.0
    if words.author:
        room = front.width * (1 - 4.2 * _BADGE if words.badge else 1)
        lines, size = fitted(words.author, Face.DISPLAY_SEMIBOLD, 20.0, room, 2)
        foot = len(lines) * 1.25 * size * PT
        y = front.top + front.height - foot + size * PT
        marks += _set(lines, front, y, size, TEXT)
    if words.badge:
        foot = max(foot, 2 * _BADGE * front.width)
    room = front.top + front.height - foot - band
    if puzzle is not None:
        marks += _placed(puzzle, front.left + front.width / 2, band + room / 2)
    if words.badge:
        marks += badge_marks(front, 0.0, words, ACCENT, PAPER)
    blurb, top = _blurb(wrap, band, words)
    marks += blurb
    bottom = wrap.barcode.top - 0.03 * wrap.back.height
    if answer is not None:
        marks += _placed(answer, wrap.back.left + wrap.back.width / 2, (top + bottom) / 2)
    return Scene(wrap.width, wrap.height, tuple(marks))


def barcode_marks(wrap: Wrap, code: Scene | None) -> tuple[Mark, ...]:
    """Return the white field of the barcode, with the code, if any, in its middle."""
    field = wrap.barcode
    marks: list[Mark] = [_box(field, PAPER)]
    if code is not None:
        x = field.left + (field.width - code.width_mm) / 2
        marks += code.moved(x, field.top + (field.height - code.height_mm) / 2).marks
    return tuple(marks)


def badge_marks(front: Area, safe: float, words: CoverWords, ink: Ink, on: Ink) -> list[Mark]:
    """Return a badge at the lower right of the front, with a number above a word.

    ``safe`` is its distance from the edges; ``on`` is the ink of the text. With a second colour it
    is a burst.
    """
    radius = _BADGE * front.width
    reach = radius if words.on_second is None else _BURST[0] * radius
    x, y = front.left + front.width - safe - reach, front.top + front.height - safe - reach
    marks: list[Mark] = [Disc((x, y), radius, ink, on, 0.06 * radius)]
    if words.on_second is not None:
        on = words.on_second
        turns = ((k * math.pi / _POINTS, _BURST[k % 2] * radius) for k in range(2 * _POINTS))
        star = tuple((x + far * math.sin(turn), y - far * math.cos(turn)) for turn, far in turns)
        marks = [Polyline(star, 0.3, SECOND, is_closed=True, fill=SECOND)]
    lines = words.badge.split(" ", 1)
    sizes = [size_for(line, Face.DISPLAY_BOLD, share * radius / PT, 1.45 * radius)
             for line, share in zip(lines, (0.9, 0.4), strict=False)]  # fmt: skip
    y -= 0.96 * sum(sizes) * PT / 2
    for line, size in zip(lines, sizes, strict=True):
        marks.append(label(line, x, y + size * PT / 2, size, Face.DISPLAY_BOLD, Align.CENTRE, on,
                           Anchor.MIDDLE))  # fmt: skip
        y += 0.96 * size * PT
    return marks


def back_text(
    wrap: Wrap, words: CoverWords, area: Area, ink: Ink = TEXT
) -> tuple[list[Mark], float]:
    """Return blurb and author in an area of the back, and the y of their end.

    Type is as large as suits the trim, and smaller if the text then ends above the barcode.
    `RenderError` if it does not end there.
    """
    size = min(max(_BLURB_PT * wrap.back.width / _BLURB_TRIM_MM, 11.0), 15.0)
    while True:
        marks, y = _set_back(words, area, size, ink)
        if not marks or y <= wrap.barcode.top:
            return marks, y
        if size <= _LEAST_BLURB_PT:
            raise RenderError(
                f"the text of {len(words.blurb + words.about)} characters on the back runs into "
                "the field of the barcode; shorten blurb or about"
            )
        size = max(_LEAST_BLURB_PT, 0.95 * size)


def _set_back(words: CoverWords, area: Area, size: float, ink: Ink) -> tuple[list[Mark], float]:
    marks, y = list[Mark](), area.top
    texts = [(part, size, Face.TEXT) for part in words.blurb.split("\n\n")]
    points = len(texts)
    texts += [(one, size, Face.DISPLAY_SEMIBOLD) for one in words.features]
    texts += [(part, 0.88 * size, Face.TEXT_ITALIC) for part in words.about.split("\n\n")]
    for number, (text, pt, face) in enumerate(texts):
        is_point = points <= number < points + len(words.features)
        left = area.left + (1.4 * pt * PT if is_point else 0.0)
        width = area.left + area.width - left
        if is_point:
            disc = (area.left + 0.4 * pt * PT, y + 0.72 * pt * PT)
            marks.append(Disc(disc, 0.26 * pt * PT, words.second(ink)))
        for line in break_lines([Span(" ".join(text.split()), face)], pt, width):
            y += 1.35 * pt * PT
            marks += place_line(line, left, y - 0.35 * pt * PT, width, pt, ink=ink)
        is_last = number == points + len(words.features) - 1
        y += (0.15 if is_point and not is_last else 0.7) * pt * PT if text.strip() else 0.0
    return marks, y


def _blurb(wrap: Wrap, band: float, words: CoverWords) -> tuple[list[Mark], float]:
    """Return the text on the back under the band, and the y of its end."""
    back = wrap.back.shrunk(max(wrap.safe, 0.09 * wrap.back.width))
    top = band + 0.04 * wrap.back.height
    return back_text(wrap, words, back._replace(top=top))


def picture_room(wrap: Wrap, has_author: bool) -> Area:
    """Return the area for a picture on the front, between the band and the author."""
    front = wrap.front.shrunk(max(wrap.safe, 0.07 * wrap.front.width))
    top = wrap.bleed + _BAND * wrap.front.height + 0.04 * wrap.front.height
    foot = 2.2 * _BADGE * front.width if has_author else 0.02 * wrap.front.height
    return Area(front.left, top, front.width, front.top + front.height - foot - top)


def portrait_room(wrap: Wrap) -> Area:
    """Return the area for a picture of the author on the back, as high as the barcode beside it."""
    back, code = wrap.back.shrunk(max(wrap.safe, 0.08 * wrap.back.width)), wrap.barcode
    side = min(code.height, code.left - back.left)
    return Area(back.left, code.top + code.height - side, side, side)


def art_room(wrap: Wrap, words: CoverWords) -> tuple[float, float]:
    """Return the greatest sides of the puzzle on the front and of the answer on the back."""
    free = (1 - _BAND) * wrap.front.height
    _, top = _blurb(wrap, wrap.bleed + _BAND * wrap.front.height, words)
    below = wrap.barcode.top - 0.03 * wrap.back.height - top
    return (
        min(
            0.78 * wrap.front.width, 0.72 * free, 0.92 * picture_room(wrap, has_author=True).height
        ),
        min(0.5 * wrap.back.width, 0.9 * (free - 1.2 * wrap.barcode.height - 20), below),
    )


def spine_scene(wrap: Wrap, words: CoverWords, inks: tuple[Ink, Ink]) -> Scene | None:
    """Return the text of the spine, lying on its side; None if the spine is too narrow.

    Turned by a quarter clockwise it reads downwards when the front cover is on top. The inks are
    those of the title, at its head, and of series, author and number below.
    """
    room = wrap.spine.width - 2 * wrap.spine_clear
    size = min(room / PT / 1.15, _MOST_SPINE_PT)
    if not wrap.has_spine_text or size < _LEAST_SPINE_PT:
        return None
    length, middle = wrap.spine.height, wrap.spine.width / 2
    rim = max(wrap.safe, 6.0)
    band = _BAND * length
    marks: list[Mark] = []

    def say(text: str, x: float, face: Face, align: Align, ink: Ink, most: float) -> float:
        fits = size_for(text, face, size, max(most, 0.0))
        if not text or fits < _LEAST_SPINE_PT:
            return 0.0
        marks.append(label(text, x, middle, fits, face, align, ink, Anchor.MIDDLE))
        return measure(text, face, fits)

    say(words.title, rim, Face.DISPLAY_BOLD, Align.LEFT, inks[0], band - 2 * rim)
    end = length - rim
    if wide := say(words.number, end, Face.DISPLAY_BOLD, Align.RIGHT, inks[1], band):
        end -= wide + rim
    room = end - band - rim
    end -= say(words.author, end, Face.DISPLAY, Align.RIGHT, inks[1], room) + rim
    say(words.series, band + rim, Face.DISPLAY, Align.LEFT, inks[1], end - band - rim)
    return Scene(length, wrap.spine.width, tuple(marks)) if marks else None


def guide_marks(wrap: Wrap, notes: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return guides with their names: trim, folds of the spine, safe areas, field of the barcode.

    They are for designers; a cover with guides must not be uploaded.
    """
    spine, back, front = wrap.spine, wrap.back, wrap.front
    marks: list[Mark] = [
        Rect((wrap.bleed, wrap.bleed), wrap.width - 2 * wrap.bleed,
             wrap.height - 2 * wrap.bleed, None, _GUIDE, _GUIDE_MM),
    ]  # fmt: skip
    marks += [
        Line((x, 0), (x, wrap.height), _GUIDE_MM, _GUIDE, dash_mm=_DASH)
        for x in (spine.left, spine.left + spine.width)
    ]
    for area in (back.shrunk(wrap.safe), front.shrunk(wrap.safe)):
        marks += _dashed(area)
    if spine.width > 2 * wrap.spine_clear:
        clear = wrap.spine_clear
        marks += _dashed(
            Area(spine.left + clear, spine.top + wrap.safe, spine.width - 2 * clear,
                 spine.height - 2 * wrap.safe)
        )  # fmt: skip
    marks.append(_box(wrap.barcode, PAPER))
    marks += _dashed(wrap.barcode)
    code = wrap.barcode
    middle = (code.left + code.width / 2, code.top + code.height / 2)
    marks.append(label("barcode: keep clear", *middle, _GUIDE_PT, Face.DISPLAY, Align.CENTRE,
                       _GUIDE, Anchor.MIDDLE))  # fmt: skip
    x, y = back.left + wrap.safe + 2, back.top + wrap.safe + 6
    width = back.width - 2 * wrap.safe - 6
    lines = [line for note in notes
             for line in break_lines([Span(note, Face.DISPLAY)], _GUIDE_PT, width)]  # fmt: skip
    marks.append(Rect((x - 2, y - 4), width + 4, 3.2 * len(lines) + 4, PAPER))
    for k, line in enumerate(lines):
        marks += place_line(line, x, y + 3.2 * k, width, _GUIDE_PT, ink=_GUIDE)
    return tuple(marks)


def _title(front: Area, band: float, words: CoverWords) -> list[Mark]:
    size = min(_MOST_TITLE_PT, 0.3 * front.width / PT)
    room = band - front.top - 6
    while True:
        lines, size = fitted(words.title, Face.DISPLAY_BOLD, size, front.width, 3)
        below, small = (
            fitted(words.subtitle, Face.DISPLAY, max(8.0, 0.38 * size), front.width, 3)
            if words.subtitle
            else ((), 0.0)
        )
        height = 1.12 * size * PT * len(lines) + 1.3 * small * PT * (len(below) + 0.3)
        if height <= room or size <= _LEAST_TITLE_PT:
            break
        size *= 0.92
    y = front.top + max(0.0, room - height) / 2 + 0.8 * size * PT
    marks: list[Mark] = list(_set(lines, front, y, size, PAPER))
    if words.series:
        above = 0.3 * size
        found, small_pt = fitted(
            words.series, Face.DISPLAY_SEMIBOLD, max(10.0, above), front.width, 1
        )
        marks += _set(found, front, y - 0.95 * size * PT, small_pt, PAPER)
    y += 1.12 * size * PT * (len(lines) - 1) + 1.75 * small * PT
    return marks + _set(below, front, y, small, PAPER)


def _set(lines: tuple[TextLine, ...], area: Area, y: float, size: float, ink: Ink) -> list[Mark]:
    marks: list[Mark] = []
    for k, line in enumerate(lines):
        baseline = y + 1.12 * k * size * PT
        marks += place_line(line, area.left, baseline, area.width, size, Align.CENTRE, ink)
    return marks


def fitted(
    text: str, face: Face, size: float, width: float, line_limit: int
) -> tuple[tuple[TextLine, ...], float]:
    """Return a text in at most ``line_limit`` lines of whole words, smaller if necessary."""
    while True:
        lines = break_lines([Span(text, face)], size, width)
        widest = max((measure(word, face, size) for word in text.split()), default=0.0)
        if (len(lines) <= line_limit and widest <= width) or size <= _LEAST_SPINE_PT:
            return lines, size
        size *= 0.92


def size_for(text: str, face: Face, most: float, width: float) -> float:
    """Return the largest size up to ``most`` at which a text is no wider than ``width``."""
    wide = measure(text, face, 10.0) if text else 0.0
    return min(most, 10.0 * width / wide) if wide else most


def _placed(scene: Scene, x: float, y: float) -> tuple[Mark, ...]:
    return scene.moved(x - scene.width_mm / 2, y - scene.height_mm / 2).marks


def _box(area: Area, fill: Ink) -> Rect:
    return Rect((area.left, area.top), area.width, area.height, fill)


def _dashed(area: Area) -> list[Mark]:
    left, top, right, bottom = (
        area.left, area.top, area.left + area.width, area.top + area.height
    )  # fmt: skip
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [
        Line(a, b, _GUIDE_MM, _GUIDE, dash_mm=_DASH)
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
