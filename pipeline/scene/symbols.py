"""Replace numbers that are only names by letters, discs with letters, or pictures.

Examples are the ends of lines in Numberlink, and the numbers of a Sudoku. Pictures differ in
outline, so that no colour is needed; a kind reads them back with `read_board`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import cos, pi, sin
from typing import Final, Literal, TypeAlias

from pipeline.scene.marks import Disc, Ink, Label, Mark, Point, Polyline, Role, Scene

Symbols: TypeAlias = Literal["numbers", "digits", "letters", "dots", "icons"]
"""What a board shows: with "digits" 1 to 9, then letters from A."""
Shape: TypeAlias = Disc | Polyline

END: Final = Ink(Role.CLUE, 1)  # The ink of a picture, and of a number at the ends of lines
_DISC_SHARE: Final = 0.41  # Radius of a disc, in cells
PICTURE_SHARES: Final = {Role.CLUE: 0.33, Role.ANSWER: 0.22}  # Half a side, in cells
_LETTER_SHARE: Final = (0.56, 0.36)  # Largest size of one letter and of two, in cells


def letters_of(number: int) -> str:
    """Return the letters for a number from 1: A to Z, then AA, AB and so on.

    >>> [letters_of(number) for number in (1, 26, 27, 53)]
    ['A', 'Z', 'AA', 'BA']
    """
    more, last = divmod(number - 1, 26)
    return (letters_of(more) if more else "") + chr(ord("A") + last)


def number_of(letters: str) -> int:
    """Return the number for letters, 0 if they are not capitals.

    >>> number_of("BA"), number_of("b")
    (53, 0)
    """
    if not all("A" <= letter <= "Z" for letter in letters):
        return 0
    return sum(26**k * (ord(c) - ord("A") + 1) for k, c in enumerate(reversed(letters)))


def text_of(number: int, symbols: Symbols) -> str:
    """Return the text that a board shows for a number from 1; pictures have none but the number.

    >>> text_of(9, "digits"), text_of(10, "digits"), text_of(10, "letters"), text_of(3, "icons")
    ('9', 'A', 'J', '3')
    """
    if symbols in ("letters", "dots"):
        return letters_of(number)
    return letters_of(number - 9) if symbols == "digits" and number > 9 else str(number)


def most_named(scene: Scene) -> int:
    """Return the largest number in the cells of a drawing, 0 without any."""
    return max((int(label.text) for label in _labels(scene)), default=0)


def _labels(scene: Scene) -> list[Label]:
    labels = (mark for mark in scene.marks if isinstance(mark, Label))
    return [one for one in labels if one.ink.role in PICTURE_SHARES and one.text.isdecimal()]


def with_symbols(
    scene: Scene, symbols: Symbols, cell_mm: float, *, has_hues: bool = False
) -> Scene:
    """Return a drawing with other symbols in place of its numbers.

    ``has_hues``: the theme has a colour for each pair, which discs and lines get; else they are
    black.

    >>> board = Scene(9, 9, (Label("2", (4.5, 4.5), 5.0, END),))
    >>> with_symbols(board, "letters", 9.0).marks[0].text
    'B'
    """
    if symbols == "numbers":
        return scene
    numbers = {label.position: int(label.text) for label in _labels(scene)}
    marks: list[Mark] = []
    for mark in scene.marks:
        if isinstance(mark, Label) and mark.position in numbers:
            marks += _named(mark, numbers[mark.position], symbols, cell_mm, has_hues)
        elif symbols == "dots" and has_hues:
            marks.append(_in_hue(mark, numbers))
        else:
            marks.append(mark)
    return replace(scene, marks=tuple(marks))


def _in_hue(mark: Mark, numbers: dict[Point, int]) -> Mark:
    """Return a line, or the ring at its end, in the colour of its pair."""
    place = (
        mark.points[0]
        if isinstance(mark, Polyline)
        else mark.centre
        if isinstance(mark, Disc)
        else None
    )
    ink = getattr(mark, "ink", None)
    if place not in numbers or ink is None or ink.role is not Role.PATH:
        return mark
    return replace(mark, ink=Ink(Role.PATH, numbers[place] - 1))


def _named(
    label: Label, number: int, symbols: Symbols, cell_mm: float, has_hues: bool
) -> list[Mark]:
    if symbols == "icons":
        side = round(PICTURE_SHARES[label.ink.role] * cell_mm, 4)
        shapes = (_scaled(shape, label.position, side) for shape in picture_of(number))
        return [replace(one, fill=label.ink) if one.fill == END else one for one in shapes]
    text = text_of(number, symbols)
    most = _LETTER_SHARE[min(len(text), len(_LETTER_SHARE)) - 1] * cell_mm
    if symbols == "digits":  # one of them has the place of two figures
        return [replace(label, text=text, size_mm=round(max(label.size_mm, most), 4))]
    letter = replace(label, text=text, size_mm=round(min(label.size_mm, most), 4))
    if symbols == "letters":
        return [letter]
    fill = Ink(Role.PATH, number - 1) if has_hues else END
    disc = Disc(label.position, round(_DISC_SHARE * cell_mm, 4), fill)
    return [disc, replace(letter, ink=Ink(Role.PAPER))]


def _scaled(shape: Shape, centre: Point, side: float) -> Shape:
    x, y = centre
    if isinstance(shape, Disc):
        (across, down), fill = shape.centre, shape.fill
        place = (round(x + side * across, 4), round(y + side * down, 4))
        return Disc(place, round(side * shape.radius_mm, 4), fill)
    ink = shape.fill or END
    points = tuple((round(x + side * px, 4), round(y + side * py, 4)) for px, py in shape.points)
    return Polyline(points, 0.0, ink, is_closed=True, fill=ink)


# Pictures are in a square from -1 to 1, y down; shapes of paper are painted over those of ink.


def picture_of(number: int) -> tuple[Shape, ...]:
    """Return the shapes of the picture for a number from 1, in a square from -1 to 1.

    After the last picture the first is used again, white on a black disc.

    >>> len(picture_of(1)), len(picture_of(1 + len(PICTURES)))
    (1, 2)
    """
    turn, which = divmod(number - 1, len(PICTURES))
    shapes = _pictures()[which]
    if turn == 0:
        return shapes
    swapped = {END: _PAPER, _PAPER: END}
    inner = [_scaled(shape, (0.0, 0.0), 0.78) for shape in shapes]
    negative = [replace(one, fill=swapped[one.fill]) for one in inner if one.fill is not None]
    return (_disc(0, 0, 1.2), *negative)


PICTURES: Final = (  # Names of the pictures, in order
    "star", "heart", "moon", "sun", "house", "fish", "fir", "flower", "boat", "mushroom", "key",
    "bolt", "cup", "hourglass", "butterfly", "cat", "crown", "note",
)  # fmt: skip
MOST_PICTURES: Final = 2 * len(PICTURES)  # Number of pairs with different pictures
_PAPER: Final = Ink(Role.PAPER)


def _disc(x: float, y: float, radius: float, ink: Ink = END) -> Disc:
    return Disc((x, y), radius, ink)


def _area(*points: Point, ink: Ink = END) -> Polyline:
    return Polyline(points, 0.0, ink, is_closed=True, fill=ink)


def _arc(x: float, wide: float, high: float, start: float, end: float) -> list[Point]:
    """Return points of an ellipse from one angle to another, in turns clockwise from the right."""
    steps = 24
    angles = (2 * pi * (start + (end - start) * k / steps) for k in range(steps + 1))
    return [(x + wide * cos(angle), high * sin(angle)) for angle in angles]


def _rays(count: int, inner: float) -> list[Point]:
    return [
        ((inner if k % 2 else 1.1) * sin(k * pi / count),
         -(inner if k % 2 else 1.1) * cos(k * pi / count))
        for k in range(2 * count)
    ]  # fmt: skip


@cache
def _pictures() -> tuple[tuple[Shape, ...], ...]:
    heart = [
        (sin(t) ** 3,
         -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16.5)
        for t in (2 * pi * k / 48 for k in range(48))
    ]  # fmt: skip
    moon = [*_arc(-0.1, 1, 1, 0.13, 0.87), *_arc(0.32, 0.78, 0.78, 0.80, 0.20)]
    petals = [_disc(0.6 * sin(k * pi / 3), -0.6 * cos(k * pi / 3), 0.38) for k in range(6)]
    wings = [_disc(x, y, r) for x in (-0.55, 0.55) for y, r in ((-0.4, 0.5), (0.5, 0.38))]
    return (
        (_area(*_rays(5, 0.46)),),
        (_area(*heart),),
        (_area(*moon),),
        (_area(*_rays(10, 0.72)), _disc(0, 0, 0.5, _PAPER), _disc(0, 0, 0.32)),
        (_area((-1, -0.1), (0, -1), (1, -0.1), (0.7, -0.1), (0.7, 0.95), (-0.7, 0.95),
               (-0.7, -0.1)),
         _area((-0.2, 0.95), (-0.2, 0.3), (0.2, 0.3), (0.2, 0.95), ink=_PAPER)),
        (_area(*_arc(-0.25, 0.8, 0.52, 0, 1)), _area((0.3, 0), (1.05, -0.6), (1.05, 0.6)),
         _disc(-0.65, -0.12, 0.12, _PAPER)),
        (_area((0, -1.1), (0.55, -0.35), (0.3, -0.35), (1, 0.6), (0.16, 0.6), (0.16, 1),
               (-0.16, 1), (-0.16, 0.6), (-1, 0.6), (-0.3, -0.35), (-0.55, -0.35)),),
        (*petals, _disc(0, 0, 0.3, _PAPER)),
        (_area((-1, 0.35), (1, 0.35), (0.6, 0.95), (-0.6, 0.95)),
         _area((-0.1, 0.2), (-0.1, -1.05), (-0.85, 0.2)),
         _area((0.1, 0.2), (0.1, -0.75), (0.7, 0.2))),
        (_area(*_arc(0, 1, 0.95, 0.5, 1)), _area((-0.3, 0), (0.3, 0), (0.38, 0.95),
                                                  (-0.38, 0.95)),
         _disc(-0.4, -0.38, 0.17, _PAPER), _disc(0.35, -0.48, 0.2, _PAPER)),
        (_disc(-0.55, 0, 0.52), _disc(-0.55, 0, 0.24, _PAPER),
         _area((-0.1, -0.13), (1.1, -0.13), (1.1, 0.5), (0.85, 0.5), (0.85, 0.13), (0.6, 0.13),
               (0.6, 0.42), (0.38, 0.42), (0.38, 0.13), (-0.1, 0.13))),
        (_area((0.25, -1.1), (-0.65, 0.15), (-0.08, 0.15), (-0.3, 1.1), (0.65, -0.25),
               (0.1, -0.25)),),
        (_disc(0.62, 0.05, 0.42), _disc(0.62, 0.05, 0.2, _PAPER),
         _area((-0.95, -0.55), (0.6, -0.55), (0.4, 0.85), (-0.75, 0.85))),
        (_area((-0.85, -1), (0.85, -1), (0.12, 0), (0.85, 1), (-0.85, 1), (-0.12, 0)),),
        (*wings, _area((-0.1, -0.75), (0.1, -0.75), (0.1, 0.85), (-0.1, 0.85), ink=_PAPER),
         _area((-0.05, -0.75), (0.05, -0.75), (0.05, 0.85), (-0.05, 0.85))),
        (_area((-0.85, 0.2), (-0.8, -1.05), (-0.2, -0.5), (0.2, -0.5), (0.8, -1.05), (0.85, 0.2)),
         _disc(0, 0.2, 0.82), _disc(-0.32, 0.05, 0.14, _PAPER), _disc(0.32, 0.05, 0.14, _PAPER)),
        (_area((-0.95, 0.75), (-1, -0.6), (-0.5, 0), (0, -0.9), (0.5, 0), (1, -0.6),
               (0.95, 0.75)),),
        (_disc(-0.35, 0.65, 0.4), _area((-0.1, 0.65), (-0.1, -1.05), (0.75, -0.75), (0.75, -0.3),
                                        (0.1, -0.55), (0.1, 0.65))),
    )  # fmt: skip
