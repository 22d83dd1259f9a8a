"""Sudokus with elements as SudokuPad draws them, in addresses that it opens.

SudokuPad has lines, arrows, cages and shapes on and around a board, and no names of elements: what
each is follows from its colour, form and place, as SudokuPad itself draws the elements of
f-puzzles. An object is read as the object of f-puzzles that gives it. Numbers outside get their
meaning from the rules. What is drawn otherwise, and fog, is named and refused.

Source: how github.com/marktekfan/sudokupad-penpa-import (MIT) draws what f-puzzles has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor
from typing import Any, Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.regions import box_of_size, boxes
from pipeline.kinds.kit.sites.fpuzzles import (
    fields_of_kind,
    object_of,
    own_board,
    read_objects,
    require_same,
)
from pipeline.kinds.kit.sites.packed import LINK, pack, unpack_link
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.model import JsonObject, PuzzleFormatError

Point = tuple[float, float]

_KNOWN: Final = frozenset((
    "cells", "cellSize", "regions", "cages", "lines", "arrows", "underlays", "overlays", "metadata",
    "global", "id", "settings", "title", "author", "rules", "solution", "videos", "duration",
    "successMessage", "msgcorrect", "size",
))  # fmt: skip
_FOG: Final = ("foglight", "foglink", "fogofwar", "triggereffect")
_UNITS: Final = ("rowcol", "region")
"""Cages that are the rows, columns and regions of the board."""
_FLAGS: Final = ("antiknight", "antiking", "nonconsecutive")
_NEGATIVE: Final = ("antiratio", "antixv")
_LINES: Final = {"67f067": "whispers", "f067f0": "renban", "cfcfcf": "palindrome"}
"""By colour the field of a line without a bulb."""
_WORDS: Final = {
    "sandwichsum": "sandwich", "xsum": "x[- ]?sum", "skyscraper": "skyscraper|buildings",
}  # fmt: skip
"""By field of numbers outside, words of the rules."""
_NAMES: Final = {
    "palindrome": "palindrom|both ends|backward|mirror|spiegel",
    "whispers": "whisper|flüster|murmure|difference of at least|differ by at least",
    "renban": "renban|consecutive|without (a )?gap|aufeinander|consécutif",
    "thermometer": "thermo|bulb|increas|steigen|croissan",
    "arrow": "arrow|pfeil|flèche",
    "difference": "dot|kropki|consecutive|difference|punkt|point|aufeinander|consécutif",
    "ratio": "dot|kropki|ratio|double|twice|half|punkt|point|doppel",
    "even": "even|parity|gerade|pair",
    "odd": "odd|parity|ungerade|impair",
    "xv": r"xv|\bx\b|\bv\b",
}
"""By field of f-puzzles, words of which the rules of a file have one if it is what is drawn."""
_UP: Final = {"^": "∧", "˄": "∧", "˅": "∨"}
_WAYS: Final = {(1, 1): "DR", (1, -1): "DL", (-1, 1): "UR", (-1, -1): "UL"}
_BULB: Final = 0.75
"""Least width of the bulb of a thermometer; a marked cell is less wide."""
_REMARK: Final = re.compile(r"(\w+): *(.*)", re.DOTALL)


def fields_from(data: Mapping[str, Any]) -> JsonObject:
    """Return an object of SudokuPad as one of f-puzzles.

    `PuzzleFormatError` if something is drawn that is no element.
    """
    rows = data["cells"]
    reader = _Reader(len(rows))
    meta: dict[str, Any] = data["metadata"] if isinstance(data.get("metadata"), dict) else {}
    for key in ("title", "author", "rules", "solution"):
        if value := meta.get(key) or data.get(key):
            reader.named[key] = value
    reader.read_cages([*(data.get("cages") or ())])
    of_meta = (key for key, one in meta.items() if one is True)
    flags = [*(data.get("global") or ())]
    flags += [key for key in of_meta if key.startswith("anti") or key in _FLAGS]
    reader.read_lines(data)
    reader.read_shapes(str(meta.get("elements", "")))
    reader.require_named(str(meta.get("elements", "")))
    areas = _areas(data.get("regions") or (), len(rows))
    grid = [
        [
            ({} if cell.get("value") in (None, "") else {"value": cell["value"], "given": True})
            | ({"region": areas[row * len(rows) + col]} if areas else {})
            for col, cell in enumerate(cells)
        ]
        for row, cells in enumerate(rows)
    ]
    others = {key: one for key, one in data.items() if key not in _KNOWN}
    others |= {key: True for key in _FOG if key in data}
    named = {"ruleset" if key == "rules" else key: one for key, one in reader.named.items()}
    negative = [flag[4:] for flag in dict.fromkeys(flags) if flag in _NEGATIVE]
    others |= {flag: True for flag in flags if flag not in _NEGATIVE}
    others |= {"negative": negative} if negative else {}
    return {"grid": grid, **named, **others, **reader.fields}


def _areas(regions: Sequence[Any], side: int) -> list[int]:
    """Return the region of each cell, [] for the usual boxes; those not listed are usual ones."""
    usual, region_of = boxes(side, *box_of_size(side)), [-1] * (side * side)
    for number, cells in enumerate(regions):
        for row, col in cells:
            region_of[row * side + col] = number
    if -1 not in region_of:
        return region_of
    for cells in regions:
        own = {usual[row * side + col] for row, col in cells}
        if len(own) > 1 or len(cells) != side:
            raise _strange("regions", "some of the cells")
    return []


@dataclass
class _Reader:
    """Collects the fields of f-puzzles from what is drawn."""

    side: int
    fields: dict[str, Any] = field(default_factory=dict)
    named: dict[str, Any] = field(default_factory=dict)
    """Title, author, rules and solution."""
    shapes: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    """Shapes that are not yet understood, with the field where they are."""
    slants: dict[tuple[int, int], str] = field(default_factory=dict)
    """By cell outside, the direction of an arrow along a diagonal."""

    def add(self, key: str, entry: object) -> None:
        self.fields.setdefault(key, []).append(entry)

    def read_cages(self, cages: Sequence[Mapping[str, Any]]) -> None:
        for cage in cages:
            value, cells = cage.get("value", cage.get("sum")), cage.get("cells") or ()
            remark = _REMARK.match(str(value))
            if remark is not None or not cells:
                if remark is not None:
                    self.named.setdefault(remark[1], remark[2])
            elif cage.get("style") == "extraregion":
                self.add("extraregion", {"cells": cells})
            elif cage.get("type") in _UNITS:
                continue
            elif (
                cage.get("hidden")
                or cage.get("unique") is False
                or cage.get("type")
                or cage.get("style") not in (None, "", "killer")
            ):
                names = [key for key in ("type", "hidden", "unique", "style") if key in cage]
                what = ", ".join(f"{key} {cage[key]!r}" for key in names)
                raise _strange("cages", f"a cage with {what}")
            else:
                self.add("killercage", {"cells": cells, "value": value})

    def read_lines(self, data: Mapping[str, Any]) -> None:
        self.shapes = [
            (key, one) for key in ("underlays", "overlays") for one in data.get(key) or ()
        ]
        bulbs: list[tuple[str, Mapping[str, Any]]] = []
        for line in data.get("lines") or ():
            points, colour = _points(line), _colour(line.get("color"))
            ends, rim = {points[0], points[-1]}, float(self.side)
            if ends in ({(0.0, 0.0), (rim, rim)}, {(0.0, rim), (rim, 0.0)}) and len(points) == 2:
                self.fields["diagonal-" if (0.0, 0.0) in ends else "diagonal+"] = True
                continue
            cells = self._way(points, "lines")
            bulb = next(
                (one for one in self.shapes for end in (cells[0], cells[-1])
                 if _is_disc(one[1], end, colour) and _wide(one[1]) >= _BULB), None
            )  # fmt: skip
            if bulb is not None:
                bulbs.append(bulb)
                way = cells if _is_disc(bulb[1], cells[0], colour) else cells[::-1]
                self.add("thermometer", {"lines": [[*map(_name, way)]]})
            elif colour in _LINES:
                self.add(_LINES[colour], {"lines": [[*map(_name, cells)]]})
            else:
                raise _strange("lines", f"a line of the colour {line.get('color')!r}")
        for arrow in data.get("arrows") or ():
            points = _points(arrow)
            first = (floor(points[0][0]), floor(points[0][1]))
            if not self._is_inside(first):
                down, right = (_sign(b - a) for a, b in zip(points[0], points[-1], strict=True))
                self.slants[first] = _WAYS.get((down, right), "")
                continue
            cells = self._way(points, "arrows")
            circle = next((one for one in self.shapes if _is_circle(one[1], cells[0])), None)
            if circle is None:
                raise _strange("arrows", "an arrow without a circle in its first cell")
            bulbs.append(circle)
            self.add("arrow", {"lines": [[*map(_name, cells)]], "cells": [_name(cells[0])]})
        self.shapes = [one for one in self.shapes if one not in bulbs]

    def read_shapes(self, elements: str) -> None:
        outside: list[dict[str, str]] = []
        for key, shape in self.shapes:
            text = str(shape.get("text") or "").strip()
            row, col = _centre(shape)
            fill, rim = _colour(shape.get("backgroundColor")), _colour(shape.get("borderColor"))
            cell = (floor(row), floor(col))
            if not (text or fill or rim):
                continue
            if text and not self._is_inside(cell) and (row % 1, col % 1) == (0.5, 0.5):
                if cell in self.slants:
                    way = self.slants.pop(cell)
                    entry = {"cell": _name(cell), "direction": way, "value": text}
                    self.add("littlekillersum", entry)
                else:
                    outside.append({"cell": _name(cell), "value": text})
            elif (row % 1, col % 1) in ((0.0, 0.5), (0.5, 0.0)):
                self._read_sign(key, shape, text, fill)
            elif (row % 1, col % 1) == (0.5, 0.5) and not text and _is_grey(fill):
                if not 0.5 <= _wide(shape) <= 0.95:
                    raise _strange(key, f"a shape of the width {shape.get('width')}")
                self.add("odd" if shape.get("rounded") else "even", {"cell": _name(cell)})
            else:
                what = f"the text {text!r}" if text else f"a shape of the colour {fill or rim!r}"
                raise _strange(key, f"{what} at row {row:g}, column {col:g}")
        if self.slants:
            raise _strange("arrows", "an arrow outside without a number")
        if outside:
            self.fields[self._meaning(elements)] = outside

    def _read_sign(self, key: str, shape: Mapping[str, Any], text: str, fill: str) -> None:
        row, col = _centre(shape)
        pair = [(floor(row - 0.25), floor(col - 0.25)), (floor(row + 0.25), floor(col + 0.25))]
        entry = {"cells": [*map(_name, pair)]}
        if text in ("X", "V"):
            self.add("xv", {**entry, "value": text})
        elif _UP.get(text, text) in ("<", ">", "∧", "∨"):
            turned = {"value": _UP.get(text, text), "angle": shape.get("angle", 0)}
            self.add("text", {**entry, **turned})
        elif shape.get("rounded") and _wide(shape) < 0.5 and fill in ("ffffff", "000000"):
            self.add("difference" if fill == "ffffff" else "ratio", {**entry, "value": text})
        else:
            what = f"the text {text!r}" if text else f"a shape of the colour {fill!r}"
            raise _strange(key, f"{what} at row {row:g}, column {col:g}")

    def _meaning(self, elements: str) -> str:
        """Return the field of numbers outside, as the rules explain them."""
        words = f"{elements} {self.named.get('title', '')} {self.named.get('rules', '')}"
        fields = [key for key, word in _WORDS.items() if re.search(word, words, re.IGNORECASE)]
        if len(fields) != 1:
            raise PuzzleFormatError(
                "found numbers outside that the rules of the file do not explain in one way; write "
                "sandwich, X-sums or skyscrapers into its rules",
                is_foreign=True,
            )
        return fields[0]

    def require_named(self, elements: str) -> None:
        """Refuse what is drawn as an element that the rules of the file, if any, do not name."""
        words = f"{elements} {self.named.get('title', '')} {self.named.get('rules', '')}"
        for name in self.fields if self.named.get("rules") else ():
            if name in _NAMES and not re.search(_NAMES[name], words, re.IGNORECASE):
                raise PuzzleFormatError(
                    f"found what SudokuPad draws for {name}, of which the rules of the file say "
                    "nothing; it may mean something else, so correct it or the rules",
                    is_foreign=True,
                )

    def _is_inside(self, cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < self.side and 0 <= cell[1] < self.side

    def _way(self, points: Sequence[Point], key: str) -> list[tuple[int, int]]:
        """Return the cells along a line, also those that it crosses between its points."""
        corners = [(floor(row), floor(col)) for row, col in points]
        cells = corners[:1]
        for (row, col), (row2, col2) in pairwise(corners):
            down, right = row2 - row, col2 - col
            steps = max(abs(down), abs(right))
            if {abs(down), abs(right)} - {0, steps}:
                raise _strange(key, "a line that is neither straight nor diagonal")
            cells += [(row + _sign(down) * k, col + _sign(right) * k) for k in range(1, steps + 1)]
        if len(cells) < 2 or not all(map(self._is_inside, cells)):
            raise _strange(key, "a line that does not go from cell to cell")
        return cells


def _points(line: Mapping[str, Any]) -> list[Point]:
    found = [(float(row), float(col)) for row, col in line.get("wayPoints") or ()]
    if len(found) < 2:
        raise _strange("lines", "a line without points")
    return found


def _centre(shape: Mapping[str, Any]) -> Point:
    row, col = shape["center"]
    return round(float(row), 2), round(float(col), 2)


def _wide(shape: Mapping[str, Any]) -> float:
    wide, high = float(shape.get("width", 0)), float(shape.get("height", 0))
    return wide if abs(wide - high) < 0.05 else 9.0


def _is_round_at(shape: Mapping[str, Any], cell: tuple[int, int]) -> bool:
    is_at = _centre(shape) == (cell[0] + 0.5, cell[1] + 0.5)
    return is_at and bool(shape.get("rounded")) and not shape.get("text")


def _is_disc(shape: Mapping[str, Any], cell: tuple[int, int], colour: str) -> bool:
    return _is_round_at(shape, cell) and _colour(shape.get("backgroundColor")) == colour != ""


def _is_circle(shape: Mapping[str, Any], cell: tuple[int, int]) -> bool:
    fill, rim = _colour(shape.get("backgroundColor")), _colour(shape.get("borderColor"))
    is_open = fill in ("", "ffffff") and rim not in ("", "ffffff")
    return _is_round_at(shape, cell) and is_open and 0.5 <= _wide(shape) <= 1


def _colour(value: object) -> str:
    """Return six digits of a colour, "" for none and for one that is not seen.

    >>> _colour("#CFCFCF"), _colour("#fff"), _colour("#00000000"), _colour("transparent")
    ('cfcfcf', 'ffffff', '', '')
    """
    text = str(value or "").strip().lstrip("#").lower()
    if text in ("none", "transparent"):
        return ""
    text = {"white": "ffffff", "black": "000000"}.get(text, text)
    if len(text) in (3, 4):
        text = "".join(2 * sign for sign in text)
    return "" if len(text) == 8 and text.endswith("00") else text[:6]


def _is_grey(colour: str) -> bool:
    if not re.fullmatch("[0-9a-f]{6}", colour):
        return False
    parts = [int(colour[k : k + 2], 16) for k in (0, 2, 4)]
    return max(parts) - min(parts) < 9 and 0x80 < parts[0] < 0xF0


def _name(cell: tuple[int, int]) -> str:
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _strange(key: str, what: str) -> PuzzleFormatError:
    return PuzzleFormatError(
        f"found {what} in {key} of SudokuPad, which is no element that a kind has; correct it or "
        "leave it out",
        is_foreign=True,
    )


def object_from(fields: Mapping[str, Any], rule: str) -> JsonObject:
    """Return an object of f-puzzles as SudokuPad draws it; ``rule`` explains numbers outside."""
    rows, side = fields["grid"], len(fields["grid"])
    usual = boxes(side, *box_of_size(side))
    cells = [cell for row in rows for cell in row]
    areas = [cell.get("region", box) for cell, box in zip(cells, usual, strict=True)]
    places = [divmod(at, side) for at in range(side * side)]
    whole: dict[str, Any] = {
        "cellSize": 50,
        "metadata": {"elements": rule} if rule else {},
        "cells": [[{"value": one["value"]} if "value" in one else {} for one in row]
                  for row in rows],
        "regions": [[[*place] for place, own in zip(places, areas, strict=True) if own == area]
                    for area in dict.fromkeys(areas)],
    }  # fmt: skip
    if "solution" in fields and side < 10:
        whole["metadata"]["solution"] = "".join(map(str, fields["solution"]))
    flags = [flag for flag in _FLAGS if fields.get(flag)]
    if flags := [*flags, *(f"anti{name}" for name in fields.get("negative", ()))]:
        whole["global"] = flags
    for key, entries in fields.items():
        for drawn, part in _drawn(key, entries, side):
            whole.setdefault(drawn, []).append(part)
    return whole


def _drawn(key: str, entries: Any, side: int) -> Iterator[tuple[str, Any]]:
    """Yield what is drawn for a field of f-puzzles, with the field of SudokuPad."""
    if key in ("diagonal+", "diagonal-"):
        ends = [[0, side], [side, 0]] if key == "diagonal+" else [[0, 0], [side, side]]
        yield "lines", {"color": "#34BBE6", "thickness": 2, "wayPoints": ends}
        return
    for item in entries if isinstance(entries, list) and key != "grid" else ():
        if not isinstance(item, Mapping) or "fromConstraint" in item:
            continue  # the answer, or what is drawn from its own field
        names = item.get("cells") or [item["cell"]] if "lines" not in item else item["lines"][0]
        cells = [_cell(name) for name in names]
        centres = [[row + 0.5, col + 0.5] for row, col in cells]
        middle = [sum(part) / len(part) for part in zip(*centres, strict=True)]
        if key == "killercage":
            total = {"value": item["value"], "sum": int(item["value"])} if "value" in item else {}
            yield "cages", {"cells": [[*cell] for cell in cells], "unique": True, **total}
        elif key == "extraregion":
            yield "cages", {"cells": [[*cell] for cell in cells], "unique": True, "style": key}
        elif key == "thermometer":
            yield "underlays", _shape(centres[0], 0.85, "#CFCFCF", "#CFCFCF", True)
            yield "lines", {"color": "#CFCFCF", "thickness": 21, "wayPoints": centres}
        elif key in _LINES.values():
            colour = next(colour for colour, name in _LINES.items() if name == key)
            thickness = {"palindrome": 16, "whispers": 6, "renban": 8}[key]
            line = {"color": f"#{colour.upper()}", "thickness": thickness}
            yield "lines", {**line, "wayPoints": centres}
        elif key == "arrow":
            yield from _drawn_arrow(centres)
        elif key in ("even", "odd"):
            yield "underlays", _shape(middle, 0.7, "#CFCFCF", "#CFCFCF", key == "odd")
        elif key in ("difference", "ratio"):
            fill = "#FFFFFF" if key == "difference" else "#000000"
            yield "overlays", _shape(middle, 0.3, fill, "#000000", True)
        elif key == "littlekillersum":
            down, right = next(way for way, name in _WAYS.items() if name == item["direction"])
            ends = [[middle[0] + k * down, middle[1] + k * right] for k in (0.3, 0.48)]
            yield "arrows", {"color": "#000000", "thickness": 2, "wayPoints": ends}
            yield "overlays", _text(middle, item["value"], 28)
        else:
            yield "overlays", _text(middle, item["value"], 21 if key in ("xv", "text") else 32)


def _drawn_arrow(centres: list[list[float]]) -> Iterator[tuple[str, Any]]:
    (row, col), (row2, col2) = centres[:2]
    share = 0.4 / (2 if row != row2 and col != col2 else 1) ** 0.5  # from the rim of the circle
    start = [round(row + share * (row2 - row), 2), round(col + share * (col2 - col), 2)]
    arrow = {"color": "#A1A1A1", "headLength": 0.3, "thickness": 5}
    yield "arrows", {**arrow, "wayPoints": [start, *centres[1:]]}
    circle = _shape(centres[0], 0.83, "#FFFFFF", "#A1A1A1", True)
    yield "overlays", {**circle, "borderSize": 5}


def _shape(centre: list[float], size: float, fill: str, rim: str, is_round: bool) -> JsonObject:
    form = {"center": centre, "width": size, "height": size, "rounded": is_round}
    return {**form, "backgroundColor": fill, "borderColor": rim}


def _text(centre: list[float], text: str, size: int) -> JsonObject:
    patch = _shape(centre, 0.25, "#FFFFFF", "#FFFFFF", False)
    return {**patch, "text": text, "fontSize": size}


def _cell(name: str) -> tuple[int, int]:
    row, col = name[1:].split("C")
    return int(row) - 1, int(col) - 1


def _build(forms: Forms, name: str) -> Form:
    def load(line: str) -> Mapping[str, Any]:
        link = LINK.search(line)
        data: Mapping[str, Any] = json.loads(line) if link is None else unpack_link(link)
        return fields_from(data) if "cells" in data else data

    def board_of(data: Mapping[str, Any]) -> tuple[Board, Solution | None]:
        return own_board(forms, name, *object_of(data))

    def read(text: str, rule: str | None) -> Iterator[Parsed[Board, Solution] | PuzzleFormatError]:
        expected = "an address or an object of SudokuPad"
        return read_objects(forms.boards, text, rule, load, board_of, expected)

    def write(puzzles: Sequence[tuple[Board, Solution | None]]) -> str:
        lines = []
        for board, solution in puzzles:
            forms.refuse("sudokupad", board, solution)
            data = object_from(fields_of_kind(name, board, solution), board.rule)
            require_same("SudokuPad", board, board_of, fields_from(data))
            lines.append(_address(data))
        return "".join(f"{line}\n" for line in lines)

    return TextFormat(
        "sudokupad", "addresses of SudokuPad", lambda text: _IS_OWN.match(text) is not None,
        read, write, add_credit=_add_credit, has_rules=True,
    )  # fmt: skip


_IS_OWN: Final = re.compile(r'\s*(https?://(www\.)?sudokupad\.app/|\{(?=[^\n]*"cells"))')


def _address(data: Mapping[str, Any]) -> str:
    return f"https://sudokupad.app/scl{pack(json.dumps(data, separators=(',', ':')))}"


def _add_credit(text: str, fields: Mapping[str, str]) -> str:
    link = LINK.search(text)
    assert link is not None
    data = dict(unpack_link(link))
    own = {key: fields[key] for key in ("title", "author", "rules") if key in fields}
    return f"{_address({**data, 'metadata': {**own, **data['metadata']}})}\n"


def form(name: str) -> Site:
    """Return the form ``sudokupad`` of a kind of Sudoku."""
    return Site(lambda forms: _build(forms, name))
