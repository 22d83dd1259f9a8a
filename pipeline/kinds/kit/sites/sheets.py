"""Solutions of declared kinds in pzprv3 files and in sheets of janko.at.

A pzprv3 file has borders, lines and bridges as numbers between cells, shaded cells as ``#`` in the
rows of clues or in separate rows, and numbers in rows below the clues. A sheet of janko.at has a
word for each cell: whether it is inside a loop, the letters of the sides where its line leaves
(``o`` is east), whether it is filled, its number, or the bridges on it. Regions are words under
``areas``, or boxes of ``patternx`` columns and ``patterny`` rows.

Sources: ``FileData.js`` of pzprjs (github.com/robx/pzprjs, MIT); the pages of janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import box_of, boxes, regions_between, renumbered
from pipeline.kinds.kit.looks.bridge.spans import links_of
from pipeline.kinds.kit.sites import bridges, pzpr
from pipeline.kinds.kit.sites.cells import CellWords, join_rows
from pipeline.kinds.kit.sites.janko_sheets import (
    JankoSheet,
    janko_form,
    read_sides,
    words_below,
    write_sides,
)
from pipeline.kinds.kit.sites.reading import Forms
from pipeline.kinds.kit.sites.text_lines import Line, is_number, parse_number
from pipeline.kinds.kit.words.core import Family
from pipeline.model import PuzzleFormatError

PENCILLED: Final = re.compile(r"\[[^\[\]]*\]")  # Pencil marks in a cell
_ADVICE: Final = "check what is drawn, or leave it out"


def with_shading(words: CellWords) -> CellWords:
    """Return the words of clues and, in place of empty cells, ``#`` (shaded) and ``+`` (not)."""
    empty = words.signs["."]
    return replace(words, signs={**words.signs, "#": empty, "+": empty})


def read_sheet(
    clues: Board, family: Family, sheet: pzpr.PzprSheet, is_apart: bool
) -> Solution | None:
    """Return the solution drawn in a pzprv3 file, None if nothing is.

    With ``is_apart`` shaded cells are in separate rows.
    """
    rows, cols = clues.rows, clues.cols
    rest = sheet.body[rows:]
    items: list[tuple[int, ...]] = []
    if family == "bridges":
        return bridges.read_links(clues, pzpr.read_links(sheet, bridges.MOST))
    if family == "edges":
        items += pzpr.read_links(sheet, 1)
    elif family == "borders":
        if rest and len(rest[0][1].split()) == cols:
            rest = rest[rows:]  # skip the colours of cells in newer files
        words = CellWords({"-1": 0}, range(2), "1 for a line, 0 or -1 for none", _ADVICE)
        down = _numbers(rest[:rows], words, rows, cols + 1)
        across = _numbers(rest[rows : 2 * rows + 1], words, rows + 1, cols)
        wide = cols + 1
        items += [(k, k + wide) for k, value in enumerate(down) if value]
        corners = [r * wide + c for r in range(rows + 1) for c in range(cols)]
        items += [(k, k + 1) for k, value in zip(corners, across, strict=False) if value]
    elif family == "numbers":
        words = CellWords(dict.fromkeys(".0+-=%c", 0), range(1, 100), "a number, or a dot", _ADVICE)
        plain = [(line, PENCILLED.sub("", text)) for line, text in rest[:rows]]
        drawn = _numbers(plain, words, rows, cols)
        if any(drawn):
            full = [one or clue for one, clue in zip(drawn, clues.values, strict=True)]
            items = list(enumerate(full)) if all(full) else []
    else:
        lines = rest if is_apart else sheet.body
        signs = [word for _, text in lines[:rows] for word in text.split()]
        items = [(cell,) for cell, sign in enumerate(signs) if sign == "#"]
    grid = clues.grid if family == "numbers" else None
    return Solution(family, tuple(sorted(items)), grid) if items else None


def write_sheet(
    clues: Board, family: Family, solution: Solution | None, words: CellWords, is_apart: bool
) -> list[str]:
    """Return the rows of a pzprv3 file: clues, then the solution."""
    rows, cols = clues.rows, clues.cols
    items = set() if solution is None else set(solution.items)
    head = words.write(clues.values, cols)
    cells = range(rows * cols)
    if family == "cells":
        signs = ["#" if (cell,) in items else "." for cell in cells]
        if is_apart:
            return [*head, *(join_rows(signs, cols) if items else ())]
        known = " ".join(head).split()
        both = [sign if sign == "#" else word for sign, word in zip(signs, known, strict=True)]
        return join_rows(both, cols)
    if family == "numbers":
        filled = {cell: number for cell, number in items}  # noqa: C416 (items are tuples)
        empty = words.signs["."]
        numbers = [filled.get(c, ".") if clues.values[c] == empty else "." for c in cells]
        return [*head, *join_rows(numbers, cols)]
    if family in ("edges", "bridges"):
        links = {(item[0], item[1]): 1 for item in items}
        links = links_of(clues, solution) if family == "bridges" else links
        return [*head, *pzpr.write_links(links, rows, cols)]
    wide = cols + 1
    down = [int((k, k + wide) in items) for k in range(rows * wide)]
    across = [int((k, k + 1) in items) for k in range((rows + 1) * wide) if (k + 1) % wide]
    return [*head, *join_rows(down, wide), *join_rows(across, cols)]


def read_drawn(
    clues: Board, family: Family, lines: Sequence[Line], filled: str, has_zeros: bool = False
) -> Solution | None:
    """Return the solution in a sheet of janko.at; ``filled`` has the words of filled cells.

    With ``has_zeros``, 0 and - are the number 0, as long as there is another one.
    """
    rows, cols = clues.rows, clues.cols
    if family == "numbers":
        words = CellWords({"-": 0}, range(0 if has_zeros else 1, 100), "a number", _ADVICE)
        numbers = _numbers(lines, words, rows, cols)
        is_full = any(numbers) if has_zeros else all(numbers)
        return Solution(family, tuple(enumerate(numbers)), clues.grid) if is_full else None
    drawn = words_below(lines, rows * cols, "solution", 0)
    if family == "bridges":
        return bridges.read_words(clues, drawn, lines[0][0])
    if family == "edges":
        edges = {(min(step), max(step)) for step in read_sides(drawn, cols)}
        return Solution(family, tuple(sorted(edges))) if edges else None
    inside = {cell for cell, word in enumerate(drawn) if word in filled.split()}
    if not inside:
        return None
    if family == "cells":
        return Solution(family, tuple((cell,) for cell in sorted(inside)))
    grid = clues.grid
    loop = (
        border
        for border in grid.borders()
        if sum(cell in inside for cell in grid.cells_beside(border)) == 1
    )
    return Solution(family, tuple(loop))


def write_drawn(clues: Board, solution: Solution, filled: str, unfilled: str = "-") -> list[str]:
    """Return the rows of a solution in a sheet of janko.at."""
    cells = range(clues.rows * clues.cols)
    if solution.family == "bridges":
        return bridges.write_words(clues, solution)
    if solution.family == "numbers":
        return join_rows([number for _, number in solution.items], clues.cols)
    items = set(solution.items)
    if solution.family == "cells":
        word = filled.split()[0]
        return join_rows([word if (cell,) in items else unfilled for cell in cells], clues.cols)
    if solution.family == "edges":
        return write_sides({(item[0], item[1]) for item in items}, len(cells), clues.cols)
    words = []
    is_inside = False
    for cell in cells:
        # From the left, each drawn border toggles inside and outside.
        if cell % clues.cols == 0:
            is_inside = False
        is_inside ^= clues.grid.borders_of(cell)[1] in items
        words.append(filled if is_inside else "-")
    return join_rows(words, clues.cols)


def read_rooms(sheet: JankoSheet) -> tuple[int, ...]:
    """Return the regions in a sheet of janko.at, of which those apart may share a word."""
    grid = Grid(*sheet.size())
    words = words_below(sheet.areas, len(grid.cells), "areas", sheet.line)
    return regions_between(grid, {(a, b) for a, b in grid.edges() if words[a] != words[b]})


def read_regions(sheet: JankoSheet) -> tuple[int, ...]:
    """Return the regions in a sheet of janko.at, () if it has none."""
    size = len(sheet.rows)
    if sheet.areas:
        cells = size * len(sheet.rows[0][1].split())
        return renumbered(words_below(sheet.areas, cells, "areas", sheet.line))
    wide, high = (sheet.fields.get(key, "") for key in ("patternx", "patterny"))
    if not (is_number(wide) and is_number(high)):
        return ()
    cols, rows = parse_number(wide), parse_number(high)
    if rows * cols != size:
        raise PuzzleFormatError(
            f"expected boxes of {size} cells, found {cols}x{rows}; check 'patternx' and 'patterny'",
            line=sheet.line,
        )
    return boxes(size, rows, cols)


def write_regions(clues: Board) -> list[str]:
    """Return the lines for regions in a sheet of janko.at."""
    box = box_of(clues.regions, clues.rows)
    if box is not None:
        return [f"patternx {box[1]}", f"patterny {box[0]}"]
    return ["areas", *join_rows(clues.regions, clues.cols)]


def _numbers(lines: Sequence[Line], words: CellWords, rows: int, cols: int) -> list[int]:
    """Return the values of ``rows`` lines; zeros if all are blank."""
    if not any(text for _, text in lines):
        return [0] * (rows * cols)
    if len(lines) < rows:
        raise PuzzleFormatError(
            f"expected {rows} rows of the solution, found {len(lines)}; {_ADVICE}",
            line=lines[-1][0],
        )
    return [value for line in lines[:rows] for value in words.read_row(line, cols).values]


def board_sheet(
    forms: Forms,
    games: tuple[str, ...],
    read: Callable[[JankoSheet, str | None], Board],
    write: Callable[[Board], list[str]],
    filled: str = "x",
    unfilled: str = "-",
    has_zeros: Callable[[Board], bool] = lambda board: False,
    **more: Any,
) -> TextFormat[Board, Solution]:
    """Return the form ``janko`` with an answer as in `read_drawn`; see `janko_form`.

    ``has_zeros`` (board) is as in `read_drawn`; ``more`` are further parameters.
    """
    family = forms.boards.family
    settings: dict[str, Any] = {
        "read_drawn": lambda board, sheet: read_drawn(
            board, family, sheet.drawn, filled, has_zeros(board)
        ),
        "write_drawn": lambda board, answer: write_drawn(board, answer, filled, unfilled),
        "refuse": forms.refuse_small,
    }
    return janko_form(games, read=read, write=write, **settings | more)
