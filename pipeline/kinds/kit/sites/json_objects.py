"""JSON of other programs as objects with a grid in the field ``problem``.

ipuz, f-puzzles, SudokuPad, files of The New York Times and archives of LinkedIn's games are
recognised.

Sources: ipuz.org; github.com/Loukis-13/linkedin-games-archive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pipeline.kinds.kit.sites import cages, dominoes, fpuzzles, sudokupad
from pipeline.kinds.kit.sites.json_boards import read_fields
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.model import PuzzleFormatError

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
                return _from_setter(data)
            except (ValueError, TypeError, AttributeError, LookupError):
                raise PuzzleFormatError(
                    "expected the fields of f-puzzles or SudokuPad, found some in another form; "
                    "check the file"
                ) from None
    if (found := cages.from_json(data, _credit(data))) is not None:
        return {"board": found}, (found.kind,)
    if (dominoes_of := dominoes.from_json(data)) is not None:
        return {"board": dominoes_of}, (dominoes_of.kind,)
    return read_fields(data) or (data, ())


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


def _from_setter(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return a Sudoku of f-puzzles or SudokuPad."""
    is_own = "grid" in data
    fields = data if is_own else sudokupad.fields_from(data)
    kind, puzzle, answer = fpuzzles.object_of(fields)
    name = "f-puzzles" if is_own else "sudokupad"
    board = Loose(
        kind, puzzle, name if kind == "variantsudoku" else "json", solution=answer,
        credit=fpuzzles.credit_of(fields), source=fpuzzles.rules_in(fields),
    )  # fmt: skip
    return {"board": board}, (kind,)


def _credit(data: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(data[key]) for key in ("title", "author") if isinstance(data.get(key), str)}
