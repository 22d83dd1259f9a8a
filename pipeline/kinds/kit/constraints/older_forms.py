"""Text forms of version 1.0 that are parts of sites now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.sites import janko, puzz_link, pzpr, reading, tables, tatham
from pipeline.kinds.kit.sites.cells import CellWords, Codec, Decimals, Fours, Threes
from pipeline.kinds.kit.sites.forms import Refusal
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet
from pipeline.kinds.kit.sites.reading import Form, Reading
from pipeline.kinds.kit.sites.sheets import board_sheet
from pipeline.kinds.kit.sites.words import Words

ADVICE: Final = pzpr.ADVICE
__all__ = ["ADVICE", "Decimals", "Form", "Forms", "Fours", "Threes"]


class Forms(reading.Forms):
    """The text forms of a kind, whose clues are validated by ``boards``."""

    def address(
        self, names: tuple[str, ...], codecs: Sequence[Codec] = (), expected: str = ""
    ) -> Form:
        """Return the form ``puzz.link``: addresses whose body is encoded by some codecs."""
        cells = puzz_link.Cells(codecs, expected) if expected else puzz_link.Cells(codecs)
        return puzz_link.form(names, cells).build(self)

    def url(
        self,
        names: tuple[str, ...],
        read: Callable[[pzpr.Address, str | None], Board],
        write: Callable[[Board], str],
        refuse: Refusal[Board, Solution] | None = None,
    ) -> Form:
        """Return the form ``puzz.link`` with functions that read an address and write a body."""
        return pzpr.board_address(self, names, read, write, refuse)

    def file(self, names: tuple[str, ...], words: CellWords, *more: bool, **named: bool) -> Form:
        """Return the form ``pzprv3``."""
        return puzz_link.file(names, _words(words), *more, **named).build(self)

    def tatham(self, game: str, params: str, codecs: Sequence[Codec], example: str) -> Form:
        """Return the form ``tatham`` of cells by some codecs."""
        return tatham.form(game, params, example, tatham.Cells(codecs)).build(self)

    def janko(
        self, games: tuple[str, ...], words: CellWords, filled: str = "x", unfilled: str = "-",
        rules: Mapping[str, str] = MappingProxyType({}), has_rooms: bool = False,
    ) -> Form:  # fmt: skip
        """Return the form ``janko`` of clues in cells."""
        if (filled, unfilled) == ("x", "-"):
            return janko.cells(games, _words(words), rules, has_rooms).build(self)
        cells = janko.Cells(_words(words))
        return janko.form(games, cells, filled=filled, unfilled=unfilled, rules=rules).build(self)

    def sheet(
        self,
        games: tuple[str, ...],
        read: Callable[[JankoSheet, str | None], Board],
        write: Callable[[Board], list[str]],
        *more: Any,
        **named: Any,
    ) -> Form:
        """Return the form ``janko`` with functions that read a sheet and write its rows."""
        return board_sheet(self, games, read, write, *more, **named)

    def line(self, title: str, lengths: tuple[int, ...]) -> Form:
        """Return the form ``line``."""
        return tables.line(title, lengths).build(self)

    def table(self, title: str, words: CellWords, *more: Any, **named: Any) -> Form:
        """Return the form ``table``."""
        return tables.table(title, _words(words), *more, **named).build(self)


@dataclass(frozen=True, slots=True)
class _Given(Words):
    """Words of cells that a page states itself, for all sites."""

    own: CellWords | None = None

    def at(self, site: str, empty: int) -> CellWords:
        """Return the words."""
        assert self.own is not None
        return self.own


def _words(words: CellWords) -> Words:
    return _Given(words.numbers, words.expected, own=words)


def rooms_address(forms: reading.Forms, names: tuple[str, ...]) -> Form:
    """Return the form ``puzz.link`` of regions with a number in the first cell of some."""
    return puzz_link.form(names, puzz_link.Borders(), puzz_link.OfRegions()).build(forms)


def regions_address(forms: Forms, names: tuple[str, ...], words: Sequence[str]) -> Form:
    """Return the form ``puzz.link`` of regions after a number; its rules are ``words``, from 1."""
    number = puzz_link.Number({rule: at for at, rule in enumerate(words, 1)})
    return puzz_link.form(names, number, puzz_link.Borders()).build(forms)


def killer_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Solo with cages."""
    return tatham.solo({"k": ""}).build(forms)


def counts_id(forms: Forms, game: str, mark: int) -> Form:
    """Return the form ``tatham`` of a game with marked cells and numbers outside."""
    return tatham.counts(game, mark).build(forms)


def symbols_id(forms: Forms, distinct: str, alike: str) -> Form:
    """Return the form ``tatham`` of Unruly."""
    return tatham.symbols(distinct, alike).build(forms)


def signs_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Unequal."""
    return tatham.larger_signs().build(forms)


def views_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Towers."""
    return tatham.views().build(forms)


def results_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Keen."""
    return tatham.results().build(forms)


def runs_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Pattern: the runs of each column, then of each row."""
    return tatham.form("Pattern", "", "2x2:1/1/1/1", tatham.OutsideRuns()).build(forms)


@dataclass(frozen=True, slots=True)
class _Fields:
    """Fields of a sheet that state its rule."""

    rule_of: Callable[[Mapping[str, str]], str | None]
    fields_of: Callable[[Board], list[str]]
    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the rule."""
        board.rule = self.rule_of(sheet.fields)

    def write(self, board: Board, _: int) -> list[str]:
        """Return the fields."""
        return self.fields_of(board)


def regions_form(
    forms: Forms,
    games: tuple[str, ...],
    rule_of: Callable[[Mapping[str, str]], str | None],
    fields_of: Callable[[Board], list[str]],
) -> Form:
    """Return the form ``janko`` of a kind whose only clues are regions."""
    return janko.form(games, _Fields(rule_of, fields_of), janko.Areas()).build(forms)


def cages_form(forms: Forms, games: tuple[str, ...]) -> Form:
    """Return the form ``janko`` of a kind with cages on a square, perhaps with boxes."""
    return janko.form(games, janko.Boxes(), janko.CageAreas(), janko.Totals()).build(forms)


def runs_form(
    forms: Forms, games: tuple[str, ...], runs_of: Callable[[Sequence[bool]], tuple[int, ...]]
) -> Form:
    """Return the form ``janko`` of a kind whose clues are the runs of filled cells outside."""
    return janko.form(games, janko.Labels(runs_of)).build(forms)


def areas_form(forms: Forms, games: tuple[str, ...], words: CellWords) -> Form:
    """Return the form ``janko`` of a kind whose solution has a word for each area."""
    return janko.form(games, janko.Cells(_words(words)), draws_areas=True).build(forms)
