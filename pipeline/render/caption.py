"""A line of text under a picture: credits that must be seen, not only stored."""

from __future__ import annotations

from typing import Final

from pipeline.render.fonts import text_width
from pipeline.render.geometry import place_label
from pipeline.render.metadata import plain_text
from pipeline.scene import MM_PER_PT, Align, Anchor, Face, Ink, Label, Role, Scene

CAPTION_PT: Final = 8.0
"""Size of the type. Seven is the least that printers accept."""
_FACE: Final = Face.DISPLAY
_LEADING: Final = 1.3
_GAP: Final = 0.6
"""Air between the picture and the first line, in sizes of the type."""


def with_caption(scene: Scene, text: str) -> Scene:
    """Return a scene with a text under it, broken into lines as wide as the picture.

    The picture stays where it is; without text it is the scene itself. `RenderError` if the face
    lacks one of the characters.

    Examples
    --------
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
