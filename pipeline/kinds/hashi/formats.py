"""Text forms of Hashi, each read and written: ``docs/formats.md`` describes them.

Sources: pzprjs (MIT) for ``puzz.link`` and ``pzprv3``; ``bridges.c`` of Simon Tatham's collection
(MIT) for ``tatham``; Coelho, Laporte, Lindbeck and Vidal, arXiv 1905.00973, for ``has``; janko.at;
assignment 1 of COMP3411 at UNSW (2024) for ``map``, whose fourth sign of each direction and letters
above ``c`` are ours.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase
from typing import Final, TypeAlias

from pipeline.kinds.hashi.model import (
    BOARDS,
    LARGEST_CLUE,
    MOST_BRIDGES,
    RULE_PARTS,
    RULES,
    UNKNOWN,
    rule_name,
)
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.say import ACROSS, DOWN, SYMBOLS, WATER, map_rows
from pipeline.kinds.kit.looks.bridge.spans import (
    Span,
    between,
    place,
)
from pipeline.kinds.kit.sites import bridges, puzz_link, pzpr, sheets, tables
from pipeline.kinds.kit.sites.cells import (
    CellWords,
    Row,
    Runs,
    Signs,
    decode_cells,
    encode_cells,
    split_rows,
)
from pipeline.kinds.kit.sites.forms import (
    EMPTY_WORDS,
    game_id_form,
    make_format,
    read_table,
    to_lines,
)
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet
from pipeline.kinds.kit.sites.penpa import NO_LINES
from pipeline.kinds.kit.sites.reading import Forms
from pipeline.kinds.kit.sites.text_lines import (
    ANY_NUMBER,
    Line,
    content_lines,
    first_lines,
    is_number,
    parse_number,
    require_size,
    require_width,
    split_blocks,
    whole_lines,
)
from pipeline.kinds.kit.sites.words import Words
from pipeline.model import PuzzleFormatError, cut

Form: TypeAlias = TextFormat[Board, Solution]
Read: TypeAlias = Parsed[Board, Solution]


class _Forms(Forms):
    """Forms whose islands must see enough other islands for their numbers."""

    def make_clues(
        self, rows: int, cols: int, values: Sequence[int], rule: str | None, line: int, *_: object
    ) -> Board:
        return self.of_rows([Row(line, row) for row in split_rows(values, cols)], rule)

    def of_rows(self, rows: Sequence[Row], rule: str | None, regions: Sequence[int] = ()) -> Board:
        values = [value for row in rows for value in row.values]
        cols = len(rows[0].values)
        board = Forms.make_clues(self, len(rows), cols, values, rule, rows[0].line)
        seen = Counter(cell for pair in bridges.sights(board) for cell in pair)
        for cell, number in board.clues_but(0):
            if number > RULE_PARTS[board.rule].max_bridges * seen[cell] or not seen[cell]:
                fault = _beyond(board, cell, seen[cell])
                raise PuzzleFormatError(fault, line=rows[cell // cols].line)
        return board


def _beyond(board: Board, cell: int, seen: int) -> str:
    """Return an error message for an island that sees too few others."""
    if not seen:
        return (
            f"the island at {place(board, cell)} reaches no other: there is none in its row or "
            "column; check the map for a slip"
        )
    number, parts = board.values[cell], RULE_PARTS[board.rule]
    way_out, needed = "", -(-number // seen)
    if needed <= MOST_BRIDGES:
        wider = rule_name(needed, parts.connected, parts.loops)
        way_out = f", or read it under a rule with more side by side (--rule {wider})"
    return (
        f"expected at most {parts.max_bridges * seen} bridges on the island at "
        f"{place(board, cell)}, which sees {seen} other{'s' if seen > 1 else ''} under the rule "
        f"{board.rule}, found {number}; check the map for a slip{way_out}"
    )


def _forms(
    rules: Sequence[str] = RULES,
    largest: int = LARGEST_CLUE,
    has_unknown: bool = True,
    has_touching: bool = True,
) -> _Forms:
    """Return forms with some rules and numbers; some lack islands without one, or that touch."""

    def unsupported(board: Board) -> str:
        if board.rule not in rules:
            return f"the rule {board.rule}"
        for cell, number in board.clues_but(0):
            if number > largest or (number == UNKNOWN and not has_unknown):
                what = "without a number" if number == UNKNOWN else f"of {number}"
                return f"an island {what} at {place(board, cell)}"
        for one, other in () if has_touching else bridges.sights(board):
            if not between(board.cols, one, other):
                return f"islands that touch, at {place(board, one)} and {place(board, other)}"
        return ""

    return _Forms(BOARDS, unsupported)


ALL: Final = _forms()
OF_SITES: Final = _forms(RULES[:1], 8)  # What sites play: the usual rule, with numbers up to 8


_NUMBERS: Final = CellWords(
    {"0": 0}, range(10**9), "whole numbers with spaces between, 0 for water", ""
)


def _is_has(text: str) -> bool:
    lines = [line.split() for line in first_lines(text, 2)]
    if len(lines) < 2 or not all(is_number(word) for line in lines for word in line):
        return False
    return len(lines[0]) == 3 and parse_number(lines[0][1]) == len(lines[1])


def _split_has(text: str) -> Iterator[list[Line]]:
    """Yield the first line of each puzzle and up to as many further lines as it states."""
    lines, begin = [*content_lines(text)], 0
    while begin < len(lines):
        line, head = lines[begin]
        words = head.split()
        if len(words) != 3 or not all(map(is_number, words)):
            raise PuzzleFormatError(
                f"expected rows, columns and islands as in '5 5 12', found {cut(head)!r}; "
                "check that the rows above are as many as their first line says",
                line=line,
            )
        end = begin + 1 + parse_number(words[0])
        yield lines[begin:end]
        begin = end


def _read_has(lines: list[Line], rule: str | None) -> Read:
    number, head = lines[0]
    rows, cols, islands = map(parse_number, head.split())
    require_size(cols, rows, BOARDS.most_side, number)
    board = [_NUMBERS.read_row(line, cols) for line in lines[1:]]
    found = sum(clue > 0 for row in board for clue in row.values)
    if (len(board), found) != (rows, islands):
        raise PuzzleFormatError(
            f"expected {rows} rows with {islands} islands as line {number} says, found "
            f"{len(board)} with {found}; correct the rows or the first line",
            line=number,
        )
    return Parsed(number, ALL.of_rows(board, rule))


def _write_has(clues: Board, _: Solution | None) -> str:
    islands = len(clues.values) - clues.values.count(0)
    head = f"{clues.rows} {clues.cols} {islands}"
    return to_lines(head, *_NUMBERS.write(clues.values, clues.cols))


_LETTERS: Final = "hashicrypt"  # The game in which a letter stands for a number
_CLUES: Final = Words(
    ANY_NUMBER,
    "numbers from 1, - for water, or ? for an island without a number",
    "check the problem",
    "-",
    {"?": UNKNOWN},
).at("janko", 0)


def _read_board(sheet: JankoSheet, rule: str | None) -> Board:
    return OF_SITES.of_rows(read_table(sheet.rows, BOARDS.most_side, _CLUES.read_row), rule)


def _with_numbers(sheet: JankoSheet) -> JankoSheet:
    """Return a sheet with the numbers of its answer in place of letters."""

    def replaced(number_of: Callable[[str], object]) -> list[Line]:
        """Return the rows with other words in place of letters."""
        rows = [(line, row.split()) for line, row in sheet.rows]
        return [
            (line, " ".join(str(number_of(word)) if word.isalpha() else word for word in words))
            for line, words in rows
        ]

    words = [word for _, row in sheet.rows for word in row.split()]
    is_crypt = sheet.fields.get("puzzle", "").lower() == _LETTERS
    if not is_crypt or not any(map(str.isalpha, words)):
        return sheet
    board = _read_board(sheet._replace(rows=replaced(lambda word: "?")), None)
    if not sheet.drawn:
        raise PuzzleFormatError(
            "found letters for numbers, which only an answer gives, and no answer; add it below "
            "'solution', or leave the puzzle out",
            line=sheet.line,
            is_foreign=True,
        )
    ends = Counter[int]()
    drawn = sheets.read_drawn(board, BOARDS.family, sheet.drawn, "")
    for one, other, count in drawn.items if drawn else ():
        ends.update({one: count, other: count})
    numbers: dict[str, int] = {}
    for cell, word in enumerate(words):
        number = ends[cell]
        if word.isalpha() and numbers.setdefault(word, number) != number:
            raise PuzzleFormatError(
                f"expected {numbers[word]} bridges on each island {word!r}, as the first has in "
                f"the answer, found {number} at {place(board, cell)}; check both",
                line=sheet.rows[cell // board.cols][0],
            )
    letters = ", ".join(f"{letter} = {number}" for letter, number in sorted(numbers.items()))
    rows = replaced(numbers.__getitem__)
    return sheet._replace(rows=rows, fields={**sheet.fields, "letters": letters})


HAS: Final = make_format(
    "has", "rows, columns, islands, then numbers", _is_has, _split_has, _read_has, _write_has, "\n",
    _forms(has_unknown=False).refuse,
)  # fmt: skip
JANKO: Final = sheets.board_sheet(
    OF_SITES,
    ("hashi", "hashiwokakero", "bridges", _LETTERS),
    _read_board,
    lambda board: _CLUES.write(board.values, board.cols),
    refuse=OF_SITES.refuse,
    prepare=_with_numbers,
)


_ISLANDS: Final = {SYMBOLS[clue]: clue for clue in range(UNKNOWN, LARGEST_CLUE + 1) if clue}
_MAP_SPANS: Final = {
    signs[k]: Span(k + 1, signs is ACROSS) for signs in (ACROSS, DOWN) for k in range(MOST_BRIDGES)
}
_UNSOLVED: Final = {*_ISLANDS, "."}
_SOLVED: Final = {*_ISLANDS, *_MAP_SPANS, WATER}

_LOOSE: Final = re.compile(f"(?:^| )[{ACROSS}](?: |$)")
"""A bridge across that touches nothing: the empty cell of a table of words."""


def _is_map(text: str) -> bool:
    block = next(split_blocks(_map_lines(text)), [])
    symbols = set("".join(line for _, line in block))
    if symbols.isdisjoint(_ISLANDS) or not symbols <= _UNSOLVED | _SOLVED:
        return False
    is_loose = any(_LOOSE.search(line) for _, line in block)
    return symbols <= _UNSOLVED or (symbols <= _SOLVED and _is_solved(block) and not is_loose)


def _map_lines(text: str) -> Iterator[Line]:
    lines = ((number, line.rstrip("\r")) for number, line in whole_lines(text))
    return (line for line in lines if line[1][:1] != "#" or _SOLVED.issuperset(line[1]))


def _is_solved(block: Sequence[Line]) -> bool:
    return any(symbol in _MAP_SPANS for _, line in block for symbol in line)


def _blocks(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each map: of a solved one, lines of spaces are rows."""
    for block in split_blocks(_map_lines(text)):
        if _is_solved(block):
            yield block
        else:
            yield from split_blocks((number, line.strip()) for number, line in block)


def _read_map(block: Sequence[Line], rule: str | None) -> Read:
    first, is_solved = block[0][0], _is_solved(block)
    cols = max(len(line) for _, line in block) if is_solved else len(block[0][1])
    require_size(cols, len(block), BOARDS.most_side, first)
    known, water = _UNSOLVED, "a dot for water"
    if is_solved:
        known, water = _SOLVED, f"a space for water, {ACROSS} or {DOWN}"
    rows = [(number, line.ljust(cols * is_solved)) for number, line in block]
    for number, line in rows:
        if stray := next((symbol for symbol in line if symbol not in known), ""):
            raise PuzzleFormatError(
                f"expected {water}, 1 to 9 and a to g for islands, or ? for one without a number, "
                f"found {stray!r} in column {line.index(stray) + 1}",
                line=number,
            )
        require_width(len(line), cols, number, "the first row")
    board = ALL.of_rows(
        [Row(k, [_ISLANDS.get(sign, 0) for sign in line]) for k, line in rows], rule
    )
    if not is_solved:
        return Parsed(first, board)
    spans = {cell: _MAP_SPANS.get(sign) for cell, sign in enumerate("".join(r for _, r in rows))}
    return Parsed(
        first,
        board,
        bridges.read_spans(board, spans, "check the map for a slip", [k for k, _ in rows]),
    )


def _write_map(clues: Board, _: Solution | None) -> str:
    signs = [SYMBOLS[clue] for clue in clues.values]
    return to_lines(*map("".join, split_rows(signs, clues.cols)))


def _write_solved(clues: Board, solution: Solution | None) -> str:
    if solution is None:
        return _write_map(clues, None)
    bridges.shown("solved-map", clues, solution, MOST_BRIDGES)
    return to_lines(*map("".join, map_rows(clues, solution)))


MAP: Final = make_format(
    "map", "a map of dots and islands", _is_map, _blocks, _read_map, _write_map, "\n"
)
SOLVED_MAP: Final = make_format(
    "solved-map", "a map with its bridges", _is_map, _blocks, _read_map, _write_solved, "\n"
)


NAMES: Final = ("hashi", "hashikake", "bridges")
PZPRV3: Final = puzz_link.file(
    ("hashikake", "hashi", "bridges"),
    Words(
        ANY_NUMBER,
        "a number from 1, a dash for an island without a number, or a dot for water",
        empty=".",
        signs={"-": UNKNOWN},
    ),
).build(OF_SITES)
_CELLS: Final = puzz_link.Cells(
    (Runs(0, ascii_lowercase[6:]), pzpr.Hexadecimals(1), Signs({".": UNKNOWN})),
    "cells as digits 1 to f, -XX, +XXX, a dot, or letters g to z for water",
)
PUZZ_LINK: Final = puzz_link.form(NAMES, _CELLS).build(OF_SITES)


def _confidence(board: Board) -> int:
    """Return 1 for a board with water and no adjacent islands, as all published ones have."""
    is_apart = all(between(board.cols, *pair) for pair in bridges.sights(board))
    return int(is_apart and 0 in board.values)


TABLE: Final = tables.table(
    "rows of words, - for water",
    Words(
        ANY_NUMBER, _CLUES.expected, "check the table", " ".join(EMPTY_WORDS), {"?": UNKNOWN}
    ),
    _confidence, ("hashiwokakero (hashi/bridges)", NO_LINES), 6,
).build(OF_SITES)  # fmt: skip

_ID: Final = re.compile(
    r"([0-9]+)x([0-9]+)(?:i[0-9]+)?(?:e[0-9]+)?m([1-4])(L?)(?:d[0-9]+)?:(.*)", re.ASCII
)
_CODECS: Final = (
    Signs({sign: clue for clue, sign in enumerate("123456789ABCDEFG", start=1)}),
    Runs(0, ascii_lowercase),
)
_OF_IDS: Final = _forms(
    [name for name, parts in RULE_PARTS.items() if parts.connected],
    has_unknown=False,
    has_touching=False,
)


def _read_id(match: re.Match[str], line: int, rule: str | None) -> Read:
    cols, rows, most = (parse_number(match[k]) for k in (1, 2, 3))
    require_size(cols, rows, BOARDS.most_side, line)
    expected = "1 to 9 and A to G for islands, and a to z for water"
    cells = decode_cells(match[5], _CODECS, rows * cols, line, expected, "copy the whole ID")
    own = rule_name(most, connected=True, loops=not match[4])
    return Parsed(line, _OF_IDS.make_clues(rows, cols, cells, rule or own, line))


def _write_id(board: Board, _: Solution | None) -> str:
    parts = RULE_PARTS[board.rule]
    params = f"{board.cols}x{board.rows}m{parts.max_bridges}{'' if parts.loops else 'L'}"
    return f"{params}:{encode_cells(board.values, _CODECS)}\n"


TATHAM: Final = game_id_form("Bridges", _ID, "7x7m2:3a2...", _read_id, _write_id, _OF_IDS.refuse)

FORMATS: Final[tuple[Form, ...]] = (PUZZ_LINK, PZPRV3, TATHAM, HAS, JANKO, MAP, SOLVED_MAP, TABLE)
"""The forms in the order in which they are tried on a text."""
