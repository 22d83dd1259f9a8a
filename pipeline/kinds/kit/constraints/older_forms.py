"""Text forms of version 1.0 that are parts of sites now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.kinds.kit.board.board import Clues
from pipeline.kinds.kit.sites import janko, puzz_link, tatham
from pipeline.kinds.kit.sites.cells import CellWords
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet
from pipeline.kinds.kit.sites.older import Form, Forms
from pipeline.kinds.kit.sites.reading import Reading
from pipeline.kinds.kit.sites.words import Words


def regions_address(forms: Forms, names: tuple[str, ...], words: Sequence[str]) -> Form:
    """Return the form ``puzz.link`` of regions after a number; its rules are ``words``, from 1."""
    number = puzz_link.Number({rule: at for at, rule in enumerate(words, 1)})
    return puzz_link.form(names, number, puzz_link.Borders()).build(forms)


def killer_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Solo with cages."""
    parts = (tatham.Numbers(), tatham.CageLines(), tatham.Totals())
    example = "3x3k:zzz,a_b...,15a7..."
    return tatham.form("Solo", "k(?:d[a-z]+)?", example, *parts, size="box").build(forms)


def runs_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Pattern: the runs of each column, then of each row."""
    return tatham.form("Pattern", "", "2x2:1/1/1/1", tatham.OutsideRuns()).build(forms)


@dataclass(frozen=True, slots=True)
class _Fields:
    """Fields of a sheet that state its rule."""

    rule_of: Callable[[Mapping[str, str]], str | None]
    fields_of: Callable[[Clues], list[str]]
    is_problem: bool = False

    def read(self, sheet: JankoSheet, board: Reading) -> None:
        """Read the rule."""
        board.rule = self.rule_of(sheet.fields)

    def write(self, board: Clues, _: int) -> list[str]:
        """Return the fields."""
        return self.fields_of(board)


def regions_form(
    forms: Forms,
    games: tuple[str, ...],
    rule_of: Callable[[Mapping[str, str]], str | None],
    fields_of: Callable[[Clues], list[str]],
) -> Form:
    """Return the form ``janko`` of a kind whose only clues are regions."""
    return janko.form(games, _Fields(rule_of, fields_of), janko.Areas()).build(forms)


def runs_form(
    forms: Forms, games: tuple[str, ...], runs_of: Callable[[Sequence[bool]], tuple[int, ...]]
) -> Form:
    """Return the form ``janko`` of a kind whose clues are the runs of filled cells outside."""
    return janko.form(games, janko.Labels(runs_of)).build(forms)


def areas_form(forms: Forms, games: tuple[str, ...], words: CellWords) -> Form:
    """Return the form ``janko`` of a kind whose solution has a word for each area."""
    own = Words(words.numbers, words.expected, words.advice, "", words.signs)
    return janko.form(games, janko.Cells(own), draws_areas=True).build(forms)
