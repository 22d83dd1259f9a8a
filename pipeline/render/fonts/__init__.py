"""The shipped faces (Source Serif 4, Source Sans 3; SIL Open Font License 1.1), and their measures.

Widths are advance widths without kerning, as every renderer here sets type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from fontTools.pens.basePen import BasePen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from pipeline.model import ConfigError
from pipeline.render.fonts.check import require_font
from pipeline.scene import Face, Point

FONT_FILES: Final = {
    Face.TEXT: "SourceSerif4-Regular.ttf",
    Face.TEXT_ITALIC: "SourceSerif4-Italic.ttf",
    Face.TEXT_BOLD: "SourceSerif4-SemiBold.ttf",
    Face.DISPLAY: "SourceSans3-Regular.ttf",
    Face.DISPLAY_SEMIBOLD: "SourceSans3-SemiBold.ttf",
    Face.DISPLAY_BOLD: "SourceSans3-Bold.ttf",
}


def licence_file(path: Path) -> str:
    """Return the licence of a shipped font file."""
    return "OFL-SourceSerif4.txt" if "SourceSerif4" in path.name else "OFL-SourceSans3.txt"


class FontMeasures(NamedTuple):
    """Measures of one face, in em: advances of characters, heights of capitals and figures."""

    advances: dict[str, float]
    cap_height: float
    ascent: float
    descent: float
    figure_height: float


WIDEST_FIGURE_EM: Final = 0.55  # Kinds leave room for figures of about half an em
_REPLACED: ContextVar[Mapping[Face, Path]] = ContextVar("replaced faces", default={})  # noqa: B039


@contextmanager
def using_fonts(files: Mapping[Face, Path]) -> Iterator[None]:
    """Use these files for their faces within the block; other faces are the shipped ones.

    `ConfigError` if a file is missing, is no TrueType font, may not be embedded, or has figures too
    wide for the numbers of boards.
    """
    for face, path in files.items():
        _check_file(face, path)
    token = _REPLACED.set(dict(files))
    try:
        yield
    finally:
        _REPLACED.reset(token)


def font_path(face: Face) -> Path:
    """Return the file of a face."""
    return _REPLACED.get().get(face) or shipped_font(face)


@cache
def shipped_font(face: Face) -> Path:
    """Return the file that is shipped for a face."""
    return Path(str(resources.files(__name__).joinpath(FONT_FILES[face])))


def font_measures(face: Face) -> FontMeasures:
    """Return the measures of a face, read once."""
    return _measures(font_path(face))


@cache
def family_name(path: Path) -> str:
    """Return the name of the family that a font file belongs to."""
    with TTFont(path, lazy=True) as font:
        return str(font["name"].getBestFamilyName() or path.stem)


@cache
def _measures(path: Path) -> FontMeasures:
    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        glyphs = font.getBestCmap()
        advances = {chr(code): font["hmtx"][name][0] / em for code, name in glyphs.items()}
        hhea = font["hhea"]
        # The seven has a flat top and bottom: its height is that of the figures without overshoot.
        # The H says how high capitals are where the table does not.
        seven, capital = (font["glyf"][glyphs[ord(letter)]].yMax for letter in "7H")
        return FontMeasures(
            advances,
            (getattr(font["OS/2"], "sCapHeight", 0) or capital) / em,
            hhea.ascent / em,
            -hhea.descent / em,
            seven / em,
        )


@cache
def _check_file(face: Face, path: Path) -> None:
    """Raise ConfigError unless the file can be used for typesetting and embedded."""
    require_font(path, face)
    advances = _measures(path).advances
    widest = max(advances[digit] for digit in "0123456789")
    if face is Face.DISPLAY_SEMIBOLD and widest > WIDEST_FIGURE_EM:
        raise ConfigError(
            f"{path}: expected figures at most {WIDEST_FIGURE_EM:g} em wide for the numbers of "
            f"boards, found {widest:.2f} em; leave display_semibold out, or take a narrower face"
        )


def text_width(text: str, face: Face, size: float) -> float:
    """Return the width of a text in the unit of ``size``.

    >>> text_width("11", Face.DISPLAY, 10) == 2 * text_width("1", Face.DISPLAY, 10)
    True
    """
    return _advance(font_path(face), text) * size


@lru_cache(maxsize=1 << 14)
def _advance(path: Path, text: str) -> float:
    advances = _measures(path).advances
    return sum(advances[character] for character in text)


@cache
def glyph_path(path: Path, character: str) -> tuple[str, float]:
    """Return the outline of a character as path data in font units, y upwards, and units per em."""
    with TTFont(path, lazy=True) as font:
        glyphs = font.getGlyphSet()
        pen = SVGPathPen(glyphs)
        glyphs[font.getBestCmap()[ord(character)]].draw(pen)
        return pen.getCommands(), font["head"].unitsPerEm


class _StepPen(BasePen):  # type: ignore[misc]
    """Records an outline as steps, its curves as cubic ones."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.steps: list[tuple[str, tuple[Point, ...]]] = []

    def _moveTo(self, point: Point) -> None:  # noqa: N802
        self.steps.append(("moveTo", (point,)))

    def _lineTo(self, point: Point) -> None:  # noqa: N802
        self.steps.append(("lineTo", (point,)))

    def _curveToOne(self, one: Point, other: Point, end: Point) -> None:  # noqa: N802
        self.steps.append(("curveTo", (one, other, end)))

    def _closePath(self) -> None:  # noqa: N802
        self.steps.append(("close", ()))


@cache
def glyph_steps(path: Path, character: str) -> tuple[list[tuple[str, tuple[Point, ...]]], float]:
    """Return the steps of a character's outline in font units, y upwards, and units per em."""
    with TTFont(path, lazy=True) as font:
        glyphs = font.getGlyphSet()
        pen = _StepPen(glyphs)
        glyphs[font.getBestCmap()[ord(character)]].draw(pen)
        return pen.steps, font["head"].unitsPerEm


def middle_to_baseline(text: str, face: Face, size: float) -> float:
    """Return how far the baseline lies under the optical middle of a text, in the unit of ``size``.

    The middle is that of the figures' height if the text is a number, of the capitals' otherwise.

    >>> round(middle_to_baseline("17", Face.DISPLAY, 100), 1)
    31.9
    """
    measures = font_measures(face)
    height = measures.figure_height if text.isdecimal() else measures.cap_height
    return height / 2 * size


def missing_glyphs(text: str, face: Face) -> str:
    """Return the characters of a text that the face cannot set, each once, in order.

    >>> missing_glyphs("a\u05d0", Face.TEXT)
    'א'
    """
    return _missing(font_path(face), text)


@lru_cache(maxsize=1 << 14)
def _missing(path: Path, text: str) -> str:
    advances = _measures(path).advances
    return "".join(dict.fromkeys(c for c in text if c not in advances))
