"""Ornaments of a look: puzzle numbers, stars, folios, corners of pages without puzzles.

The look "plain" has none.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from pipeline.edition.flow.style import PT, TextStyle
from pipeline.edition.flow.typeset import label, measure
from pipeline.scene import Align, Anchor, Disc, Face, Ink, Line, Mark, Point, Polyline, Rect, Role

_TEXT: Final = Ink(Role.TEXT)
_PAPER: Final = Ink(Role.PAPER)
_RULE: Final = Ink(Role.RULE)
CORNER_MM: Final = {"classic": 11.0, "children": 11.0}  # Reach of corner ornaments
_LINE_MM: Final = 0.4
_RIM_MM: Final = 0.8  # Inset of corner ornaments, so that their lines stay within the text area


def star(centre: Point, radius: float, is_filled: bool) -> Polyline:
    """Return a star of five points, filled or hollow."""
    points = tuple(
        (
            centre[0] + radius * (1.0 if k % 2 == 0 else 0.45) * sin(k * pi / 5),
            centre[1] - radius * (1.0 if k % 2 == 0 else 0.45) * cos(k * pi / 5),
        )
        for k in range(10)
    )
    ink = Ink(Role.TEXT)
    return Polyline(points, _LINE_MM, ink, is_closed=True, fill=ink if is_filled else None)


def puzzle_number(look: str, number: int, y: float, style: TextStyle) -> tuple[list[Mark], float]:
    """Return the number of a puzzle on the baseline ``y``, and its width."""
    text, size = str(number), style.number_pt
    wide = measure(text, Face.DISPLAY_BOLD, size)
    if look == "modern":  # white in a black tab
        pad, high = 0.28 * size * PT, 1.05 * size * PT
        tab = Rect((0, y - 0.86 * size * PT), wide + 2 * pad, high, _TEXT)
        white = label(text, pad, y, size, Face.DISPLAY_BOLD, ink=_PAPER)
        return [tab, white], wide + 2 * pad
    if look == "children":  # in a ring
        radius = max(0.62 * size * PT, 0.62 * wide)
        middle = (radius, y - 0.34 * size * PT)
        ring = Disc(middle, radius, None, _TEXT, 0.7)
        inner = label(text, *middle, 0.8 * size, Face.DISPLAY_BOLD, Align.CENTRE, _TEXT,
                      Anchor.MIDDLE)  # fmt: skip
        return [ring, inner], 2 * radius
    return [label(text, 0, y, size, Face.DISPLAY_BOLD)], wide


def heading_rule(look: str, y: float, width: float) -> list[Mark]:
    """Return the rule under the line over a puzzle."""
    if look == "classic":  # a thick and a thin one
        return [
            Line((0, y - 0.5), (width, y - 0.5), 0.9, _TEXT),
            Line((0, y + 0.5), (width, y + 0.5), 0.3, _TEXT),
        ]
    wide = {"modern": 0.9, "seniors": 0.7, "children": 0.9}.get(look, 0.3)
    ink = _TEXT if look in ("modern", "seniors") else _RULE
    return [Line((0, y), (width, y), wide, ink)]


def folio_frame(look: str, x: float, y: float, align: Align, text: str, size: float) -> list[Mark]:
    """Return the frame of a folio with its baseline at ``y`` and its outer edge at ``x``."""
    wide = measure(text, Face.DISPLAY_SEMIBOLD, size)
    outwards = -1.0 if align is Align.RIGHT else 1.0
    if look == "modern":
        return [
            Line((x, y - 1.15 * size * PT), (x + outwards * 9, y - 1.15 * size * PT), 0.9, _TEXT)
        ]
    if look == "classic":
        side = x + outwards * (wide + 0.6 * size * PT)
        middle = y - 0.33 * size * PT
        return [_diamond((side + outwards * 0.3 * size * PT, middle), 0.24 * size * PT)]
    if look == "children":
        side = x + outwards * (wide + 0.85 * size * PT)
        return [star((side, y - 0.36 * size * PT), 0.45 * size * PT, is_filled=True)]
    return []


def corners(look: str, width: float, height: float) -> list[Mark]:
    """Return ornaments in the corners of a page without puzzles, such as its title."""
    marks: list[Mark] = []
    for right, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        inwards, below = (1 - 2 * right), (1 - 2 * down)
        x, y = right * width + inwards * _RIM_MM, down * height + below * _RIM_MM
        if look == "classic":
            marks += _flourish(x, y, inwards, below)
        elif look == "modern" and right == down:
            marks += [
                Line((x, y), (x + 22 * inwards, y), 1.4, _TEXT),
                Line((x, y), (x, y + 22 * below), 1.4, _TEXT),
            ]
        elif look == "children":
            for reach, radius in ((5.0, 4.2), (14.0, 2.6), (20.5, 1.6)):
                far = 5.0 if reach < 6 else 4.0
                marks.append(star((x + inwards * reach, y + below * far), radius, reach < 15))
                if reach > 6:
                    marks.append(star((x + inwards * far, y + below * reach), radius, reach < 15))
    return marks


def _flourish(x: float, y: float, inwards: int, below: int) -> list[Mark]:
    """Return two bent lines and a diamond in the corner at (x, y)."""

    def at(across: float, down: float) -> Point:
        return (x + inwards * across, y + below * down)

    outer = Polyline((at(0, 26), at(0, 0), at(26, 0)), 0.9, _TEXT, corner_mm=5.0)
    inner = Polyline(
        (at(3, 20), at(3, 9), at(9, 9), at(9, 3), at(20, 3)), _LINE_MM, _TEXT, corner_mm=3.0
    )
    return [outer, inner, _diamond(at(5.2, 5.2), 1.1)]


def _diamond(centre: Point, radius: float) -> Polyline:
    x, y = centre
    points = ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
    return Polyline(points, 0.0, _TEXT, is_closed=True, fill=_TEXT)
