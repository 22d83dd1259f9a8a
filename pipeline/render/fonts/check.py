"""Fonts of a configuration: refused if anything that sets type would fail on them, or never end."""

from __future__ import annotations

import io
import logging
import struct
from functools import cache
from pathlib import Path
from typing import Any, Final

from fontTools.pens.basePen import NullPen
from fontTools.ttLib import TTFont
from reportlab.pdfbase.ttfonts import TTFontFile

from pipeline.model import ConfigError
from pipeline.scene import Face

_MOST_BYTES: Final = 40_000_000
_MOST_SUBTABLES: Final = 100  # Of characters
_MOST_CHARACTERS: Final = 2_000_000  # In all of these
_MOST_PARTS: Final = 1000  # Glyphs that one glyph is made of
_TRUETYPE: Final = (b"\0\1\0\0", b"true")
_EMBEDDING_FORBIDDEN: Final = 0x0002
_SEGMENTS: Final = 4  # A format of a table of characters, as are these
_GROUPS: Final = (12, 13)

logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # Errors state what is wrong


@cache
def require_font(path: Path, face: Face) -> None:
    """Raise ConfigError unless a file can be used for typesetting and embedded."""
    data = _read(path, face)
    try:
        with TTFont(io.BytesIO(data), lazy=True) as font:
            missing = [table for table in ("glyf", "OS/2", "hmtx", "cmap") if table not in font]
            if missing or "fvar" in font or data[:4] not in _TRUETYPE:
                raise ConfigError(
                    f"{path}: expected a static TrueType font for the face {face}, found another "
                    "kind (OpenType with PostScript outlines or a variable font); take the .ttf "
                    "of one weight"
                )
            if font["OS/2"].fsType & _EMBEDDING_FORBIDDEN:
                raise ConfigError(
                    f"{path}: expected a font that may be embedded, found one whose licence "
                    "forbids it (fsType 2); take another"
                )
            _require_short_characters(font.reader["cmap"])
            glyphs = font.getBestCmap() or {}
            needed = [letter for letter in "0123456789H" if ord(letter) not in glyphs]
            if needed:
                raise ConfigError(f"{path}: expected figures and capitals, found no {needed[0]!r}")
            _require_glyphs(font, {*glyphs.values()})
            font["name"].getBestFamilyName()
        TTFontFile(io.BytesIO(data))
    except ConfigError:
        raise
    except Exception as error:  # whatever the readers of a damaged font raise
        raise ConfigError(
            f"{path}: expected a TrueType font, found something else, or a damaged one "
            f"({str(error) or type(error).__name__}); take the file as its foundry gives it"
        ) from error


def _read(path: Path, face: Face) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise ConfigError(
                f"{path}: expected a TrueType font for the face {face}, found no file"
            )
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(
            f"{path}: expected a TrueType font for the face {face}, found none there "
            f"({error.strerror or error}); correct the path, which starts at the folder of the "
            "configuration"
        ) from error
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"{path}: expected at most {_MOST_BYTES // 10**6} MB, found more")
    return data


def _require_short_characters(table: bytes) -> None:
    """Raise ValueError if ranges of characters unpack to more than any font has."""
    (count,) = struct.unpack_from(">2xH", table)
    if count > _MOST_SUBTABLES:
        raise ValueError(f"{count} tables of characters")
    total = 0
    for index in range(count):
        (offset,) = struct.unpack_from(">L", table, 8 + 8 * index)
        (form,) = struct.unpack_from(">H", table, offset)
        if form == _SEGMENTS:
            size = struct.unpack_from(">H", table, offset + 6)[0] // 2
            ends = struct.unpack_from(f">{size}H", table, offset + 14)
            starts = struct.unpack_from(f">{size}H", table, offset + 16 + 2 * size)
            total += sum(max(0, end - start) + 1 for start, end in zip(starts, ends, strict=True))
        elif form in _GROUPS:
            (size,) = struct.unpack_from(">L", table, offset + 12)
            bounds = struct.unpack_from(f">{3 * size}L", table, offset + 16)
            pairs = zip(bounds[::3], bounds[1::3], strict=True)
            total += sum(max(0, end - start) + 1 for start, end in pairs)
    if total > _MOST_CHARACTERS:
        raise ValueError(f"{total} characters")


def _require_glyphs(font: Any, names: set[str]) -> None:
    """Draw each glyph; raise ValueError if one is made of itself, or of too many others."""
    outlines, glyphs = font["glyf"], font.getGlyphSet()
    parts: dict[str, int] = {}

    def count(name: str, above: tuple[str, ...] = ()) -> int:
        if name in above:
            raise ValueError(f"{name} is made of itself")
        if name not in parts:
            glyph = outlines[name]
            inner = [part.glyphName for part in glyph.components] if glyph.isComposite() else []
            parts[name] = 1 + sum(count(part, (*above, name)) for part in inner)
        return parts[name]

    for name in sorted(names):
        if count(name) > _MOST_PARTS:
            raise ValueError(f"{name} is made of {parts[name]} glyphs")
        glyphs[name].draw(NullPen())
