"""A solved board as text for a terminal: a map as other programs print it, and a wide one.

Text forms that programs exchange live in ``formats``, pictures in ``draw.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pipeline.kinds.hashi.model import UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import Span, links_of, place, spans_of, touching_bridges
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.forms import to_lines

SYMBOLS: Final = ".123456789abcdefg"  # Water, 1 to 9, and letters for 10 to 16
ANY: Final = "?"  # An island without a number

WATER: Final = " "
ACROSS: Final = "-=EF"
DOWN: Final = '|"#H'
"""One to four bridges side by side, by direction."""

MANY: Final = "*"
CROSSING: Final = "+"  # Only in wrong solutions: over four bridges, or bridges that cross

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_COLOURS: Final = {ACROSS[k]: 36 - k for k in range(4)} | {DOWN[k]: 36 - k for k in range(4)}
"""ANSI foregrounds by the number of bridges: cyan, magenta, blue, yellow."""


def solved_map(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return the board with its bridges, one character for each cell.

    Islands are as in the puzzle, water is a space; one to four bridges are ``-=EF`` across and
    ``|"#H`` down. A bridge between islands that touch has no cell to lie on: it is listed below
    the map.

    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> clues = make_clues(3, 3, [2, 0, 3, 0, 0, 0, 0, 0, 1])
    >>> print(solved_map(clues, make_solution([(0, 2, 2), (2, 8, 1)]), False), end="")
    2=3
      |
      1
    """
    rows = map_rows(clues, solution)
    notes = [
        f"{count} between {place(clues, one)} and {place(clues, other)}, which touch\n"
        for one, other, count in touching_bridges(clues, solution)
    ]
    return _join(rows, is_coloured) + "".join(notes)


def wide_map(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return the board with room between its cells, so that bridges between islands show.

    The characters are those of `solved_map`.

    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> clues = make_clues(2, 2, [2, 3, 0, 1])
    >>> print(wide_map(clues, make_solution([(0, 1, 2), (1, 3, 1)]), False), end="")
    2=3
      |
      1
    """
    links = links_of(clues, solution)
    rows: list[list[str]] = []
    for row, cells in enumerate(map_rows(clues, solution)):
        first = row * clues.cols
        line = list(cells[0])
        for at, cell in enumerate(cells[1:], start=first):
            line += [_sign(links.get((at, at + 1), 0), is_across=True), cell]
        rows.append(line)
        if row + 1 < clues.rows:
            counts = (
                links.get((at, at + clues.cols), 0) for at in range(first, first + clues.cols)
            )
            rows.append(list(WATER.join(_sign(count, is_across=False) for count in counts)))
    return _join(rows, is_coloured)


TEXTS: Final[Mapping[str, Callable[[Clues, Solution, bool], str]]] = {
    "map": solved_map,
    "wide": wide_map,
}


def clue_symbol(clue: int) -> str:
    """Return the character of a clue.

    >>> clue_symbol(0), clue_symbol(12), clue_symbol(UNKNOWN)
    ('.', 'c', '?')
    """
    return ANY if clue == UNKNOWN else SYMBOLS[clue]


def map_rows(clues: Clues, solution: Solution) -> list[list[str]]:
    """Return the characters of a solved map, row by row."""
    spans = spans_of(clues, solution)
    cells = [
        clue_symbol(clue) if clue else _symbol(spans.get(cell, []))
        for cell, clue in enumerate(clues.islands)
    ]
    return [[*row] for row in split_rows(cells, clues.cols)]


def _symbol(spans: Sequence[Span]) -> str:
    if len({span.is_across for span in spans}) > 1:
        return CROSSING
    count = sum(span.count for span in spans)
    return _sign(count, is_across=bool(spans) and spans[0].is_across)


def _sign(count: int, *, is_across: bool) -> str:
    if count == 0:
        return WATER
    signs = ACROSS if is_across else DOWN
    return signs[count - 1] if count <= len(signs) else MANY


def _join(rows: Sequence[Sequence[str]], is_coloured: bool) -> str:
    if is_coloured:
        rows = [[_coloured(symbol) for symbol in row] for row in rows]
    return to_lines(*map("".join, rows))


def _coloured(symbol: str) -> str:
    if symbol in _COLOURS:
        return f"\x1b[{_COLOURS[symbol]}m{symbol}{_PLAIN}"
    return symbol if symbol == WATER else f"{_BOLD}{symbol}{_PLAIN}"


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns of a report.

    Islands, their share of the cells in percent, the sum of the clues, islands without a number.

    >>> from pipeline.kinds.hashi.model import make_clues
    >>> facts(make_clues(1, 5, [2, 0, 3, 0, 1]))
    {'islands': 3, 'density': 60, 'clues': 6, 'unknown': 0}
    """
    islands = clues.island_cells()
    return {
        "islands": len(islands),
        "density": 100 * len(islands) // len(clues.islands),
        "clues": sum(clues.islands[cell] for cell in islands if clues.islands[cell] > 0),
        "unknown": sum(clues.islands[cell] == UNKNOWN for cell in islands),
    }
