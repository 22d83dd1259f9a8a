"""Boards in JSON by the usual names of their fields, as fields of a text of janko.at.

Regions are rows of names, or lists of cells; numbers of lines are two lists of lists; numbers,
signs and walls are lists of objects or of coordinates.

Sources: github.com/Loukis-13/linkedin-games-archive (Queens, Zip, Tango, Patches), and levels of
Queens and Nonograms in public repositories.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pipeline.model import PuzzleFormatError

Found: TypeAlias = tuple[Mapping[str, Any], tuple[str, ...]]
"""Fields, with those of a text of janko.at, and the kind."""

_KINDS: Final = {
    "queens": "starbattle", "queen": "starbattle", "starbattle": "starbattle", "zip": "zip",
    "tango": "binairo", "minisudoku": "sudoku", "patches": "shikaku",
}  # fmt: skip
_LINES: Final = (
    ("rows", "cols"), ("rows", "columns"), ("row", "col"), ("row", "column"), ("hor", "ver"),
    ("horizontal", "vertical"), ("side", "top"), ("left", "top"), ("h", "v"), ("across", "down"),
)  # fmt: skip
"""Names of the numbers of rows and columns, without words such as ``clues``."""
_WORDS: Final = re.compile("clues?|hints?|numbers|runs|constraints|descriptions?")
_GOALS: Final = ("solution", "goal", "answer", "picture", "queens")
_MOST: Final = 100  # Longest side of a board of coordinates
_EMPTY: Final = "-"
_AXES: Final = (("row", "r", "y"), ("col", "column", "c", "x"))
_SIGNS: Final = {"S": "1", "M": "0", "sun": "1", "moon": "0", "1": "1", "0": "0"}


def read_fields(data: Mapping[str, Any]) -> Found | None:
    """Return the fields of a board, None for an object of another shape.

    `PuzzleFormatError` if it has the names of one, and values that are none.
    """
    game = str(data.get("game", data.get("type", ""))).lower().replace(" ", "")
    kept = {key: one for key, one in data.items() if isinstance(one, str | int)}
    kept.pop("puzzle", None)
    if "name" in kept:
        kept.setdefault("title", kept.pop("name"))
    by_name = {str(key).lower().replace("_", ""): one for key, one in data.items()}
    for read in (_nonogram, _regions, _numbers, _tango, _patches):
        try:
            result = read(by_name, game)
        except (TypeError, ValueError, LookupError, AttributeError):
            raise PuzzleFormatError(
                "expected the fields of a board as programs of its game write them, found others; "
                "check their values"
            ) from None
        if result is not None:
            kind, fields = result
            own = {key: one for key, one in kept.items() if key not in ("game", *_GOALS)}
            return {**own, **fields}, (kind,)
    if game and "cells" in data and _is_grid(data["cells"]):
        return {**kept, "problem": data["cells"]}, (_KINDS.get(game, game),)
    return None


_Read: TypeAlias = tuple[str, dict[str, Any]] | None


def _nonogram(data: Mapping[str, Any], game: str) -> _Read:
    named: dict[str, Any] = {}
    inner = data.get("clues")
    for key, one in (inner if isinstance(inner, dict) else data).items():
        named.setdefault(_WORDS.sub("", key), one)
        named.setdefault(key, one)
    pairs = ([_runs(named.get(name)) for name in names] for names in _LINES)
    rows, cols = next((pair for pair in pairs if all(map(_are_runs, pair))), (None, None))
    if rows is None or cols is None:
        return None
    labels = {key: [[",".join(str(n) for n in _listed(line) if n) or _EMPTY for line in lines]]
              for key, lines in (("rlabels", rows), ("clabels", cols))}  # fmt: skip
    return "nonogram", {"puzzle": "nonogram", **labels, **_goal(data, len(rows), len(cols))}


def _runs(lines: Any) -> Any:
    """Return lines of texts such as ``1 2`` as lists of numbers, others as they are."""
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        return lines
    words = [re.split(r"[\s,.]+", line.strip()) for line in lines]
    return [[int(word) if word.isdecimal() else word for word in row if word] for row in words]


def _are_runs(lines: Any) -> bool:
    """Return whether a value is lists of whole numbers."""
    return (
        isinstance(lines, list)
        and any(isinstance(line, list) for line in lines)
        and all(type(one) is int for line in lines for one in _listed(line))
    )


def _listed(line: Any) -> list[Any]:
    return line if isinstance(line, list) else [line]


def _regions(data: Mapping[str, Any], game: str) -> _Read:
    names = ["regions", "colorregions", "areas", "zones"]
    names += ["board", "grid", "colors"] * (_KINDS.get(game) == "starbattle")
    value = next((data[name] for name in names if data.get(name)), None)
    size = data.get("gridsize") or data.get("size") or data.get("n")
    kind = _KINDS.get(game, game or "starbattle")
    named = str(data.get("puzzle", kind)).lower().replace(" ", "") if value else kind
    if _KINDS.get(named, kind) != kind or (named.isalpha() and named not in (*_KINDS, kind)):
        return None  # such as a text of janko.at, of a game with regions alone
    if value is None or kind not in ("starbattle", "zip") or data.get("problem") or "cells" in data:
        return None
    lists = value.values() if isinstance(value, dict) else value
    lists = [one.get("cells") if isinstance(one, dict) else one for one in lists]
    if isinstance(value, list) and all(isinstance(row, str) for row in value):
        value = [[*row] for row in value]
    if _is_grid(value) and not all(len(cell) == 2 for cell in _parts(lists)):
        rows = [[str(one) for one in row] for row in value]
    else:
        high, wide = _sides(size)
        rows = [[_EMPTY] * wide for _ in range(high)]
        for number, cells in enumerate(lists):
            for cell in cells:
                _put(rows, cell, str(number))
        if any(_EMPTY in row for row in rows):
            raise PuzzleFormatError("expected a region for each cell, found a cell without one")
    stars = data.get("stars", data.get("starcount"))
    depth = {"depth": stars} if type(stars) is int else {}
    return kind, {"puzzle": kind, "areas": rows, **depth, **_goal(data, len(rows), len(rows[0]))}


def _parts(lists: Iterable[Any]) -> Iterator[Sequence[Any]]:
    return (cell if isinstance(cell, list) else () for part in lists for cell in part)


def _numbers(data: Mapping[str, Any], game: str) -> _Read:
    nodes = data.get("nodes", data.get("numbers"))
    walls = data.get("walls")
    if not isinstance(nodes, list) or not (walls is not None or _KINDS.get(game) == "zip"):
        return None
    high, wide = _sides(data.get("gridsize") or data.get("size") or data.get("n"))
    rows = [[_EMPTY] * wide for _ in range(high)]
    for node in nodes:
        number = next((node[key] for key in ("id", "k", "number", "value") if key in node), None)
        if number is None:
            raise PuzzleFormatError(f"expected a number and its cell, found {node!r:.60}")
        _put(rows, node, str(number))
    return "zip", {"problem": _signed(rows, walls or ())}


def _tango(data: Mapping[str, Any], game: str) -> _Read:
    symbols = data.get("symbols")
    if not isinstance(symbols, list):
        return None
    wide, high = _sides(data.get("gridsize") or data.get("size") or len(symbols))
    rows = [[_EMPTY] * wide for _ in range(high)]
    for row, col, sign in symbols:
        _put(rows, [row, col], _SIGNS[str(sign)])
    walls = data.get("walls", data.get("signs")) or ()
    return "binairo", {"problem": _signed(rows, walls)}


def _patches(data: Mapping[str, Any], game: str) -> _Read:
    clues = data.get("clues")
    if game != "patches" or not isinstance(clues, list):
        return None
    if any(clue.get("type", "free") != "free" or not clue.get("size") for clue in clues):
        what = "found Patches with shapes or without sizes, which no kind reads; leave it out"
        raise PuzzleFormatError(what, is_foreign=True)
    wide, high = _sides(data["gridsize"])
    rows = [[_EMPTY] * wide for _ in range(high)]
    for clue in clues:
        _put(rows, clue, str(clue["size"]))
    return "shikaku", {"problem": rows}


def _signed(rows: list[list[str]], walls: Iterable[Any]) -> list[list[str]]:
    """Return rows of cells and of the signs between them, the rows alone if there are none."""
    walls = [*walls]
    if not walls:
        return rows
    high, wide = 2 * len(rows) - 1, 2 * len(rows[0]) - 1
    signed = [[rows[r // 2][c // 2] if r % 2 == c % 2 == 0 else "." for c in range(wide)]
              for r in range(high)]  # fmt: skip
    for wall in walls:
        (row, col), (row2, col2), *sign = wall
        if abs(row - row2) + abs(col - col2) != 1 or min(row, col, row2, col2) < 0:
            what = "expected a wall between two neighbours, such as [[0, 0], [1, 0]], found"
            raise PuzzleFormatError(f"{what} {wall!r:.60}")
        signed[row + row2][col + col2] = str(sign[0]) if sign else "w"
    return signed


def _goal(data: Mapping[str, Any], high: int, wide: int) -> dict[str, Any]:
    """Return the answer as rows of x and -: rows of 0 and 1, cells, or a column for each row."""
    value = next((data[key] for key in _GOALS if isinstance(data.get(key), list | str)), None)
    if not value:
        return {}
    if isinstance(value, str):
        value = [value[at : at + wide] for at in range(0, len(value), wide)]
    if _is_grid(value) and len(value) == high and len(value[0]) == wide > 2:
        marks = [[str(one).lower() not in ("0", "", ".", "-", "none", "false") for one in row]
                 for row in value]  # fmt: skip
        return {"solution": [["x" if one else _EMPTY for one in row] for row in marks]}
    if len(value) < high:
        return {}
    rows = [[_EMPTY] * wide for _ in range(high)]
    for at, one in enumerate(value):
        _put(rows, [at, one] if type(one) is int else one, "x")
    return {"solution": rows}


def cell_of(cell: Any) -> tuple[int, int]:
    """Return row and column of a cell, a pair or an object; `PuzzleFormatError` if it has none."""
    place = cell
    if isinstance(cell, dict):
        place = [next((cell[key] for key in keys if key in cell), None) for keys in _AXES]
    if not isinstance(place, list) or len(place) != 2:
        raise PuzzleFormatError(f"expected a cell such as [0, 2], found {cell!r:.60}")
    if any(type(one) is not int or not 0 <= one < _MOST for one in place):
        raise PuzzleFormatError(f"expected rows and columns from 0, found {cell!r:.60}")
    return place[0], place[1]


def _put(rows: list[list[str]], cell: Any, word: str) -> None:
    """Write a word into an empty cell of a board; `PuzzleFormatError` if there is none."""
    row, col = cell_of(cell)
    if row >= len(rows) or col >= len(rows[0]):
        size = f"{len(rows[0])}x{len(rows)}"
        raise PuzzleFormatError(f"expected a cell of a board of {size}, found {cell!r:.60}")
    if rows[row][col] != _EMPTY:
        raise PuzzleFormatError(f"expected each cell once, found {cell!r:.60} again")
    rows[row][col] = word


def _sides(size: Any) -> tuple[int, int]:
    given = size if isinstance(size, list) else [size, size]
    sides = [int(one) if str(one).isdecimal() else 0 for one in given]
    if len(sides) != 2 or not all(0 < one <= _MOST for one in sides):
        raise PuzzleFormatError(f"expected a size up to {_MOST}, found {size!r:.60}")
    return sides[0], sides[1]


def _is_grid(value: Any) -> bool:
    """Return whether a value is equally long rows of words or numbers."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, list | str) for row in value)
        and len({*map(len, value)}) == 1
        and all(one is None or isinstance(one, str | int) for row in value for one in row)
    )
