r"""Kakuro in tables of other programs: black cells with their sums, white ones empty or filled.

The sums of a cell are ``17\16`` (down, then across), also with a colon or a slash, with ``-`` or
nothing for none; a pair in parentheses; or ``C17``, ``F16`` for column and row. A black cell
without sums is ``x``, ``*``, ``#``, ``-1`` or a bare separator. Cells are separated by bars, by
commas, or by spaces.

Sources: tables of the Kakuro solvers KakuroSolver, kakuro-kuso and cross_sums (their READMEs).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pipeline.kinds.kit.board.clues import RUN, Clue, runs_of, sum_place
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.text_lines import is_comment, is_number, number_lines, split_blocks
from pipeline.model import PuzzleFormatError

_SUMS: Final = re.compile(r"\(?([0-9]{0,2}|[-xX_#*.])[ ]*[\\:/,|][ ]*([0-9]{0,2}|[-xX_#*.])\)?")
_LETTERED: Final = re.compile(r"(?:C([0-9]{1,2}))?(?:F([0-9]{1,2}))?(?:C([0-9]{1,2}))?")
_PAIR: Final = re.compile(r"\([^(),]{0,9},[^(),]{0,9}\)")
_DOUBLE: Final = re.compile(r"([-xX_#*.])\1+")  # XX and --, as wide as two digits
_BLACK: Final = {"x", "X", "*", "#", "-1", "--", "\\", ":", "/", "b", "B"}
_WHITE: Final = {"", "-", ".", "_", "?", "0"}
_PROBE: Final = 4000  # Characters that are examined
_MOST: Final = 60


class _Cell(NamedTuple):
    """Whether a cell is black, its two sums, 0 for none, and its digit, 0 for none."""

    is_black: bool
    sums: tuple[int, int] = (0, 0)
    digit: int = 0


def read(text: str) -> Iterator[Loose | PuzzleFormatError] | None:
    """Return the puzzles of a text, None if it has no such table."""
    blocks = _blocks(text[:_PROBE])
    rows = next(blocks, [])
    cells = [_read_cell(word) for _, words in rows for word in words]
    known = [cell for cell in cells if cell is not None]
    with_sums = sum(any(cell.sums) for cell in known)
    is_table = len(rows) > 1 and with_sums > 2 and 4 * len(known) >= 3 * len(cells)
    return (_pose(block) for block in _blocks(text)) if is_table else None


def _blocks(text: str) -> Iterator[list[tuple[int, list[str]]]]:
    """Yield the rows of words of each table, without a line of its size."""
    for block in split_blocks(line for line in number_lines(text) if not is_comment(line[1])):
        rows = [(number, _words(line)) for number, line in block]
        if len(rows) > 1 and len(rows[0][1]) < 3 and all(map(is_number, rows[0][1])):
            del rows[0]
        yield rows


def _words(line: str) -> list[str]:
    if "|" in line:
        return [word.strip().replace(" ", "") for word in line.strip().strip("|").split("|")]
    plain = _PAIR.sub(lambda pair: pair[0].replace(",", ":"), line)
    if "," in plain or ";" in plain:
        mark = ";" if ";" in plain else ","
        try:
            return [word.strip() for word in next(csv.reader([plain], delimiter=mark))]
        except csv.Error:
            return []
    return plain.split()


def _read_cell(word: str) -> _Cell | None:
    word = word if word == "--" else _DOUBLE.sub(r"\1", word)
    if word in _BLACK:
        return _Cell(True)
    if word in _WHITE:
        return _Cell(False)
    if len(word) == 1 and word.isdigit():
        return _Cell(False, digit=int(word))
    if (match := _SUMS.fullmatch(word)) is not None:
        one, other = (int(part) if is_number(part) else 0 for part in match.groups())
        return _Cell(True, (one, other))
    match = _LETTERED.fullmatch(word)
    if match is not None and word:
        return _Cell(True, (int(match[1] or match[3] or 0), int(match[2] or 0)))
    return None


def _place(run: tuple[int, ...], wide: int) -> tuple[int, bool]:
    """Return the cell with the sum of a run, below 0 at the edge, and whether it is across."""
    at, is_across = sum_place(Clue(RUN, run))
    is_at_edge = run[0] % wide == 0 if is_across else run[0] < wide
    return -1 - run[0] if is_at_edge else at, is_across


def _pose(rows: Sequence[tuple[int, Sequence[str]]]) -> Loose | PuzzleFormatError:
    line, wide = rows[0][0], max(len(words) for _, words in rows)
    cells: list[_Cell] = []
    for number, words in rows:
        for word in [*words, *[""] * (wide - len(words))]:
            cell = _read_cell(word)
            if cell is None:
                what = f"expected sums such as 17\\16, a black or a white cell, found {word!r}"
                return PuzzleFormatError(f"{what} in a Kakuro; check it", line=number)
            cells.append(cell)
    if max(len(rows), wide) > _MOST:
        return PuzzleFormatError(f"expected a Kakuro of sides up to {_MOST}", line=line)
    grid = Grid(len(rows), wide)
    blacks = {at for at, cell in enumerate(cells) if cell.is_black}
    runs = [run for run in runs_of(grid, blacks) if len(run) > 1]
    places = [_place(run, wide) for run in runs]
    orders = [
        {(at, is_across): number for at, cell in enumerate(cells)
         for is_across, number in zip((False, True), cell.sums[::order], strict=True) if number}
        for order in (1, -1)
    ]  # fmt: skip
    sums = min(orders, key=lambda one: len(one.keys() ^ {*places}))
    if odd := sorted(sums.keys() ^ {*places}):
        at, is_across = odd[0]
        row, col = divmod(-1 - at if at < 0 else at, wide)
        what = "across" if is_across else "down"
        return PuzzleFormatError(
            f"expected a sum {what} for each run of a Kakuro and none elsewhere; check row "
            f"{row + 1}, column {col + 1}",
            line=rows[row][0],
        )
    puzzle: Mapping[str, Any] = {
        "rows": grid.rows, "cols": wide,
        "clues": [[-int(at in blacks) for at in range(top, top + wide)]
                  for top in range(0, len(cells), wide)],
        "runs": [{"cells": [*run], "total": sums[place]}
                 for run, place in zip(runs, places, strict=True)],
    }  # fmt: skip
    digits = [cell.digit for cell in cells]
    is_filled = all(digits[at] for at in range(len(cells)) if at not in blacks)
    answer = {"numbers": [digits[at : at + wide] for at in range(0, len(digits), wide)]}
    return Loose("kakuro", puzzle, "kakuro table", line, answer if is_filled else None)
