"""Text forms of Hashi, each read and written: ``docs/formats.md`` describes them.

Sources: pzprjs (MIT) for ``puzz.link`` and ``pzprv3``; ``bridges.c`` of Simon Tatham's collection
(MIT) for ``tatham``; Coelho, Laporte, Lindbeck and Vidal, arXiv 1905.00973, for ``has``; janko.at;
assignment 1 of COMP3411 at UNSW (2024) for ``map``, whose fourth sign of each direction and letters
above ``c`` are ours. What a form cannot express is an error that names it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_lowercase
from typing import Final, TypeAlias

from pipeline.kinds.hashi.bridges import (
    Span,
    links_of,
    read_links,
    read_spans,
    spans_of,
    touching_bridges,
)
from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import (
    BOARDS,
    LARGEST_CLUE,
    MOST_BRIDGES,
    RULE_PARTS,
    RULES,
    UNKNOWN,
    between,
    make_clues,
    place,
    rule_name,
)
from pipeline.kinds.hashi.texts import ACROSS, DOWN, SYMBOLS, WATER, map_rows
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.sites import pzpr
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
    table_form,
    to_lines,
)
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, janko_form
from pipeline.kinds.kit.sites.penpa import NO_LINES
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
from pipeline.model import PuzzleFormatError, cut

Form: TypeAlias = TextFormat[Board, Solution]
Read: TypeAlias = Parsed[Board, Solution]

USUAL: Final = RULES[0]
MOST_SIDE: Final = BOARDS.most_side


def clues_of_rows(rows: Sequence[Row], rule: str | None) -> Board:
    """Return the clues of a board; rows are equally long and the size is a board's.

    0 is water, -1 an island without a number; the default of ``rule`` is `USUAL`.
    `PuzzleFormatError` with the line if there is no island, one without neighbours, or one with a
    number beyond its neighbours.
    """
    cols = len(rows[0].values)
    for row in rows:
        for col, number in enumerate(row.values, 1):
            if number > LARGEST_CLUE:
                raise PuzzleFormatError(
                    f"expected islands of 1 to {LARGEST_CLUE} bridges, found {number} in column "
                    f"{col}; no island can have more",
                    line=row.line,
                )
    numbers = [number for row in rows for number in row.values]
    if not any(numbers):
        raise PuzzleFormatError(
            "expected at least one island, found only water; check the file", line=rows[0].line
        )
    clues = make_clues(len(rows), cols, numbers, rule or USUAL)
    seen = Counter(cell for pair in find_links(clues).pairs for cell in pair)
    for cell, number in clues.clues_but(0):
        fault = ""
        if not seen[cell]:
            fault = (
                f"the island at {place(clues, cell)} reaches no other: there is none in its row "
                "or column; check the map for a slip"
            )
        elif number > RULE_PARTS[clues.rule].max_bridges * seen[cell]:
            fault = _beyond(clues, cell, seen[cell])
        if fault:
            raise PuzzleFormatError(fault, line=rows[cell // cols].line)
    return clues


def _read_cells(cells: Sequence[int], cols: int, line: int, rule: str | None) -> Read:
    return Parsed(line, clues_of_rows([Row(line, row) for row in split_rows(cells, cols)], rule))


def _beyond(clues: Board, cell: int, seen: int) -> str:
    number, parts = clues.values[cell], RULE_PARTS[clues.rule]
    way_out, needed = "", -(-number // seen)
    if needed <= MOST_BRIDGES:
        wider = rule_name(needed, parts.connected, parts.loops)
        way_out = f", or read it under a rule with more side by side (--rule {wider})"
    return (
        f"expected at most {parts.max_bridges * seen} bridges on the island at "
        f"{place(clues, cell)}, which sees {seen} other{'s' if seen > 1 else ''} under the rule "
        f"{clues.rule}, found {number}; check the map for a slip{way_out}"
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """What a form can express.

    ``rules``: those of the site or program that it comes from. ``largest``: number of an island.
    ``has_unknown``, ``has_touching``: whether islands may be without a number, or touch.
    ``drawn``: most bridges side by side that its marks on the water show, None where it shows them
    otherwise or not at all.
    """

    rules: Sequence[str] = RULES
    largest: int = LARGEST_CLUE
    has_unknown: bool = True
    has_touching: bool = True
    drawn: int | None = None

    def refuse(self, name: str, clues: Board, solution: Solution | None) -> None:
        """Raise `PuzzleFormatError` for a puzzle that a form cannot express."""
        for fault in self._faults(clues, solution):
            raise PuzzleFormatError(f"the format {name!r} {fault}")

    def _faults(self, clues: Board, solution: Solution | None) -> Iterator[str]:
        if clues.rule not in self.rules:
            yield (
                f"has the rule{'s' if len(self.rules) > 1 else ''} {', '.join(self.rules)}, and a "
                f"puzzle is posed under {clues.rule}; import it under such a rule (--rule) and "
                "prove it again"
            )
        for cell, number in clues.clues_but(0):
            if number > self.largest:
                yield (
                    f"has islands of up to {self.largest} bridges, and a puzzle has {number} at "
                    f"{place(clues, cell)}; export it in the format 'map'"
                )
            if number == UNKNOWN and not self.has_unknown:
                yield (
                    "has no sign for an island without a number, and a puzzle has one at "
                    f"{place(clues, cell)}; export it in the format 'map'"
                )
        for one, other in () if self.has_touching else find_links(clues).pairs:
            if not between(clues.cols, one, other):
                yield (
                    f"has no islands that touch, and a puzzle has them at {place(clues, one)} "
                    f"and {place(clues, other)}; export it in the format 'puzz.link'"
                )
        if solution is not None and self.drawn is not None:
            yield from _undrawn(clues, solution, self.drawn)


OF_SITES: Final = Limits((USUAL,), 8)  # What sites play: the usual rule, with numbers up to 8


def _undrawn(clues: Board, solution: Solution, most: int) -> Iterator[str]:
    for one, other, _ in touching_bridges(clues, solution):
        yield (
            f"shows bridges on the water between islands, and those at {place(clues, one)} and "
            f"{place(clues, other)} touch; export it in the format 'pzprv3', or as jsonl"
        )
    for cell, spans in spans_of(clues, solution).items():
        if len(spans) > 1:
            yield (
                f"shows one bridge on a cell, and in a solution two cross at {place(clues, cell)}; "
                "solve the puzzle again"
            )
    for one, other, count in solution.items:
        if count > most or between(clues.cols, one, other) is None:
            yield (
                f"shows 1 to {most} bridges side by side, straight across or down, and a solution "
                f"has {count} from {place(clues, one)} to {place(clues, other)}; export it as jsonl"
            )


_NUMBERS: Final = CellWords(
    {"0": 0}, range(10**9), "whole numbers with spaces between, 0 for water", ""
)


def _is_has(text: str) -> bool:
    lines = [line.split() for line in first_lines(text, 2)]
    if len(lines) < 2 or not all(is_number(word) for line in lines for word in line):
        return False
    return len(lines[0]) == 3 and parse_number(lines[0][1]) == len(lines[1])


def _split_has(text: str) -> Iterator[list[Line]]:
    """Yield the first line of each puzzle, and as many of those below as it says at the most."""
    lines, at = [*content_lines(text)], 0
    while at < len(lines):
        line, head = lines[at]
        words = head.split()
        if len(words) != 3 or not all(map(is_number, words)):
            raise PuzzleFormatError(
                f"expected rows, columns and islands as in '5 5 12', found {cut(head)!r}; "
                "check that the rows above are as many as their first line says",
                line=line,
            )
        end = at + 1 + parse_number(words[0])
        yield lines[at:end]
        at = end


def _read_has(lines: list[Line], rule: str | None) -> Read:
    number, head = lines[0]
    rows, cols, islands = map(parse_number, head.split())
    require_size(cols, rows, MOST_SIDE, number)
    board = [_NUMBERS.read_row(line, cols) for line in lines[1:]]
    if len(board) < rows:
        raise PuzzleFormatError(
            f"expected {rows} rows as line {number} says, found {len(board)}; "
            "add the missing rows or correct the first line",
            line=lines[-1][0],
        )
    found = sum(clue > 0 for row in board for clue in row.values)
    if found != islands:
        raise PuzzleFormatError(
            f"expected {islands} islands as line {number} says, found {found}; "
            "correct the rows or the first line",
            line=number,
        )
    return Parsed(number, clues_of_rows(board, rule))


def _write_has(clues: Board, _: Solution | None) -> str:
    islands = len(clues.values) - clues.values.count(0)
    head = f"{clues.rows} {clues.cols} {islands}"
    return to_lines(head, *_NUMBERS.write(clues.values, clues.cols))


_LETTERS: Final = "hashicrypt"  # The game in which a letter stands for a number
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


def _read_board(words: CellWords, board: Sequence[Line], rule: str | None) -> Board:
    return clues_of_rows(read_table(board, MOST_SIDE, words.read_row), rule)


def _write_board(clues: Board) -> list[str]:
    return _CLUES.write(clues.values, clues.cols)


def _read_drawn(clues: Board, sheet: JankoSheet) -> Solution:
    drawn = sheet.drawn
    if len(drawn) != clues.rows:
        raise PuzzleFormatError(
            f"expected {clues.rows} rows below 'solution', found {len(drawn)}; "
            "make it as large as the problem",
            line=drawn[-1][0],
        )
    spans: dict[int, Span] = {}
    for row, (line, text) in enumerate(drawn):
        words = text.split()
        require_width(len(words), clues.cols, line, "the problem")
        for cell, word in enumerate(words, row * clues.cols):
            # The word on an island repeats its number or is empty.
            if not clues.values[cell] and (span := _SPANS.read(word, line)):
                spans[cell] = span
    return read_spans(clues, spans, [line for line, _ in drawn], "check the solution")


def _write_drawn(clues: Board, solution: Solution) -> list[str]:
    spans = spans_of(clues, solution)
    return _SPANS.write(
        (spans.get(cell, [None])[0] for cell in range(len(clues.values))), clues.cols
    )


def _with_numbers(sheet: JankoSheet) -> JankoSheet:
    """Return a sheet with the numbers of its answer in place of letters."""
    is_crypt = sheet.fields.get("puzzle", "").lower() == _LETTERS
    if not is_crypt or not any(word.isalpha() for _, row in sheet.rows for word in row.split()):
        return sheet
    unknown = [
        (line, " ".join("?" if word.isalpha() else word for word in row.split()))
        for line, row in sheet.rows
    ]
    clues = _read_board(_CLUES, unknown, None)
    if not sheet.drawn:
        raise PuzzleFormatError(
            "found letters for numbers, which only an answer gives, and no answer; add it below "
            "'solution', or leave the puzzle out",
            line=sheet.line,
            is_foreign=True,
        )
    bridges = Counter[int]()
    for one, other, count in _read_drawn(clues, sheet).items:
        bridges.update({one: count, other: count})
    numbers: dict[str, str] = {}
    rows = []
    for start, (line, row) in zip(range(0, len(clues.values), clues.cols), sheet.rows, strict=True):
        words = row.split()
        for at, word in enumerate(words):
            if word.isalpha():
                words[at] = str(bridges[start + at])
                if numbers.setdefault(word, words[at]) != words[at]:
                    raise PuzzleFormatError(
                        f"expected {numbers[word]} bridges on each island {word!r}, as the first "
                        f"has in the answer, found {words[at]} at {place(clues, start + at)}; "
                        "check both",
                        line=line,
                    )
        rows.append((line, " ".join(words)))
    letters = ", ".join(f"{letter} = {number}" for letter, number in sorted(numbers.items()))
    return sheet._replace(rows=rows, fields={**sheet.fields, "letters": letters})


HAS: Final = make_format(
    "has", "rows, columns, islands, then numbers", _is_has, _split_has, _read_has, _write_has, "\n",
    Limits(has_unknown=False).refuse,
)  # fmt: skip
JANKO: Final = janko_form(
    ("hashi", "hashiwokakero", "bridges", _LETTERS),
    lambda sheet, rule: _read_board(_CLUES, sheet.rows, rule), _read_drawn, _write_board,
    _write_drawn, replace(OF_SITES, drawn=2).refuse, prepare=_with_numbers,
)  # fmt: skip


def _confidence(clues: Board) -> int:
    """Return 1 for a board with water and no islands side by side, as all that were published."""
    is_apart = all(between(clues.cols, *pair) for pair in find_links(clues).pairs)
    return int(is_apart and 0 in clues.values)


TABLE: Final[Form] = table_form(
    "rows of words, - for water", partial(_read_board, _WORDS), _write_board, OF_SITES.refuse,
    _confidence, ("hashiwokakero (hashi/bridges)", NO_LINES), 6,
)  # fmt: skip


_ISLANDS: Final = {SYMBOLS[clue]: clue for clue in range(UNKNOWN, LARGEST_CLUE + 1) if clue}
_MAP_SPANS: Final = {
    signs[k]: Span(k + 1, signs is ACROSS) for signs in (ACROSS, DOWN) for k in range(MOST_BRIDGES)
}
_UNSOLVED: Final = frozenset((*_ISLANDS, "."))
_SOLVED: Final = frozenset((*_ISLANDS, *_MAP_SPANS, WATER))

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
    require_size(cols, len(block), MOST_SIDE, first)
    known, water = _UNSOLVED, "a dot for water"
    if is_solved:
        known, water = _SOLVED, f"a space for water, {ACROSS} or {DOWN}"
    rows: list[Row] = []
    spans: dict[int, Span] = {}
    for row, (number, line) in enumerate(block):
        if stray := next((symbol for symbol in line if symbol not in known), ""):
            raise PuzzleFormatError(
                f"expected {water}, 1 to 9 and a to g for islands, or ? for one without a number, "
                f"found {stray!r} in column {line.index(stray) + 1}",
                line=number,
            )
        if len(line) != cols and not is_solved:
            raise PuzzleFormatError(
                f"expected {cols} characters as on line {first}, found {len(line)}; "
                "make all rows equally long",
                line=number,
            )
        symbols = line.ljust(cols)  # spaces at the end of a row may be missing
        rows.append(Row(number, [_ISLANDS.get(symbol, 0) for symbol in symbols]))
        cells = enumerate(symbols, start=row * cols)
        spans |= {cell: _MAP_SPANS[symbol] for cell, symbol in cells if symbol in _MAP_SPANS}
    clues = clues_of_rows(rows, rule)
    if not is_solved:
        return Parsed(first, clues)
    lines = [row.line for row in rows]
    return Parsed(first, clues, read_spans(clues, spans, lines, "check the map for a slip"))


def _write_map(clues: Board, _: Solution | None) -> str:
    signs = [SYMBOLS[clue] for clue in clues.values]
    return to_lines(*map("".join, split_rows(signs, clues.cols)))


def _write_solved(clues: Board, solution: Solution | None) -> str:
    if solution is None:
        return _write_map(clues, None)
    return to_lines(*map("".join, map_rows(clues, solution)))


MAP: Final = make_format(
    "map", "a map of dots and islands", _is_map, _blocks, _read_map, _write_map, "\n"
)
SOLVED_MAP: Final = make_format(
    "solved-map", "a map with its bridges", _is_map, _blocks, _read_map, _write_solved, "\n",
    Limits(drawn=MOST_BRIDGES).refuse,
)  # fmt: skip

NAMES: Final = ("hashi", "hashikake", "bridges")
_SHEET_WORDS: Final = CellWords(
    {".": 0, "-": UNKNOWN},
    ANY_NUMBER,
    "a number from 1, a dash for an island without a number, or a dot for water",
    "check the file",
)


def _read_address(address: pzpr.Address, rule: str | None) -> Read:
    numbers = pzpr.decode_numbers(address.body, address.rows * address.cols, address.line)
    if 0 in numbers:
        raise PuzzleFormatError(
            "expected islands of 1 bridge or more, found 0; no island goes without a bridge",
            line=address.line,
        )
    clues = [{pzpr.UNKNOWN: UNKNOWN, pzpr.EMPTY: 0}.get(number, number) for number in numbers]
    return _read_cells(clues, address.cols, address.line, rule)


def _write_address(clues: Board, _: Solution | None) -> str:
    numbers = [pzpr.UNKNOWN if clue == UNKNOWN else clue or pzpr.EMPTY for clue in clues.values]
    return pzpr.write_address(NAMES[0], clues.cols, clues.rows, pzpr.encode_numbers(numbers))


def _read_sheet(sheet: pzpr.PzprSheet, rule: str | None) -> Read:
    clues = clues_of_rows(pzpr.read_rows(sheet, _SHEET_WORDS), rule)
    return Parsed(sheet.line, clues, read_links(clues, pzpr.read_links(sheet, 2)))


def _write_sheet(clues: Board, solution: Solution | None) -> str:
    rows = _SHEET_WORDS.write(clues.values, clues.cols)
    return pzpr.write_file(NAMES[1], clues.cols, rows, links_of(clues, solution))


PUZZ_LINK: Final = pzpr.address_form(
    "addresses of puzz.link and pzpr", NAMES, MOST_SIDE, _read_address, _write_address,
    OF_SITES.refuse,
)  # fmt: skip
PZPRV3: Final = pzpr.file_form(
    "files of pzpr", NAMES, MOST_SIDE, _read_sheet, _write_sheet, OF_SITES.refuse
)


_ID: Final = re.compile(
    r"([0-9]+)x([0-9]+)(?:i[0-9]+)?(?:e[0-9]+)?m([0-9]+)(L?)(?:d[0-9]+)?:(.*)", re.ASCII
)
_CODECS: Final = (
    Signs({sign: clue for clue, sign in enumerate("123456789ABCDEFG", start=1)}),
    Runs(0, ascii_lowercase),
)
_RULES: Final = tuple(name for name, parts in RULE_PARTS.items() if parts.connected)


def _read_id(match: re.Match[str], line: int, rule: str | None) -> Read:
    cols, rows, most = (parse_number(match[k]) for k in (1, 2, 3))
    require_size(cols, rows, MOST_SIDE, line)
    if not 1 <= most <= 4:
        raise PuzzleFormatError(
            f"expected 1 to 4 bridges side by side after 'm', found {most}; check the ID", line=line
        )
    expected = "1 to 9 and A to G for islands, and a to z for water"
    cells = decode_cells(match[5], _CODECS, rows * cols, line, expected, "copy the whole ID")
    own = rule_name(most, connected=True, loops=not match[4])
    return _read_cells(cells, cols, line, rule or own)


def _write_id(clues: Board, _: Solution | None) -> str:
    parts = RULE_PARTS[clues.rule]
    params = f"{clues.cols}x{clues.rows}m{parts.max_bridges}{'' if parts.loops else 'L'}"
    return f"{params}:{encode_cells(clues.values, _CODECS)}\n"


TATHAM: Final = game_id_form(
    "Bridges", _ID, "7x7m2:3a2...", _read_id, _write_id,
    Limits(_RULES, has_unknown=False, has_touching=False).refuse,
)  # fmt: skip

FORMATS: Final[tuple[Form, ...]] = (PUZZ_LINK, PZPRV3, TATHAM, HAS, JANKO, MAP, SOLVED_MAP, TABLE)
"""The forms in the order in which they are tried on a text."""
