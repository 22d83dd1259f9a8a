"""Sudokus with elements as JSON of f-puzzles, which SudokuPad loads, too.

Cells are named ``R1C1``; a number outside has a cell beside the board, such as ``R0C1``. Lines and
arrows list their cells from bulb or circle. A cell has its region only if that is not the usual
box. Greater-than signs are texts between two cells. What the kinds lack is named and refused.

Source: files and addresses of f-puzzles as github.com/marktekfan/sudokupad-penpa-import and
github.com/dclamage/SudokuSolver (both MIT) read them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import takewhile
from typing import Any, Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import BOTTOM, LEFT, RIGHT, SIDES, TOP, Clue
from pipeline.kinds.kit.board.elements import rule_named
from pipeline.kinds.kit.board.regions import box_of, box_of_size, boxes, renumbered
from pipeline.kinds.kit.looks.diagonal.clue import diagonals_of
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.kinds.kit.sites.text_lines import content_lines
from pipeline.model import JsonObject, PuzzleFormatError

_CELL: Final = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})")
_LINES: Final = {
    "thermometer": ("thermometers", "thermometers"), "arrow": ("sum_arrows", "arrows"),
    "palindrome": ("lines", "palindromes"), "whispers": ("lines", "whispers"),
    "renban": ("lines", "renban"),
}  # fmt: skip
"""By field, that of a record, and the element that it states."""
_FLAGS: Final = {
    "antiknight": "anti-knight", "antiking": "anti-king", "nonconsecutive": "nonconsecutive",
}  # fmt: skip
_OUTSIDE: Final = {"sandwichsum": "sandwich", "xsum": "x-sums", "skyscraper": "skyscrapers"}
_PAIRS: Final = {"difference": "dots", "ratio": "dots", "xv": "xv"}
_WAYS: Final = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}
_TURNED: Final = {"<": "<", ">": ">", "∧": "<", "∨": ">"}
"""By text between two cells, the sign; the first two are side by side, the others above."""
_PLAIN: Final = frozenset((
    "size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts", "disabledlogic",
    "truecandidatesoptions", "metadata", "id", "successMessage", "msgcorrect", "rules", "cage",
))  # fmt: skip
"""Fields that add nothing to the rules of Sudoku, but for cages that are no remarks."""
_COPIED: Final = {
    "Renban": "renban", "Whispers": "whispers", "German Whispers": "whispers",
    "Dutch Whispers": "whispers", "X Sum": "xsum", "Skyscraper": "skyscraper",
}  # fmt: skip
"""By name of an element the field; f-puzzles alone lacks these, and draws what others wrote."""
_DRAWN: Final = {
    "renban": ("Renban", "#F067F0", 0.25), "whispers": ("German Whispers", "#67F067", 0.1875),
}  # fmt: skip
"""Name, colour and width of lines that f-puzzles draws only."""
_ALL_GIVEN: Final = re.compile(
    r"(?<!no )negative constraint|(?<!not )\ball (?:possible |other )?"
    r"(?:(?:white|black|kropki|[xv]s?|and|/)[ ,]*)*(?:dots|signs|clues|xs|vs)\b[^.]{0,20}"
    r"\b(?:given|shown|marked|drawn)",
    re.IGNORECASE,
)
"""Rules by which a dot or sign that is missing means something."""
_REMARK: Final = re.compile(r"\w+: ")
FIELDS: Final = frozenset(
    (*_LINES, *_FLAGS, *_OUTSIDE, *_PAIRS, "even", "odd", "extraregion", "killercage", "cages",
     "littlekillersum", "diagonal+", "diagonal-", "text", "negative")
)  # fmt: skip
"""The fields that a board of ``variantsudoku`` expresses."""


_ALONE: Final = {
    "": ("sudoku", "boxes"), "diagonals": ("sudoku", "diagonal"), "jigsaw": ("sudoku", "irregular"),
    "cages": ("killer", ""),
}  # fmt: skip
"""Kind and rule of elements that do not make a board of ``variantsudoku``."""


def puzzle_of(
    data: Mapping[str, Any], givens: Sequence[Sequence[Any]], regions: Sequence[int]
) -> JsonObject:
    """Return the ``record.puzzle`` of an object of f-puzzles with given numbers and regions.

    `PuzzleFormatError` if a field is not in its form, or has a value that no kind has.
    """
    side = len(givens)
    clues = [[_given(one) for one in row] for row in givens]
    puzzle: dict[str, Any] = {"rows": side, "cols": side, "clues": clues}
    if regions:
        puzzle["regions"] = [[*regions[k : k + side]] for k in range(0, side * side, side)]
    stated = _Stated(data, side, puzzle)
    if regions and box_of(regions, side) is None:
        stated.elements.add("jigsaw")
    stated.elements.update(name for flag, name in _FLAGS.items() if data.get(flag))
    ways = zip(("diagonal-", "diagonal+"), diagonals_of(side), strict=True)
    for _, cells in [way for way in ways if data.get(way[0])]:
        stated.add("diagonals", "diagonals", [*cells])
    for read in (
        stated.read_lines, stated.read_cells, stated.read_cages, stated.read_pairs,
        stated.read_signs, stated.read_slants, stated.read_outside,
    ):  # fmt: skip
        read()
    return {**puzzle, "rule": rule_named(_with_missing(data, stated.elements))}


@dataclass(frozen=True, slots=True)
class _Stated:
    """What an object states of a board with ``side`` rows, added to ``found``, and its elements."""

    data: Mapping[str, Any]
    side: int
    found: dict[str, Any]
    elements: set[str] = dataclass_field(default_factory=set)

    def add(self, key: str, element: str, *items: Any) -> None:
        if items:
            self.found.setdefault(key, []).extend(items)
        self.elements.add(element)

    def read_lines(self) -> None:
        least = str((self.side + 1) // 2)
        for field, (key, element) in _LINES.items():
            for entry in _items(self.data, field):
                if field == "whispers" and str(entry.get("value") or least) != least:
                    raise _unknown(field, entry["value"])
                if (
                    len(entry.get("cells") or ()) > 1
                ):  # a circle of two cells has a sum of two digits
                    raise _unknown(field, entry["cells"])
                lines = [
                    _cells(line, self.side, field) for line in _list(entry.get("lines"), field)
                ]
                self.add(key, element, *lines)

    def read_cells(self) -> None:
        for field, key, element in (
            ("extraregion", "areas", "areas"), ("even", "even", "parity"), ("odd", "odd", "parity"),
        ):  # fmt: skip
            for one in _items(self.data, field):
                cells = _cells(one.get("cells") or [one.get("cell")], self.side, field)
                self.add(key, element, *([sorted(cells)] if key == "areas" else cells))

    def read_cages(self) -> None:
        for field in ("killercage", "cages"):
            for one in _items(self.data, field):
                if one.get("cells"):  # others have credits and remarks
                    total = {} if one.get("value") in (None, "") else {"total": _number(one, field)}
                    cells = sorted(_cells(one["cells"], self.side, field))
                    self.add("cages", "cages", {"cells": cells, **total})

    def read_pairs(self) -> None:
        for field, element in _PAIRS.items():
            for one in _items(self.data, field):
                pair = sorted(_cells(one.get("cells"), self.side, field))
                if len(pair) != 2:
                    raise _unknown(field, one["cells"])
                self.add("between", element, [*pair, _sign(field, one)])

    def read_signs(self) -> None:
        for one in _items(self.data, "text"):
            pair, text = sorted(_cells(one.get("cells"), self.side, "text")), one.get("value")
            step = 1 if text in ("<", ">") else self.side
            is_beside = len(pair) == 2 and pair[1] - pair[0] == step
            if text not in _TURNED or not is_beside or one.get("angle") not in (None, 0, "", "0"):
                raise _unknown("text", text)
            self.add("between", "signs", [*pair, _TURNED[text]])

    def read_slants(self) -> None:
        side = range(self.side)
        for entry in _items(self.data, "littlekillersum"):
            row, col = _place(entry.get("cell"))
            down, right = _WAYS.get(str(entry.get("direction")), (0, 0))
            if row in side and col in side:
                raise _unknown("littlekillersum", entry["cell"])
            way = ((row + k * down, col + k * right) for k in range(1, self.side + 1) if down)
            inside = takewhile(lambda place: place[0] in side and place[1] in side, way)
            cells = [row * self.side + col for row, col in inside]
            total = _number(entry, "littlekillersum")
            self.add("slants", "little-killer", {"cells": cells, "total": total})

    def read_outside(self) -> None:
        side = self.side
        for field, element in _OUTSIDE.items():
            for entry in _items(self.data, field):
                row, col = _place(entry.get("cell"))
                sides = {(-1, col): (TOP, col), (side, col): (BOTTOM, col),
                         (row, -1): (LEFT, row), (row, side): (RIGHT, row)}  # fmt: skip
                name, at = sides.get((row, col), ("", -1))
                lines = self.found.setdefault(name, [[] for _ in range(side)])
                if at not in range(side) or lines[at]:  # not beside the board, or a second one
                    raise _unknown(field, entry["cell"])
                lines[at] = [_number(entry, field)]
                self.elements.add(element)


def _with_missing(data: Mapping[str, Any], elements: set[str]) -> set[str]:
    """Return elements with those under which a dot or sign that is missing means something.

    Beside dots, nonconsecutive numbers are those without a dot.
    """
    negative = {*map(str, _list(data["negative"], "negative"))} if data.get("negative") else set()
    if not negative <= {"ratio", "xv"}:
        raise _unknown("negative", [*negative])
    if "xv" in negative:
        elements = elements - {"xv"} | {"all-xv"}
    has_white, has_black = bool(data.get("difference")), bool(data.get("ratio"))
    is_white = bool(data.get("nonconsecutive")) and (has_white or has_black or bool(negative))
    if not is_white and "ratio" not in negative:
        return elements
    if is_white and "ratio" in negative:
        meaning = "all-dots"
    elif has_black if is_white else has_white:
        raise PuzzleFormatError(
            "found dots of two colours of which only one is given in full, which no kind has; "
            "leave it out",
            is_foreign=True,
        )
    else:
        meaning = "all-white" if is_white else "all-black"
    return elements - {"dots", "nonconsecutive"} | {meaning}


def object_of(data: Mapping[str, Any]) -> tuple[str, JsonObject, JsonObject | None]:
    """Return the kind, ``record.puzzle`` and ``record.solution`` of an object of f-puzzles.

    `PuzzleFormatError` if it has more than the kinds can express.
    """
    data, rows = _without_copies(data), data["grid"]
    names = {key for key, value in data.items() if value and key not in _PLAIN | FIELDS}
    if any(not _REMARK.match(str(cage.get("value", ""))) for cage in _items(data, "cage")):
        names.add("cage")
    names |= {"givenPencilMarks" for row in rows for cell in row if cell.get("givenPencilMarks")}
    if names:
        what = f"found a Sudoku with {', '.join(sorted(names))}, which no kind has; leave it out"
        raise PuzzleFormatError(what, is_foreign=True)
    is_stated = bool(data.get("negative") or data.get("nonconsecutive"))
    stated = None if is_stated else _ALL_GIVEN.search(str(data.get("ruleset", "")))
    if stated and any(data.get(field) for field in _PAIRS):
        raise PuzzleFormatError(
            f"found {stated[0]!r} in the rules and not among the constraints; set the negative "
            "constraint, and nonconsecutive for white dots",
            is_foreign=True,
        )
    givens = [[cell.get("value", 0) if cell.get("given") else 0 for cell in row] for row in rows]
    kind, puzzle = settled(puzzle_of(data, givens, _regions(rows)))
    return kind, puzzle, answer_of(data, len(rows))


def _without_copies(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an object without what is drawn for programs that lack a field which it has."""
    lines = [one.get("lines") for field in _DRAWN for one in _items(data, field)]

    def is_copy(one: Mapping[str, Any]) -> bool:
        own = _COPIED.get(str(one.get("fromConstraint")), "")
        return bool(data.get(own)) or one.get("lines", 0) in lines

    drawn = {key: _items(data, key) for key in ("line", "text") if data.get(key)}
    return {**data, **{key: [one for one in entries if not is_copy(one)]
                       for key, entries in drawn.items()}}  # fmt: skip


def _regions(rows: Sequence[Sequence[Mapping[str, Any]]]) -> Sequence[int]:
    """Return the regions of cells, () for the usual boxes."""
    size = len(rows)
    usual = boxes(size, *box_of_size(size))
    cells = [cell for row in rows for cell in row]
    if any("region" in cell and type(cell["region"]) is not int for cell in cells):
        raise _unknown("region", None)
    found = [cell.get("region", box) for cell, box in zip(cells, usual, strict=True)]
    regions = [*renumbered(found)]
    return () if regions == [*usual] else regions


def settled(puzzle: JsonObject) -> tuple[str, JsonObject]:
    """Return the kind of a Sudoku whose rule is its elements, and the puzzle under its own rule."""
    kind, rule = _ALONE.get(puzzle["rule"], ("variantsudoku", puzzle["rule"]))
    if kind == "sudoku" and len(puzzle.get("diagonals", ())) == 1:
        what = "found a Sudoku with one diagonal, which no kind has; leave it out"
        raise PuzzleFormatError(what, is_foreign=True)
    own = {"rule": rule, **({"diagonals": []} if kind == "sudoku" else {})}
    return kind, {key: value for key, value in {**puzzle, **own}.items() if value}


def answer_of(data: Mapping[str, Any], side: int) -> JsonObject | None:
    """Return the ``record.solution`` of an object of f-puzzles, None if it lacks one."""
    numbers = data.get("solution")
    if isinstance(numbers, str) and numbers.isascii() and numbers.isdigit():
        numbers = [*map(int, numbers)]
    if not isinstance(numbers, list) or len(numbers) != side * side:
        return None
    if not all(type(one) is int and 0 < one <= side for one in numbers):
        return None
    return {"numbers": [numbers[k : k + side] for k in range(0, side * side, side)]}


def _given(value: Any) -> int:
    if value in (None, "", 0, "-"):
        return 0
    return _number({"value": value}, "value")


def _items(data: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    """Return the objects of a field, none if it is absent or empty."""
    entries = _list(data[field], field) if data.get(field) else []
    if wrong := [one for one in entries if not isinstance(one, Mapping)]:
        raise _unknown(field, wrong[0])
    return entries


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise _unknown(field, value)
    return value


def _cells(names: Any, side: int, field: str) -> list[int]:
    cells = []
    for name in _list(names, field):
        if isinstance(name, list) and len(name) == 2 and all(type(one) is int for one in name):
            row, col = name
        else:
            row, col = _place(name)
        if row not in range(side) or col not in range(side):
            raise _unknown(field, name)
        cells.append(row * side + col)
    return cells


def _place(name: object) -> tuple[int, int]:
    match = _CELL.fullmatch(str(name))
    if match is None:
        raise PuzzleFormatError(f"expected a cell such as R1C1, found {name!r}; check the file")
    return int(match[1]) - 1, int(match[2]) - 1


def _number(one: Mapping[str, Any], field: str) -> int:
    value = str(one.get("value", ""))
    if not (value.isascii() and value.isdigit() and len(value) < 4):
        raise _unknown(field, one.get("value"))
    return int(value)


def _sign(field: str, one: Mapping[str, Any]) -> str:
    value = str(one.get("value") or {"difference": "1", "ratio": "2"}.get(field, "")).upper()
    signs = {"difference": {"1": "white"}, "ratio": {"2": "black"}, "xv": {"X": "X", "V": "V"}}
    if value not in signs[field]:
        raise _unknown(field, one.get("value"))
    return signs[field][value]


def _unknown(field: str, value: object) -> PuzzleFormatError:
    return PuzzleFormatError(
        f"found {value!r} in {field} of f-puzzles, which no kind has; correct it or leave it out",
        is_foreign=True,
    )


def fields_of(board: Board, solution: Solution | None, rule: str) -> JsonObject:
    """Return a board under a rule as an object of f-puzzles; `PuzzleFormatError` if it lacks one.

    Without clues for diagonals the rule means both.
    """
    side, elements = board.rows, rule.split("+")

    def name(cell: int) -> str:
        return f"R{cell // side + 1}C{cell % side + 1}"

    usual = boxes(side, *box_of_size(side))
    grid = [
        [
            ({"value": board.values[at], "given": True} if board.values[at] else {})
            | ({} if board.regions == usual else {"region": board.regions[at]})
            for at in range(row * side, row * side + side)
        ]
        for row in range(side)
    ]
    fields: dict[str, Any] = {"size": side, "grid": grid}
    fields |= {flag: True for flag, element in _FLAGS.items() if element in elements}
    if {"all-dots", "all-white"} & {*elements}:
        fields["nonconsecutive"] = True
    names = {"all-dots": "ratio", "all-black": "ratio", "all-xv": "xv"}
    if negative := [name for element, name in names.items() if element in elements]:
        fields["negative"] = negative
    if "diagonals" in elements and rule != board.rule:
        fields |= dict.fromkeys(("diagonal+", "diagonal-"), True)
    for clue in board.other_clues:
        field, entry = _WRITERS[_sort_of(clue)](clue, elements, name, side)
        if entry is True:
            fields[field] = True
        else:
            fields.setdefault(field, []).append(entry)
            for copied, copy in _copies(field, entry):
                fields.setdefault(copied, []).append(copy)
    if solution is not None:
        fields["solution"] = [number for _, number in solution.items]
    return fields


def _copies(field: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, JsonObject]]:
    """Yield what is drawn for programs that lack a field."""
    if field in _DRAWN:
        name, colour, width = _DRAWN[field]
        lines = {"lines": entry["lines"], "outlineC": colour, "width": width}
        yield "line", {**lines, "fromConstraint": name}
    elif field in ("xsum", "skyscraper"):
        name = "X Sum" if field == "xsum" else "Skyscraper"
        text = {"cells": [entry["cell"]], "value": entry["value"], "fontC": "#000000", "size": 0.7}
        yield "text", {**text, "fromConstraint": name}


def _sort_of(clue: Clue) -> str:
    return "outside" if clue.sort in SIDES else clue.sign or clue.sort


Writer = Callable[[Clue, Sequence[str], Callable[[int], str], int], tuple[str, Any]]


def _line(clue: Clue, elements: Sequence[str], name: Callable[[int], str], side: int) -> Any:
    keys = {"thermometer": "thermometers", "sum-arrow": "arrows"}
    wanted = [keys[clue.sort]] if clue.sort in keys else elements
    field = next(field for field, (_, one) in _LINES.items() if one in wanted
                 and (clue.sort in keys or one not in keys.values()))  # fmt: skip
    cells = [name(cell) for cell in clue.place]
    own: dict[str, Any] = {"cells": cells[:1]} if field == "arrow" else {}
    if field == "whispers":
        own = {"value": str((side + 1) // 2)}
    return field, {"lines": [cells], **own}


def _slant(clue: Clue, _: Sequence[str], name: Callable[[int], str], side: int) -> Any:
    (row, col), second = divmod(clue.place[0], side), clue.place[1:2]
    row2, col2 = divmod(second[0], side) if second else (row + 1, col + 1)
    down, right = row2 - row, col2 - col
    way = next(key for key, one in _WAYS.items() if one == (down, right))
    cell = f"R{row - down + 1}C{col - right + 1}"
    return "littlekillersum", {"cell": cell, "direction": way, "value": str(clue.total)}


def _outside(clue: Clue, elements: Sequence[str], _: Callable[[int], str], side: int) -> Any:
    at = clue.place[0] + 1
    cell = {LEFT: f"R{at}C0", RIGHT: f"R{at}C{side + 1}", TOP: f"R0C{at}",
            BOTTOM: f"R{side + 1}C{at}"}[clue.sort]  # fmt: skip
    field = next(field for field, one in _OUTSIDE.items() if one in elements)
    return field, {"cell": cell, "value": str(clue.total)}


def _pair(field: str, **value: str) -> Writer:
    return lambda clue, _, name, side: (field, {"cells": [*map(name, clue.place)], **value})


def _signs(clue: Clue, _: Sequence[str], name: Callable[[int], str], side: int) -> Any:
    texts = [text for text, sign in _TURNED.items() if sign == clue.sign]
    text = texts[int(clue.place[1] - clue.place[0] == side)]
    return "text", {"cells": [*map(name, clue.place)], "value": text}


_WRITERS: Final[Mapping[str, Writer]] = {
    "thermometer": _line, "sum-arrow": _line, "line": _line, "slant": _slant, "outside": _outside,
    "white": _pair("difference"), "black": _pair("ratio"), "X": _pair("xv", value="X"),
    "V": _pair("xv", value="V"), "<": _signs, ">": _signs,
    "area": lambda clue, _, name, side: ("extraregion", {"cells": [*map(name, clue.place)]}),
    "even": lambda clue, _, name, side: ("even", {"cell": name(clue.place[0])}),
    "odd": lambda clue, _, name, side: ("odd", {"cell": name(clue.place[0])}),
    "diagonal": lambda clue, _, name, side: (f"diagonal{'+-'[clue.place[0] == 0]}", True),
    "cage": lambda clue, _, name, side: (
        "killercage",
        {"cells": [*map(name, clue.place)], **({"value": str(clue.total)} if clue.numbers else {})},
    ),
}  # fmt: skip


def _build(forms: Forms, name: str) -> Form:
    def board_of(data: Mapping[str, Any]) -> tuple[Board, Solution | None]:
        kind, puzzle, answer = object_of(data)
        return own_board(forms, name, kind, puzzle, answer)

    def read(text: str, rule: str | None) -> Iterator[Parsed[Board, Solution] | PuzzleFormatError]:
        expected = "an object of f-puzzles with a grid"
        return read_objects(forms.boards, text, rule, json.loads, board_of, expected)

    def write(puzzles: Sequence[tuple[Board, Solution | None]]) -> str:
        lines = []
        for board, solution in puzzles:
            forms.refuse("f-puzzles", board, solution)
            data = fields_of_kind(name, board, solution)
            require_same("f-puzzles", board, board_of, data)
            lines.append(json.dumps(data))
        return "".join(f"{line}\n" for line in lines)

    return TextFormat(
        "f-puzzles", "JSON of f-puzzles, an object a line",
        lambda text: text.lstrip().startswith("{") and '"grid"' in text[:1000], read, write,
        add_credit=_add_credit, has_rules=True,
    )  # fmt: skip


def read_objects(
    boards: Boards,
    text: str,
    rule: str | None,
    load: Callable[[str], Mapping[str, Any]],
    board_of: Callable[[Mapping[str, Any]], tuple[Board, Solution | None]],
    expected: str,
) -> Iterator[Parsed[Board, Solution] | PuzzleFormatError]:
    """Yield the puzzle of each line, or what is wrong with it; ``load`` returns its object."""
    for number, line in content_lines(text):
        try:
            data = load(line)
            board, solution = board_of(data)
            posed = board if rule is None else boards.with_rule(board, rule)
            yield Parsed(number, posed, solution, credit_of(data), source=rules_in(data))
        except PuzzleFormatError as error:
            yield PuzzleFormatError(error.message, line=number, is_foreign=error.is_foreign)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            yield PuzzleFormatError(f"expected {expected} in the line; check it", line=number)


def require_same(
    name: str,
    board: Board,
    read: Callable[[Mapping[str, Any]], tuple[Board, Solution | None]],
    data: Mapping[str, Any],
) -> None:
    """Raise `PuzzleFormatError` unless a written object is read as the same board."""
    try:
        back, _ = read(data)
    except PuzzleFormatError as error:
        what = f"expected a board that {name} can have: {error.message}"
        raise PuzzleFormatError(what) from error
    if back.rule != board.rule:
        what = f"found the rule {board.rule}, which it has as {back.rule}"
        raise PuzzleFormatError(f"expected a board that {name} can have: {what}")


def own_board(
    forms: Forms, name: str, kind: str, puzzle: JsonObject, answer: JsonObject | None
) -> tuple[Board, Solution | None]:
    """Return a board and its solution; `PuzzleFormatError` if it is not of the kind ``name``."""
    if kind != name:
        what = f"found the elements of another kind of Sudoku, {kind}; name that"
        raise PuzzleFormatError(what, is_foreign=True)
    board = forms.boards.decode(puzzle)
    return board, None if answer is None else forms.boards.decode_solution(board, answer)


def fields_of_kind(name: str, board: Board, solution: Solution | None) -> JsonObject:
    """Return a board of a kind of Sudoku as an object of f-puzzles."""
    own = (name, board.rule)
    rule = next((key for key, one in _ALONE.items() if one == own), board.rule)
    return fields_of(board, solution, rule)


def credit_of(data: Mapping[str, Any]) -> dict[str, str]:
    """Return title and author of an object of f-puzzles, of remarks in its cages where it has none.

    >>> credit_of({"title": "Five", "cage": [{"value": "author: A. B."}, {"value": "title: Six"}]})
    {'author': 'A. B.', 'title': 'Five'}
    """
    remarks = (str(cage.get("value", "")).partition(":") for cage in _items(data, "cage"))
    named = {name: text.strip() for name, mark, text in remarks if mark}
    named |= {key: one for key, one in data.items() if isinstance(one, str)}
    return {key: named[key] for key in ("author", "title") if named.get(key)}


def rules_in(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the rules that an object of f-puzzles states."""
    text = data.get("ruleset")
    return {"ruleset": text} if isinstance(text, str) and text else {}


def _add_credit(text: str, fields: Mapping[str, str]) -> str:
    named = {"title": "title", "author": "author", "rules": "ruleset"}
    own = {key: fields[name] for name, key in named.items() if name in fields}
    return f"{json.dumps({**json.loads(text), **own})}\n"


def form(name: str) -> Site:
    """Return the form ``f-puzzles`` of a kind of Sudoku."""
    return Site(lambda forms: _build(forms, name))
