"""Game IDs of Simon Tatham's collection: a size, parameters, a colon, and parts with commas.

Source: ``solo.c``, ``divvy.c``, ``pattern.c`` of Simon Tatham's collection (MIT).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Final, Literal, Protocol, TypeAlias

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import CAGE, LEFT, TOP, Clue
from pipeline.kinds.kit.board.regions import box_of, boxes, decode_lines, encode_lines
from pipeline.kinds.kit.sites import game_ids as extra_forms
from pipeline.kinds.kit.sites.cells import Codec, Decimals, Runs, decode_cells, encode_cells
from pipeline.kinds.kit.sites.cells import Signs as SignCodec
from pipeline.kinds.kit.sites.forms import game_id_form
from pipeline.kinds.kit.sites.reading import Form, Forms, Reading, Site
from pipeline.kinds.kit.sites.text_lines import is_number, parse_number, require_size
from pipeline.model import PuzzleFormatError

ID_ADVICE: Final = "copy the whole ID"
Size: TypeAlias = Literal["wide", "box", "side"]
"""How a size is written: columns x rows, rows x columns of a box, or one side of a square."""
_SIZES: Final = {
    "wide": "([0-9]+)x([0-9]+)",
    "box": "([0-9]{1,2})x([0-9]{1,2})",
    "side": "([0-9]{1,2})()",
}

TATHAM: Final = "tatham"  # Name of the form
_ID: Final = re.compile(r"[0-9]{1,3}(?:x[0-9]{1,3})?(?![0-9])[^\s:#;|,]*:[^\s:]+")
_OTHERS: Final[dict[str, tuple[str, Callable[[int, int], Container[int]] | None]]] = {
    "Solo with sums and diagonals": (r"[0-9]+(?:x[0-9]+|j)xk\w*:.*", None),
    "Solo with sums and irregular regions": (r"[0-9]+jk\w*:.*", None),
    "Solo with irregular regions and diagonals": (r"[0-9]+jx\w*:.*", None),
    "Unequal with adjacent numbers": (r"[0-9]+a\w*:.*", None),
    "Loopy on a grid that is not of squares": (r"[0-9]+x[0-9]+t[1-9]\w*:.*", None),
    "Dominosa": (r"[0-9]+:[0-9\[\]]+", None),
    "Palisade": (r"[0-9]+x[0-9]+n[0-9]+:[0-3a-z]+", None),
    "Map": (r"[0-9]+x[0-9]+n[0-9]+(?:d[a-z])?:[a-z]+,[0-4a-z]+", None),
    "Undead": (r"[0-9]+x[0-9]+(?:d[a-z])?:[0-9]+,[0-9]+,[0-9]+,[a-zRL]+(?:,[0-9]+)+", None),
    "Magnets": (r"[0-9]+x[0-9]+(?:d[a-z])?:(?:[0-9.]+,){4}[LRTB*]+", None),
    "Tracks": (r"[0-9]+x[0-9]+(?:d[a-z])?:[a-zA-F0-9]+(?:,S?[0-9]+)+", None),
    "Untangle": (r"[0-9]+:[0-9]+-[0-9]+(?:,[0-9]+-[0-9]+)+", None),
    "Filling": (r"[0-9]+x[0-9]+:[1-9]*[a-z][1-9a-z]*", lambda w, h: (w * h,)),
    "Range": (r"[0-9]+x[0-9]+:[0-9a-z_]+", lambda w, h: (w * h,)),
    "Slant": (r"[0-9]+x[0-9]+(?:d[a-z])?:[0-4a-z]+", lambda w, h: (w * h + w + h + 1,)),
    "Galaxies": (r"[0-9]+x[0-9]+(?:d[a-z])?:[a-zM]+", lambda w, h: range(w * h + 1, 4 * w * h)),
}
"""Games and variants that no kind reads: how their IDs look, and of how many cells they are."""
_ALIKE: Final = {"Filling": {"Mosaic", "Light Up"}}
"""Games that no kind reads, and those whose IDs may be the same."""


def are_ids(lines: Sequence[str]) -> bool:
    """Return whether all of some lines look like game IDs."""
    return bool(lines) and all(map(_ID.fullmatch, lines))


def other_game(line: str, like: Sequence[str] = ()) -> str:
    """Return the game of an ID that no kind reads, "" if it is unknown.

    With ``like``, it is one whose IDs may be those of these games too.
    """
    for name, (pattern, sizes) in _OTHERS.items():
        if (like and _ALIKE.get(name, set()).isdisjoint(like)) or not re.fullmatch(pattern, line):
            continue
        head, _, body = line.partition(":")
        sides = [*map(parse_number, re.findall("[0-9]+", head)[:2])]
        words = re.findall("[0-9]+|[a-zM]" if name == "Range" else ".", body)
        cells = sum(ord(word) - 96 for word in words if word.islower())
        cells += sum(map(is_number, words))
        if sizes is None or cells in sizes(*sides):
            return name
    return ""


class Part(Protocol):
    """A part of a game ID. ``pattern`` is a regular expression without groups."""

    @property
    def pattern(self) -> str:
        """The expression that the text of the part matches."""

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the part into a board."""

    def write(self, board: Board, empty: int) -> str:
        """Return the part of a board."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The clues of cells by some codecs; without any they are decimal numbers."""

    codecs: Sequence[Codec] = ()
    pattern: str = "[^,]*"
    expected: str = ""

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the clues."""
        codecs = self.codecs or _numbers(board.boards.empty)
        expected = self.expected or f"cells as in {example!r}"
        board.values = decode_cells(text, codecs, board.size, board.line, expected, ID_ADVICE)

    def write(self, board: Board, empty: int) -> str:
        """Return the clues."""
        return encode_cells(board.values, self.codecs or _numbers(empty))


def Numbers() -> Cells:  # noqa: N802 (a part)
    """Return the clues of cells as decimal numbers, before another part."""
    return Cells((), "[0-9a-z_]+", "numbers, or letters for empty cells")


@dataclass(frozen=True, slots=True)
class Signs:
    """Cells with a digit or another sign, and letters for runs of empty cells."""

    numbers: range
    signs: Mapping[str, int] = field(default_factory=dict)
    pattern: str = "[^,]*"

    def codecs(self, empty: int) -> Sequence[Codec]:
        """Return the codecs of a cell."""
        known = {**{str(number): number for number in self.numbers}, **self.signs}
        return SignCodec(known), Runs(empty, ascii_lowercase)

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the clues."""
        Cells(self.codecs(board.boards.empty)).read(text, board, example)

    def write(self, board: Board, empty: int) -> str:
        """Return the clues."""
        return encode_cells(board.values, self.codecs(empty))


@dataclass(frozen=True, slots=True)
class CageLines:
    """The lines between cages."""

    pattern: str = "[a-z_]+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the cells of the cages."""
        cages: dict[int, list[int]] = {}
        for cell, cage in enumerate(decode_lines(text, board.grid, board.line)):
            cages.setdefault(cage, []).append(cell)
        board.other_clues = [Clue(CAGE, tuple(cells)) for cells in cages.values()]

    def write(self, board: Board, empty: int) -> str:
        """Return the lines."""
        if -1 in board.cage_of:
            raise PuzzleFormatError("tatham cannot express cells without a cage; use another form")
        if any(len(cage.place) == 1 for cage in board.other_clues):
            raise PuzzleFormatError("tatham cannot express a cage of one cell; use another form")
        return encode_lines(board.cage_of, board.grid)


@dataclass(frozen=True, slots=True)
class Totals:
    """The total of each cage in its first cell."""

    pattern: str = r"\w+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the totals of the cages read before."""
        expected = "numbers, or letters for empty cells"
        totals = decode_cells(text, _numbers(0), board.size, board.line, expected, ID_ADVICE)
        board.other_clues = [
            cage._replace(numbers=tuple(totals[cell] for cell in cage.place if totals[cell]))
            for cage in board.other_clues
        ]

    def write(self, board: Board, empty: int) -> str:
        """Return the totals."""
        totals = {cage.place[0]: cage.numbers[0] for cage in board.other_clues if cage.numbers}
        return encode_cells([totals.get(cell, 0) for cell in board.grid.cells], _numbers(0))


@dataclass(frozen=True, slots=True)
class OutsideRuns:
    """The numbers above all columns, then left of all rows, with slashes between the lines."""

    pattern: str = "[0-9./]*"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the numbers."""
        lists = text.split("/")
        is_well = all(re.fullmatch(r"([0-9]+(\.[0-9]+)*)?", one) for one in lists)
        if len(lists) != board.cols + board.rows or not is_well:
            raise board.error(
                f"expected the runs of {board.cols} columns and {board.rows} rows with / between "
                f"them, found {len(lists)}; {ID_ADVICE}"
            )
        board.other_clues += [
            Clue(side, (k,), tuple(map(parse_number, one.split("."))))
            for (side, k), one in zip(_lines(board.rows, board.cols), lists, strict=True)
            if one
        ]

    def write(self, board: Board, empty: int) -> str:
        """Return the numbers."""
        runs = {(clue.sort, clue.place[0]): clue.numbers for clue in board.other_clues}
        places = _lines(board.rows, board.cols)
        return "/".join(".".join(map(str, runs.get(place, ()))) for place in places)


def _lines(rows: int, cols: int) -> list[tuple[str, int]]:
    return [(TOP, k) for k in range(cols)] + [(LEFT, k) for k in range(rows)]


def _numbers(empty: int) -> tuple[Codec, ...]:
    return Decimals(empty), Runs(empty, ascii_lowercase)


def counts(game: str, mark: int) -> Site:
    """Return the form ``tatham`` of a game with marked cells and numbers outside."""
    return Site(lambda forms: extra_forms.counts_id(forms, game, mark))


def symbols(distinct: str, alike: str) -> Site:
    """Return the form ``tatham`` of Unruly, with one rule for IDs with ``u`` and one for others."""
    return Site(lambda forms: extra_forms.symbols_id(forms, distinct, alike))


def larger_signs() -> Site:
    """Return the form ``tatham`` of Unequal: numbers, and the sides on which they are larger."""
    return Site(extra_forms.signs_id)


def views() -> Site:
    """Return the form ``tatham`` of Towers: numbers outside, then cells."""
    return Site(extra_forms.views_id)


def results() -> Site:
    """Return the form ``tatham`` of Keen: cages, then the operation and result of each."""
    return Site(extra_forms.results_id)


def form(game: str, params: str, example: str, *parts: Part, size: Size = "wide") -> Site:
    """Return the form ``tatham``: game IDs of a game with some parts.

    ``params`` is a regular expression for the text between size and colon, whose first alternative
    is written; ``example`` is for errors.
    """
    body = ",".join(f"({part.pattern})" for part in parts)
    pattern = re.compile(rf"{_SIZES[size]}(?:{params}):{body}", re.ASCII)
    # Groups in the parameters, as in (?:d[a-z]+)?, do not count.
    written = re.sub(r"\(\?:.*?\)\?", "", params.partition("|")[0]).replace("\\", "")

    def build(forms: Forms) -> Form:
        boards = forms.boards

        def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
            one, other = parse_number(match[1]), parse_number(match[2] or match[1])
            cols, rows = (one * other,) * 2 if size == "box" else (one, other)
            require_size(cols, rows, boards.most_side, line)
            board = Reading(boards, line, rows, cols)
            if size == "box":
                board.regions = boxes(rows, one, other)
            for part, text in zip(parts, match.groups()[2:], strict=True):
                part.read(text, board, example)
            return Parsed(line, board.clues(forms, rule))

        def write(board: Board, _: Solution | None) -> str:
            if size == "box":
                box = box_of(board.regions, board.rows)
                assert box is not None
                head = f"{box[0]}x{box[1]}"
            else:
                head = f"{board.cols}x{board.rows}" if size == "wide" else str(board.cols)
            texts = [part.write(board, boards.empty) for part in parts]
            return f"{head}{written}:{','.join(texts)}\n"

        refuse = forms.refuse_small if boards.clue_sorts else forms.refuse
        return game_id_form(game, pattern, example, read, write, refuse)

    return Site(build)


__all__ = [
    "CageLines", "Cells", "Decimals", "Numbers", "OutsideRuns", "Runs", "SignCodec", "Signs",
    "Totals", "counts", "form", "larger_signs", "results", "symbols", "views",
]  # fmt: skip
