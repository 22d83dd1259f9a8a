"""The tables and keys of the configuration of a web site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import product
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator

from pipeline.config.book_options import LEAST_CONTRAST, contrast_with_white
from pipeline.config.models import BAND, MOST_PUZZLES, RULE, SETTINGS, SeriesKeys, Sizes
from pipeline.config.table import Day, Flag, Setting, Table, Text, Whole, Words, declare, refuse
from pipeline.model import Band

WORDS: Final = {"quiet": ("#586064", "#a9b1b3"), "done": ("#04663a", "#7ee2ae")}
"""Text colours that no theme changes (pipeline/web/site.css); its backgrounds must suit them."""
_COLOURS: Final = 'two colours, for light and dark: ["#ffffff", "#15181d"]'


def _read_colours(value: Any) -> Any:
    is_pair = isinstance(value, list | tuple) and len(value) == 2
    if not is_pair or not all(re.fullmatch("#[0-9a-fA-F]{6}", str(one)) for one in value):
        raise refuse(_COLOURS)
    return value


def _read_scheme(value: Any) -> Any:
    return {"scheme": value} if isinstance(value, str) else value


Colours = Annotated[tuple[Text, ...], BeforeValidator(_read_colours)]


OWN_FILES: Final = ("css", "header", "footer", "logo", "icon")  # Keys of a theme that name a file


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeTable(Table):
    """Design of pages, and additions; `theme = "dark"` in [site] sets the scheme only."""

    scheme: Literal["auto", "light", "dark"] = declare("Auto follows the reader's device.", "auto")
    page: Colours = declare("Background of pages.", ("#f8f6f1", "#14181a"), _COLOURS)
    paper: Colours = declare("Background of boards and cards.", ("#ffffff", "#1d2326"), _COLOURS)
    ink: Colours = declare("Text.", ("#1b2225", "#edeae3"), _COLOURS)
    accent: Colours = declare("Links and focus.", ("#17566b", "#8fcbdb"), _COLOURS)
    font: Text = declare(
        "Font families of text and headings, as in CSS; those of books if left out.",
        "",
        pattern=r"^[\w\s,\"'-]*$",
    )
    logo: Words | None = declare(
        "Picture before the name of the site.", None, "the path of an SVG or PNG, from this file"
    )
    icon: Words | None = declare(
        "Icon in tabs and on phones, from which the maskable one is made, too.", None,
        "the path of a square PNG of at least 512 pixels, from this file",
    )  # fmt: skip
    icon_ground: Text = declare(
        "Colour around that icon, and of the bar of an installed site; page if left out.", "",
        "a colour, such as #17566b", pattern="^(#[0-9a-fA-F]{6})?$",
    )  # fmt: skip
    css: Words | None = declare(
        "Style sheet that is added after that of the site.",
        None,
        "the path of a style sheet, from this file",
    )
    header: Words | None = declare(
        "HTML below the name of the site on every page, inserted unchanged.", None,
        "the path of a piece of HTML, from this file",
    )  # fmt: skip
    footer: Words | None = declare(
        "HTML above the footer of every page, inserted unchanged: comments, advertising, counters.",
        None,
        "the path of a piece of HTML, from this file",
    )  # fmt: skip

    def faint_pairs(self) -> Iterator[str]:
        """Yield a message for each text colour with too little contrast (WCAG 2.2, 1.4.3)."""
        texts = {"ink": self.ink, "accent": self.accent, **WORDS}
        for at, name in enumerate(("light", "dark")):
            for front, ground in product(texts, ("page", "paper")):
                one, other = texts[front][at], getattr(self, ground)[at]
                shares = sorted((contrast_with_white(one), contrast_with_white(other)))
                if shares[1] / shares[0] < LEAST_CONTRAST:
                    yield (
                        f"expected {front} {one} to have a contrast with {ground} {other} ({name}) "
                        f"of {LEAST_CONTRAST}, found {shares[1] / shares[0]:.2f}"
                    )


Theme = Annotated[ThemeTable, BeforeValidator(_read_scheme)]


_SOURCES: Final = 'a list of sources as policies name them, such as ["https://count.example"]'
_HEADERS: Final = (
    "a table of headers, each name of letters, digits and hyphens, each value a text on one line "
    "without double quotation marks and backslashes"
)


def _read_sources(value: Any) -> Any:
    is_list = isinstance(value, list | tuple)
    if not is_list or not all(re.fullmatch(r"[^\s;,\"\\]+", str(one)) for one in value):
        raise refuse(_SOURCES)
    return value


def _read_headers(value: Any) -> Any:
    is_table = isinstance(value, Mapping)
    if not is_table or not all(
        re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", str(name))
        and isinstance(text, str)
        and re.fullmatch(r"[\x20-\x7e]+", text)
        and not re.search(r'["\\]', text)
        for name, text in value.items()
    ):
        raise refuse(_HEADERS)
    return value


Sources = Annotated[tuple[str, ...], BeforeValidator(_read_sources)]
Headers = Annotated[Mapping[str, str], BeforeValidator(_read_headers)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyTable(Table):
    """Sources and headers in `_headers` and `.htaccess` besides those that the site needs."""

    script_src: Sources = declare("Sources of scripts.", (), _SOURCES, alias="script-src")
    style_src: Sources = declare("Sources of style sheets.", (), _SOURCES, alias="style-src")
    img_src: Sources = declare("Sources of pictures.", (), _SOURCES, alias="img-src")
    connect_src: Sources = declare("Targets of requests.", (), _SOURCES, alias="connect-src")
    frame_src: Sources = declare("Sources of frames.", (), _SOURCES, alias="frame-src")
    font_src: Sources = declare("Sources of fonts.", (), _SOURCES, alias="font-src")
    media_src: Sources = declare("Sources of sound and video.", (), _SOURCES, alias="media-src")
    form_action: Sources = declare("Targets of forms.", (), _SOURCES, alias="form-action")
    headers: Headers = declare(
        "Further headers of every page; they replace those of the site.", dict, _HEADERS
    )

    def sources(self) -> Iterator[tuple[str, str]]:
        """Yield (directive, source) of each addition to the policy."""
        for one in fields(self):
            if directive := one.metadata.get("alias"):
                for source in getattr(self, one.name):
                    yield directive, source


def root_of(base_url: str) -> str:
    """Return the path of a site on its host.

    >>> root_of("https://me.example/puzzles")
    '/puzzles/'
    """
    return urlsplit(base_url).path.rstrip("/") + "/"


WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_DAYS = 36_600


MOST_SITE_SEED = 2**256 - 1
_LANGUAGE: Final = r"^[a-z]{2}(-[A-Z]{2})?$"
_TITLES: Final = 'a table of titles by language, such as { de = "Fünf am Tag" }'
_IN_LANGUAGES: Final = ("Titles in other languages.", dict, _TITLES)
_SEED = 'a seed in quotation marks, 32 to 64 hexadecimal digits as drawn by "puzzlepress new site"'


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
        "Address of the folder on the web, for feeds and pictures.",
        takes="an address that begins with http:// or https://",
        pattern=r"^https?://[^\s/?#]+[^\s?#]*$",
    )
    author: Words = declare("Author of the puzzles.")
    start: Day = declare("Day of the first daily puzzle.", takes="a date, such as 2026-11-16")
    days: Whole = declare(
        "Number of planned days. Adding days changes no earlier day.", ge=1, le=MOST_DAYS
    )
    skip: tuple[Day, ...] = declare(
        "Days to come that get no puzzle; all others keep theirs.", (), "a list of dates"
    )
    time_zone: Words = declare(
        "Time zone whose midnight begins a day.",
        "UTC",
        'a name of the IANA time zone database, such as "Europe/Berlin"',
    )
    description: Text = declare("One sentence under the title and in feeds.", "")
    language: Text = declare(
        "Language of every page, with a country if dates should be those of readers there.",
        "en",
        'the code of a language, with or without a country, such as "en" or "en-US"',
        pattern=_LANGUAGE,
    )
    theme: Theme = declare("Design of pages, and additions.", ThemeTable, "a table [site.theme]")
    templates: Words | None = declare(
        "Folder of templates that replace those of pages (docs/web.md).",
        None,
        "the path of a folder, from this file",
    )
    policy: PolicyTable = declare(
        "Further sources that pages may load, and headers.", PolicyTable, "a table [site.policy]"
    )
    short_name: Text = declare(
        "Name below the icon on a phone; the title if left out.", "", max_length=12,
        takes="a text of at most 12 characters",
    )  # fmt: skip
    paper: Literal["a4", "letter", "none"] = declare(
        'Paper size of pages to print; "none" makes none, which takes half the time.',
        "a4",
    )
    licence: Text = declare("Terms of use of the puzzles.", "")
    credits: Literal["licence", "puzzle", "end"] = declare(
        'Where puzzles of other authors are credited, as in books; "end" is the page of credits.',
        "licence",
    )
    commercial: Flag = declare(
        "Whether the site earns money. If so, puzzles without the right to that are refused.", False
    )
    licences: tuple[Words, ...] = declare(
        "Further licences that you hold, for a commercial site.", (), "a list of licences"
    )

    @property
    def language_code(self) -> str:
        """The language without a country."""
        return self.language.partition("-")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageTable(Table):
    """A further language of the site, whose pages are in a folder of that name."""

    code: Text = declare(
        "The language.", takes="the code of a language, as in [site]", pattern=_LANGUAGE
    )
    title: Text = declare("Title of the site in it; that of [site] if left out.", "")
    description: Text = declare("Sentence under the title; that of [site] if left out.", "")


MOST_SLOT_PX: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotTable(Table):
    """HTML of yours on each page, in a place whose height is fixed, so that nothing shifts."""

    place: Literal["top", "game", "end"] = declare(
        "Below the head of each page, below each puzzle, or above the foot of each page."
    )
    html: Words = declare(
        "Advertisement, form for a newsletter or the like, inserted unchanged.",
        takes="the path of a piece of HTML, from this file",
    )
    height: Whole = declare("Height in CSS pixels; the rest is cut off.", ge=1, le=MOST_SLOT_PX)
    narrow: Whole | None = declare(
        "Height on phones, as height if left out.", None, ge=1, le=MOST_SLOT_PX
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlesTable(Table):
    """Keys of a table of puzzles, with the names of a book's sections."""

    kind: Text | None = declare("The kind of puzzle.", None, "a kind that puzzlepress kinds lists")
    size: Annotated[Sizes, BeforeValidator(_one_size)] | None = declare(
        "Size of the board.", None, 'columns x rows ("10x10")'
    )
    rule: Text | None = declare(*RULE)
    band: Band | None = declare(*BAND)
    set: Mapping[str, Setting] = declare(*SETTINGS)
    records: Words | None = declare(
        "File of proved and graded records to take in order, instead of making puzzles. Kind, "
        "size, rule, band and set must be left out.",
        None,
        "the path of a file of records, from this file",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTable(PuzzlesTable):
    """The puzzles of a game on some days of the week."""

    days: tuple[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ...] = declare(
        "Days of the week; a day in no table has no puzzle.",
        takes='a list of days of the week ("mon", ..., "sun"), each once in the tables of a game',
        min_length=1,
    )
    game: Text = declare(
        "Game of the table, as in addresses; its kind if left out. A day may have several games, "
        "in the order of their tables.",
        "",
        "small letters, digits and hyphens",
        pattern=r"^[a-z0-9-]*$",
    )
    title: Text = declare("Name of the game; that of its kind if left out.", "")
    titles: Mapping[str, Words] = declare(*_IN_LANGUAGES)
    bands: tuple[Band, ...] = declare(
        "Several puzzles a day, one of each band, instead of band. The first one is shown first.",
        (),
        'a list of bands, such as ["easy", "hard"]',
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PackTable(PuzzlesTable):
    """A pack of puzzles, published all at once."""

    title: Words = declare("Title of the pack.")
    titles: Mapping[str, Words] = declare(*_IN_LANGUAGES)
    slug: Text = declare(
        "Name in addresses.", takes="small letters, digits and hyphens", pattern=r"^[a-z0-9-]+$"
    )
    count: Whole = declare("Number of puzzles.", ge=1, le=MOST_PUZZLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFile(SeriesKeys):
    """The top of the file."""

    seed: Annotated[Whole, BeforeValidator(_read_seed)] = declare(
        "Random seed. Keep it secret, since it also gives the puzzles of days to come. A whole "
        "number is enough only without daily puzzles, or for a demo.",
        takes=_SEED,
        ge=0,
        le=MOST_SITE_SEED,
    )
    demo: Flag = declare(
        "Whether the site is a demonstration, whose seed and future answers may be guessed.", False
    )
    leave_out: tuple[Words, ...] = declare(
        "Puzzles that no day or pack has, by the ids in their records. Those after them move up by "
        "one day, so name only puzzles of days to come.",
        (),
        "a list of ids",
    )
    site: SiteTable = declare("The site as a whole.", takes="a table [site]")
    language: tuple[LanguageTable, ...] = declare(
        "Further languages of the site.", (), "tables [[language]]"
    )
    slot: tuple[SlotTable, ...] = declare("Places for HTML of yours.", (), "tables [[slot]]")
    daily: tuple[DailyTable, ...] = declare("The daily puzzles.", (), "tables [[daily]]")
    pack: tuple[PackTable, ...] = declare("The packs.", (), "tables [[pack]]")
