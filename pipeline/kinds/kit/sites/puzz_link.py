"""Addresses of puzz.link, and files of pzprv3.

An address is the name, columns and rows, and parts one after another: `Number` ends at a slash,
`Borders` has five borders in each sign, `Cells` goes on to the end, `OfRegions` has one cell for
each region.

Source: ``Encode.js`` of pzprjs (github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, Protocol

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BOTTOM, LEFT, TOP, Clue
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.board.regions import regions_between
from pipeline.kinds.kit.sites import pzpr, sheets
from pipeline.kinds.kit.sites.cells import (
    Codec,
    Marks,
    Signs,
    decode_cells,
    decode_front,
    encode_cells,
)
from pipeline.kinds.kit.sites.cells import Fours as FourCodec
from pipeline.kinds.kit.sites.cells import Several as SeveralCodec
from pipeline.kinds.kit.sites.cells import Threes as ThreeCodec
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.sites.pzpr import ADVICE
from pipeline.kinds.kit.sites.reading import Form, Forms, Reading, Site
from pipeline.kinds.kit.sites.words import Words
from pipeline.model import PuzzleFormatError

_BASE_32: Final = f"0123456789{ascii_lowercase[:22]}"


class Part(Protocol):
    """A part of an address."""

    def read(self, text: str, board: Reading) -> str:
        """Read the part from the front of a text into a board; return the rest of the text."""

    def write(self, board: Board, empty: int) -> str:
        """Return the part of a board."""


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a rule, and a slash."""

    rules: Mapping[str, int]

    def read(self, text: str, board: Reading) -> str:
        """Read the rule."""
        word, _, rest = text.partition("/")
        board.set_rule(word, self.rules, "after", ADVICE)
        return rest

    def write(self, board: Board, empty: int) -> str:
        """Return the number of the rule."""
        return f"{self.rules[board.rule]}/"


@dataclass(frozen=True, slots=True)
class Borders:
    """The borders between regions: left and right of cells, then above and below them."""

    def read(self, text: str, board: Reading) -> str:
        """Read the regions."""
        board.regions, rest = decode_borders(text, board.grid, board.line)
        return rest

    def write(self, board: Board, empty: int) -> str:
        """Return the borders."""
        return encode_borders(board)


def decode_borders(text: str, grid: Grid, line: int) -> tuple[tuple[int, ...], str]:
    """Return the regions of a text with five borders in each sign, and the rest of the text."""
    parted: set[Pair] = set()
    begin = 0
    for places in _places(grid):
        count = -(-len(places) // 5)
        signs, begin = text[begin : begin + count], begin + count
        numbers = [_BASE_32.find(sign) for sign in signs]
        if len(signs) < count or min(numbers, default=0) < 0:
            raise PuzzleFormatError(
                f"expected the borders of {grid.cols}x{grid.rows} cells, found {text!r}; {ADVICE}",
                line=line,
            )
        bits = "".join(f"{number:05b}" for number in numbers)
        parted.update(pair for pair, bit in zip(places, bits, strict=False) if bit == "1")
    return regions_between(grid, parted), text[begin:]


def encode_borders(board: Board) -> str:
    """Return the borders between the regions of a board, five in each sign."""
    text = ""
    for places in _places(board.grid):
        bits = "".join(str(int(board.regions[a] != board.regions[b])) for a, b in places)
        bits += "0" * (-len(bits) % 5)
        text += "".join(_BASE_32[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))
    return text


@dataclass(frozen=True, slots=True)
class Cells:
    """The clues of cells, up to the next slash, by some codecs; without any they are numbers."""

    codecs: Sequence[Codec] = ()
    expected: str = "cells as digits 0 to f, -XX, or letters g to z for empty ones"
    is_optional: bool = False
    """Whether a board without clues in cells has no text."""

    def read(self, text: str, board: Reading) -> str:
        """Read the clues."""
        body, _, rest = text.partition("/")
        if self.is_optional and not body:
            return rest
        codecs = self.codecs or pzpr.number_codecs(board.boards.empty)
        over = 2 if any(isinstance(one, ThreeCodec | FourCodec) for one in codecs) else 0
        board.values = decode_cells(
            body, codecs, board.size, board.line, self.expected, ADVICE, over
        )
        return rest

    def write(self, board: Board, empty: int) -> str:
        """Return the clues."""
        if self.is_optional and {*board.values} == {empty}:
            return ""
        return encode_cells(board.values, self.codecs or pzpr.number_codecs(empty))


@dataclass(frozen=True, slots=True)
class Outside:
    """The numbers outside by side; with ``is_deep`` up to half a line of them, the last first."""

    sides: Sequence[str] = (TOP, LEFT)
    is_deep: bool = False

    def _places(self, rows: int, cols: int) -> Iterator[tuple[str, int, int]]:
        """Yield side and number of each line, and how many numbers it may have."""
        for side in self.sides:
            length, lines = (rows, cols) if side in (TOP, BOTTOM) else (cols, rows)
            yield from ((side, k, (length + 1) // 2 if self.is_deep else 1) for k in range(lines))

    def read(self, text: str, board: Reading) -> str:
        """Read the numbers."""
        places = [*self._places(board.rows, board.cols)]
        size, codecs = sum(most for *_, most in places), pzpr.number_codecs(pzpr.EMPTY)
        expected = "numbers outside as digits 0 to f, -XX, or letters g to z for none"
        values, rest = decode_front(text, codecs, size, board.line, expected, ADVICE)
        if len(values) != size:
            raise board.error(f"expected {size} numbers outside, found {len(values)}; {ADVICE}")
        at = 0
        for side, k, most in places:
            own = tuple(one for one in values[at : at + most][::-1] if one != pzpr.EMPTY)
            board.other_clues += [Clue(side, (k,), own)] * bool(own)
            at += most
        return rest

    def write(self, board: Board, empty: int) -> str:
        """Return the numbers."""
        known = {clue[:2]: clue.numbers for clue in board.other_clues}
        values: list[int] = []
        for side, k, most in self._places(board.rows, board.cols):
            own = known.get((side, (k,)), ())[::-1]
            values += [*own, *[pzpr.EMPTY] * (most - len(own))]
        return encode_cells(values, pzpr.number_codecs(pzpr.EMPTY))


def Ones(mark: int) -> Cells:  # noqa: N802 (a part)
    """Return cells that have a mark or are empty, each with up to 17 empty ones behind it."""
    return Cells((Marks(mark, 0),), "cells as 0 to 9, a to z")


def Fours(empty: int, unknown: int) -> Cells:  # noqa: N802 (a part)
    """Return cells with clues from 0 to 4, followed by up to two empty ones in each sign."""
    expected = "cells as 0 to 9, a to e, g to z or a dot"
    return Cells((FourCodec(empty, unknown),), expected)


def Several(empty: int) -> Cells:  # noqa: N802 (a part)
    """Return cells with up to four numbers, which are the digits of a clue; 9 is unknown."""
    expected = "cells as 0 to 9, a dot, two signs from a0 to dz, or letters g to z for empty ones"
    return Cells((pzpr.number_codecs(empty)[0], SeveralCodec()), expected)


@dataclass(frozen=True, slots=True)
class OfRegions:
    """A number for each region, that of its first cell."""

    def read(self, text: str, board: Reading) -> str:
        """Read the numbers of the regions."""
        body, _, rest = text.partition("/")
        firsts = [[*board.regions].index(region) for region in range(max(board.regions) + 1)]
        expected = "a number of each region, as digits 0 to f, -XX, or letters g to z for none"
        codecs = _room_codecs(board.boards.empty)
        numbers = decode_cells(body, codecs, len(firsts), board.line, expected, ADVICE)
        for cell, number in zip(firsts, numbers, strict=True):
            board.put(cell, number)
        return rest

    def write(self, board: Board, empty: int) -> str:
        """Return the numbers of the regions."""
        return encode_cells([board.values[cells[0]] for cells in board.areas], _room_codecs(empty))


def _room_codecs(empty: int) -> tuple[Codec, ...]:
    return (*pzpr.number_codecs(empty), Signs({".": empty}))


def Threes() -> Cells:  # noqa: N802 (a part)
    """Return cells with clues from 0 to 2, three in each sign."""
    return Cells((ThreeCodec(),), "three cells as 0 to 9, a to q")


def numbers(empty: int, signs: Mapping[str, int]) -> Sequence[Codec]:
    """Return the codecs of numbers and some further signs."""
    return (*pzpr.number_codecs(empty), Signs(signs))


def form(names: tuple[str, ...], *parts: Part) -> Site:
    """Return the form ``puzz.link``: addresses of some parts; the first name is written."""

    def build(forms: Forms) -> Form:
        boards = forms.boards

        def read(address: pzpr.Address, rule: str | None) -> Board:
            if "f" in address.flags:
                raise PuzzleFormatError(
                    "found the variant 'f', in which the loop visits every cell or point; leave "
                    "it out",
                    line=address.line,
                    is_foreign=True,
                )
            board = Reading(boards, address.line, address.rows, address.cols)
            rest = f"{address.body}/{address.rest}" if address.rest else address.body
            for part in parts:
                rest = part.read(rest, board)
            return board.clues(forms, rule)

        def write(board: Board) -> str:
            return "".join(part.write(board, boards.empty) for part in parts)

        return pzpr.board_address(forms, names, read, write)

    return Site(build)


def file(
    names: tuple[str, ...], cells: Words, is_apart: bool = False, has_one_side: bool = False
) -> Site:
    """Return the form ``pzprv3``: files of rows of words, with the answer as in `sheets`."""

    def build(forms: Forms) -> Form:
        family, words = forms.boards.family, cells.at("file", forms.boards.empty)
        in_clues = family == "cells" and not is_apart
        clue_words = sheets.with_shading(words) if in_clues else words

        def read(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Board, Solution]:
            board = forms.of_rows(pzpr.read_rows(sheet, clue_words), rule)
            return Parsed(sheet.line, board, sheets.read_sheet(board, family, sheet, is_apart))

        def write(board: Board, answer: Solution | None) -> str:
            size = (str(board.rows), str(board.cols))[has_one_side:]
            rows = sheets.write_sheet(board, family, answer, words, is_apart)
            return to_lines(pzpr.HEADER, names[0], *size, *rows)

        title, most = "files of pzpr", forms.boards.most_side
        return pzpr.file_form(title, names, most, read, write, forms.refuse, has_one_side)

    return Site(build)


def _places(grid: Grid) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of neighbours: left and right in reading order, then above and below."""
    across = [(cell, cell + 1) for cell in grid.cells if (cell + 1) % grid.cols]
    return across, [(cell, cell + grid.cols) for cell in grid.cells[: -grid.cols]]


__all__ = [
    "Borders", "Cells", "Fours", "Number", "OfRegions", "Ones", "Outside", "Several", "Threes",
    "file", "form", "numbers",
]  # fmt: skip
