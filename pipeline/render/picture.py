"""Picture files by the name of their format, with captions, in requested sizes."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from typing import Final

from pipeline.model import RenderError, unknown_name
from pipeline.render.fonts import text_width
from pipeline.render.geometry import place_label
from pipeline.render.metadata import Metadata, plain_text
from pipeline.render.theme import Theme
from pipeline.scene import MM_PER_PT, Align, Anchor, Face, Ink, Label, Role, Scene

FORMATS: Final = ("png", "svg", "webp", "pdf")
VECTORS: Final = ("svg", "pdf")  # Names of the picture formats, which are their file endings


def render_picture(
    scene: Scene,
    picture_format: str,
    theme: Theme,
    pixels_per_mm: float,
    metadata: Metadata | None = None,
    *,
    is_clear: bool = False,
    has_outlines: bool = False,
) -> bytes:
    """Return a scene as a picture file.

    The format is one of `FORMATS`; SVG and PDF need no resolution. With ``is_clear`` the ground is
    transparent; what is filled with paper on purpose stays so. With ``has_outlines`` letters of SVG
    and PDF are outlines; colours of PDF are process inks. `ConfigError` if there is no such
    format. `RenderError` if the picture cannot be drawn at that size or with that text.

    >>> from pipeline.render.theme import get_theme
    >>> render_picture(Scene(9, 9), "svg", get_theme("mono"), 10)[:4]
    b'<svg'
    """
    # Pillow takes longer to import than a small SVG to write.
    if picture_format == "svg":
        from pipeline.render.svg import render_svg

        return render_svg(
            scene, theme, metadata, is_clear=is_clear, has_outlines=has_outlines
        ).encode()
    if picture_format == "pdf":
        from pipeline.render.pdf import write_pdf

        stream = io.BytesIO()
        write_pdf(
            [scene], stream, theme, metadata=metadata, is_cmyk=True, has_outlines=has_outlines
        )
        return stream.getvalue()
    if picture_format in FORMATS:
        from pipeline.render.png import render_png, render_webp

        render = render_png if picture_format == "png" else render_webp
        return render(scene, theme, pixels_per_mm, metadata, is_clear)
    raise unknown_name("format", picture_format, FORMATS)


def cell_for_size(
    draw: Callable[[float], Scene], width_mm: float, height_mm: float | None = None
) -> float:
    """Return the largest cell, in millimetres, with which a drawing fits a width and a height.

    ``draw`` maps the side of a cell to a scene, whose size grows with it. The room is for the whole
    picture; without a height only the width counts. `RenderError` if the room is not positive.

    >>> cell_for_size(lambda cell: Scene(10 * cell + 1, 8 * cell + 1), 101)
    10.0
    """
    if width_mm <= 0 or (height_mm is not None and height_mm <= 0):
        raise RenderError(f"expected room of positive size, found {width_mm} x {height_mm} mm")

    def fits(cell: float) -> bool:
        scene = draw(cell)
        return scene.width_mm <= width_mm and (height_mm is None or scene.height_mm <= height_mm)

    # In whole hundredths of a millimetre, so that the answer is the same on every machine. A
    # side is a margin and a number of cells, nearly: a guess from two drawings is right, or close.
    small, large = (draw(cell / 100) for cell in _SAMPLE_CELLS)
    guesses = [_LARGEST_CELL]
    for room, short, long in (
        (width_mm, small.width_mm, large.width_mm),
        (height_mm or math.inf, small.height_mm, large.height_mm),
    ):
        if short < long and room < math.inf:
            share = (room - short) / (long - short)
            guesses.append(
                math.floor(_SAMPLE_CELLS[0] + share * (_SAMPLE_CELLS[1] - _SAMPLE_CELLS[0]))
            )
    high = low = max(1, min(guesses))
    step = 1
    while high < _LARGEST_CELL and fits(high / 100):
        low, high, step = high, high + step, 2 * step
    step = 1
    while low > 0 and not fits(low / 100):
        low, high, step = max(0, low - step), low, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle / 100) else (low, middle)
    if low < 1:
        raise RenderError(
            f"expected room for cells of at least 0.01 mm, found {width_mm} x {height_mm} mm"
        )
    return low / 100


_LARGEST_CELL: Final = 1 << 20
_SAMPLE_CELLS: Final = (500, 1500)


CAPTION_PT: Final = 8.0  # Size of the type. Seven is the least that printers accept
_FACE: Final = Face.DISPLAY
_LEADING: Final = 1.3
_GAP: Final = 0.6  # Air between the picture and the first line, in sizes of the type


def with_caption(scene: Scene, text: str) -> Scene:
    """Return a scene with a text under it, broken into lines as wide as the picture.

    The picture stays where it is; without text it is the scene itself. `RenderError` if the face
    lacks one of the characters.

    >>> captioned = with_caption(Scene(60, 60), "Puzzle by A. Author")
    >>> len(captioned.marks), captioned.height_mm > 60
    (1, True)
    """
    size = CAPTION_PT * MM_PER_PT
    words = plain_text(text)
    if not words:
        return scene
    # Setting it once as a whole names every missing character before any width is taken.
    place_label(Label(words, (0, 0), size, Ink(Role.QUIET), _FACE))
    lines = wrapped(words, _FACE, size, scene.width_mm)
    first = scene.height_mm + (_GAP + 0.75) * size
    labels = [
        Label(
            line,
            (0.0, round(first + k * _LEADING * size, 4)),
            round(size, 4),
            Ink(Role.QUIET),
            _FACE,
            Align.LEFT,
            Anchor.BASELINE,
        )
        for k, line in enumerate(lines)
    ]
    bottom = first + (len(lines) - 1) * _LEADING * size + 0.4 * size
    return Scene(scene.width_mm, round(bottom, 4), (*scene.marks, *labels))


def wrapped(text: str, face: Face, size: float, width: float) -> list[str]:
    """Return a text in lines no wider than ``width``; a word too long for one is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, face, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while text_width(line, face, size) > width and len(line) > 1:
            fits = _fitting(line, face, size, width)
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line else lines


def _fitting(word: str, face: Face, size: float, width: float) -> int:
    count = 1
    while count < len(word) and text_width(word[: count + 1], face, size) <= width:
        count += 1
    return count
