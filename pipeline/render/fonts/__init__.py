"""The faces that puzzlepress ships, and their measures.

Source Serif 4 for text, Source Sans 3 for display and numbers, both under the SIL Open Font
License 1.1; the licences stand beside the files. Widths are advance widths without kerning, as
every renderer here sets type.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from fontTools.ttLib import TTFont

from pipeline.scene import Face

FONT_FILES: Final = {
    Face.TEXT: "SourceSerif4-Regular.ttf",
    Face.TEXT_ITALIC: "SourceSerif4-Italic.ttf",
    Face.TEXT_BOLD: "SourceSerif4-SemiBold.ttf",
    Face.DISPLAY: "SourceSans3-Regular.ttf",
    Face.DISPLAY_SEMIBOLD: "SourceSans3-SemiBold.ttf",
    Face.DISPLAY_BOLD: "SourceSans3-Bold.ttf",
}


class FontMeasures(NamedTuple):
    """Measures of one face, in em: advances of characters, heights of capitals and figures."""

    advances: dict[str, float]
    cap_height: float
    ascent: float
    descent: float
    figure_height: float


def font_path(face: Face) -> Path:
    """Return the file of a face."""
    return Path(str(resources.files(__name__).joinpath(FONT_FILES[face])))


@cache
def font_measures(face: Face) -> FontMeasures:
    """Return the measures of a face, read once."""
    with TTFont(font_path(face), lazy=True) as font:
        em = font["head"].unitsPerEm
        advances = {
            chr(code): font["hmtx"][name][0] / em for code, name in font.getBestCmap().items()
        }
        os2, hhea = font["OS/2"], font["hhea"]
        # The seven has a flat top and bottom: its height is that of the figures without overshoot.
        seven = font["glyf"][font.getBestCmap()[ord("7")]]
        return FontMeasures(
            advances,
            os2.sCapHeight / em,
            hhea.ascent / em,
            -hhea.descent / em,
            seven.yMax / em,
        )


def text_width(text: str, face: Face, size: float) -> float:
    """Return the width of a text in the unit of ``size``.

    Examples
    --------
    >>> text_width("11", Face.DISPLAY, 10) == 2 * text_width("1", Face.DISPLAY, 10)
    True
    """
    advances = font_measures(face).advances
    return sum(advances[character] for character in text) * size


def middle_to_baseline(text: str, face: Face, size: float) -> float:
    """Return how far the baseline lies under the optical middle of a text, in the unit of ``size``.

    The middle is that of the figures' height if the text is a number, of the capitals' otherwise.

    Examples
    --------
    >>> round(middle_to_baseline("17", Face.DISPLAY, 100), 1)
    31.9
    """
    measures = font_measures(face)
    height = measures.figure_height if text.isdecimal() else measures.cap_height
    return height / 2 * size


def missing_glyphs(text: str, face: Face) -> str:
    """Return the characters of a text that the face cannot set, each once, in order.

    Examples
    --------
    >>> missing_glyphs("a\u05d0", Face.TEXT)
    'א'
    """
    advances = font_measures(face).advances
    return "".join(dict.fromkeys(c for c in text if c not in advances))
