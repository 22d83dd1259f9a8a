"""Tables of words, and rows of signs."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.kinds.kit.constraints.puzzle import Clues
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.penpa import DOTS
from pipeline.kinds.kit.sites.reading import Site
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
    return Site(lambda forms: rows_form(title, of.build(forms), is_square))


__all__ = ["DOTS", "rows", "table"]
