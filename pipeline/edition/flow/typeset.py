"""Labels with known glyphs, and paragraphs broken into lines.

Lines are broken for a whole paragraph at once, so that their lengths differ as little as possible
(total-fit line breaking after D. E. Knuth and M. F. Plass, "Breaking paragraphs into lines",
Software: Practice and Experience 11, 1981; here with squared slack and a fixed cost for hyphens). A
soft hyphen (U+00AD) marks where a word may be divided; U+00A0 never breaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from pipeline.edition.flow.style import PT
from pipeline.model import RenderError
from pipeline.render.fonts import font_path, missing_glyphs, text_width
from pipeline.scene import Align, Anchor, Face, Ink, Label, Role

SOFT_HYPHEN: Final = "\u00ad"
ELLIPSIS: Final = "…"
TEXT: Final = Ink(Role.TEXT)
QUIET: Final = Ink(Role.QUIET)
_RIGHT_TO_LEFT: Final = {"R", "AL", "AN", "RLE", "RLO", "RLI"}  # Unsupported classes (UAX 9)
_HYPHEN_COST: Final = 0.05
_EVEN_MM: Final = 0.5
_BLANK: Final = re.compile(r"[ \t\r\n]+")
_SIGNS: Final = ".?&=_:#,"
_FEWEST_LEFT: Final = 4
"""Signs after which an address may be cut; fewest characters that are left of it."""
_BREAKABLE: Final = re.compile(rf"(?<=[-–—])(?=\w)|(?<=\w/)(?=\w)|(?<={SOFT_HYPHEN})")


class Span(NamedTuple):
    """A piece of text in one face."""

    text: str
    face: Face


class Box(NamedTuple):
    """Text that cannot be divided, and what follows it ("space", "soft", "" or "end")."""

    pieces: tuple[Span, ...]
    width: float
    after: str


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line: its words as pieces, its natural width, and whether it ends the paragraph.

    All spaces have the width of ``space_face``.
    """

    words: tuple[tuple[Span, ...], ...]
    width: float
    is_last: bool
    space_face: Face


def check_glyphs(text: str, face: Face) -> None:
    """Raise RenderError if the face lacks a glyph of the text, or the text runs right to left.

    The error names the first such character.
    """
    _check_glyphs(text, face, font_path(face))


@lru_cache(maxsize=65536)
def _check_glyphs(text: str, face: Face, path: Path) -> None:
    shown = text if len(text) <= 60 else text[:59] + ELLIPSIS
    for character in text:
        if unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
            raise RenderError(
                f"cannot set {_named(character)} in {shown!r}: text that runs from right to left "
                "is not supported; write it in another script"
            )
    missing = missing_glyphs(text, face)
    if missing:
        raise RenderError(
            f"cannot set {_named(missing[0])} in {shown!r}: the face {face} has no glyph for it; "
            "write the text without it, or choose a font that has it"
        )


def on_one_line(text: str) -> str:
    """Return a text with a space for line ends and tabs; other white space is set as it is."""
    return _BLANK.sub(" ", text)


def settable(text: str) -> str:
    r"""Return a text with a question mark for each character that the fonts lack.

    For sites and reports, which one credit among thousands should not stop.

    >>> settable("a\u202eb")
    'a?b'
    """
    return "".join(character if _can_set(character) else "?" for character in text)


def _can_set(character: str) -> bool:
    try:
        for face in (Face.TEXT, Face.TEXT_BOLD, Face.DISPLAY_BOLD):
            check_glyphs(character, face)
    except RenderError:
        return False
    return True


def _named(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"the character {character!r} (U+{ord(character):04X}{', ' if name else ''}{name})"


def measure(text: str, face: Face, size_pt: float) -> float:
    """Return the width of a text in millimetres; `RenderError` for a missing glyph."""
    return _measure(text, face, size_pt, font_path(face))


@lru_cache(maxsize=65536)
def _measure(text: str, face: Face, size_pt: float, path: Path) -> float:
    check_glyphs(text, face)
    return text_width(text, face, size_pt * PT)


def label(
    text: str,
    x: float,
    y: float,
    size_pt: float,
    face: Face = Face.TEXT,
    align: Align = Align.LEFT,
    ink: Ink = TEXT,
    anchor: Anchor = Anchor.BASELINE,
) -> Label:
    """Return a label with its baseline at ``y``.

    `RenderError` if the face has no glyph for a character.
    """
    check_glyphs(text, face)
    return Label(text, (x, y), size_pt * PT, ink, face, align, anchor)


def shorten(text: str, face: Face, size_pt: float, width: float) -> str:
    """Return the text, cut after a word and ended with an ellipsis if it is too wide.

    >>> shorten("A very long title", Face.TEXT, 10, 20)
    'A very…'
    """
    if measure(text, face, size_pt) <= width:
        return text
    words = text.split()
    while len(words) > 1:
        words.pop()
        cut = " ".join(words).rstrip(",.;:–-") + ELLIPSIS
        if measure(cut, face, size_pt) <= width:
            return cut
    cut = words[0]
    while len(cut) > 1 and measure(cut + ELLIPSIS, face, size_pt) > width:
        cut = cut[:-1]
    return cut + ELLIPSIS


def break_lines(spans: Iterable[Span], size_pt: float, width: float) -> tuple[TextLine, ...]:
    """Return a paragraph as lines no wider than ``width`` millimetres.

    >>> lines = break_lines([Span("one two three four", Face.TEXT)], 10, 20)
    >>> [" ".join(word[0].text for word in line.words) for line in lines]
    ['one two', 'three four']
    """
    pieces = tuple(spans)
    faces = dict.fromkeys((*(span.face for span in pieces), Face.TEXT))
    return _break_lines(pieces, size_pt, width, tuple(font_path(face) for face in faces))


@lru_cache(maxsize=4096)
def _break_lines(
    pieces: tuple[Span, ...], size_pt: float, width: float, _: tuple[Path, ...]
) -> tuple[TextLine, ...]:
    # Cached, since each way to lay out a page sets the paragraph again.
    boxes = _split(pieces, size_pt, width)
    if not boxes:
        return ()
    faces = [span.face for span in pieces]
    face = Face.TEXT if Face.TEXT in faces else faces[0]
    space = measure(" ", face, size_pt)
    count = len(boxes)
    best = [0.0] + [float("inf")] * count
    start = [0] * (count + 1)
    for first in range(count):
        natural = 0.0
        for last in range(first, count):
            natural += boxes[last].width
            hyphen = boxes[last].after == "soft"
            total = natural + (_hyphen_width(boxes[last], size_pt) if hyphen else 0.0)
            if total > width + 1e-6 and last > first:
                break
            slack = max(0.0, width - total) / width
            is_end = last == count - 1
            cost = (0.0 if is_end else slack * slack) + (_HYPHEN_COST if hyphen else 0.0)
            if is_end and first > 0 and total < 0.15 * width:
                cost += 0.1  # avoid a last line of one short word
            if best[first] + cost < best[last + 1] - 1e-12:
                best[last + 1] = best[first] + cost
                start[last + 1] = first
            natural += space if boxes[last].after == "space" else 0.0
    cuts = [count]
    while cuts[-1] > 0:
        cuts.append(start[cuts[-1]])
    cuts.reverse()
    return tuple(_line(boxes[a:b], size_pt, face, b == count) for a, b in pairwise(cuts))


def break_evenly(spans: Iterable[Span], size_pt: float, width: float) -> tuple[TextLine, ...]:
    """Return a paragraph in as few lines as `break_lines` needs, of even lengths.

    For centred text, where a short last line looks like a mistake.

    >>> lines = break_evenly([Span("one two three four five", Face.TEXT)], 10, 31)
    >>> [" ".join(word[0].text for word in line.words) for line in lines]
    ['one two three', 'four five']
    """
    pieces = tuple(spans)
    best = break_lines(pieces, size_pt, width)
    low, high = 0.0, width
    while len(best) > 1 and high - low > _EVEN_MM:
        middle = (low + high) / 2
        narrower = break_lines(pieces, size_pt, middle)
        is_whole = max((line.width for line in narrower), default=0.0) <= middle + 1e-6
        words = [sum(len(line.words) for line in lines) for lines in (narrower, best)]
        # no more words hyphenated, or cut because they are wider than a line
        if len(narrower) == len(best) and is_whole and words[0] <= words[1]:
            best, high = narrower, middle
        else:
            low = middle
    return best


def place_line(
    line: TextLine,
    x: float,
    y: float,
    width: float,
    size_pt: float,
    align: Align = Align.LEFT,
    ink: Ink = TEXT,
) -> list[Label]:
    """Return the labels of a line set between ``x`` and ``x + width`` on the baseline ``y``."""
    space = measure(" ", line.space_face, size_pt)
    slack = width - line.width
    shift = {Align.LEFT: 0.0, Align.CENTRE: slack / 2, Align.RIGHT: slack}[align]
    x += shift
    labels = []
    for word in _joined(line):
        for piece in word:
            labels.append(label(piece.text, x, y, size_pt, piece.face, ink=ink))
            x += measure(piece.text, piece.face, size_pt)
        x += space
    return labels


def _joined(line: TextLine) -> list[tuple[Span, ...]]:
    """Join neighbouring words of the line's own face: fewer labels, and text that copies well."""
    face = line.space_face
    joined: list[tuple[Span, ...]] = []
    for word in line.words:
        is_plain = len(word) == 1 and word[0].face == face
        if is_plain and joined and len(joined[-1]) == 1 and joined[-1][0].face == face:
            joined[-1] = (Span(f"{joined[-1][0].text} {word[0].text}", face),)
        else:
            joined.append(word)
    return joined


def _line(boxes: Sequence[Box], size_pt: float, face: Face, is_last: bool) -> TextLine:
    space = measure(" ", face, size_pt)
    words: list[tuple[Span, ...]] = []
    word: list[Span] = []
    width = 0.0
    for k, box in enumerate(boxes):
        at_end = k == len(boxes) - 1
        word.extend(box.pieces)
        width += box.width
        if box.after == "soft" and at_end and not is_last:
            word[-1] = Span(word[-1].text + "-", word[-1].face)
            width += _hyphen_width(box, size_pt)
        if box.after in ("space", "end") or at_end:
            words.append(_merged(word))
            word = []
            width += 0.0 if at_end else space
    return TextLine(tuple(words), width, is_last, face)


def _merged(pieces: Sequence[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for piece in pieces:
        if merged and merged[-1].face == piece.face:
            merged[-1] = Span(merged[-1].text + piece.text, piece.face)
        else:
            merged.append(piece)
    return tuple(merged)


def _hyphen_width(box: Box, size_pt: float) -> float:
    return measure("-", box.pieces[-1].face, size_pt)


def _split(spans: Iterable[Span], size_pt: float, width: float) -> list[Box]:
    boxes: list[Box] = []
    word: list[Span] = []

    def close(after: str) -> None:
        if word:
            total = sum(measure(piece.text, piece.face, size_pt) for piece in word)
            boxes.append(Box(tuple(word), total, after))
            word.clear()
        elif boxes and after == "space":
            boxes[-1] = boxes[-1]._replace(after="space")

    for span in spans:
        for chunk in re.split(rf"({_BLANK.pattern})", span.text):
            if not chunk:
                continue
            if chunk.isspace() and "\u00a0" not in chunk:
                close("space")
                continue
            for part in _BREAKABLE.split(chunk):
                bits = _fitting(part.rstrip(SOFT_HYPHEN), span.face, size_pt, width)
                for bit in bits:
                    if len(bits) > 1:
                        close("")
                    word.append(Span(bit, span.face))
                if part.endswith(SOFT_HYPHEN):
                    close("soft")
                elif part.endswith(("-", "–", "—", "/")) and part != chunk:
                    close("")
    close("end")
    if boxes:
        boxes[-1] = boxes[-1]._replace(after="end")
    return boxes


def _fitting(text: str, face: Face, size_pt: float, width: float) -> list[str]:
    """Cut a word that is wider than the line, such as an address, into parts that fit.

    It is cut after a sign between its parts if there is one in the second half of the line, and not
    so that a few characters are left.
    """
    bits: list[str] = []
    while text:
        count = 1
        while count < len(text) and measure(text[: count + 1], face, size_pt) <= width:
            count += 1
        if count == len(text):
            return [*bits, text]
        sign = max(text.rfind(one, 0, count) + 1 for one in _SIGNS)
        end = sign if sign > count // 2 else count
        if end > _FEWEST_LEFT and len(text) - end < _FEWEST_LEFT:
            end = max(len(text) - _FEWEST_LEFT, 1)
        bits.append(text[:end])
        text = text[end:]
    return bits
