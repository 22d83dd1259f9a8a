"""Fonts of a PDF: what their codes mean, how wide they are, and whether the file embeds them.

A ToUnicode table wins over encodings (ISO 32000-1, 9.6 to 9.10). Glyph outlines are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import pikepdf
from fontTools.agl import toUnicode

_CODECS: Final = {
    "/WinAnsiEncoding": "cp1252",
    "/MacRomanEncoding": "mac_roman",
    "/StandardEncoding": "latin-1",
}
_UNKNOWN_WIDTH: Final = 0.55  # Em of a character without width: an average of text faces
_MOST_CODES: Final = 65535
_MOST_SAID: Final = 4 * _MOST_CODES  # Codes read of one table, repeated or not
_LONGEST_TABLE: Final = 1_000_000  # Bytes of a ToUnicode table that are read: sixteen for each code


class Glyph(NamedTuple):
    """One character code as shown: its text, its advance in em, and whether it is a word space."""

    text: str
    advance: float
    is_space: bool


@dataclass(frozen=True, slots=True)
class Font:
    """A font resource as far as measuring needs it; ``name`` is without the tag of a subset."""

    name: str
    is_embedded: bool
    is_subset: bool
    is_drawn: bool
    code_bytes: int
    scale: float
    widths: dict[int, float] = field(repr=False)
    default_width: float
    texts: dict[int, str] = field(repr=False)
    ascent: float
    descent: float

    def glyphs(self, shown: bytes) -> Iterator[Glyph]:
        """Yield the glyphs of a string."""
        step = self.code_bytes
        for start in range(0, len(shown) - step + 1, step):
            code = int.from_bytes(shown[start : start + step], "big")
            yield Glyph(
                self.texts.get(code, "\ufffd"),
                self.widths.get(code, self.default_width),
                step == 1 and code == 32,
            )


BROKEN: Final = Font(
    name="a broken font", is_embedded=False, is_subset=False, is_drawn=False, code_bytes=1,
    scale=0.001, widths={}, default_width=_UNKNOWN_WIDTH, texts={}, ascent=0.75, descent=-0.25,
)  # fmt: skip


def steps_of(font: Any) -> int:
    """Return the steps that reading a font takes: its tables may be long, and there may be many."""
    try:
        own = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
        table = font.get("/ToUnicode")
        size = len(table.read_bytes()) if isinstance(table, pikepdf.Stream) else 0
        lists = (own.get(key) for key in ("/W", "/Widths", "/Differences"))
        lengths = (len(one) for one in lists if isinstance(one, pikepdf.Array))
        return 1000 + size // 16 + sum(lengths)
    except (pikepdf.PdfError, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return 1000


def read_any_font(font: Any) -> Font:
    """Return a font, one that is not embedded in place of a broken one."""
    try:
        return read_font(font)
    except (pikepdf.PdfError, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return BROKEN


def read_font(font: Any) -> Font:
    """Return the font of a font dictionary; missing values are guessed as viewers do."""
    kind = str(font.get("/Subtype", ""))
    is_composite = kind == "/Type0"
    descendant = font["/DescendantFonts"][0] if is_composite else font
    descriptor = descendant.get("/FontDescriptor", pikepdf.Dictionary())
    base = str(font.get("/BaseFont", font.get("/Name", "/unnamed")))[1:]
    tag = re.match(r"[A-Z]{6}\+", base)
    # Without a ToUnicode table the codes of composite fonts are numbers of glyphs.
    texts = {} if is_composite else _simple_texts(font)
    if "/ToUnicode" in font and isinstance(font["/ToUnicode"], pikepdf.Stream):
        texts = {**texts, **read_cmap(font["/ToUnicode"].read_bytes())}
    scale = 0.001
    if kind == "/Type3":
        scale = abs(float(font["/FontMatrix"][0])) if "/FontMatrix" in font else 0.001
    widths, default = _composite_widths(descendant) if is_composite else _simple_widths(font, scale)
    return Font(
        name=base[tag.end() :] if tag else base,
        is_embedded=kind == "/Type3"
        or any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")),
        is_subset=tag is not None,
        is_drawn=kind == "/Type3",
        code_bytes=2 if is_composite else 1,
        scale=scale,
        widths=widths,
        default_width=default,
        texts=texts,
        ascent=_limited(descriptor, "/Ascent", 0.75),
        descent=-_limited(descriptor, "/Descent", 0.25),
    )


def _limited(descriptor: Any, key: str, most: float) -> float:
    """Return how far a font reaches from its baseline in em, no more than letters do."""
    value = abs(float(descriptor.get(key, 0))) / 1000
    return min(value, most) if value > 0 else most


def _simple_widths(font: Any, scale: float) -> tuple[dict[int, float], float]:
    first = int(font.get("/FirstChar", 0))
    widths = {first + k: float(w) * scale for k, w in enumerate(font.get("/Widths", ()))}
    descriptor = font.get("/FontDescriptor", pikepdf.Dictionary())
    missing = float(descriptor.get("/MissingWidth", 0)) * scale
    return widths, missing if widths else _UNKNOWN_WIDTH


def _composite_widths(font: Any) -> tuple[dict[int, float], float]:
    widths: dict[int, float] = {}
    items = list(font.get("/W", ()))
    index, left = 0, _MOST_SAID
    while index + 1 < len(items) and left > 0:
        start = int(items[index])
        if isinstance(items[index + 1], pikepdf.Array):
            said = [float(w) / 1000 for w in list(items[index + 1])[:left]]
            widths.update(enumerate(said, start))
            left -= len(said)
            index += 2
        elif index + 2 < len(items):
            width = float(items[index + 2]) / 1000
            end = min(int(items[index + 1]), start + min(left, _MOST_CODES))
            widths.update(dict.fromkeys(range(start, end + 1), width))
            left -= max(1, end + 1 - start)
            index += 3
        else:
            break
    return widths, float(font.get("/DW", 1000)) / 1000


def _simple_texts(font: Any) -> dict[int, str]:
    encoding = font.get("/Encoding", pikepdf.Name("/StandardEncoding"))
    base: Any = encoding
    differences: Any = ()
    if isinstance(encoding, pikepdf.Dictionary):
        base = encoding.get("/BaseEncoding", pikepdf.Name("/StandardEncoding"))
        differences = encoding.get("/Differences", ())
    codec = _CODECS.get(str(base), "latin-1")
    texts = {code: bytes([code]).decode(codec, "replace") for code in range(32, 256)}
    code = 0
    for item in differences:
        if isinstance(item, pikepdf.Name):
            texts[code] = toUnicode(str(item)[1:]) or "\ufffd"
            code += 1
        else:
            code = int(item)
    return texts


_HEX: Final = r"<([0-9A-Fa-f\s]{0,400})>"
_CHAR: Final = re.compile(rf"{_HEX}\s{{0,9}}{_HEX}")
_RANGE: Final = re.compile(
    rf"{_HEX}\s{{0,9}}{_HEX}\s{{0,9}}(\[[^\[\]]{{0,400000}}\]|<[^<>]{{0,400}}>)"
)


def read_cmap(source: bytes) -> dict[int, str]:
    """Return the texts of codes in a ToUnicode table."""
    text = source[:_LONGEST_TABLE].decode("latin-1")
    texts: dict[int, str] = {}
    for block in _blocks(text, "bfchar"):
        for code, value in _CHAR.findall(block):
            texts[_code(code)] = _utf16(value)
    left = _MOST_SAID
    for block in _blocks(text, "bfrange"):
        for first, last, values in _RANGE.findall(block):
            start = _code(first)
            end = min(_code(last), start + min(left, _MOST_CODES))
            left -= max(1, end + 1 - start)
            if left <= 0:
                return texts
            items = [_utf16(item) for item in re.findall(_HEX, values)]
            for k in range(end - start + 1):
                if values.startswith("["):
                    texts[start + k] = items[k] if k < len(items) else "\ufffd"
                elif items and items[0]:
                    head, tail = items[0][:-1], ord(items[0][-1]) + k
                    texts[start + k] = head + chr(min(tail, 0x10FFFF))
    return texts


def _blocks(text: str, name: str) -> Iterator[str]:
    """Yield the text between the operators that begin and end a part of a table."""
    for part in text.split(f"begin{name}")[1:]:
        yield part.partition(f"end{name}")[0]


def _code(digits: str) -> int:
    return int("".join(digits.split())[-8:], 16)


def _utf16(digits: str) -> str:
    digits = "".join(digits.split())
    return bytes.fromhex(digits + "0" * (len(digits) % 2)).decode("utf-16-be", "replace")
