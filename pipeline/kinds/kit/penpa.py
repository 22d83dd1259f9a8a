"""Addresses of penpa-edit (github.com/swaroopg92/penpa-edit) that hold a board of numbers.

Behind ``m=edit&p=`` stands base64 of raw deflate of some lines: the shape and size of the grid with
title and author, white space round the board, the tool chosen, what the puzzle shows, what the
solver drew, and the cells of the board, each as its distance from the one before. Names in these
lines are written as a ``z`` and a sign.

A square grid of W x H cells is counted with two columns and rows of points round it, so that the
cell in a row and a column has the number ``(row + 2) * (W + 4) + col + 2``.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, Final

from pipeline.kinds.kit.text_lines import MOST_DIGITS
from pipeline.model import PuzzleFormatError

MARK: Final = re.compile(r"m=(?:edit|solve)&p=([A-Za-z0-9+/=_%-]+)")
LONGEST: Final = 1 << 22
"""Characters of an unpacked address; a board of 1000x1000 cells is less, and no page shows one."""

SITE: Final = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

_LAYER: Final[dict[str, Any]] = {
    **{f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")},
    **{name: {} for name in ("surface", "number", "numberS", "symbol", "freeline", "freelineE")},
    **{name: [] for name in ("thermo", "arrows", "direction", "squareframe", "polygon")},
    **{name: {} for name in ("line", "lineE", "wall", "cage", "deletelineE")},
}
"""What one layer of a puzzle holds, all empty."""

_ABBREVIATED: Final = {"zO": "null", "zN": '"number"'}
_ADVICE: Final = "puzzles of numbers on a square grid are read"


@dataclass(frozen=True, slots=True)
class PenpaBoard:
    """Rows of words, ``-`` for an empty cell, and the fields of a credit that the address gives."""

    rows: tuple[tuple[str, ...], ...]
    credit: dict[str, str] = field(default_factory=dict)


def read_penpa(address: str) -> PenpaBoard:
    """Return the board of an address.

    `PuzzleFormatError` if it cannot be unpacked, its grid is not square, or it shows other things
    than numbers.
    """
    found = MARK.search(address)
    lines = _unpack(found[1] if found else "").split("\n")
    head = lines[0].split(",")
    if head[0] != "square" or len(lines) < 6:
        raise PuzzleFormatError(f"expected a square grid, found {head[0][:20]!r}; {_ADVICE}")
    try:
        width = int(head[1])
        shown: dict[str, Any] = json.loads(_spelt_out(lines[3])).get("number", {})
        cells = set(accumulate(json.loads(lines[5])))
        texts = {int(place): str(value[0]).strip() for place, value in shown.items()}
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise PuzzleFormatError(f"expected the data of penpa-edit: {error}; {_ADVICE}") from None
    return PenpaBoard(tuple(_rows(cells, texts, width + 4)), dict(_credit(head)))


def write_penpa(rows: Sequence[Sequence[str]], credit: Mapping[str, str]) -> str:
    r"""Return the address of a board of words, ``-`` for an empty cell, as a line.

    Title, author and address of the credit are said, as `read_penpa` reads them.

    Examples
    --------
    >>> read_penpa(write_penpa([["1", "-"], ["-", "12"]], {"author": "A, B"}))
    PenpaBoard(rows=(('1', '-'), ('-', '12')), credit={'author': 'A, B'})
    """
    high, wide = len(rows), len(rows[0])
    stride = wide + 4
    cells = [r * stride + c for r in range(2, high + 2) for c in range(2, wide + 2)]
    told = [word for row in rows for word in row]
    numbers = {str(k): [word, 1, "1"] for k, word in zip(cells, told, strict=True) if word != "-"}
    # Points are counted by kind: cells, corners, lower edges, right edges; one is in the middle.
    kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[high % 2, wide % 2]
    middle = kind * stride * (high + 4) + (high + 3) // 2 * stride + (wide + 3) // 2
    said = {key: credit.get(key, "").replace(",", "%2C") for key in ("title", "author", "url")}
    head = ("square", wide, high, 38, 0, 1, 1, (wide + 1) * 38, (high + 1) * 38, middle, middle)
    names = (f"Title: {said['title']}", f"Author: {said['author']}", said["url"], "", "ON", "false")
    lines = [",".join(map(str, (*head, 0, 0, 0, 0, *names))), "[0,0,0,0]", "{}"]
    lines += [
        json.dumps(_LAYER | {"number": part}, separators=(",", ":")) for part in (numbers, {})
    ]
    steps = [cell - before for before, cell in pairwise([0, *cells])]
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = "\n".join([*lines, json.dumps(steps, separators=(",", ":"))])
    data = packer.compress(text.encode()) + packer.flush()
    return f"{SITE}{b64encode(data).decode()}\n"


def _unpack(packed: str) -> str:
    try:
        data = b64decode(packed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "="))
        reader = zlib.decompressobj(-zlib.MAX_WBITS)
        text = reader.decompress(data, LONGEST)
        if reader.unconsumed_tail:
            raise PuzzleFormatError(f"expected at most {LONGEST} characters in an address")
        if not reader.eof:
            raise ValueError("it ends too soon")
        return text.decode("utf-8")
    except (NoBase64, ValueError, zlib.error) as error:
        raise PuzzleFormatError(
            f"expected a whole address of penpa-edit: {error}; copy it again"
        ) from None


def _spelt_out(line: str) -> str:
    """Return what the puzzle shows as JSON: names that are not asked for keep their short form."""
    for short, whole in _ABBREVIATED.items():
        line = line.replace(short, whole)
    return re.sub(r"(?<=[{,])(z[0-9A-Z_])(?=:)", r'"\1"', line)


def _rows(cells: set[int], texts: dict[int, str], stride: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a board that is a whole rectangle."""
    if not cells or not texts:
        raise PuzzleFormatError(f"expected numbers in cells, found none; {_ADVICE}")
    rows, cols = ({cell // stride for cell in cells}, {cell % stride for cell in cells})
    top, left, bottom, right = min(rows), min(cols), max(rows), max(cols)
    if len(cells) != (bottom - top + 1) * (right - left + 1):
        raise PuzzleFormatError(f"expected a whole rectangle of cells, found gaps; {_ADVICE}")
    for place, text in texts.items():
        if place not in cells or not text.isalnum() or len(text) > MOST_DIGITS:
            raise PuzzleFormatError(
                f"expected a number or letter in a cell, found {text[:20]!r}; {_ADVICE}"
            )
    for row in range(top, bottom + 1):
        yield tuple(texts.get(row * stride + col, "-") for col in range(left, right + 1))


def _credit(head: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the title, the author and the address that the first line tells; %2C is a comma."""
    for part in head:
        name, mark, told = part.partition(": ")
        if mark and told.strip() and name in ("Title", "Author"):
            yield name.lower(), told.replace("%2C", ",").strip()
        elif part.startswith("http"):
            yield "url", part.replace("%2C", ",")
