"""Histograms as scenes: bars with their numbers, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipeline.scene.marks import Align, Ink, Label, Line, Mark, Rect, Role, Scene

WIDTH_MM: Final = 54.0
HEIGHT_MM: Final = 30.0
_TYPE_MM: Final = 2.8
_FOOT_MM: Final = 4.2
_RULE_MM: Final = 0.265
_BAR_SHARE: Final = 0.8


def draw_histogram(counts: Sequence[int], title: str) -> Scene:
    """Return a histogram of whole numbers from 0.

    Above it is the title, with the height of the highest bar.

    >>> scene = draw_histogram([1, 0, 3], "8x8")
    >>> sum(isinstance(mark, Rect) for mark in scene.marks)
    2
    """
    top, bottom = 1.6 * _TYPE_MM, HEIGHT_MM - _FOOT_MM
    step, highest = WIDTH_MM / len(counts), max(1, *counts)
    marks: list[Mark] = [
        _label(title, 0.0, 0.5 * _TYPE_MM, Align.LEFT),
        _label(f"highest bar: {highest}", WIDTH_MM, 0.5 * _TYPE_MM, Align.RIGHT),
        Line((0.0, bottom), (WIDTH_MM, bottom), _RULE_MM, Ink(Role.RULE)),
    ]
    every = next(gap for gap in (1, 2, 5, 10, 20, 50, len(counts)) if gap * step >= 2 * _TYPE_MM)
    for value, count in enumerate(counts):
        left = value * step
        if count:
            height = max((bottom - top) * count / highest, _RULE_MM)
            corner = (round(left + (1 - _BAR_SHARE) / 2 * step, 4), round(bottom - height, 4))
            size = (round(_BAR_SHARE * step, 4), round(height, 4))
            marks.append(Rect(corner, *size, Ink(Role.QUIET)))
        if value % every == 0:
            middle = bottom + 0.55 * _FOOT_MM
            marks.append(_label(str(value), left + step / 2, middle, Align.CENTRE))
    return Scene(WIDTH_MM, HEIGHT_MM, tuple(marks))


def draw_bars(counts: Sequence[tuple[str, int]], title: str) -> Scene:
    """Return a bar chart of named counts: a bar to the right of each name, and its count.

    >>> scene = draw_bars([("easy", 3), ("hard", 1), ("expert", 0)], "bands")
    >>> sum(isinstance(mark, Rect) for mark in scene.marks)
    2
    """
    row, longest = 1.5 * _TYPE_MM, max(1, *(count for _, count in counts))
    first, room = 0.4 * WIDTH_MM, 0.46 * WIDTH_MM
    marks: list[Mark] = [_label(title, 0.0, 0.5 * _TYPE_MM, Align.LEFT)]
    for place, (word, count) in enumerate(counts, start=1):
        middle = round((place + 0.6) * row, 4)
        length = round(max(room * count / longest, _RULE_MM), 4) if count else 0.0
        marks.append(_label(word, first - 1.5, middle, Align.RIGHT))
        marks.append(_label(str(count), first + length + 1.0, middle, Align.LEFT))
        if count:
            corner = (first, round(middle - 0.4 * row, 4))
            marks.append(Rect(corner, length, round(0.8 * row, 4), Ink(Role.QUIET)))
    return Scene(WIDTH_MM, round((len(counts) + 1.4) * row, 4), tuple(marks))


def _label(text: str, x: float, y: float, align: Align) -> Label:
    return Label(text, (round(x, 4), round(y, 4)), _TYPE_MM, Ink(Role.TEXT), align=align)
