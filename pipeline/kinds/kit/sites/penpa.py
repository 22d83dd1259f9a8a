"""Addresses of penpa-edit (github.com/swaroopg92/penpa-edit) with the board of a puzzle.

The text after ``m=edit&p=`` is base64 of raw deflate of some lines: shape and size of the grid with
title and author, margins, the selected tool, the puzzle, the solver's drawing, and the cells of the
board, each as its distance from the previous one; the genres are on line 18. Names in these lines
are abbreviated to a ``z`` and a sign.

A square grid of W x H cells has a margin of two points, so that a cell has the number
``(row + 2) * (W + 4) + col + 2``. Corners are numbered after all cells: that to the lower right of
a cell has the cell's number plus ``(W + 4) * (H + 4)``.

Each cell has four quarters, numbered after all corners and edges; a small number in the first is
the total of its cage.

Numbers, also with an arrow, letters, ``?``, black cells (walls), white and black circles (pearls),
borders between regions of equal size and cages are supported; anything else is refused by name.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, Final

from pipeline.kinds.kit.proving.groups import groups_of
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.text_lines import MOST_DIGITS, is_number
from pipeline.model import PuzzleFormatError

MARK: Final = re.compile(r"m=(?:edit|solve)&p=(?!https?(?::|%3A))([A-Za-z0-9+/=_%-]+)")
_PAGE: Final = re.compile(r"(?<!\S)\S*m=(?:edit|solve)&p=\S*")
LONGEST: Final = 1 << 22
"""Most characters of an unpacked address; a board of 1000x1000 cells has fewer."""

SITE: Final = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
GRID: Final = "grid "
"""The prefix of a tag that is the style of grid lines, corners and frame instead of a genre."""
DOTS, DASHES, NO_LINES = (f"{GRID}{look}" for look in ("312", "221", "322"))
SQUARES: Final = "sudoku"
"""Name of the square grid with boxes, and the default genre of its puzzles."""

_LISTS: Final = {
    "thermo": "thermometers", "nobulbthermo": "thermometers", "arrows": "arrows",
    "direction": "arrows", "squareframe": "frames", "polygon": "polygons",
}  # fmt: skip
_PLACES: Final = {
    "numberS": "small numbers", "freeline": "lines", "freelineE": "lines", "line": "lines",
    "wall": "walls between cells", "cage": "cages",
}  # fmt: skip
_LAYER: Final[dict[str, Any]] = {
    **{f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")},
    **{name: {} for name in ("surface", "number", "symbol", "lineE", "deletelineE", *_PLACES)},
    **{name: [] for name in _LISTS if name != "nobulbthermo"},
}
"""An empty layer of a puzzle."""

_SHORT: Final = {
    "9": "qa", "Q": "pu_q", "A": "pu_a", "G": "grid", "M": "edit_mode", "S": "surface",
    "L": "line", "E": "lineE", "W": "wall", "C": "cage", "N": "number", "Y": "symbol",
    "P": "special", "B": "board", "R": "command_redo", "U": "command_undo",
    "8": "command_replay", "1": "numberS", "F": "freeline", "2": "freelineE", "T": "thermo",
    "3": "arrows", "D": "direction", "0": "squareframe", "5": "polygon", "4": "deletelineE",
    "6": "killercages", "7": "nobulbthermo", "_": "__a",
}  # fmt: skip
_WORDS: Final = {f"z{sign}": f'"{name}"' for sign, name in _SHORT.items()} | {
    "zO": "null",
    "zZ": "z",
}
_BLACK: Final = (4, 1)
"""Colours of walls: black, which is written, and dark grey."""
_CIRCLES: Final = {"w": 1, "b": 2}
_WALL, _CIRCLE = "x", "circle_L"
_PLAIN: Final = ("1", "5", "6", "8", "10")
"""Sizes of a number without further meaning."""
_SEVERAL: Final = "4"  # Size of up to four numbers of one digit in a cell
_TAPA: Final = "tapa"  # The genre with such numbers
_ARROWED: Final = "2"  # Size of a number with an arrow, whose direction follows after an underscore
_WAYS: Final = "nwes"  # Directions of arrows in their order, as in the words of cells
_ON_WHITE, _ON_BLACK = 6, 7  # Styles of a number: in a white circle, and white on a wall
_ARROW: Final = re.compile(rf"[0-9]+[{_WAYS}]", re.ASCII)
_ADVICE: Final = (
    "only numbers, arrows, walls, pearls, cages and regions on a square grid are supported"
)


@dataclass(frozen=True, slots=True)
class PenpaBoard:
    """Rows of words, ``-`` for an empty cell, and fields of a credit.

    ``regions`` is () if no borders are drawn; ``tags`` are the genres, or the style of a grid
    without lines; ``label`` is the rest of the address's line. A cage has its cells and its total.
    """

    rows: tuple[tuple[str, ...], ...]
    credit: dict[str, str] = field(default_factory=dict)
    regions: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()
    label: str = ""
    cages: tuple[tuple[list[int], int | None], ...] = ()

    @property
    def text(self) -> str:
        """A table, or a text of janko.at if there are regions."""
        rows = [" ".join(row) for row in self.rows]
        if self.regions:
            areas = split_rows(self.regions, len(self.rows[0]))
            rows += ["areas", *(" ".join(map(str, row)) for row in areas)]
            rows = ["begin", "problem", *rows, "end"]
        return "".join(f"{row}\n" for row in rows)


def read_penpa(line: str) -> PenpaBoard:
    """Return the board of the address on a line.

    `PuzzleFormatError` if it cannot be unpacked, or its grid or an element is not supported.
    """
    found, page = MARK.search(line), _PAGE.search(line)
    lines = _spelt_out(_unpack(found[1] if found else "")).split("\n")
    head = lines[0].split(",")
    if head[0] not in ("square", SQUARES) or len(lines) < 6:
        raise PuzzleFormatError(f"expected a square grid, found {head[0][:20]!r}; {_ADVICE}")
    try:
        stride, size = int(head[1]) + 4, (int(head[1]) + 4) * (int(head[2]) + 4)
        shown: dict[str, Any] = json.loads(lines[3])
        cells = set(accumulate(map(int, json.loads(lines[5]))))
        tags = tuple(map(str, json.loads(lines[17]) if "".join(lines[17:18]) else ()))
        cages = tuple(_cages(shown, sorted(cells), size))
        words = dict(_words(shown))
        edges = (key.split(",") for key in shown.get("lineE", {}) if "," in key)
        walls = {frozenset(int(end) - size for end in edge) for edge in edges}
        drawn = re.search(r'"grid":\["(3)","(\d)","(\d)"\]', lines[2])
        if not (words or cages):
            raise PuzzleFormatError(f"expected numbers in cells, found none; {_ADVICE}")
        rows = tuple(_rows(cells, words, stride))
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise PuzzleFormatError(f"expected the data of penpa-edit: {error}; {_ADVICE}") from None
    except RecursionError:
        raise PuzzleFormatError(f"expected the data of penpa-edit; {_ADVICE}") from None
    regions = _regions(sorted(cells), walls, stride)
    if regions and any(count != len(rows) for count in Counter(regions).values()):
        raise PuzzleFormatError(f"found borders between cells; {_ADVICE}")
    tags = tags or ((SQUARES,) if head[0] == SQUARES else ())
    if drawn and not tags:
        tags = (GRID + "".join(drawn.groups()),)
    label = "" if page is None else f"{line[: page.start()]} {line[page.end() :]}"
    return PenpaBoard(rows, dict(_credit(head)), regions, tags, label, cages)


def write_penpa(
    rows: Sequence[Sequence[str]],
    credit: Mapping[str, str],
    tags: Collection[str] = (),
    style: int = 1,
    regions: Sequence[int] = (),
) -> str:
    """Return the address of a board of words, ``-`` for an empty cell, as a line.

    It includes title, author and URL of the credit. ``x`` is a wall, ``w`` and ``b`` are pearls;
    ``style`` is the style of numbers, white ones being on walls.
    """
    high, wide = len(rows), len(rows[0])
    stride = wide + 4
    cells = [r * stride + c for r in range(2, high + 2) for c in range(2, wide + 2)]
    words = {cell: word for cell, word in zip(cells, (w for row in rows for w in row), strict=True)
             if word != "-"}  # fmt: skip
    numbers = {cell: word for cell, word in words.items() if word not in (_WALL, *_CIRCLES)}
    blank = "?" if style == _ON_WHITE else ""
    region = dict(zip(cells, regions, strict=True)) if regions else {}
    dark = numbers if style == _ON_BLACK else {}
    layer = _LAYER | {
        "number": {
            str(k): [f"{w[:-1]}_{_WAYS.index(w[-1])}", style, _ARROWED] if _ARROW.fullmatch(w)
            else [" " if w == blank else w, style, _SEVERAL if _TAPA in tags else "1"]
            for k, w in numbers.items()
        },
        "surface": {str(k): _BLACK[0] for k, w in words.items() if w == _WALL or k in dark},
        "symbol": {str(k): [_CIRCLES[w], _CIRCLE, 1] for k, w in words.items() if w in _CIRCLES},
        "lineE": {
            ",".join(str(stride * (high + 4) + end) for end in sorted(wall)): 2
            for cell in region for other, wall in _sides(cell, stride)
            if region.get(other) != region[cell]
        },
    }  # fmt: skip
    # Points are numbered by kind: cells, corners, lower edges, right edges; one is in the middle.
    kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[high % 2, wide % 2]
    middle = kind * stride * (high + 4) + (high + 3) // 2 * stride + (wide + 3) // 2
    title, author, url = (
        credit.get(key, "").replace(",", "%2C") for key in ("title", "author", "url")
    )
    grid = SQUARES if regions else "square"
    head = (grid, wide, high, 38, 0, 1, 1, (wide + 1) * 38, (high + 1) * 38, middle, middle)
    names = (f"Title: {title}", f"Author: {author}", url, "", "ON", "false")
    look = next((list(tag[len(GRID) :]) for tag in tags if tag.startswith(GRID)), None)
    mode = "{}" if look is None else json.dumps({"grid": look}, separators=(",", ":"))
    lines = [",".join(map(str, (*head, 0, 0, 0, 0, *names))), "[0,0,0,0]", mode]
    lines += [json.dumps(one, separators=(",", ":")) for one in (layer, _LAYER)]
    steps = [cell - before for before, cell in pairwise([0, *cells])]
    lines += [json.dumps(steps, separators=(",", ":")), *[""] * 11]
    lines += [json.dumps([tag for tag in tags if not tag.startswith(GRID)][:1])]
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = "\n".join(lines if tags else lines[:6])
    data = packer.compress(text.replace("z", "zZ").encode()) + packer.flush()
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


def _spelt_out(text: str) -> str:
    return re.sub("z[0-9A-Z_]", lambda found: _WORDS.get(found[0], found[0]), text)


def _words(shown: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for name, what in {**_LISTS, **_PLACES}.items():
        if shown.get(name):
            raise PuzzleFormatError(f"found {what}; {_ADVICE}")
    walls = {int(cell) for cell, colour in shown.get("surface", {}).items() if colour in _BLACK}
    if len(walls) < len(shown.get("surface", {})):
        raise PuzzleFormatError(f"found coloured cells that are not black; {_ADVICE}")
    yield from ((cell, _WALL) for cell in walls)
    for place, (value, name, *_) in shown.get("symbol", {}).items():
        word = next((word for word, number in _CIRCLES.items() if number == value), "")
        if not name.startswith("circle_") or not word:
            raise PuzzleFormatError(f"found the symbol {str(name)[:20]!r}; {_ADVICE}")
        yield int(place), word
    for place, (value, style, kind, *_) in shown.get("number", {}).items():
        text = str(value).strip()
        if kind == _ARROWED and re.fullmatch("[0-9]+_[0-3]", text):
            yield int(place), text[:-2] + _WAYS[int(text[-1])]
            continue
        if kind not in (*_PLAIN, _SEVERAL):
            raise PuzzleFormatError(f"found decorated numbers; {_ADVICE}")
        if text or (style == _ON_WHITE and int(place) not in walls):
            yield int(place), text or "?"


def _cages(
    shown: dict[str, Any], cells: Sequence[int], size: int
) -> Iterator[tuple[list[int], int | None]]:
    """Yield the cages of a puzzle, and take them and their totals from what is shown."""
    cages, places = (
        shown.pop("killercages", None) or [],
        {cell: at for at, cell in enumerate(cells)},
    )
    small = shown.pop("numberS", {}) if cages else {}
    totals = {int(key) - 4 * size: str(text).strip() for key, (text, *_) in small.items()}
    for cage in filter(None, cages):
        own = [totals.pop(4 * cell) for cell in cage if 4 * cell in totals]
        if len(own) > 1 or not all(map(is_number, own)):
            raise PuzzleFormatError(f"found {own[:2]} as totals of a cage; {_ADVICE}")
        yield sorted(places[cell] for cell in cage), int(own[0]) if own else None
    if totals:
        raise PuzzleFormatError(f"found small numbers that are no totals of cages; {_ADVICE}")


def _rows(cells: set[int], words: Mapping[int, str], stride: int) -> Iterator[tuple[str, ...]]:
    if not cells:
        raise PuzzleFormatError(f"expected cells of a board, found none; {_ADVICE}")
    rows, cols = ({cell // stride for cell in cells}, {cell % stride for cell in cells})
    top, left, bottom, right = min(rows), min(cols), max(rows), max(cols)
    if len(cells) != (bottom - top + 1) * (right - left + 1):
        raise PuzzleFormatError(f"expected a whole rectangle of cells, found gaps; {_ADVICE}")
    for place, text in words.items():
        is_word = text.replace("?", "0").isalnum() and len(text) <= MOST_DIGITS
        if place not in cells or not is_word:
            raise PuzzleFormatError(
                f"expected a number or letter in a cell, found {text[:20]!r}"
                f"{'' if place in cells else ' outside the board'}; {_ADVICE}"
            )
    for row in range(top, bottom + 1):
        yield tuple(words.get(row * stride + col, "-") for col in range(left, right + 1))


def _sides(cell: int, stride: int) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return the neighbours of a cell, each with the two corners between, as cell numbers."""
    above = cell - stride
    return (
        (cell + 1, frozenset((above, cell))),
        (cell - 1, frozenset((above - 1, cell - 1))),
        (cell + stride, frozenset((cell - 1, cell))),
        (above, frozenset((above - 1, above))),
    )


def _regions(
    cells: Sequence[int], walls: Collection[frozenset[int]], stride: int
) -> tuple[int, ...]:
    """Return the region of each cell, () if there is only one."""
    known = set(cells)
    pairs = ((cell, other) for cell in cells for other, wall in _sides(cell, stride)
             if other in known and wall not in walls)  # fmt: skip
    own = groups_of(pairs, cells)
    names: dict[int, int] = {}
    regions = tuple(names.setdefault(own[cell], len(names)) for cell in cells)
    return regions if len(names) > 1 else ()


def _credit(head: list[str]) -> Iterator[tuple[str, str]]:
    for part in head:
        name, mark, value = part.partition(": ")
        if mark and value.strip() and name in ("Title", "Author"):
            yield name.lower(), value.replace("%2C", ",").strip()
        elif part.startswith("http"):
            yield "url", part.replace("%2C", ",")
