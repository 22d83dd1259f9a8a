"""Tables of words, and rows of signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pipeline.kinds.kit.board.board import Clues
from pipeline.kinds.kit.sites.forms import rows_form
from pipeline.kinds.kit.sites.penpa import DASHES, DOTS, SQUARES
from pipeline.kinds.kit.sites.reading import Site
from pipeline.kinds.kit.sites.signs_form import signs_form
from pipeline.kinds.kit.sites.words import Words


def table(
    title: str,
    cells: Words,
    likeness: Callable[[Clues], int] = lambda clues: 0,
    tags: tuple[str, ...] = (),
    number_style: int = 1,
) -> Site:
    """Return the form ``table``: rows of words; see `TextFormat` for the other parameters."""
    return Site(
        lambda forms: forms.table(
            title, cells.at("table", forms.boards.empty), likeness, tags, number_style
        )
    )


def rows(title: str, of: Site, is_square: bool = False) -> Site:
    """Return the form ``rows``: a sign for each cell, as in a table."""
    return replace(of, build=lambda forms: rows_form(title, of.build(forms), is_square))


def signs(cells: Words, rule: str | None = None) -> Site:
    """Return the form ``signs``: rows of cells and of the signs between them.

    Boards are of ``rule`` if none is named.
    """
    return Site(lambda forms: signs_form(forms, cells.at("table", forms.boards.empty), rule))


def line(title: str, lengths: tuple[int, ...]) -> Site:
    """Return the form ``line``: a square of numbers on one line, detected by these lengths."""
    return Site(lambda forms: forms.line(title, lengths))


__all__ = ["DASHES", "DOTS", "SQUARES", "line", "rows", "signs", "table"]
