"""Themes: from an ink's role to its look, the strokes that paint it, and the limits of print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from pipeline.model import unknown_name
from pipeline.scene import MM_PER_PT, Cap, Ink, Line, Mark, Polyline, Rect, Role, Scene

Colour: TypeAlias = tuple[int, int, int]  # Red, green and blue from 0 to 255
MIN_LINE_MM: Final = (
    0.75 * MM_PER_PT
)  # The least of printers: 0.75 pt (Amazon KDP, help page G201834190)

WHITE: Final = (255, 255, 255)
BLACK: Final = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Style:
    """How one ink looks.

    A line is ``colour``, broken by ``dash``; a ``core`` of ``core_share`` of the width runs down
    its middle, broken by ``core_dash``. Dashes are given in line widths, on and off in turn.
    ``weight`` multiplies its width.
    """

    colour: Colour
    dash: tuple[float, ...] = ()
    core: Colour | None = None
    core_share: float = 0.0
    core_dash: tuple[float, ...] = ()
    weight: float = 1.0


class StrokeStyle(NamedTuple):
    """One pass of the pen: a back end paints the strokes of a line one over the other."""

    colour: Colour
    width_mm: float
    cap: Cap
    dash_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """A name and a style for every role; roles with several styles use them by ``Ink.index``."""

    name: str
    styles: Mapping[Role, tuple[Style, ...]]
    fills_cells: bool = False  # Whether lines of a solution fill their cells

    @property
    def has_hues(self) -> bool:
        """Whether it has colours for lines, not greys alone."""
        return any(len({*style.colour}) > 1 for style in self.styles[Role.PATH])

    def style(self, ink: Ink) -> Style:
        """Return the look of an ink; indices beyond the last style start again at the first."""
        styles = self._of(ink).styles[ink.role]
        return styles[ink.index % len(styles)]

    def _of(self, ink: Ink) -> Theme:
        return get_theme(ink.theme) if ink.theme else self

    def _fills(self, line: Polyline) -> bool:
        is_path = line.ink.role is Role.PATH and line.corner_mm > 0
        return is_path and self._of(line.ink).fills_cells

    def colour(self, ink: Ink) -> Colour:
        """Return the colour of an ink where it fills an area or sets type."""
        return self.style(ink).colour

    def dress(self, scene: Scene) -> Scene:
        """Return the scene as the themes of its inks have it: weights of lines, filled cells.

        A line that bends in cells bends with a radius of half a cell, which shows their size.
        Areas lie under everything else of the scene; regions have none where a theme has no hues.
        """
        areas: list[Mark] = []
        rest: list[Mark] = []
        for mark in scene.marks:
            if isinstance(mark, Rect) and mark.fill is not None and mark.fill.role is Role.AREA:
                areas += [mark] if self._of(mark.fill).has_hues else []
            elif not isinstance(mark, Line | Polyline):
                rest.append(mark)
            elif isinstance(mark, Polyline) and self._fills(mark):
                areas += _cells_of(mark)
            else:
                width = self.style(mark.ink).weight * mark.width_mm
                is_same = width == mark.width_mm
                rest.append(mark if is_same else replace(mark, width_mm=width))
        return replace(scene, marks=(*areas, *rest))

    def strokes(
        self, ink: Ink, width_mm: float, cap: Cap, dash_mm: tuple[float, ...] = ()
    ) -> tuple[StrokeStyle, ...]:
        """Return the strokes that paint a line, the lowest first.

        Dashes that the drawing itself asks for win over the style's own.

        >>> hollow = get_theme("mono").strokes(Ink(Role.PATH, 1), 2.0, Cap.ROUND)
        >>> [(stroke.colour, round(stroke.width_mm, 2)) for stroke in hollow]
        [((0, 0, 0), 2.0), ((255, 255, 255), 1.1)]
        """
        style = self.style(ink)
        dash = dash_mm or tuple(width_mm * part for part in style.dash)
        outer = StrokeStyle(style.colour, width_mm, cap, dash)
        # Both walls beside the core stay printable, however thin the line.
        core_mm = min(style.core_share * width_mm, width_mm - 2 * MIN_LINE_MM)
        if style.core is None or core_mm <= 0:
            return (outer,)
        core_dash = tuple(width_mm * part for part in style.core_dash) or dash
        core_cap = Cap.BUTT if style.core_dash else cap
        return (outer, StrokeStyle(style.core, core_mm, core_cap, core_dash))


def _cells_of(line: Polyline) -> Iterator[Rect]:
    reach = line.corner_mm
    for (x0, y0), (x1, y1) in pairwise(line.points):
        corner = (min(x0, x1) - reach, min(y0, y1) - reach)
        yield Rect(corner, abs(x1 - x0) + 2 * reach, abs(y1 - y0) + 2 * reach, line.ink)


def _grey(ink: float) -> Colour:
    """Return the grey with this share of ink, on one of sixteen even steps (small PNG files)."""
    level = 17 * round(15 * (1 - ink))
    return (level, level, level)


def _rgb(code: str) -> Colour:
    return (int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16))


def _one(colour: Colour) -> tuple[Style, ...]:
    return (Style(colour),)


_GREYS: Final[Mapping[Role, tuple[Style, ...]]] = {
    Role.PAPER: _one(WHITE),
    Role.TEXT: _one(BLACK),
    Role.QUIET: _one(_grey(0.67)),
    Role.FRAME: _one(BLACK),
    Role.GRID: _one(_grey(0.47)),
    Role.CLUE: _one(BLACK),
    Role.BLOCKED: _one(_grey(0.27)),
    Role.TINT: _one(_grey(0.27)),
    Role.AREA: _one(WHITE),
    Role.ANSWER: _one(BLACK),
    Role.RULE: _one(_grey(0.67)),
    Role.ACCENT: _one(BLACK),
    Role.PATH: (
        Style(BLACK),
        Style(BLACK, core=WHITE, core_share=0.55),
        Style(_grey(0.47)),
        Style(BLACK, core=WHITE, core_share=0.42, core_dash=(0.9, 0.9)),
        Style(BLACK, core=_grey(0.27), core_share=0.55),
        Style(_grey(0.67), dash=(1.0, 1.6)),
    ),
}

# Hues after Okabe and Ito, "Color Universal Design" (2008), moved apart until any two of the first
# four classes differ by more than 20 (CIE76) in the colour vision models of Machado, Oliveira and
# Fernandes, IEEE TVCG 15 (2009), and by 3:1 from white paper. The two classes seldom needed differ
# in build: black, and a bright core in a dark case. The second half repeats the hues of the first
# in another lightness, since lines of one class never run side by side (see PATH_CLASSES).
_HUES: Final = tuple(Style(_rgb(code)) for code in ("005DD1", "DA6912", "04A559", "CE5BB6"))
# Any two differ by 14 or more (CIE76) for colour-blind readers, and black by 3:1 from each. The
# player has the same.
_AREAS: Final = tuple(
    Style(_rgb(code)) for code in (
        "a9d7fb", "fdc9c8", "d4fcc2", "b5aaff", "c9bf80", "f798c8", "5cc89c", "fdeaf7", "a3be54",
        "a0fe95",
    )
)  # fmt: skip
_COLOURS: Final[Mapping[Role, tuple[Style, ...]]] = {
    **_GREYS,
    Role.ANSWER: _HUES,
    Role.AREA: _AREAS,
    Role.PATH: (
        *_HUES,
        Style(BLACK),
        Style(_rgb("5B3A00"), core=_rgb("F2B233"), core_share=0.6),
        Style(_rgb("273398")),
        Style(_rgb("9E3300")),
        Style(_rgb("009369")),
        Style(_rgb("87527E")),
        Style(BLACK, core=WHITE, core_share=0.55),
        Style(_rgb("4A4300"), core=_rgb("F0E442"), core_share=0.6),
    ),
}

# The look of large boards with nested lines: a light broken grid that holds the eye on the numbers,
# and a frame as heavy as the margin of the board allows.
_DASHED: Final[Mapping[Role, tuple[Style, ...]]] = {
    **_GREYS,
    Role.GRID: (Style(_grey(0.47), dash=(3.0, 3.0)),),
    Role.FRAME: (Style(BLACK, weight=2.0),),
}

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        "mono": Theme("mono", MappingProxyType(dict(_GREYS))),
        "colour": Theme("colour", MappingProxyType(dict(_COLOURS))),
        "cells": Theme("cells", MappingProxyType(dict(_COLOURS)), fills_cells=True),
        "dashed": Theme("dashed", MappingProxyType(_DASHED)),
    }
)


def with_accent(theme: Theme, colour: str, second: str = "") -> Theme:
    """Return the theme with another accent, given as "#rrggbb", two lighter ones, and a second.

    >>> with_accent(get_theme("mono"), "#0057A8").colour(Ink(Role.ACCENT))
    (0, 87, 168)
    """
    whole = _rgb(colour.removeprefix("#"))
    other = _rgb(second.removeprefix("#")) if second else whole
    tints = (whole, _lighter(whole, 0.2), _lighter(whole, 0.9), other)
    accent = {Role.ACCENT: tuple(Style(tint) for tint in tints)}
    return replace(theme, styles=MappingProxyType({**theme.styles, **accent}))


def _lighter(colour: Colour, share: float) -> Colour:
    red, green, blue = (round(part + share * (255 - part)) for part in colour)
    return (red, green, blue)


def get_theme(name: str) -> Theme:
    """Return the theme of that name.

    `ConfigError` if there is none; the message lists the known themes.
    """
    if name not in THEMES:
        raise unknown_name("theme", name, THEMES)
    return THEMES[name]
