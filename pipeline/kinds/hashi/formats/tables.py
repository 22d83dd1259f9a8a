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

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final, TypeAlias

from pipeline.kinds.hashi.formats.clues import OF_SITES, Limits, clues_of_rows
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import Span, place, read_whole_spans, spans_of
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.forms import EMPTY_WORDS, make_format, read_table, table_form, to_lines
from pipeline.kinds.kit.janko import JankoSheet, janko_form
from pipeline.kinds.kit.penpa import NO_LINES
from pipeline.kinds.kit.text_lines import (
    ANY_NUMBER,
    Line,
    first_lines,
    is_number,
    parse_number,
    require_size,
    require_width,
    said_lines,
)
from pipeline.model import PuzzleFormatError, cut

_NUMBERS: Final = CellWords(
    {"0": 0}, range(10**9), "whole numbers with spaces between, 0 for water", ""
)

Lines: TypeAlias = list[Line]


def _is_has(text: str) -> bool:
    lines = [line.split() for line in first_lines(text, 2)]
    if len(lines) < 2 or not all(is_number(word) for line in lines for word in line):
        return False
    return len(lines[0]) == 3 and parse_number(lines[0][1]) == len(lines[1])


def _split_has(text: str) -> Iterator[tuple[Line, Lines]]:
    """Yield the first line of each puzzle, and as many of those below as it says at the most."""
    lines = [*said_lines(text)]
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
    head = f"{clues.rows} {clues.cols} {len(clues.island_cells())}"
    return to_lines(head, *_NUMBERS.write(clues.islands, clues.cols))


_LETTERS: Final = "hashicrypt"
"""The game in which a letter stands for a number, the same on each of its islands."""
_CLUES: Final = CellWords(
    {"-": 0, "?": UNKNOWN},
    ANY_NUMBER,
    "numbers from 1, - for water, or ? for an island without a number",
    "check the problem",
)
_WORDS: Final = replace(
    _CLUES, signs=dict.fromkeys(EMPTY_WORDS, 0) | {"?": UNKNOWN}, advice="check the table"
)
_SPANS: Final = CellWords(
    {"-": None, "1": Span(1, True), "2": Span(2, True), "a": Span(1, False), "b": Span(2, False)},
    range(0),
    "1 or 2 for bridges across, a or b for bridges down, or - for water",
    "check the solution",
)


def _read_board(words: CellWords, board: Sequence[Line], rule: str | None) -> Clues:
    return clues_of_rows(read_table(board, MAX_SIDE, words.read_row), rule)


def _write_board(clues: Clues) -> list[str]:
    return _CLUES.write(clues.islands, clues.cols)


def _read_drawn(clues: Clues, sheet: JankoSheet) -> Solution | None:
    drawn = sheet.drawn
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


def _write_drawn(clues: Clues, solution: Solution) -> list[str]:
    spans = spans_of(clues, solution)
    return _SPANS.write(
        (spans.get(cell, [None])[0] for cell in range(len(clues.islands))), clues.cols
    )


def _with_numbers(sheet: JankoSheet) -> JankoSheet:
    """Return a sheet with the numbers of the drawn answer in place of letters that stand for them.

    What each letter is stays with the fields. `PuzzleFormatError` where no answer tells it.
    """
    letters = {word for _, row in sheet.rows for word in row.split() if word.isalpha()}
    if not letters or sheet.fields.get("puzzle", "").lower() != _LETTERS:
        return sheet
    untold = [
        (line, " ".join("?" if word.isalpha() else word for word in row.split()))
        for line, row in sheet.rows
    ]
    clues = _read_board(_CLUES, untold, None)
    solution = _read_drawn(clues, sheet) if sheet.drawn else None
    if solution is None:
        raise PuzzleFormatError(
            "found letters for numbers, which only an answer tells, and no answer; add it below "
            "'solution', or leave the puzzle out",
            line=sheet.line,
            is_foreign=True,
        )
    bridges = Counter[int]()
    for one, other, count in solution.bridges:
        bridges.update({one: count, other: count})
    numbers: dict[str, str] = {}
    rows = []
    for start, (line, row) in zip(
        range(0, len(clues.islands), clues.cols), sheet.rows, strict=True
    ):
        words = row.split()
        for at, word in enumerate(words):
            if not word.isalpha():
                continue
            words[at] = str(bridges[start + at])
            if numbers.setdefault(word, words[at]) != words[at]:
                raise PuzzleFormatError(
                    f"expected {numbers[word]} bridges on each island {word!r}, as the first has "
                    f"in the answer, found {words[at]} at {place(clues, start + at)}; check both",
                    line=line,
                )
        rows.append((line, " ".join(words)))
    told = ", ".join(f"{letter} = {numbers[letter]}" for letter in sorted(numbers))
    return sheet._replace(rows=rows, fields={**sheet.fields, "letters": told})


HAS: Final = make_format(
    "has",
    "rows, columns, islands, then numbers",
    _is_has,
    _split_has,
    _read_has,
    _write_has,
    "\n",
    Limits(may_be_untold=False).refuse,
)
JANKO: Final = janko_form(
    ("hashi", "hashiwokakero", "bridges", _LETTERS),
    lambda sheet, rule: _read_board(_CLUES, sheet.rows, rule),
    _read_drawn,
    _write_board,
    _write_drawn,
    replace(OF_SITES, drawn=2).refuse,
    prepare=_with_numbers,
)


def _likeness(clues: Clues) -> int:
    """Return 1 for a board with water and no islands side by side, as all that were published."""
    rows = [clues.islands[k : k + clues.cols] for k in range(0, len(clues.islands), clues.cols)]
    lines = (*rows, *zip(*rows, strict=True))
    return int(
        0 in clues.islands and not any(all(pair) for line in lines for pair in pairwise(line))
    )


TABLE: Final[TextFormat[Clues, Solution]] = table_form(
    "rows of words, - for water",
    partial(_read_board, _WORDS),
    _write_board,
    OF_SITES.refuse,
    _likeness,
    ("hashiwokakero (hashi/bridges)", NO_LINES),
    6,
)
