"""The publisher of a book, and what its dossier states besides what a run knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pipeline.config.table import Table, Text, Words, declare

_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


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
