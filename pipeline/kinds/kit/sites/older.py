"""Text forms of declared kinds, built from codecs of their cells.

`Forms` builds addresses and files of puzz.link, game IDs of Simon Tatham's collection, texts of
janko.at, tables and lines of signs. The formats are described in ``pzpr.py``, ``janko_sheets.py``
and ``forms.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Clues, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.sites import pzpr, sheets
from pipeline.kinds.kit.sites.cells import CellWords, Codec, Row, Signs, decode_cells, encode_cells
from pipeline.kinds.kit.sites.forms import (
    Refusal,
    first_line,
    game_id_form,
    make_format,
    read_table,
    table_form,
    to_lines,
)
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, janko_form
from pipeline.kinds.kit.sites.text_lines import Line, content_lines, parse_number, require_size
from pipeline.model import PuzzleFormatError

Form: TypeAlias = TextFormat[Clues, Solution]
ADVICE: Final = "copy the whole address"


@dataclass(frozen=True, slots=True)
class Forms:
    """The text forms of a kind, whose clues are validated by ``boards``.

    ``unsupported`` (clues) names what a form with one rule and no regions cannot express, "" if
    nothing.
    """

    boards: Boards
    unsupported: Callable[[Clues], str] = lambda clues: ""
    least_side: int = 1
    """Shortest side of a board in a text; a shorter one is likely a fragment, and not written."""

    def make_clues(
        self,
        rows: int,
        cols: int,
        values: Sequence[int],
        rule: str | None,
        line: int,
        regions: Sequence[int] = (),
        extra: Sequence[Clue] = (),
    ) -> Clues:
        """Return validated clues; errors name the line of the puzzle."""
        if min(rows, cols) < self.least_side:
            raise PuzzleFormatError(
                f"expected a board of {self.least_side}x{self.least_side} cells or more, found "
                f"{cols}x{rows}; check that it is whole",
                line=line,
            )
        try:
            return self.boards.make_clues(rows, cols, values, rule, regions, extra)
        except PuzzleFormatError as error:
            raise PuzzleFormatError(error.message, line=error.line or line) from None

    def of_rows(self, rows: Sequence[Row], rule: str | None, regions: Sequence[int] = ()) -> Clues:
        """Return the clues of rows of a board."""
        values = [value for row in rows for value in row.values]
        return self.make_clues(len(rows), len(rows[0].values), values, rule, rows[0].line, regions)

    def refuse(self, name: str, clues: Clues, _: Solution | None) -> None:
        """Raise `PuzzleFormatError` if a form cannot express the clues."""
        self.refuse_small(name, clues, _)
        if missing := self.unsupported(clues):
            raise PuzzleFormatError(f"{name} cannot express {missing}; use another form")

    def refuse_small(self, name: str, clues: Clues, _: Solution | None) -> None:
        """Raise `PuzzleFormatError` if a board is too small for a text."""
        if min(clues.rows, clues.cols) < self.least_side:
            found = f"{clues.cols}x{clues.rows}"
            raise PuzzleFormatError(f"{name} cannot express a board of {found} cells; use jsonl")

    def address(
        self, names: tuple[str, ...], codecs: Sequence[Codec] = (), expected: str = ""
    ) -> Form:
        """Return the form ``puzz.link``: addresses whose body is encoded by some codecs.

        The first of ``names`` is written. Without codecs the cells are numbers. The first codec
        that encodes a cell is used; its sign for several cells may extend past the last one.
        """
        codecs = codecs or pzpr.number_codecs(self.boards.empty)
        expected = expected or "cells as digits 0 to f, -XX, or letters g to z for empty ones"

        def read(address: pzpr.Address, rule: str | None) -> Clues:
            size, line = address.rows * address.cols, address.line
            if "f" in address.flags:
                raise PuzzleFormatError(
                    "found the variant 'f', in which the loop visits every cell or point; leave "
                    "it out",
                    line=line,
                    is_foreign=True,
                )
            over = 2 if any(isinstance(one, Threes | Fours) for one in codecs) else 0
            values = decode_cells(address.body, codecs, size, line, expected, ADVICE, over)
            return self.make_clues(address.rows, address.cols, values, rule, line)

        return self.url(names, read, lambda clues: encode_cells(clues.values, codecs))

    def url(
        self,
        names: tuple[str, ...],
        read: Callable[[pzpr.Address, str | None], Clues],
        write: Callable[[Clues], str],
        refuse: Refusal[Clues, Solution] | None = None,
    ) -> Form:
        """Return the form ``puzz.link`` with functions that read an address and write a body."""
        return pzpr.address_form(
            "addresses of puzz.link and pzpr",
            names,
            self.boards.most_side,
            lambda address, rule: Parsed(address.line, read(address, rule)),
            lambda clues, _: pzpr.write_address(names[0], clues.cols, clues.rows, write(clues)),
            refuse or self.refuse,
        )

    def file(
        self,
        names: tuple[str, ...],
        words: CellWords,
        is_apart: bool = False,
        has_one_side: bool = False,
    ) -> Form:
        """Return the form ``pzprv3``: files, with the answer as in `sheets.read_sheet`."""
        family = self.boards.family
        in_clues = family == "cells" and not is_apart
        clue_words = sheets.with_shading(words) if in_clues else words

        def read(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Clues, Solution]:
            clues = self.of_rows(pzpr.read_rows(sheet, clue_words), rule)
            return Parsed(sheet.line, clues, sheets.read_sheet(clues, family, sheet, is_apart))

        def write(clues: Clues, solution: Solution | None) -> str:
            size = (str(clues.rows), str(clues.cols))[has_one_side:]
            head = (pzpr.HEADER, names[0], *size)
            return to_lines(*head, *sheets.write_sheet(clues, family, solution, words, is_apart))

        most = self.boards.most_side
        return pzpr.file_form("files of pzpr", names, most, read, write, self.refuse, has_one_side)

    def tatham(self, game: str, params: str, codecs: Sequence[Codec], example: str) -> Form:
        """Return the form ``tatham``: game IDs, ``WxH``, parameters, a colon and the cells.

        ``params`` is a regular expression for the text between size and colon, whose first
        alternative is written; ``example`` is for errors.
        """
        pattern = re.compile(rf"([0-9]+)x([0-9]+)(?:{params}):(.*)", re.ASCII)
        written = params.partition("|")[0].replace("\\", "")

        def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Clues, Solution]:
            cols, rows = parse_number(match[1]), parse_number(match[2])
            require_size(cols, rows, self.boards.most_side, line)
            expected = f"cells as in {example!r}"
            advice = "copy the whole ID"
            values = decode_cells(match[3], codecs, rows * cols, line, expected, advice)
            return Parsed(line, self.make_clues(rows, cols, values, rule, line))

        def write(clues: Clues, _: Solution | None) -> str:
            body = encode_cells(clues.values, codecs)
            return f"{clues.cols}x{clues.rows}{written}:{body}\n"

        return game_id_form(game, pattern, example, read, write, self.refuse)

    def janko(
        self,
        games: tuple[str, ...],
        words: CellWords,
        filled: str = "x",
        unfilled: str = "-",
        rules: Mapping[str, str] = MappingProxyType({}),
        has_rooms: bool = False,
    ) -> Form:
        """Return the form ``janko``; ``filled`` is the word of a filled or inside cell.

        ``unfilled`` is that of another; ``rules`` has the rules of games that imply one. Regions
        that are rooms may share a word, and none needs a number.
        """
        has_regions = self.boards.has_regions
        read_regions = sheets.read_rooms if has_rooms else sheets.read_regions

        def read(sheet: JankoSheet, rule: str | None) -> Clues:
            regions = read_regions(sheet) if has_regions else ()
            if not sheet.rows:
                rows, cols = sheet.size()
                values = [self.boards.empty] * (rows * cols)
                return self.make_clues(rows, cols, values, rule, sheet.line, regions)
            table = read_table(sheet.rows, self.boards.most_side, words.read_row)
            return self.of_rows(table, rule, regions)

        return self.sheet(
            games,
            read,
            lambda clues: words.write(clues.values, clues.cols),
            filled,
            unfilled,
            refuse=self.refuse_small if has_regions else self.refuse,
            rules=rules,
            write_areas=sheets.write_regions if has_regions else None,
            needs_problem=not has_rooms,
        )

    def sheet(
        self,
        games: tuple[str, ...],
        read: Callable[[JankoSheet, str | None], Clues],
        write: Callable[[Clues], list[str]],
        filled: str = "x",
        unfilled: str = "-",
        has_zeros: Callable[[Clues], bool] = lambda clues: False,
        **more: Any,
    ) -> Form:
        """Return the form ``janko`` with the solution of `sheets`; see `janko_form`.

        ``has_zeros`` (clues) is as in `sheets.read_drawn`; ``more`` are further parameters.
        """

        def read_drawn(clues: Clues, sheet: JankoSheet) -> Solution | None:
            family = self.boards.family
            return sheets.read_drawn(clues, family, sheet.drawn, filled, has_zeros(clues))

        own: dict[str, Any] = {
            "read_drawn": read_drawn,
            "write_drawn": lambda clues, solution: sheets.write_drawn(
                clues, solution, filled, unfilled
            ),
            "refuse": self.refuse_small,
        }
        return janko_form(games, read=read, write=write, **own | more)

    def line(self, title: str, lengths: tuple[int, ...]) -> Form:
        """Return the form ``line``: a square of numbers on one line, detected by these lengths.

        Numbers from 10 are letters; ``.``, ``0``, ``*`` and ``_`` are empty cells. A 0 next to
        dots on a board with letters is refused, since it is likely a number there.
        """
        figures = Signs({sign: at for at, sign in enumerate(f"123456789{ascii_uppercase[:16]}", 1)})
        empty = Signs(dict.fromkeys(".*_0", self.boards.empty))
        dots = Signs(dict.fromkeys(".*_", self.boards.empty))

        def read(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
            number, text = line
            size = isqrt(len(text))
            least = self.least_side
            if size * size != len(text) or not max(least, 2) <= size <= self.boards.most_side:
                raise PuzzleFormatError(
                    f"expected 81 signs for 9x9 cells, or those of another square, found "
                    f"{len(text)}; copy it again",
                    line=number,
                )
            codecs = (figures, dots if size > 9 and "." in text else empty)
            expected = "1 to 9, A to P or a dot"
            values = decode_cells(text, codecs, len(text), number, expected, "copy it again")
            return Parsed(number, self.make_clues(size, size, values, rule, number))

        def is_line(text: str) -> bool:
            first = first_line(text)
            return len(first) in lengths and re.fullmatch(r"[0-9A-P.*_]+", first) is not None

        return make_format(
            "line",
            title,
            is_line,
            content_lines,
            read,
            lambda clues, _: f"{encode_cells(clues.values, (figures, dots))}\n",
            refuse=self.refuse,
        )

    def table(
        self,
        title: str,
        words: CellWords,
        likeness: Callable[[Clues], int] = lambda clues: 0,
        tags: tuple[str, ...] = (),
        number_style: int = 1,
    ) -> Form:
        """Return the form ``table``: rows of words; see `TextFormat` for the other parameters."""

        def read(lines: list[Line], rule: str | None) -> Clues:
            rows = read_table(lines, self.boards.most_side, words.read_row)
            return self.of_rows(rows, rule)

        def write(clues: Clues) -> list[str]:
            return words.write(clues.values, clues.cols)

        return table_form(title, read, write, self.refuse, likeness, tags, number_style)


@dataclass(frozen=True, slots=True)
class Fours:
    """The codec of puzz.link for clues from 0 to 4.

    ``0`` to ``4`` is a clue, ``5`` to ``9`` and ``a`` to ``e`` the same followed by one or two
    empty cells, ``.`` an unknown clue; ``g`` to ``z`` are 1 to 20 empty cells.
    """

    empty: int
    unknown: int

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the sign of the cells from a place on, and how many it covers."""
        clue = values[at]
        ahead = values[at : at + (20 if clue == self.empty else 3)]
        start = 0 if clue == self.empty else 1
        run = next((k for k, v in enumerate(ahead[start:]) if v != self.empty), len(ahead) - start)
        if clue == self.empty:
            return _BASE_36[15 + run], run
        if clue == self.unknown:
            return ".", 1
        return _BASE_36[clue + 5 * run], 1 + run

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the cells of a sign."""
        sign = text[at]
        if sign == ".":
            return [self.unknown], 1
        value = _BASE_36.find(sign)
        if 0 <= value < 15:
            return [value % 5, *[self.empty] * (value // 5)], 1
        return ([self.empty] * (value - 15), 1) if value > 15 else None


@dataclass(frozen=True, slots=True)
class Threes:
    """The codec of puzz.link for clues from 0 to 2: three cells are one digit in base 27."""

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the sign of three cells; cells past the last are 0."""
        three = (*values[at : at + 3], 0, 0)[:3]
        return _BASE_36[9 * three[0] + 3 * three[1] + three[2]], len(values[at : at + 3])

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the three cells of a sign."""
        value = _BASE_36.find(text[at])
        return ([value // 9, value // 3 % 3, value % 3], 1) if 0 <= value < 27 else None


@dataclass(frozen=True, slots=True)
class Decimals:
    """The codec of Simon Tatham's IDs for decimal numbers, separated by underscores."""

    empty: int

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number."""
        if values[at] == self.empty:
            return None
        return f"{'_' * (at > 0 and values[at - 1] != self.empty)}{values[at]}", 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        found = _DECIMAL.match(text, at)
        return ([int(found[1])], len(found[0])) if found else None


_DECIMAL: Final = re.compile(r"_?([0-9]{1,4})")
_BASE_36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
