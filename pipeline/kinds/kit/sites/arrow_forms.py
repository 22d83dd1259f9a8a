"""Text forms of kinds with arrows: a loop and shaded cells as the answer.

A cell is a number and the side that its arrow points to, black, or empty. puzz.link writes a digit
for the side and a hexadecimal number, or a letter for 1 to 26 empty cells; pzprv3 writes
``side,number``, the shaded cells and the lines; janko.at and tables write words such as ``2n``.

Source: ``yajilin.js``, ``Encode.js`` and ``FileData.js`` of pzprjs (MIT); the pages of janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import ARROW, BOTTOM, LEFT, RIGHT, TOP, Clue
from pipeline.kinds.kit.sites import pzpr
from pipeline.kinds.kit.sites.cells import CellWords
from pipeline.kinds.kit.sites.forms import read_table, table_form, to_lines
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, read_sides, words_below, write_sides
from pipeline.kinds.kit.sites.pzpr import ADVICE
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.kinds.kit.sites.sheets import board_sheet
from pipeline.kinds.kit.sites.text_lines import Line
from pipeline.model import PuzzleFormatError

Arrow: TypeAlias = tuple[int, str] | None  # Number and side, or `BLACK`; None: empty

BLACK: Final = (-1, "")
_SIDES: Final = ("", TOP, BOTTOM, LEFT, RIGHT)
"""Sides in the order of pzprjs."""
_LETTERS: Final = {"n": TOP, "e": RIGHT, "o": RIGHT, "s": BOTTOM, "w": LEFT}
_MOST: Final = 255
_TOKEN: Final = re.compile(r"([0-4])([0-9a-f.])|([5-9])([0-9a-f]{2})|([a-z])", re.ASCII)
_WORDS: Final = CellWords(
    {"-": None, ".": None, "x": BLACK, "@": BLACK}
    | {
        f"{number}{letter}": (number, side)
        for number in range(100)
        for letter, side in _LETTERS.items()
    },
    range(0),
    "a number and one of n, e, s, w, such as 2n, or -",
    "check the sheet",
)
_FILE_WORDS: Final = CellWords(
    {".": None}
    | {f"{at},-": BLACK for at in range(len(_SIDES))}
    | {
        f"{at},{number}": (number, side)
        for at, side in enumerate(_SIDES)
        for number in range(_MOST + 1)
        if side
    },
    range(0),
    "a side and a number, such as 1,2, or .",
    ADVICE,
)
_SHADES: Final = CellWords({".": False, "#": True}, range(0), "", "")


def forms(names: tuple[str, ...], black: int) -> tuple[Site, ...]:
    """Return the forms of all sites; ``black`` is the clue of a cell without an arrow."""

    def nth(at: int) -> Site:
        return Site(lambda own: arrow_forms(own, names, black)[at])

    return tuple(map(nth, range(4)))


def arrow_forms(forms: Forms, names: tuple[str, ...], black: int) -> tuple[Form, ...]:
    """Return all forms of a kind with arrows; ``black`` is the value of a cell without one."""

    def posed(rows: int, cols: int, cells: Sequence[Arrow], rule: str | None, line: int) -> Board:
        values = [black if cell == BLACK else forms.boards.empty for cell in cells]
        arrows = [
            Clue(ARROW, (at,), (cell[0],), cell[1])
            for at, cell in enumerate(cells)
            if cell not in (None, BLACK)
        ]
        return forms.make_clues(rows, cols, values, rule, line, (), arrows)

    def cells_of(clues: Board) -> list[Arrow]:
        arrows = {one.place[0]: (one.numbers[0], one.sign) for one in clues.other_clues}
        return [BLACK if v == black else arrows.get(c) for c, v in enumerate(clues.values)]

    def read_address(address: pzpr.Address, rule: str | None) -> Board:
        size = address.rows * address.cols
        cells = [*_decoded(address.body, address.line)]
        if len(cells) != size:
            raise PuzzleFormatError(
                f"expected {size} cells, found {len(cells)}; {ADVICE}", line=address.line
            )
        return posed(address.rows, address.cols, cells, rule, address.line)

    def read_file(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Board, Solution]:
        rows = pzpr.read_rows(sheet, _FILE_WORDS)
        cells = [value for row in rows for value in row.values]
        clues = posed(sheet.rows, sheet.cols, cells, rule, sheet.line)
        drawn = sheet.body[sheet.rows : 2 * sheet.rows]
        signs = [word for _, text in drawn for word in text.split()]
        items: list[tuple[int, ...]] = [(at,) for at, sign in enumerate(signs) if sign == "#"]
        items += pzpr.read_links(sheet, 1, sheet.rows)
        return Parsed(sheet.line, clues, _answer(items))

    def write_file(clues: Board, solution: Solution | None) -> str:
        size, cells = (clues.rows, clues.cols), cells_of(clues)
        shaded = set() if solution is None else set(solution.of("cells"))
        links = {} if solution is None else {(one[0], one[1]): 1 for one in solution.of("edges")}
        drawn = _SHADES.write([(cell,) in shaded for cell in clues.grid.cells], clues.cols)
        rows = [*_FILE_WORDS.write(cells, clues.cols), *drawn, *pzpr.write_links(links, *size)]
        return to_lines(pzpr.HEADER, names[1], *map(str, size), *rows)

    def read_rows(lines: Sequence[Line], rule: str | None) -> Board:
        rows = read_table(lines, forms.boards.most_side, _WORDS.read_row)
        cells = [value for row in rows for value in row.values]
        return posed(len(rows), len(rows[0].values), cells, rule, rows[0].line)

    def write_rows(clues: Board) -> list[str]:
        return _WORDS.write(cells_of(clues), clues.cols)

    def read_drawn(clues: Board, sheet: JankoSheet) -> Solution | None:
        words = words_below(sheet.drawn, len(clues.values), "solution", sheet.line)
        items: list[tuple[int, ...]] = [(at,) for at, word in enumerate(words) if word == "x"]
        sides = [word * (word != "x") for word in words]
        pairs = {(min(step), max(step)) for step in read_sides(sides, clues.cols)}
        return _answer([*items, *pairs])

    def write_drawn(clues: Board, solution: Solution) -> list[str]:
        lines = write_sides(
            {(a, b) for a, b in solution.of("edges")}, len(clues.values), clues.cols
        )
        words = [line.split() for line in lines]
        for (cell,) in solution.of("cells"):
            words[cell // clues.cols][cell % clues.cols] = "x"
        return [*map(" ".join, words)]

    most = forms.boards.most_side
    return (
        pzpr.board_address(forms, names, read_address, lambda clues: _encoded(cells_of(clues))),
        pzpr.file_form("files of pzpr", names, most, read_file, write_file, forms.refuse),
        board_sheet(
            forms,
            names[:1],
            lambda sheet, rule: read_rows(sheet.rows, rule),
            write_rows,
            read_drawn=read_drawn,
            write_drawn=write_drawn,
        ),
        table_form(
            "rows of words, such as 2n for an arrow upwards",
            read_rows,
            write_rows,
            forms.refuse_small,
            confidence=lambda clues: 2 * bool(clues.other_clues),
            tags=names[:1],
        ),
    )


def _answer(items: Sequence[tuple[int, ...]]) -> Solution | None:
    return Solution("edges+cells", tuple(sorted(items))) if items else None


def _decoded(body: str, line: int) -> Iterator[Arrow]:
    """Yield the cells of an address."""
    place = 0
    while place < len(body):
        token = _TOKEN.match(body, place)
        if token is None or (token[1] == "0" and token[2] != "."):
            raise PuzzleFormatError(
                f"expected a side 1 to 4 with a number, or letters for empty cells, found "
                f"{body[place : place + 3]!r}; {ADVICE}",
                line=line,
            )
        if token[5]:
            yield from [None] * (ord(token[5]) - ord("a") + 1)
        elif token[2] == ".":
            yield BLACK
        else:
            side = _SIDES[int(token[1] or token[3]) - 5 * bool(token[3])]
            yield int(token[2] or token[4], 16), side
        place = token.end()


def _encoded(cells: Sequence[Arrow]) -> str:
    """Return cells as the body of an address."""
    text, gap = "", 0
    for cell in (*cells, BLACK):
        if cell is None:
            gap += 1
            continue
        text += "z" * (gap // 26) + chr(ord("a") + gap % 26 - 1) * bool(gap % 26)
        gap = 0
        number, side = cell
        at = _SIDES.index(side)
        text += f"{at}." if cell == BLACK else f"{at if number < 16 else at + 5}{number:x}"
    return text.removesuffix("0.")
