"""Addresses of f-puzzles and SudokuPad, which have their JSON packed by LZ-string.

SudokuPad also shortens names and quotes in what it packs, which is read only.

Sources: LZ-string by pieroxy (MIT); SudokuPad's loader as in
github.com/marktekfan/sudokupad-penpa-import (MIT).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import chain, islice, zip_longest
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Final
from urllib.parse import unquote

from pipeline.model import PuzzleFormatError

LINK: Final = re.compile(
    r"(?:f-puzzles\.com/\?load=|"
    r"(?:sudokupad\.app|crackingthecryptic\.com)/\S{0,60}?(fpuz(?:zles)?|scl|ctc))"
    r"([A-Za-z0-9+/=%_-]{20,})"
)
"""An address that contains a puzzle of f-puzzles or SudokuPad."""
NAMED_LINK: Final = re.compile(r"(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)/\S+")

_SIGNS: Final = f"{ascii_uppercase}{ascii_lowercase}{digits}+/"
_ALPHABET: Final = {sign: at for at, sign in enumerate(_SIGNS)}
_MOST: Final = 1 << 20
"""Most characters of an unpacked address."""
_SHORT: Final = {
    "ca": "cages", "ce": "cells", "v": "value", "re": "regions", "a": "arrows", "l": "lines",
    "o": "overlays", "u": "underlays", "t": "title", "te": "text", "cs": "cellSize",
    "wp": "wayPoints", "th": "thickness", "c": "color", "c1": "borderColor",
    "c2": "backgroundColor", "ct": "center", "w": "width", "h": "height", "r": "rounded",
    "hl": "headLength", "fs": "fontSize", "d2": "d", "d": "duration", "vd": "videos",
}  # fmt: skip
"""Names that SudokuPad shortens."""


def unpack_link(found: re.Match[str]) -> Mapping[str, Any]:
    """Return the object in an address of f-puzzles or SudokuPad."""
    try:
        text, is_short = unpack(unquote(found[2])), found[1] in ("scl", "ctc")
        value = json.loads(_unzip(text) if is_short else text)
    except (ValueError, LookupError, RecursionError):
        raise PuzzleFormatError("expected a whole address; it was cut, so copy it again") from None
    if not isinstance(value, dict):
        raise PuzzleFormatError("expected a puzzle in the address, found none; copy it again")
    return {str(key): one for key, one in (_spelt_out(value) if is_short else value).items()}


def pack(text: str) -> str:
    """Return a text packed as LZ-string's ``compressToBase64`` does.

    >>> pack("aaaa"), unpack(pack("cages, cages and cages"))
    ('IY5A', 'cages, cages and cages')
    """
    units = text.encode("utf-16-le", "surrogatepass")
    signs = [chr(int.from_bytes(units[k : k + 2], "little")) for k in range(0, len(units), 2)]
    bits: list[int] = []
    words: dict[str, int] = {}
    fresh: set[str] = set()
    width, room, word = 2, 2, ""

    def put(number: int, size: int) -> None:
        bits.extend(number >> place & 1 for place in range(size))

    def step() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    def write() -> None:
        if word in fresh:
            is_wide = ord(word) > 255
            put(int(is_wide), width)
            put(ord(word), 16 if is_wide else 8)
            step()
            fresh.discard(word)
        else:
            put(words[word], width)
        step()

    for sign in signs:
        if sign not in words:
            words[sign] = len(words) + 3
            fresh.add(sign)
        if word + sign in words:
            word += sign
            continue
        write()
        words[word + sign] = len(words) + 3
        word = sign
    if word:
        write()
    put(2, width)
    bits += [0] * (-len(bits) % 6 or 6)
    packed = "".join(
        _SIGNS[sum(bit << 5 - k for k, bit in enumerate(bits[at : at + 6]))]
        for at in range(0, len(bits), 6)
    )
    return packed + "=" * (-len(packed) % 4)


def unpack(packed: str) -> str:
    """Return a text packed by LZ-string's ``compressToBase64``."""
    codes = (_ALPHABET[sign] for sign in packed.replace(" ", "+").rstrip("="))
    bits = (code >> place & 1 for code in codes for place in range(5, -1, -1))

    def take(count: int) -> int:
        found = [*islice(bits, count)]
        if len(found) < count:
            raise ValueError("it ends too soon")
        return sum(bit << place for place, bit in enumerate(found))

    words: dict[int, str] = {}
    out: list[str] = []
    size, wide, room, last, length = 3, 2, 1, "", 0
    while True:
        code = take(wide)
        if code == 2:
            return "".join(out).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if code < 2:
            words[size] = chr(take(8 + 8 * code))
            code, size, room = size, size + 1, room - 1
            if last and not room:
                room, wide = 2**wide, wide + 1
        word = words[code] if code in words else last + last[0]
        out.append(word)
        length += len(word)
        if length > _MOST:
            raise PuzzleFormatError(f"expected at most {_MOST} characters in an address")
        if last:
            words[size] = last + word[0]
            size, room = size + 1, room - 1
            if not room:
                room, wide = 2**wide, wide + 1
        else:
            wide, room = 3, 4
        last = word


def _unzip(text: str) -> str:
    """Return the JSON of a text in which SudokuPad left out quotes and empty objects."""
    if '"' not in text:
        text = re.sub(r"\\'|'", lambda quote: '"' if quote[0] == "'" else "'", text)
    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    # Texts are replaced by a sign, since what surrounds them is matched.
    joined = "\0".join(parts[::2])
    joined = re.sub(r"([,{\[])([a-zA-Z0-9]+):", r'\1"\2":', joined)
    joined = re.sub(r"(?<=[,\[])(?=[,\]])", "{}", joined)
    joined = re.sub(r":([ft])(?=[,}\]])", lambda sign: f":{sign[1] == 't'}".lower(), joined)
    joined = re.sub(r":(#[0F]|[0-9a-fA-F]{6})(?=[,}\]])", r':"\1"', joined)
    return "".join(chain(*zip_longest(joined.split("\0"), parts[1::2], fillvalue="")))


def _spelt_out(value: Any) -> Any:
    if isinstance(value, list):
        return [_spelt_out(one) for one in value]
    if isinstance(value, dict):
        return {_SHORT.get(key, key): _spelt_out(one) for key, one in value.items()}
    return value
