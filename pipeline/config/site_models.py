"""The tables and keys of a site's configuration; see ``models.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from pipeline.config.models import (
    BAND,
    MOST_PUZZLES,
    RULE,
    SETTINGS,
    SeriesKeys,
    Sizes,
)
from pipeline.config.site_policy import PolicyTable
from pipeline.config.site_theme import Theme, ThemeTable
from pipeline.config.table import Day, Flag, Setting, Table, Text, Whole, Words, declare, refuse
from pipeline.kinds import KINDS
from pipeline.model import Band

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_DAYS = 36_600


MOST_SITE_SEED = 2**256 - 1
_SEED = (
    'a seed in quotation marks, 32 to 64 hexadecimal digits as "puzzlepress new site" draws them'
)


def _read_seed(value: Any) -> Any:
    if isinstance(value, str):
        if re.fullmatch("[0-9a-fA-F]{32,64}", value) is None or len(set(value.lower())) < 8:
            raise refuse(_SEED)
        return int(value, 16)
    return value


def _one_size(value: Any) -> Any:
    if not isinstance(value, str):
        raise refuse('columns x rows ("10x10")')
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteTable(Table):
    """The site as a whole."""

    title: Words = declare("Title of the site.")
    base_url: Text = declare(
        "Where the folder will stand on the web; feeds and pictures are named by it.",
        takes="an address that begins with http:// or https://",
        pattern=r"^https?://[^\s/?#]+[^\s?#]*$",
    )
    author: Words = declare("Whose puzzles they are.")
    start: Day = declare("The day of the first daily puzzle.", takes="a date, such as 2026-11-16")
    days: Whole = declare(
        "How many days are planned. More days later change no day before.", ge=1, le=MOST_DAYS
    )
    time_zone: Words = declare(
        "Where a day begins at midnight.",
        "UTC",
        'a name of the IANA time zone database, such as "Europe/Berlin"',
    )
    description: Text = declare("One sentence under the title and in feeds.", "")
    language: Words = declare("Language of every page.", "en", "the code of a language")
    theme: Theme = declare("Looks, and what is added to pages.", ThemeTable, "a table [site.theme]")
    policy: PolicyTable = declare(
        "What pages may load besides, and further headers.", PolicyTable, "a table [site.policy]"
    )
    paper: Literal["a4", "letter"] = declare("Paper to print on.", "a4")
    licence: Text = declare("Terms on which the puzzles may be used.", "")
    credits: Literal["licence", "puzzle", "end"] = declare(
        'Where other people\'s puzzles are credited, as in books; "end" is the page of credits.',
        "licence",
    )
    commercial: Flag = declare(
        "Whether the site earns money: puzzles that may not be used so are refused.", False
    )
    licences: tuple[Words, ...] = declare(
        "Further ones that you hold, for a commercial site.", (), "a list of licences"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlesTable(Table):
    """What a table of puzzles may say; the words are those of a book's sections."""

    kind: Text | None = declare("The kind of puzzle.", None, f"one of {', '.join(KINDS)}")
    size: Annotated[Sizes, BeforeValidator(_one_size)] | None = declare(
        "Size of the board.", None, 'columns x rows ("10x10")'
    )
    rule: Text | None = declare(*RULE)
    band: Band | None = declare(*BAND)
    set: Mapping[str, Setting] = declare(*SETTINGS)
    records: Words | None = declare(
        "Records to take instead of making puzzles, in their order: proved and graded. "
        "With it kind, size, rule, band and set are left out.",
        None,
        "the path of a file of records, from this file",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTable(PuzzlesTable):
    """The puzzles of some days of the week."""

    days: tuple[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ...] = declare(
        "On which days; a day that no table names has no puzzle.",
        takes='a list of days of the week ("mon", ..., "sun"), each once in the file',
        min_length=1,
    )
    bands: tuple[Band, ...] = declare(
        "Several puzzles a day, one of each band, for readers to choose from; in place of band. "
        "The first is the day's own.",
        (),
        'a list of bands, such as ["easy", "hard"]',
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PackTable(PuzzlesTable):
    """A pack of puzzles that are all there from the beginning."""

    title: Words = declare("Title of the pack.")
    slug: Text = declare(
        "Its name in addresses.", takes="small letters, digits and hyphens", pattern=r"^[a-z0-9-]+$"
    )
    count: Whole = declare("How many puzzles.", ge=1, le=MOST_PUZZLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFile(SeriesKeys):
    """The top of the file."""

    seed: Annotated[Whole, BeforeValidator(_read_seed)] = declare(
        "Every puzzle follows from it. Keep it to yourself: it makes tomorrow's puzzles, too. "
        "A whole number will do only where no daily puzzle is made, or for a demo.",
        takes=_SEED,
        ge=0,
        le=MOST_SITE_SEED,
    )
    demo: Flag = declare(
        "Whether the site only shows what there is: then anybody may guess the seed and with it "
        "the answers of days to come.",
        False,
    )
    site: SiteTable = declare("The site as a whole.", takes="a table [site]")
    daily: tuple[DailyTable, ...] = declare("The puzzles of the days.", (), "tables [[daily]]")
    pack: tuple[PackTable, ...] = declare("The packs.", (), "tables [[pack]]")
