"""Strings and images to marks with their place, size and colour (ISO 32000-1, 8.9 and 9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pikepdf

from pipeline.pdf.boxes import lengths, map_box, overlap
from pipeline.pdf.colours import read_space
from pipeline.pdf.marks import Colour, PaintedImage, PaintedText
from pipeline.pdf.state import State, TextState

_WORD_GAP: Final = 0.18
"""Em by which a shift between two strings counts as a space."""
_POINTS_PER_INCH: Final = 72
_INVISIBLE: Final = (3, 7)
_STROKED_ONLY: Final = 1


def show(items: Sequence[Any], state: State, text: TextState) -> Iterator[PaintedText]:
    """Yield the run that strings and shifts between them make, and move the text matrix on."""
    font = state.font
    if font is None or not items:
        return
    start = text.matrix
    said: list[str] = []
    along = 0.0
    for item in items:
        if isinstance(item, (pikepdf.String, bytes)):
            for glyph in font.glyphs(bytes(item)):
                said.append(glyph.text)
                step = glyph.advance * state.size + state.char_space
                along += (
                    step + (state.word_space if glyph.is_space else 0.0)
                ) * state.horizontal_scale
        else:
            shift = -float(item) / 1000
            along += shift * state.size * state.horizontal_scale
            if shift > _WORD_GAP and said and not said[-1].endswith(" "):
                said.append(" ")
    text.matrix = start.translated(along, 0.0)
    if not "".join(said).strip():
        return
    whole = start @ state.ctm
    box = map_box(whole, _reach(state, along))
    shown = box if state.clip is None else overlap(box, state.clip)
    if shown is None:
        return
    scale = lengths(whole)[1]
    colour = state.stroke if state.mode == _STROKED_ONLY else state.fill
    yield PaintedText(
        text="".join(said),
        font=font.name,
        size=abs(state.size) * scale * (font.scale * 1000 if font.is_drawn else 1.0),
        origin=whole.transform((0.0, state.rise)),
        end=whole.transform((along, state.rise)),
        box=shown,
        colour=colour,
        is_hidden=state.mode in _INVISIBLE,
        opacity=state.stroke_opacity if state.mode == _STROKED_ONLY else state.fill_opacity,
        clips=state.clips,
        is_plain=state.is_plain,
    )


def _reach(state: State, along: float) -> tuple[float, float, float, float]:
    """Return the box of a run before its matrix: from descenders to ascenders."""
    assert state.font is not None
    low = state.rise + state.font.descent * state.size
    high = state.rise + state.font.ascent * state.size
    left, right = min(0.0, along), max(0.0, along)
    return (left, min(low, high), right, max(low, high))


def paint_image(image: Any, state: State, spaces: Any) -> Iterator[PaintedImage]:
    """Yield an image (a stream, or the dictionary of an inline one) as the state places it."""
    width = int(_either(image, "/Width", "/W", 0))
    height = int(_either(image, "/Height", "/H", 0))
    across, down = lengths(state.ctm)
    box = map_box(state.ctm, (0.0, 0.0, 1.0, 1.0))
    shown = box if state.clip is None else overlap(box, state.clip)
    if shown is None or width <= 0 or height <= 0 or across <= 0 or down <= 0:
        return
    is_mask = bool(_either(image, "/ImageMask", "/IM", False))
    bits = 1 if is_mask else int(_either(image, "/BitsPerComponent", "/BPC", 8))
    if is_mask:
        colour = state.fill
    else:
        space = read_space(_either(image, "/ColorSpace", "/CS", pikepdf.Name.DeviceGray), spaces)
        colour = Colour(space.space, 1.0, space.has_profile)
    yield PaintedImage(
        width,
        height,
        (width * _POINTS_PER_INCH / across, height * _POINTS_PER_INCH / down),
        shown,
        colour,
        "/SMask" in image or int(image.get("/SMaskInData", 0)) > 0,
        bits == 1,
    )


def _either(image: Any, name: str, short: str, default: Any) -> Any:
    """Return an entry of an image, under its full name or the short one of inline images."""
    return image.get(name, image.get(short, default))
