"""Texts of janko.at: fields, rows of words below keywords.

The parts of a form are fields and sections in the order in which they are written: `Depth` of a
rule, `Boxes`, `Areas` of regions, `CageAreas`, `Totals` of cages, `Cells` with clues, `Labels`
outside of the board. What is drawn follows from the kind's answer, except `DrawnAreas`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import digits
from types import MappingProxyType
from typing import Any, Final, Protocol

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BOTTOM, CAGE, LEFT, RIGHT, TOP, Clue
from pipeline.kinds.kit.board.regions import (
    borders_between,
    box_of,
    boxes,
    regions_within,
    renumbered,
)
from pipeline.kinds.kit.sites import janko_forms, sheets
from pipeline.kinds.kit.sites.cells import CellWords, join_rows, number_words, split_rows
from pipeline.kinds.kit.sites.forms import read_table
from pipeline.kinds.kit.sites.janko_forms import _labels, _outside
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, words_below
from pipeline.kinds.kit.sites.reading import Form, Forms, Reading, Site
from pipeline.kinds.kit.sites.sheets import board_sheet
from pipeline.kinds.kit.sites.signs_form import janko_signs_form
from pipeline.kinds.kit.sites.text_lines import is_number, parse_number
from pipeline.kinds.kit.sites.words import Words
from pipeline.model import PuzzleFormatError

_TOTALS: Final = CellWords(
    {"-": 0, ".": 0}, range(1, 100_000), "the total of a cage, or -", "check the sheet"
)
_OPERATIONS: Final = {"*": "x", "/": "/", ":": "/", "÷": "/", "×": "x"}


class Part(Protocol):
    """A field or a section of a text. ``is_problem`` is that below ``problem``."""

    @property
    def is_problem(self) -> bool:
        """Whether its lines are those below ``problem``."""

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the part into a board."""

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the lines of a board."""


@dataclass(frozen=True, slots=True)
class Depth:
    """The number of a rule; without one it is 1."""

    rules: Mapping[str, int]
    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the rule."""
        names = {str(number): rule for rule, number in self.rules.items()}
        depth = sheet.fields.get("depth", "1")
        board.rule = names.get(depth, depth)

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the field."""
        return [f"depth {self.rules[board.rule]}"]


@dataclass(frozen=True, slots=True)
class Areas:
    """The number of the region of each cell."""

    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the regions."""
        _measure(sheet, board)
        board.regions = renumbered(words_below(sheet.areas, board.size, "areas", sheet.line))

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the regions."""
        return ["areas", *join_rows([region + 1 for region in board.regions], board.cols)]


@dataclass(frozen=True, slots=True)
class Boxes:
    """The columns and rows of a box, if regions are boxes."""

    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the boxes."""
        wide, high = (sheet.fields.get(key, "") for key in ("patternx", "patterny"))
        size = board.rows or len(sheet.rows)
        if is_number(wide) and is_number(high) and parse_number(wide) * parse_number(high) == size:
            board.regions = boxes(size, parse_number(high), parse_number(wide))

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the fields."""
        box = box_of(board.regions, board.rows) if board.regions else None
        return [] if box is None else [f"patternx {box[1]}", f"patterny {box[0]}"]


@dataclass(frozen=True, slots=True)
class CageAreas:
    """The number of the cage of each cell; totals of a cage are in one of its cells."""

    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the cages, and their totals and operations below ``problem``."""
        size = board.rows = board.cols = len(sheet.rows)
        found = words_below(sheet.rows, size * size, "problem", sheet.line)
        signs = [word.lstrip(digits) if word[0] in digits else "" for word in found]
        plain = (word.removesuffix(sign) for word, sign in zip(found, signs, strict=True))
        totals = _TOTALS.read_all([*plain], sheet.rows[0][0])
        cages: dict[str, list[int]] = {}
        for cell, word in enumerate(words_below(sheet.areas, size * size, "areas", sheet.line)):
            cages.setdefault(word, []).append(cell)
        for cells in cages.values():
            numbers = tuple(totals[cell] for cell in cells if totals[cell])
            if len(numbers) > 1:
                raise board.error(
                    f"expected one total in a cage, found {numbers[0]} and {numbers[1]}; "
                    "check 'areas'"
                )
            sign = "".join(signs[cell] for cell in cells if totals[cell])
            board.other_clues.append(Clue(CAGE, tuple(cells), numbers, _OPERATIONS.get(sign, sign)))

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the cages."""
        if -1 in board.cage_of:
            raise PuzzleFormatError("janko cannot express cells without a cage; use jsonl")
        return ["areas", *join_rows([cage + 1 for cage in board.cage_of], board.cols)]


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of cages in their first cells; `CageAreas` reads them."""

    is_problem: bool = True

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Leave the totals to `CageAreas`."""

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the totals."""
        signs = {sign: word for word, sign in [*_OPERATIONS.items()][::-1]}
        totals = {
            cage.place[0]: f"{cage.numbers[0]}{signs.get(cage.sign, cage.sign)}"
            for cage in board.cages
            if cage.numbers
        }
        return join_rows([totals.get(cell, "-") for cell in board.grid.cells], board.cols)


@dataclass(frozen=True, slots=True)
class Cells:
    """The clues of cells as words."""

    words: Words
    is_problem: bool = True

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the clues."""
        if not sheet.rows:
            _measure(sheet, board)
            return
        cells = self.words.at("janko", board.boards.empty)
        rows = read_table(sheet.rows, board.boards.most_side, cells.read_row)
        board.rows, board.cols, board.line = len(rows), len(rows[0].values), rows[0].line
        board.values = [value for row in rows for value in row.values]

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the rows."""
        return self.words.at("janko", empty).write(board.values, board.cols)


@dataclass(frozen=True, slots=True)
class Labels:
    """The numbers outside; without them those of the answer, by ``of_line`` (cells of a line).

    ``filled`` has the letters of filled cells.
    """

    of_line: Callable[[Sequence[bool]], tuple[int, ...]]
    filled: str = "x"
    are_behind: bool = False
    """Whether they belong at the right and the bottom; a sheet has one row of them either way."""
    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the numbers."""
        _measure(sheet, board)
        sides = (RIGHT, BOTTOM) if self.are_behind else (LEFT, TOP)
        if sheet.labels:
            found = _outside(sheet, board.rows, board.cols)
            board.other_clues += _moved(found, (LEFT, TOP), sides)
            return
        drawn = words_below(sheet.drawn, board.size, "solution", sheet.line)
        cells = [word in self.filled for word in drawn]
        rows, columns = (
            split_rows(cells, board.cols),
            [cells[col :: board.cols] for col in range(board.cols)],
        )
        for side, lines in ((sides[0], rows), (sides[1], columns)):
            runs = ((k, self.of_line(line)) for k, line in enumerate(lines))
            board.other_clues += [Clue(side, (k,), own) for k, own in runs if own]

    def write(self, board: Board, empty: int) -> list[str]:
        """Return the numbers."""
        if self.are_behind:
            board = replace(
                board, other_clues=_moved(board.other_clues, (RIGHT, BOTTOM), (LEFT, TOP))
            )
        return _labels(board)


def _moved(clues: Iterable[Clue], sides: tuple[str, str], to: tuple[str, str]) -> tuple[Clue, ...]:
    """Return the clues on two sides as those on others."""
    new = dict(zip(sides, to, strict=True))
    return tuple(clue._replace(sort=new[clue.sort]) for clue in clues if clue.sort in new)


def _measure(sheet: JankoSheet, board: Reading) -> None:
    if not board.rows:
        board.rows, board.cols = sheet.size()


def form(
    games: tuple[str, ...],
    *parts: Part,
    filled: str = "x",
    unfilled: str = "-",
    draws_areas: bool = False,
    more: Mapping[str, Any] = MappingProxyType({}),
    confidence: Callable[[Board], int] = lambda board: 1,
    rules: Mapping[str, str] = MappingProxyType({}),
) -> Site:
    """Return the form ``janko`` of games with these names; the first is written.

    ``filled`` has the words of filled cells in a solution, of which the first is written, and
    ``unfilled`` is that of other cells; with ``draws_areas`` that has
    the number of the area of each cell; ``more`` are other parameters of `janko_form`.
    ``confidence`` is that of `TextFormat`; ``rules`` has the rules of games that imply one.
    """
    above = [part for part in parts if not part.is_problem]
    problem = [part for part in parts if part.is_problem]

    def build(forms: Forms) -> Form:
        boards = forms.boards

        def read(sheet: JankoSheet, rule: str | None) -> Board:
            board = Reading(boards, sheet.line)
            for part in parts:
                part.read(sheet, board)
            if rule is not None:
                board.rule = rule
            return board.clues(forms, board.rule)

        def lines(some: Sequence[Part]) -> Callable[[Board], list[str]]:
            return lambda board: [line for part in some for line in part.write(board, boards.empty)]

        options: dict[str, Any] = {"has_problem": bool(problem), "rules": rules}
        if above:
            options["write_areas"] = lines(above)
        else:
            options["refuse"] = forms.refuse
        if draws_areas:
            options |= {"read_drawn": _read_areas, "write_drawn": _write_areas}
        sheet = board_sheet(forms, games, read, lines(problem), filled, unfilled, **options, **more)
        return replace(sheet, confidence=confidence)

    return Site(build)


def counts(games: tuple[str, ...], words: Words, filled: str) -> Site:
    """Return the form ``janko`` with clues in cells and numbers of filled cells outside."""
    return Site(
        lambda forms: janko_forms.counts_form(
            forms, games, words.at("janko", forms.boards.empty), filled
        )
    )


def views(games: tuple[str, ...], largest: int, parks: Mapping[str, int]) -> Site:
    """Return the form ``janko`` of numbers with a number on each side of a line."""
    return Site(lambda forms: janko_forms.views_form(forms, games, number_words(largest), parks))


def signs(games: tuple[str, ...], words: Words) -> Site:
    """Return the form ``janko`` of numbers with signs between cells."""
    return Site(lambda forms: janko_signs_form(forms, games, words.at("janko", forms.boards.empty)))


def numbers(games: tuple[str, ...], largest: int) -> Site:
    """Return the form ``janko`` of numbers, with regions if the boards have some."""
    return Site(lambda forms: _sheet_of_cells(forms, games, number_words(largest)))


def cells(
    games: tuple[str, ...],
    words: Words,
    rules: Mapping[str, str] = MappingProxyType({}),
    has_rooms: bool = False,
) -> Site:
    """Return the form ``janko`` of clues in cells, with regions if the boards have some.

    ``rules`` has the rules of games that imply one; rooms may share a word and lack numbers.
    """
    return Site(
        lambda forms: _sheet_of_cells(
            forms, games, words.at("janko", forms.boards.empty), rules, has_rooms
        )
    )


def _sheet_of_cells(
    forms: Forms,
    games: tuple[str, ...],
    words: CellWords,
    rules: Mapping[str, str] = MappingProxyType({}),
    has_rooms: bool = False,
) -> Form:
    has_regions = forms.boards.has_regions
    read_regions = sheets.read_rooms if has_rooms else sheets.read_regions

    def read(sheet: JankoSheet, rule: str | None) -> Board:
        regions = read_regions(sheet) if has_regions else ()
        if not sheet.rows:
            rows, cols = sheet.size()
            values = [forms.boards.empty] * (rows * cols)
            return forms.make_clues(rows, cols, values, rule, sheet.line, regions)
        table = read_table(sheet.rows, forms.boards.most_side, words.read_row)
        return forms.of_rows(table, rule, regions)

    return board_sheet(
        forms,
        games,
        read,
        lambda board: words.write(board.values, board.cols),
        refuse=forms.refuse_small if has_regions else forms.refuse,
        rules=rules,
        write_areas=sheets.write_regions if has_regions else None,
        needs_problem=not has_rooms,
    )


def _read_areas(board: Board, sheet: JankoSheet) -> Solution:
    drawn = words_below(sheet.drawn, len(board.values), "solution", sheet.line)
    return Solution("borders", borders_between(board.grid, drawn))


def _write_areas(board: Board, answer: Solution) -> list[str]:
    areas = regions_within(board.grid, answer.items)
    return join_rows([area + 1 for area in areas], board.cols)
