"""Maps: a character for each cell, as puzzles and as solved boards.

``map`` is the puzzle: ``.`` water, ``1`` to ``9`` and ``a`` to ``g`` (10 to 16) islands, ``?`` an
island whose number is not told. ``solved-map`` has spaces for water and bridges on it, as
``texts.py`` prints them. Both are read by both names; puzzles are parted by empty lines.

Source: assignment 1 of COMP3411 at UNSW (2024), which has up to three bridges and clues to 12;
the fourth sign of each direction and the letters above ``c`` are ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from pipeline.kinds.hashi.formats.clues import Limits, clues_of_rows
from pipeline.kinds.hashi.model import MAX_SIDE, MOST_BRIDGES, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import Span, read_whole_spans
from pipeline.kinds.hashi.texts import ACROSS, ANY, DOWN, SYMBOLS, WATER, clue_symbol, map_rows
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import Row, split_rows
from pipeline.kinds.kit.forms import make_format, to_lines
from pipeline.kinds.kit.text_lines import Line, require_size, split_blocks
from pipeline.model import PuzzleFormatError

_ISLANDS: Final = {symbol: clue for clue, symbol in enumerate(SYMBOLS) if clue} | {ANY: UNKNOWN}
_SPANS: Final = {
    signs[k]: Span(k + 1, signs is ACROSS) for signs in (ACROSS, DOWN) for k in range(MOST_BRIDGES)
}
_UNSOLVED: Final = frozenset((*_ISLANDS, "."))
_SOLVED: Final = frozenset((*_ISLANDS, *_SPANS, WATER))

_LOOSE: Final = re.compile(f"(?:^| )[{ACROSS}](?: |$)")
"""A bridge across that touches nothing: the empty cell of a table of words."""


def _is_map(text: str) -> bool:
    block = next(split_blocks(_lines(text)), [])
    symbols = set("".join(line for _, line in block))
    if symbols.isdisjoint(_ISLANDS) or not symbols <= _UNSOLVED | _SOLVED:
        return False
    if symbols <= _UNSOLVED:
        return True
    is_loose = any(_LOOSE.search(line) for _, line in block)
    return symbols <= _SOLVED and _is_solved(block) and not is_loose


def _lines(text: str) -> Iterator[Line]:
    """Yield the lines, with the spaces at their ends, which are water, without comments.

    ``#`` is two bridges as well: a comment says something that no map can.
    """
    lines = ((number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), start=1))
    return (line for line in lines if line[1][:1] != "#" or _SOLVED.issuperset(line[1]))


def _is_solved(block: Sequence[Line]) -> bool:
    return any(symbol in _SPANS for _, line in block for symbol in line)


def _blocks(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each map: of a solved one, lines of spaces are rows."""
    for block in split_blocks(_lines(text)):
        if _is_solved(block):
            yield block
        else:
            yield from split_blocks([(number, line.strip()) for number, line in block])


def _read(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
    first, is_solved = block[0][0], _is_solved(block)
    cols = max(len(line) for _, line in block) if is_solved else len(block[0][1])
    require_size(cols, len(block), MAX_SIDE, first)
    rows: list[Row] = []
    spans: dict[int, Span] = {}
    for row, (number, line) in enumerate(block):
        if is_solved:
            # Spaces at the end of a row may be missing.
            _require_symbols(line, _SOLVED, f"a space for water, {ACROSS} or {DOWN}", number)
        else:
            _require_symbols(line, _UNSOLVED, "a dot for water", number)
            _require_length(line, cols, first, number)
        symbols = line.ljust(cols)
        rows.append(Row(number, [_ISLANDS.get(symbol, 0) for symbol in symbols]))
        cells = enumerate(symbols, start=row * cols)
        spans |= {cell: _SPANS[symbol] for cell, symbol in cells if symbol in _SPANS}
    clues = clues_of_rows(rows, rule)
    if not is_solved:
        return Parsed(first, clues)
    lines = [row.line for row in rows]
    return Parsed(first, clues, read_whole_spans(clues, spans, lines, "check the map for a slip"))


def _require_symbols(line: str, known: Collection[str], water: str, number: int) -> None:
    stray = next((symbol for symbol in line if symbol not in known), None)
    if stray is not None:
        raise PuzzleFormatError(
            f"expected {water}, 1 to 9 and a to g for islands, or ? for one without a number, "
            f"found {stray!r} in column {line.index(stray) + 1}",
            line=number,
        )


def _require_length(line: str, cols: int, first: int, number: int) -> None:
    if len(line) != cols:
        raise PuzzleFormatError(
            f"expected {cols} characters as on line {first}, found {len(line)}; "
            "make all rows equally long",
            line=number,
        )


def _write_map(clues: Clues, _: Solution | None) -> str:
    return to_lines(*map("".join, split_rows([*map(clue_symbol, clues.islands)], clues.cols)))


def _write_solved(clues: Clues, solution: Solution | None) -> str:
    if solution is None:
        return _write_map(clues, None)
    return to_lines(*map("".join, map_rows(clues, solution)))


MAP: Final = make_format(
    "map", "a map of dots and islands", _is_map, _blocks, _read, _write_map, "\n"
)
SOLVED_MAP: Final = make_format(
    "solved-map",
    "a map with its bridges",
    _is_map,
    _blocks,
    _read,
    _write_solved,
    "\n",
    Limits(drawn=MOST_BRIDGES).refuse,
)
