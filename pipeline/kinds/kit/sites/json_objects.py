"""JSON of other programs as objects with a grid in the field ``problem``.

ipuz, f-puzzles, SudokuPad and archives of LinkedIn's games are recognised. f-puzzles and SudokuPad
pack theirs by LZ-string into addresses; SudokuPad also shortens names and quotes.

Sources: ipuz.org; SudokuPad's loader as in github.com/marktekfan/sudokupad-penpa-import (MIT);
github.com/Loukis-13/linkedin-games-archive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import chain, islice, zip_longest
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Final
from urllib.parse import unquote

from pipeline.kinds.kit.board.regions import box_of_size, boxes, renumbered
from pipeline.kinds.kit.sites import cages, fpuzzles
from pipeline.kinds.kit.sites.json_boards import read_fields
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.model import PuzzleFormatError

LINK: Final = re.compile(
    r"(?:f-puzzles\.com/\?load=|"
    r"(?:sudokupad\.app|crackingthecryptic\.com)/\S{0,60}?(fpuz(?:zles)?|scl|ctc))"
    r"([A-Za-z0-9+/=%_-]{20,})"
)
"""An address that contains a puzzle of f-puzzles or SudokuPad."""
NAMED_LINK: Final = re.compile(r"(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)/\S+")

_ALPHABET: Final = {
    sign: at for at, sign in enumerate(f"{ascii_uppercase}{ascii_lowercase}{digits}+/")
}
_MOST: Final = 1 << 20
"""Most characters of an unpacked address."""
_SHORT: Final = {
    "ca": "cages", "ce": "cells", "v": "value", "re": "regions", "a": "arrows", "l": "lines",
    "o": "overlays", "u": "underlays", "t": "title", "te": "text", "cs": "cellSize",
}  # fmt: skip
_PLAIN: Final = {
    "size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts", "disabledlogic",
    "truecandidatesoptions", "diagonal+", "diagonal-", "cells", "cellSize", "regions", "metadata",
    "id", "settings", "successMessage", "msgcorrect", "rules",
}  # fmt: skip
"""Fields of f-puzzles and SudokuPad that add nothing to the rules of Sudoku."""
_UNITS: Final = ("rowcol", "region")
_ADVICE: Final = "which no kind has; leave it out"


def adapt(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return an object with ``problem`` and the names of its game, others as they are.

    `PuzzleFormatError` if it has more than the kinds can express.
    """
    kinds = data.get("kind")
    if isinstance(kinds, list) and any("ipuz" in str(kind) for kind in kinds):
        return _from_ipuz(data, " ".join(map(str, kinds)))
    for name in ("grid", "cells"):
        rows = data.get(name)
        if isinstance(rows, list) and rows and _are_objects(rows) and any(rows):
            try:
                return _from_setter(data, rows)
            except (ValueError, TypeError, AttributeError, LookupError):
                raise PuzzleFormatError(
                    "expected the fields of f-puzzles or SudokuPad, found some in another form; "
                    "check the file"
                ) from None
    if (found := cages.from_json(data, _credit(data))) is not None:
        return {"board": found}, (found.kind,)
    return read_fields(data) or (data, ())


def unpack_link(found: re.Match[str]) -> Mapping[str, Any]:
    """Return the object in an address of f-puzzles or SudokuPad."""
    try:
        text = _decompress(unquote(found[2]))
        if found[1] in ("scl", "ctc"):
            text = _unzip(text)
        value = json.loads(text)
    except (ValueError, LookupError, RecursionError):
        raise PuzzleFormatError("expected a whole address; it was cut, so copy it again") from None
    if not isinstance(value, dict):
        raise PuzzleFormatError("expected a puzzle in the address, found none; copy it again")
    return {str(key): one for key, one in _spelt_out(value).items()}


def _are_objects(rows: Iterable[Any]) -> bool:
    return all(isinstance(row, list) and all(isinstance(one, dict) for one in row) for row in rows)


def _from_ipuz(data: Mapping[str, Any], kinds: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    game = kinds.rpartition("ipuz.org/")[2].partition("#")[0]
    if game not in ("sudoku", "sudoku/diagonalsudoku"):
        raise PuzzleFormatError(f"found the game {game!r} of ipuz, {_ADVICE}", is_foreign=True)
    rows = data.get("puzzle")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise PuzzleFormatError("expected rows in the field 'puzzle' of ipuz; check it")
    cells = [[_ipuz_cell(cell) for cell in row] for row in rows]
    name = "sudoku, diagonals" if "diagonal" in game else "sudoku"
    kept = {key: one for key, one in data.items() if key not in ("kind", "version")}
    return {**kept, "puzzle": name, "problem": cells}, ("sudoku",)


def _ipuz_cell(cell: Any) -> Any:
    value = cell.get("value", cell.get("cell")) if isinstance(cell, dict) else cell
    return "-" if value in (0, "0", None) else value


def _from_setter(
    data: Mapping[str, Any], rows: list[list[dict[str, Any]]]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return a Sudoku of f-puzzles or SudokuPad."""
    meta: dict[str, Any] = data["metadata"] if isinstance(data.get("metadata"), dict) else {}
    credit = {key: one for key, one in {**meta, **data}.items() if key in ("title", "author")}
    own = {key for key, one in data.items() if key not in _PLAIN and one and key != "cages"}
    own |= {key for key, one in meta.items() if key.startswith("anti") and one}
    # SudokuPad also writes rows, columns and regions as cages, and remarks as such without cells.
    drawn = [cage for cage in data.get("cages") or () if cage.get("type") not in _UNITS]
    for cage in drawn:
        name, mark, text = str(cage.get("value", "")).partition(":")
        if name in ("title", "author") and mark:
            credit.setdefault(name, text.strip())
        elif not (mark and name in ("solution", "rules")):
            own.add("cages")
    is_own = "grid" in data  # f-puzzles keeps what a solver wrote beside what is given
    problem = [[cell.get("value", "-") if cell.get("given") or not is_own else "-" for cell in row]
               for row in rows]  # fmt: skip
    areas = [[str(cell.get("region")) for cell in row] for row in rows]
    for number, region in enumerate(data.get("regions") or ()):
        for row, col in region:
            areas[row][col] = str(number)
    # A part of the regions means that the others are the usual boxes.
    has_areas = not any("None" in row for row in areas)
    size, flat = len(areas), renumbered([one for row in areas for one in row])
    is_usual = not has_areas or flat == boxes(size, *box_of_size(size))
    if not own <= fpuzzles.FIELDS:
        found = ", ".join(sorted(own))
        raise PuzzleFormatError(f"found a Sudoku with {found}, {_ADVICE}", is_foreign=True)
    regions = () if is_usual else flat
    puzzle = fpuzzles.puzzle_of({**data, **meta, "cages": drawn}, problem, regions)
    kind, puzzle = fpuzzles.settled(puzzle)
    answer = fpuzzles.answer_of(data, size)
    form = "f-puzzles" if kind == "variantsudoku" else "json"
    return {"board": Loose(kind, puzzle, form, solution=answer, credit=credit)}, (kind,)


def _credit(data: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(data[key]) for key in ("title", "author") if isinstance(data.get(key), str)}


def _decompress(packed: str) -> str:
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
