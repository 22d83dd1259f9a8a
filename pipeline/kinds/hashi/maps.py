"""Maps: a character for each cell, as puzzles and as solved boards.

``map`` is the puzzle: ``.`` water, ``1`` to ``9`` and ``a`` to ``g`` (10 to 16) islands, ``?`` an
island whose number is not told. ``solved-map`` has spaces for water and bridges on it, as
``texts.py`` prints them. Both are read by both names; puzzles are parted by empty lines.

Source: assignment 1 of COMP3411 at UNSW (2024), which has up to three bridges and clues to 12;
the fourth sign of each direction and the letters above ``c`` are ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.hashi.drawing import Mark, place, read_marks
from pipeline.kinds.hashi.islands import Row, clues_of_rows, require_room
from pipeline.kinds.hashi.model import MAX_SIDE, MOST_BRIDGES, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.texts import ACROSS, ANY, DOWN, SYMBOLS, WATER, clue_symbol, map_rows
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import Line, require_found, require_size, split_blocks
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

_ISLANDS: Final = {symbol: clue for clue, symbol in enumerate(SYMBOLS) if clue} | {ANY: UNKNOWN}
_MARKS: Final = {
    signs[k]: Mark(k + 1, signs is ACROSS) for signs in (ACROSS, DOWN) for k in range(MOST_BRIDGES)
}
_UNSOLVED: Final = frozenset((*_ISLANDS, "."))
_SOLVED: Final = frozenset((*_ISLANDS, *_MARKS, WATER))


def detect_map(text: str) -> bool:
    r"""Return whether the text begins with a map, solved or not.

    Examples
    --------
    >>> detect_map("1.1\n"), detect_map("1-1\n"), detect_map("3 1\n1.1\n")
    (True, True, False)
    """
    block = next(split_blocks(_lines(text)), [])
    symbols = {symbol for _, line in block for symbol in line}
    return any(symbol in _ISLANDS for symbol in symbols) and (
        symbols <= _UNSOLVED or (symbols <= _SOLVED and not symbols.isdisjoint(_MARKS))
    )


def read_maps(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of maps; those of solved maps come with their solutions.

    Parameters
    ----------
    text : str
        The whole file. Spaces at the end of a row of a solved map may be missing.
    rule : str or None
        What the puzzles are posed under; None for the usual rule.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> next(read_maps("2=3\n  |\n  1\n", None)).solution
    Solution(bridges=((0, 2, 2), (2, 8, 1)))
    """
    found = False
    for block in _blocks(text):
        found = True
        is_solved = any(symbol in _MARKS for _, line in block for symbol in line)
        yield _read_solved(block, rule) if is_solved else _read_puzzle(block, rule)
    require_found(found, text.count("\n") + 1)


def write_maps(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as maps, an empty line between; no solutions.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> print(write_maps([(make_clues(1, 4, [12, 0, -1, 0]), None)]), end="")
    c.?.
    """
    return "\n".join(_puzzle_map(clues) for clues, _ in puzzles)


def write_solved_maps(puzzles: Sequence[Puzzle]) -> str:
    """Return the solved maps of the puzzles, and the map itself where no solution is known.

    Raises
    ------
    PuzzleFormatError
        If islands that touch are joined, or more than four bridges lie side by side.
    """
    texts = []
    for clues, solution in puzzles:
        require_room("solved-map", clues, solution, MOST_BRIDGES)
        if solution is None:
            texts.append(_puzzle_map(clues))
        else:
            texts.append("".join("".join(row) + "\n" for row in map_rows(clues, solution)))
    return "\n".join(texts)


MAP: Final[TextFormat[Clues, Solution]] = TextFormat(
    "map", "a map of dots and islands", detect_map, read_maps, write_maps
)
SOLVED_MAP: Final[TextFormat[Clues, Solution]] = TextFormat(
    "solved-map", "a map with its bridges", detect_map, read_maps, write_solved_maps
)


def _puzzle_map(clues: Clues) -> str:
    symbols = "".join(map(clue_symbol, clues.islands))
    return "".join(
        symbols[at : at + clues.cols] + "\n" for at in range(0, len(symbols), clues.cols)
    )


def _lines(text: str) -> list[Line]:
    """Return the lines, with the spaces at their ends, which are water."""
    return [(number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), start=1)]


def _blocks(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each map: of a solved one, lines of spaces are rows."""
    for block in split_blocks(_lines(text)):
        if any(symbol in _MARKS for _, line in block for symbol in line):
            yield block
        else:
            yield from split_blocks([(number, line.strip()) for number, line in block])


def _read_puzzle(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
    first, cols = block[0][0], len(block[0][1])
    require_size(cols, len(block), MAX_SIDE, first)
    for number, line in block:
        _require_symbols(line, _UNSOLVED, "a dot for water", number)
        if len(line) != cols:
            raise PuzzleFormatError(
                f"expected {cols} characters as on line {first}, found {len(line)}; "
                "make all rows equally long",
                line=number,
            )
    rows = [Row(number, [_ISLANDS.get(symbol, 0) for symbol in line]) for number, line in block]
    return Parsed(first, clues_of_rows(rows, rule))


def _read_solved(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
    cols = max(len(line) for _, line in block)
    require_size(cols, len(block), MAX_SIDE, block[0][0])
    rows, marks = [], {}
    for row, (number, line) in enumerate(block):
        _require_symbols(line, _SOLVED, f"a space for water, {ACROSS} or {DOWN}", number)
        cells = line.ljust(cols)
        rows.append(Row(number, [_ISLANDS.get(symbol, 0) for symbol in cells]))
        marks.update(
            {
                row * cols + col: _MARKS[symbol]
                for col, symbol in enumerate(cells)
                if symbol in _MARKS
            }
        )
    clues = clues_of_rows(rows, rule)
    read = read_marks(clues, marks)
    if read.broken is not None:
        raise PuzzleFormatError(
            f"expected bridges that run from island to island, found a loose piece at "
            f"{place(clues, read.broken)}; check the map for a slip",
            line=rows[read.broken // cols].line,
        )
    return Parsed(block[0][0], clues, read.solution)


def _require_symbols(line: str, known: frozenset[str], water: str, number: int) -> None:
    stray = next((symbol for symbol in line if symbol not in known), None)
    if stray is not None:
        raise PuzzleFormatError(
            f"expected {water}, 1 to 9 and a to g for islands, or ? for one without a number, "
            f"found {stray!r} in column {line.index(stray) + 1}",
            line=number,
        )
