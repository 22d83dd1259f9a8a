"""Solved boards of bridges as text: a map as other programs print it, and a wide one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.spans import (
    Span,
    links_of,
    place,
    runs_across,
    spans_of,
    touching_bridges,
)
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.forms import to_lines

SYMBOLS: Final = ".123456789abcdefg?"
"""Water, 1 to 9, letters for 10 to 16; last an island without a number, the clue -1."""
WATER: Final = " "
ACROSS: Final = "-=EF"
DOWN: Final = '|"#H'
"""One to four bridges side by side, by direction."""
MANY: Final = "*"
CROSSING: Final = "+"  # Only in wrong solutions: over four bridges, or bridges that cross

_BOLD: Final = "\x1b[1m{}\x1b[0m"
_COLOURS: Final = {sign: f"\x1b[{36 - k}m{{}}\x1b[0m" for signs in (ACROSS, DOWN)
                   for k, sign in enumerate(signs)}  # fmt: skip
"""By the number of bridges: cyan, magenta, blue, yellow."""


def solved_map(clues: Board, solution: Solution, is_coloured: bool) -> str:
    r"""Return the board with its bridges, one character for each cell.

    Islands are as in the puzzle, water is a space; one to four bridges are ``-=EF`` across and
    ``|"#H`` down. A bridge between islands that touch has no cell to lie on: it is listed below
    the map.

    >>> board = Board(3, 3, (2, 0, 3, 0, 0, 0, 0, 0, 1))
    >>> answer = Solution("bridges", ((0, 2, 2), (2, 8, 1)))
    >>> print(solved_map(board, answer, False), end="")
    2=3
      |
      1
    """
    notes = (
        f"{count} between {place(clues, one)} and {place(clues, other)}, which touch"
        for one, other, count in touching_bridges(clues, solution)
    )
    return _join(map_rows(clues, solution), is_coloured) + to_lines(*notes)


def wide_map(clues: Board, solution: Solution, is_coloured: bool) -> str:
    r"""Return the board with room between its cells, so that bridges between islands show.

    The characters are those of `solved_map`.

    >>> answer = Solution("bridges", ((0, 1, 2), (1, 3, 1)))
    >>> print(wide_map(Board(2, 2, (2, 3, 0, 1)), answer, False), end="")
    2=3
      |
      1
    """
    links, cols = links_of(clues, solution), clues.cols
    canvas = [[WATER] * (2 * cols - 1) for _ in range(2 * clues.rows - 1)]
    for row, cells in enumerate(map_rows(clues, solution)):
        canvas[2 * row][::2] = cells
    for (one, other), count in links.items():
        (row, col), is_across = divmod(one, cols), runs_across(cols, one, other)
        canvas[2 * row + (not is_across)][2 * col + is_across] = _sign(count, is_across)
    return _join(canvas, is_coloured)


TEXTS: Final[Mapping[str, Callable[[Board, Solution, bool], str]]] = {
    "map": solved_map,
    "wide": wide_map,
}


def map_rows(clues: Board, solution: Solution) -> list[Sequence[str]]:
    """Return the characters of a solved map, row by row."""
    spans = spans_of(clues, solution)
    cells = [
        SYMBOLS[clue] if clue else _symbol(spans.get(cell, ()))
        for cell, clue in enumerate(clues.values)
    ]
    return split_rows(cells, clues.cols)


def _symbol(spans: Sequence[Span]) -> str:
    if len({span.is_across for span in spans}) > 1:
        return CROSSING
    return _sign(sum(span.number for span in spans), spans[0].is_across) if spans else WATER


def _sign(count: int, is_across: bool) -> str:
    signs = ACROSS if is_across else DOWN
    return signs[count - 1] if count <= len(signs) else MANY


def _join(rows: Sequence[Sequence[str]], is_coloured: bool) -> str:
    style = {WATER: "{}", **_COLOURS} if is_coloured else {}
    bold = _BOLD if is_coloured else "{}"
    return to_lines(*("".join(style.get(sign, bold).format(sign) for sign in row) for row in rows))
