"""The publisher of a book, and what its dossier states besides what a run knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BeforeValidator

from pipeline.config.table import Table, Text, Words, declare, refuse

_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_PRICES: Final = 'a table of prices above 0 by marketplace, such as { "amazon.com" = 9.99 }'


def _read_prices(value: Any) -> Any:
    is_table = isinstance(value, dict) and all(
        type(price) in (int, float) and 0 < price < 1e6 for price in value.values()
    )
    if not is_table:
        raise refuse(_PRICES)
    return {name: float(price) for name, price in value.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher(Table):
    """The publisher, as text (`publisher = "Small Press"`) or with addresses.

    EU product safety (Regulation 2023/988, article 9) requires both addresses in or on a book.
    """

    name: Text = declare("Imprint at the foot of the title page.", "")
    address: Text = declare("Postal address, on the copyright page.", "")
    email: Text = declare(
        "E-mail address, on the copyright page.", "", 'an e-mail address ("books@press.example")'
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message for what is no e-mail address."""
        if self.email and not _EMAIL.fullmatch(self.email):
            yield (
                "email",
                f'expected an e-mail address ("books@press.example"), found {self.email!r}',
            )

    def __bool__(self) -> bool:
        """Whether the publisher has a name."""
        return bool(self.name)

    def __str__(self) -> str:
        """Return the name."""
        return self.name


def read_publisher(value: Any) -> Any:
    """Return the table of a publisher that is given as a text."""
    return {"name": value} if isinstance(value, str) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class DossierOptions(Table):
    """Statements of the publisher for `puzzlepress dossier`."""

    editor: Text = declare("Name of the person who chose and checked the puzzles.", "")
    chosen: Text = declare(
        "How the puzzles were chosen and tested, besides what the run records.", ""
    )
    editions: tuple[Words, ...] = declare(
        "Other books with the same puzzles, such as an edition in large print. IngramSpark may "
        "refuse one content in several trims.",
        (),
        "a list of titles or ISBNs",
    )
    prices: Annotated[Mapping[str, float], BeforeValidator(_read_prices)] = declare(
        "List prices without tax, by marketplace; where left out, royalties are those of the least "
        "price with the higher rate.",
        dict,
        _PRICES,
    )
