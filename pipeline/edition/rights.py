"""The rights in the puzzles of a book: ownership, sale, and the place of credits.

Licences are data (``licences.toml``). A puzzle is the publisher's own if it was generated here
and credits nobody else, or if its credit is that of the book.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from pipeline.config.book_options import BookOptions
from pipeline.model import ConfigError, Credit, Record

_ASKS_FOR_PLACE: Final = re.compile(  # Wordings that require a credit next to the puzzle
    r"\b(?:under|below|beneath|beside|next to|near|with|on the page of)\s+"
    r"(?:the|each|every|this|any)\s+(?:single\s+)?(?:puzzle|grid|diagram|problem)"
    r"|\bclear(?:ly visible)?\s+(?:reference|credit|attribution)"
    r"|\b(?:unter|bei|neben)\s+(?:dem|jedem|diesem)\s+R\u00e4tsel"
    r"|\bdeutliche[rn]?\s+Hinweis"
    r"|\b(?:sous|avec|pr\u00e8s de)\s+(?:la|le|chaque)\s+(?:grille|puzzle|casse-t\u00eate)",
    re.IGNORECASE,
)


class RightsError(ConfigError):
    """The book may not be sold as it is."""


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence by its common name, and whether a book under it may be sold."""

    name: str
    is_commercial: bool


def find_licence(text: str) -> Licence | None:
    """Return the licence that a text names, None if it is unknown."""
    return _known_licences().get(_plain(text))


def is_own(record: Record, options: BookOptions) -> bool:
    """Return whether a puzzle is the publisher's own, with no terms but those of the book."""
    credit = without_nothing(record.credit)
    names = {
        _plain(name) for name in (options.author, options.publisher.name, options.holder) if name
    }
    if credit is not None and credit.author is not None and _plain(credit.author) not in names:
        return False
    if credit is not None and credit.licence is not None:
        return credit.author is not None and _plain(credit.licence) == _plain(options.licence)
    is_generated = record.provenance is not None and record.provenance.seed is not None
    return is_generated or (credit is not None and credit.author is not None)


def without_nothing(credit: Credit | None) -> Credit | None:
    """Return the credit, None if all its fields are empty."""
    if credit is None:
        return None
    parts = (credit.author, credit.title, credit.url, credit.licence, credit.text)
    return credit if any(part and part.strip() for part in parts) else None


def require_rights(options: BookOptions, records: Iterable[Record]) -> None:
    """Raise RightsError unless a commercial book may be sold with these puzzles.

    The error lists the ids of puzzles whose licence is missing, unknown or non-commercial.
    """
    if not options.commercial:
        return
    allowed = {_plain(text) for text in options.licences}
    ids_by_problem: dict[str, list[str]] = {}
    for record in records:
        problem = None if is_own(record, options) else _problem(record.credit, allowed)
        if problem is not None:
            ids_by_problem.setdefault(problem, []).append(record.id)
    if ids_by_problem:
        count = sum(len(ids) for ids in ids_by_problem.values())
        listed = "; ".join(
            f"{problem}: {', '.join(ids)}" for problem, ids in ids_by_problem.items()
        )
        raise RightsError(
            f"expected puzzles that may be sold, found {count} that may not: "
            f"{listed}. Leave them out, name a licence that you hold in licences, or take "
            "commercial = false"
        )


def require_saleable(options: BookOptions) -> None:
    """Raise RightsError if a commercial book prints non-commercial terms.

    Shops require the right to sell, which such terms deny.
    """
    licence = find_licence(options.licence)
    if options.commercial and licence is not None and not licence.is_commercial:
        raise RightsError(
            f"expected terms that allow the sale of a commercial book, found {options.licence!r}; "
            "leave licence out (all rights reserved), or take commercial = false"
        )


def _problem(credit: Credit | None, allowed: set[str]) -> str | None:
    """Return the reason why a puzzle may not be sold, None if it may."""
    text = credit.licence.strip() if credit is not None and credit.licence else ""
    if not text:
        return "no licence"
    if _plain(text) in allowed:
        return None
    licence = find_licence(text)
    if licence is None:
        return f"unknown licence {text!r}"
    return None if licence.is_commercial else f"non-commercial licence {text!r}"


def is_credited_on_page(record: Record, options: BookOptions) -> bool:
    """Return whether the credit of a puzzle is printed on its page.

    A credit requires that by its wording, or by a field ``place`` of "puzzle".
    """
    credit = without_nothing(record.credit)
    if credit is None or options.credits == "end" or is_own(record, options):
        return False
    if options.credits == "puzzle":
        return True
    wording = " ".join(filter(None, (credit.text, credit.licence)))
    return credit.extra.get("place") == "puzzle" or bool(_ASKS_FOR_PLACE.search(wording))


@cache
def _known_licences() -> dict[str, Licence]:
    text = resources.files(__package__).joinpath("licences.toml").read_text(encoding="utf-8")
    return {
        _plain(name): Licence(entry["name"], entry["commercial"])
        for entry in tomllib.loads(text)["licence"]
        for name in (entry["name"], *entry["also"])
    }


def _plain(text: str) -> str:
    """Return a text for comparison: letters and digits only, without the scheme of an address."""
    bare = re.sub(r"^https?://|/(?:deed|legalcode)(?:\.\w+)?/?$", "", text.strip().casefold())
    return "".join(character for character in bare if character.isalnum())
