"""The tables and keys of a site's configuration as pydantic models; see ``models.py``."""

from __future__ import annotations

import datetime
from typing import Any, Final, Literal

from pydantic import field_validator

from pipeline.config.models import MOST_PUZZLES, SectionTable, SeriesKeys
from pipeline.config.table import Setting, Table, Words, declare, refuse
from pipeline.kinds import KINDS
from pipeline.model import Band

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_DAYS = 36_600

_SECTION: Final[Any] = SectionTable.model_fields

_RECORDS = (
    "Records to take instead of making puzzles, in their order: proved and graded. "
    "With it kind, size, rule, band and set are left out."
)


class SiteTable(Table):
    """The site as a whole."""

    title: Words = declare("a text that is not empty", "Title of the site.")
    base_url: str = declare(
        "an address that begins with http:// or https://",
        "Where the folder will stand on the web; feeds and pictures are named by it.",
        pattern=r"^https?://[^\s/?#]+[^\s?#]*$",
    )
    author: Words = declare("a text that is not empty", "Whose puzzles they are.")
    start: datetime.date = declare(
        "a date, such as 2026-11-16", "The day of the first daily puzzle."
    )
    days: int = declare(
        f"a whole number from 1 to {MOST_DAYS}",
        "How many days are planned. More days later change no day before.",
        ge=1,
        le=MOST_DAYS,
    )
    time_zone: Words = declare(
        'a name of the IANA time zone database, such as "Europe/Berlin"',
        "Where a day begins at midnight.",
        "UTC",
    )
    description: str = declare("a text", "One sentence under the title and in feeds.", "")
    language: Words = declare("the code of a language", "Language of every page.", "en")
    theme: Literal["auto", "light", "dark"] = declare(
        'one of "auto", "light", "dark"', "Colours; auto follows the reader's device.", "auto"
    )
    paper: Literal["a4", "letter"] = declare('one of "a4", "letter"', "Paper to print on.", "a4")
    licence: str = declare("a text", "Terms on which the puzzles may be used.", "")
    credits: Literal["licence", "puzzle", "end"] = declare(
        'one of "licence", "puzzle", "end"',
        'Where other people\'s puzzles are credited, as in books; "end" is the page of credits.',
        "licence",
    )
    commercial: bool = declare(
        "true or false",
        "Whether the site earns money: puzzles that may not be used so are refused.",
        False,
    )
    licences: list[Words] = declare(
        "a list of licences", "Further ones that you hold, for a commercial site.", []
    )


class _Puzzles(Table):
    """What a table of puzzles may say; the words are those of a book's sections."""

    kind: str | None = declare(f"one of {', '.join(KINDS)}", "The kind of puzzle.", None)
    size: list[str] | None = declare('columns x rows ("10x10")', "Size of the board.", None)
    rule: str | None = _SECTION["rule"]
    band: Band | None = _SECTION["band"]
    set: dict[str, Setting] = _SECTION["set"]
    records: Words | None = declare("the path of a file of records, from this file", _RECORDS, None)

    _read_band = field_validator("band", mode="before")(SectionTable._band.__func__)  # type: ignore[attr-defined]

    @field_validator("size", mode="before")
    @classmethod
    def _size(cls, value: Any) -> Any:
        if not isinstance(value, str):
            raise refuse('columns x rows ("10x10")')
        return SectionTable._size(value)


class DailyTable(_Puzzles):
    """The puzzles of some days of the week."""

    days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = declare(
        'a list of days of the week ("mon", ..., "sun"), each once in the file',
        "On which days; a day that no table names has no puzzle.",
        min_length=1,
    )


class PackTable(_Puzzles):
    """A pack of puzzles that are all there from the beginning."""

    title: Words = declare("a text that is not empty", "Title of the pack.")
    slug: str = declare(
        "small letters, digits and hyphens", "Its name in addresses.", pattern=r"^[a-z0-9-]+$"
    )
    count: int = declare(
        f"a whole number from 1 to {MOST_PUZZLES}", "How many puzzles.", ge=1, le=MOST_PUZZLES
    )


class SiteFile(SeriesKeys):
    """The top of the file."""

    seed: int = declare(
        "a whole number from 0 to 18446744073709551615",
        "Every puzzle follows from it. Keep it to yourself: it makes tomorrow's puzzles, too.",
        ge=0,
        le=2**64 - 1,
    )
    site: SiteTable = declare("a table [site]", "The site as a whole.")
    daily: list[DailyTable] = declare("tables [[daily]]", "The puzzles of the days.", [])
    pack: list[PackTable] = declare("tables [[pack]]", "The packs.", [])
