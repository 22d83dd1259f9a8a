"""Marks, inks and the scene: the display list that every renderer paints.

Lengths are millimetres, the origin is the top left corner, x grows to the right and y down.
A mark carries an *ink role*, never a colour: a theme (``pipeline/render/theme.py``) maps roles to
colours, greys and dashes, so that one drawing serves paper, screen and black-only printers.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeAlias

MM_PER_INCH: Final = 25.4
MM_PER_PT: Final = MM_PER_INCH / 72  # Type sizes and lengths in a PDF are in points, 72 to an inch

Point: TypeAlias = tuple[float, float]


class Role(enum.StrEnum):
    """The purpose of an ink; a theme defines the look of each."""

    PAPER = "paper"  # The background, also behind labels over lines
    TEXT = "text"  # Running text and headings
    QUIET = "quiet"  # Secondary text: folios, captions, hints
    FRAME = "frame"  # The heavy outline of a board
    GRID = "grid"  # The thin lines between cells
    CLUE = "clue"  # Clues: numbers, circles
    BLOCKED = "blocked"  # Cells outside the board's outline
    TINT = "tint"  # Cells that are new in a step
    ANSWER = "answer"  # Marks of the solution; ``index`` selects a colour
    PATH = "path"  # A line of the solution; ``Ink.index`` keeps neighbouring lines apart
    AREA = "area"  # Regions of a board, where a theme has hues; ``index`` selects a colour
    ACCENT = "accent"  # Coloured areas of a cover
    RULE = "rule"  # Typographic rules: thin lines between parts of a page


PATH_CLASSES: Final = 6  # Adjacent paths differ modulo this, so a theme needs no more looks


@dataclass(frozen=True, slots=True)
class Ink:
    """A role, and for `Role.PATH` the number of the style (0, 1, 2, ...) of the path.

    A clue with index 1 only names ends that belong together (`pipeline.scene.symbols`).
    ``theme`` names the theme of a mark if it differs from that of the page.
    """

    role: Role
    index: int = 0
    theme: str = ""


class Face(enum.StrEnum):
    """The typefaces of labels, from ``pipeline/render/fonts``."""

    TEXT = "text"
    TEXT_ITALIC = "text-italic"
    TEXT_BOLD = "text-bold"
    DISPLAY = "display"
    DISPLAY_SEMIBOLD = "display-semibold"
    DISPLAY_BOLD = "display-bold"


class Align(enum.StrEnum):
    """The position of ``x`` in a label."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Anchor(enum.StrEnum):
    """The position of ``y`` in a label."""

    BASELINE = "baseline"
    MIDDLE = "middle"  # The middle of the capitals' and figures' height: optically centred numbers


class Cap(enum.StrEnum):
    """The ends of an open line; corners are round with round caps, else mitred."""

    BUTT = "butt"
    ROUND = "round"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from ``start`` to ``end``, ``width_mm`` thick."""

    start: Point
    end: Point
    width_mm: float
    ink: Ink
    cap: Cap = Cap.BUTT
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polyline:
    """A bent line through ``points``; closed if ``is_closed``; filled if ``fill`` is given.

    ``corner_mm`` is the radius of its corners, 0 for those of the cap; a corner with short sides
    gets the largest radius that fits.
    """

    points: tuple[Point, ...]
    width_mm: float
    ink: Ink
    cap: Cap = Cap.ROUND
    is_closed: bool = False
    fill: Ink | None = None
    corner_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle of ``radius_mm`` round ``centre``; filled with ``fill``, outlined with ``ink``."""

    centre: Point
    radius_mm: float
    fill: Ink | None
    ink: Ink | None = None
    width_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle with its top left corner at ``corner``.

    ``picture`` names a file of pixels that fills it, in PDFs only.
    """

    corner: Point
    width: float
    height: float
    fill: Ink | None
    ink: Ink | None = None
    width_mm: float = 0.0
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text, ``size_mm`` from baseline to baseline (1 pt = 0.3528 mm).

    ``turned`` is a rotation by 180 degrees about the position, for answers printed upside down.
    ``is_small`` marks what is printed small beside larger type, such as the total of a cage.
    """

    text: str
    position: Point
    size_mm: float
    ink: Ink
    face: Face = Face.DISPLAY
    align: Align = Align.CENTRE
    anchor: Anchor = Anchor.MIDDLE
    turned: bool = False
    is_small: bool = False


Mark: TypeAlias = Line | Polyline | Disc | Rect | Label


@dataclass(frozen=True, slots=True)
class Link:
    """An area of a page, in the coordinates of its marks, that links to page ``target``."""

    x: float
    y: float
    width: float
    height: float
    target: int

    def moved(self, dx: float, dy: float) -> Link:
        """Return the link moved by an offset."""
        return replace(self, x=self.x + dx, y=self.y + dy)


class Tag(NamedTuple):
    """The role of the marks ``first`` to ``last`` - 1 of a page, and their alternative text.

    The role "" is decoration, which screen readers skip.
    """

    first: int
    last: int
    role: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its size and its marks, painted in order.

    ``shift_mm`` is how far right and down a board in it is from where `pipeline.scene.board` draws.

    >>> frame = Rect((0, 0), 10, 10, fill=None, ink=Ink(Role.FRAME), width_mm=0.5)
    >>> Scene(10, 10, (frame,)).moved(5, 5).marks[0].corner
    (5, 5)
    """

    width_mm: float
    height_mm: float
    marks: tuple[Mark, ...] = field(default_factory=tuple)
    shift_mm: Point = (0.0, 0.0)

    def moved(self, dx_mm: float, dy_mm: float) -> Scene:
        """Return the same marks moved right by ``dx_mm`` and down by ``dy_mm``."""
        shift = (self.shift_mm[0] + dx_mm, self.shift_mm[1] + dy_mm)
        marks = tuple(_moved(mark, dx_mm, dy_mm) for mark in self.marks)
        return replace(self, marks=marks, shift_mm=shift)

    def in_theme(self, theme: str | None) -> Scene:
        """Return this scene with its inks in another theme; None keeps that of the page."""
        if theme is None:
            return self
        return replace(self, marks=tuple(_in_theme(mark, theme) for mark in self.marks))

    def over(self, marks: Iterable[Mark]) -> Scene:
        """Return this scene with more marks painted over it."""
        return replace(self, marks=(*self.marks, *marks))


def _in_theme(mark: Mark, theme: str) -> Mark:
    inks = {name: getattr(mark, name, None) for name in ("ink", "fill")}
    return replace(mark, **{name: replace(ink, theme=theme) for name, ink in inks.items() if ink})


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return a moved mark, built field by field: ``replace`` takes five times as long."""
    match mark:
        case Line():
            (x0, y0), (x1, y1) = mark.start, mark.end
            start, end = (x0 + dx, y0 + dy), (x1 + dx, y1 + dy)
            return Line(start, end, mark.width_mm, mark.ink, mark.cap, mark.dash_mm)
        case Polyline():
            points = tuple([(x + dx, y + dy) for x, y in mark.points])
            return Polyline(
                points, mark.width_mm, mark.ink, mark.cap, mark.is_closed, mark.fill,
                mark.corner_mm,
            )  # fmt: skip
        case Disc():
            x, y = mark.centre
            return Disc((x + dx, y + dy), mark.radius_mm, mark.fill, mark.ink, mark.width_mm)
        case Rect():
            x, y = mark.corner
            return Rect(
                (x + dx, y + dy), mark.width, mark.height, mark.fill, mark.ink, mark.width_mm,
                mark.picture,
            )  # fmt: skip
        case Label():
            x, y = mark.position
            return Label(
                mark.text, (x + dx, y + dy), mark.size_mm, mark.ink, mark.face, mark.align,
                mark.anchor, mark.turned,
            )  # fmt: skip
