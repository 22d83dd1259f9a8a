"""Tables of words with spaces between: ``.has`` files, and the texts of janko.at.

- ``has``: a line ``rows columns islands``, then the rows, 0 for water (the instances of Coelho,
  Laporte, Lindbeck and Vidal, "Benchmark instances and optimal solutions for the Hashi puzzle",
  arXiv 1905.00973). It says neither rule nor solution, and islands may touch.
- ``janko``: lines that begin with a keyword, as the pages of janko.at hold: ``problem`` and its
  rows (``-`` for water), ``solution`` and its rows (``1`` and ``2`` bridges across, ``a`` and
  ``b`` down). There at most two bridges lie side by side and all islands hang together.
- ``table``: rows of words, ``-`` for water, puzzles parted by blank lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from pipeline.kinds.hashi.formats.clues import (
    OF_SITES,
    Limits,
    clues_of_rows,
    make_hashi_format,
)
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import Span, read_whole_spans, spans_of
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import Words
from pipeline.kinds.kit.janko import Sheet, is_janko, split_janko
from pipeline.kinds.kit.table_text import EMPTY_WORDS, is_table, split_table
from pipeline.kinds.kit.text_lines import (
    ANY_NUMBER,
    Line,
    cut,
    is_number,
    parse_number,
    require_size,
    require_width,
    said_lines,
)
from pipeline.model import PuzzleFormatError

_NUMBERS: Final = Words(
    {"0": 0}, range(10**9), "whole numbers with spaces between, 0 for water", ""
)

Lines: TypeAlias = list[Line]


def _is_has(text: str) -> bool:
    """Return whether the text begins with three numbers, and a row as wide as the second says."""
    lines = [line.split() for _, line in said_lines(text)][:2]
    if len(lines) < 2 or not all(is_number(word) for line in lines for word in line):
        return False
    return len(lines[0]) == 3 and parse_number(lines[0][1]) == len(lines[1])


def _split_has(text: str) -> Iterator[tuple[Line, Lines]]:
    """Yield the first line of each puzzle, and as many of those below as it says at the most."""
    lines = said_lines(text)
    at = 0
    while at < len(lines):
        words = lines[at][1].split()
        if len(words) != 3 or not all(map(is_number, words)):
            raise PuzzleFormatError(
                f"expected rows, columns and islands as in '5 5 12', found {cut(lines[at][1])!r}; "
                "check that the rows above are as many as their first line says",
                line=lines[at][0],
            )
        end = at + 1 + parse_number(words[0])
        yield lines[at], lines[at + 1 : end]
        at = end


def _read_has(part: tuple[Line, Lines], rule: str | None) -> Parsed[Clues, Solution]:
    (number, head), body = part
    rows, cols, islands = map(parse_number, head.split())
    require_size(cols, rows, MAX_SIDE, number)
    board = [_NUMBERS.read_row(line, cols) for line in body]
    if len(board) < rows:
        raise PuzzleFormatError(
            f"expected {rows} rows as line {number} says, found {len(board)}; "
            "add the missing rows or correct the first line",
            line=(body or [(number, "")])[-1][0],
        )
    found = sum(clue > 0 for row in board for clue in row.values)
    if found != islands:
        raise PuzzleFormatError(
            f"expected {islands} islands as line {number} says, found {found}; "
            "correct the rows or the first line",
            line=number,
        )
    return Parsed(number, clues_of_rows(board, rule))


def _write_has(clues: Clues, _: Solution | None) -> str:
    rows = _NUMBERS.write(clues.islands, clues.cols)
    head = f"{clues.rows} {clues.cols} {len(clues.island_cells())}"
    return "".join(f"{line}\n" for line in (head, *rows))


_CLUES: Final = Words(
    {"-": 0, "?": UNKNOWN},
    ANY_NUMBER,
    "numbers from 1, - for water, or ? for an island without a number",
    "check the problem",
)
_WORDS: Final = Words(
    dict.fromkeys(EMPTY_WORDS, 0) | {"?": UNKNOWN},
    ANY_NUMBER,
    "numbers from 1, - for water, or ? for an island without a number",
    "check the table",
)
_SPANS: Final = Words(
    {
        "-": None,
        "1": Span(1, True),
        "2": Span(2, True),
        "a": Span(1, False),
        "b": Span(2, False),
    },
    range(0),
    "1 or 2 for bridges across, a or b for bridges down, or - for water",
    "check the solution",
)


def _read_janko(sheet: Sheet, rule: str | None) -> Parsed[Clues, Solution]:
    if not sheet.rows:
        raise PuzzleFormatError("expected rows below 'problem', found none", line=sheet.line)
    clues = _read_board(sheet.rows, rule, _CLUES)
    solution = _read_drawn(clues, sheet.drawn) if sheet.drawn else None
    return Parsed(sheet.line, clues, solution, sheet.credit, sheet.source_id)


def _read_board(board: Lines, rule: str | None, words: Words) -> Clues:
    cols = len(board[0][1].split())
    require_size(cols, len(board), MAX_SIDE, board[0][0])
    return clues_of_rows([words.read_row(line, cols, "the first row") for line in board], rule)


def _read_table(board: Lines, rule: str | None) -> Parsed[Clues, Solution]:
    return Parsed(board[0][0], _read_board(board, rule, _WORDS))


def _write_table(clues: Clues, _: Solution | None) -> str:
    return "".join(f"{row}\n" for row in _CLUES.write(clues.islands, clues.cols))


def _read_drawn(clues: Clues, drawn: Sequence[Line]) -> Solution | None:
    if len(drawn) != clues.rows:
        raise PuzzleFormatError(
            f"expected {clues.rows} rows below 'solution', found {len(drawn)}; "
            "make it as large as the problem",
            line=drawn[-1][0],
        )
    spans: dict[int, Span] = {}
    for start, (line, text) in zip(range(0, len(clues.islands), clues.cols), drawn, strict=True):
        words = text.split()
        require_width(len(words), clues.cols, line, "the problem")
        for cell, word in enumerate(words, start=start):
            # What stands on an island there repeats its number or says nothing.
            if not clues.islands[cell] and (span := _SPANS.read(word, line)):
                spans[cell] = span
    return read_whole_spans(clues, spans, [line for line, _ in drawn], "check the solution")


def _write_janko(clues: Clues, solution: Solution | None) -> str:
    lines = ["begin", "puzzle hashi", f"rows {clues.rows}", f"cols {clues.cols}", "problem"]
    lines += _CLUES.write(clues.islands, clues.cols)
    if solution is not None:
        spans = spans_of(clues, solution)
        drawn = [spans.get(cell, [None])[0] for cell in range(len(clues.islands))]
        lines += ["solution", *_SPANS.write(drawn, clues.cols)]
    return "".join(f"{line}\n" for line in (*lines, "end"))


HAS: Final = make_hashi_format(
    "has",
    "rows, columns, islands, then numbers",
    Limits(may_be_untold=False),
    _is_has,
    _split_has,
    _read_has,
    _write_has,
    gap="\n",
)
JANKO: Final = make_hashi_format(
    "janko",
    "texts of janko.at",
    replace(OF_SITES, drawn=2),
    lambda text: is_janko(text, ("hashi", "hashiwokakero", "bridges")),
    split_janko,
    _read_janko,
    _write_janko,
    gap="\n",
)
TABLE: Final = make_hashi_format(
    "table",
    "rows of words, - for water",
    OF_SITES,
    is_table,
    split_table,
    _read_table,
    _write_table,
    gap="\n",
)
