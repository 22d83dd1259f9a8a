"""Showing text: strings to runs with their place, their size and their box (ISO 32000-1, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pikepdf

from pipeline.pdf.boxes import lengths, map_box, overlap
from pipeline.pdf.marks import PaintedText
from pipeline.pdf.state import State, TextState

_WORD_GAP: Final = 0.18
"""Em by which a shift between two strings counts as a space."""
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
