"""Fleets in addresses and files of puzz.link and in texts of janko.at, and answers beside clues.

Sources: ``statuepark.js``, ``Bank.js`` and ``Encode.js`` of pzprjs (MIT); janko.at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.fleet.clue import FLEET
from pipeline.kinds.kit.sites import pzpr, pzprv3
from pipeline.kinds.kit.sites.cells import join_rows
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, words_below
from pipeline.kinds.kit.sites.reading import Reading
from pipeline.kinds.kit.sites.text_lines import is_number, parse_number

_PRESETS: Final = {"c": (3, 2, 1), "d": (4, 3, 2, 1), "e": (5, 4, 3, 2, 1)}
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
_ADVICE: Final = "copy it whole"
SHIPS: Final = "omnesw"  # Letters of the parts of ships at janko.at


def fleet_of(board: Board) -> tuple[int, ...]:
    """Return the number of ships of one cell, of two cells, and so on."""
    return next((clue.numbers for clue in board.clues_of(FLEET)), ())


def _piece(length: int) -> str:
    """Return a ship: its width and height, and its cells, five in each sign."""
    bits = ("1" * length).ljust(-(-length // 5) * 5, "0")
    signs = [_DIGITS[int(bits[k : k + 5], 2)] for k in range(0, len(bits), 5)]
    return f"{_DIGITS[length]}1{''.join(signs)}"


def _write(ships: Sequence[int]) -> list[str]:
    """Return the letter of a fleet, or the number of its ships and each of them."""
    own = next((letter for letter, fleet in _PRESETS.items() if fleet == tuple(ships)), "")
    if own:
        return [own]
    pieces = [_piece(k) for k, number in enumerate(ships, 1) for _ in range(number)]
    return [str(len(pieces)), *pieces]


def _read(words: Sequence[str], board: Reading) -> int:
    """Add the fleet at the start of some words; return how many belong to it."""
    first, *more = (*words, "")
    if first in _PRESETS:
        board.other_clues.append(Clue(FLEET, (), _PRESETS[first]))
        return 1
    count = parse_number(first) if is_number(first) else -1
    lengths = {_piece(k): k for k in range(1, 13)}
    turned = {f"{piece[1]}{piece[0]}{piece[2:]}": k for piece, k in lengths.items()}
    if not 0 <= count < len(words) or not {*more[:count]} <= {*lengths, *turned}:
        found = "/".join(words[:8])
        raise board.error(f"expected a fleet of straight ships, found {found!r}; {_ADVICE}")
    own = [(lengths | turned)[word] for word in more[:count]]
    ships = tuple(own.count(k) for k in range(1, max(own, default=0) + 1))
    board.other_clues += [Clue(FLEET, (), ships)] * bool(ships)
    return 1 + count


@dataclass(frozen=True, slots=True)
class AddressFleet:
    """The ships at the end of an address of puzz.link, behind cells."""

    def read(self, text: str, board: Reading) -> str:
        """Read the fleet."""
        words = text.removeprefix("/").split("/")
        return "/".join(words[_read(words, board) :])

    def write(self, board: Board, empty: int) -> str:
        """Return the fleet."""
        words = _write(fleet_of(board))
        return f"/{'/' * (len(words) == 1)}{'/'.join(words)}"


@dataclass(frozen=True, slots=True)
class FileFleet:
    """The ships at the start of a file."""

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read the fleet."""
        return _read([line for _, line in sheet.body], board)

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the lines."""
        return _write(fleet_of(board))


@dataclass(frozen=True, slots=True)
class FileCells:
    """The cells of a file with numbers around, whose answer is below, but for clues that are ships.

    ``marks`` are the words of clues, ``ships`` the clues that are parts of ships.
    """

    marks: Mapping[str, int]
    ships: Sequence[int]

    @property
    def _framed(self) -> pzprv3.Framed:
        return pzprv3.Framed(marks=self.marks)

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read the clues."""
        return self._framed.read(sheet, board)

    def drawn(self, sheet: pzpr.PzprSheet, board: Board) -> Solution | None:
        """Return the answer below, None without one."""
        body = sheet.body[board.rows + 1 :][: board.rows]
        words = [word for _, line in body for word in line.split()]
        shaded = {cell for cell, word in enumerate(words) if word == "#"}
        given = {cell for cell, clue in enumerate(board.values) if clue in self.ships}
        return _shaded(shaded | given) if shaded else None

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the rows, those of an answer, and that no ship is crossed out."""
        rows = self._framed.write(board, None, empty)
        shaded = {cell for (cell,) in answer.items} if answer else set()
        given = {cell for cell, clue in enumerate(board.values) if clue in self.ships}
        words = ["#" if cell in shaded - given else "." for cell in board.grid.cells]
        found = [0] * sum(fleet_of(board))
        return [*rows, *join_rows(words, board.cols), " ".join(map(str, found))]


@dataclass(frozen=True, slots=True)
class JankoFleet:
    """The field ``ships`` of a sheet of janko.at."""

    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the fleet; without it that of 4, 3, 2 and 1 ships."""
        words = sheet.fields.get("ships", "4 3 2 1").split()
        if not all(map(is_number, words)):
            raise board.error("expected 'ships' to be the number of ships of 1 cell, 2 ...")
        ships = [parse_number(word) for word in words]
        while ships and not ships[-1]:
            ships.pop()
        board.other_clues.append(Clue(FLEET, (), tuple(ships)))

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the field."""
        return [f"ships {' '.join(map(str, fleet_of(board)))}"]


def read_ships(board: Board, sheet: JankoSheet) -> Solution | None:
    """Return the cells with letters of parts of ships in the solution of a sheet."""
    words = words_below(sheet.drawn, len(board.values), "solution", sheet.line)
    return _shaded({cell for cell, word in enumerate(words) if word in SHIPS})


def write_ships(board: Board, answer: Solution) -> list[str]:
    """Return the letters of parts of ships: o alone, else m, or the side where a ship ends."""
    cols, shaded = board.cols, {cell for (cell,) in answer.items}
    words = []
    for cell in board.grid.cells:
        near = [one - cell for one in board.grid.neighbours(cell) if one in shaded]
        end = {-1: "e", 1: "w", -cols: "s", cols: "n"}[near[0]] if len(near) == 1 else ""
        words.append("-" if cell not in shaded else end or ("m" if near else "o"))
    return join_rows(words, cols)


def _shaded(cells: set[int]) -> Solution | None:
    return Solution("cells", tuple((cell,) for cell in sorted(cells))) if cells else None


SHEET: Final = {"read_drawn": read_ships, "write_drawn": write_ships, "needs_problem": False}
"""Parameters of `janko.form` for ships in cells."""
