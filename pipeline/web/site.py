"""What a site shows, and where: days, packs, addresses."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Final
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo

from pipeline.config.site_models import SiteTable
from pipeline.edition.dates import day_text, month_text
from pipeline.edition.language import Language, load_language
from pipeline.render.templates import OwnTemplate, Templates, load_templates
from pipeline.web.bundle import bundle_player, player_parts
from pipeline.web.records import Entry

PLAYER: Final = "puzzle-press.js"
WEB: Final = __package__  # Where the templates of pages are
_OPENED: Final = re.compile(r"\{[{%#]")  # Where a template fills something in


def _without_expressions(template: str) -> str:
    """Return a template without what is filled in, up to what is never closed.

    >>> _without_expressions("<p>{{ title }}{# note #}</p>")
    '<p></p>'
    """
    parts, start = [], 0
    while opened := _OPENED.search(template, start):
        end = template.find(opened[0][1].replace("{", "}") + "}", opened.end())
        if end < 0:
            break
        parts.append(template[start : opened.start()])
        start = end + 2
    return "".join((*parts, template[start:]))


@dataclass(frozen=True, slots=True)
class PackEntries:
    """A pack with its puzzles, in order of difficulty."""

    title: str
    slug: str
    entries: tuple[Entry, ...]

    @property
    def path(self) -> str:
        """Path of its page, without the ending."""
        return f"packs/{self.slug}/index"


@dataclass(frozen=True, slots=True)
class Slot:
    """HTML of the owner in a place of fixed height on each page: top, game or end."""

    place: str
    html: str
    height_px: int
    narrow_px: int


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """What an owner adds: a style sheet, a logo with its ending, an icon, HTML, templates."""

    css: str = ""
    header: str = ""
    footer: str = ""
    logo: bytes = b""
    logo_ending: str = ""
    icon: bytes = b""
    slots: tuple[Slot, ...] = ()
    templates: tuple[OwnTemplate, ...] = ()

    @property
    def logo_path(self) -> str:
        """Path of the logo, "" where there is none."""
        return f"logo{self.logo_ending}" if self.logo else ""

    @property
    def html(self) -> str:
        """All pieces of HTML, those of templates without what is filled in."""
        templates = (_without_expressions(one.text) for one in self.templates)
        slots = (slot.html for slot in self.slots)
        return "\n".join((self.header, *slots, self.footer, *templates))

    @property
    def icon_path(self) -> str:
        """Path of the icon in the tab of a browser."""
        return "icon-180.png" if self.icon else "icon.svg"


@dataclass(frozen=True)
class Site:
    """What is public: the puzzles of days, in order, and packs.

    ``as_of`` is the day for which the site is made, with the answers of the days before it and
    nothing after it. None makes the whole schedule, without answers and without links to days that
    may not have come. ``weeks`` is the days of the week of each game, Monday being 0.
    """

    table: SiteTable
    days: Sequence[Entry]
    packs: Sequence[PackEntries]
    as_of: datetime.date | None = None
    weeks: Mapping[str, str] = field(default_factory=dict)
    own: OwnFiles = OwnFiles()
    more: Sequence[Entry] = ()  # Further puzzles of days, of other games and bands
    languages: Mapping[str, str] = field(default_factory=dict)  # Folder by language

    @property
    def folder(self) -> str:
        """Folder of this language with a slash at its end, "" for the first."""
        return self.languages.get(self.table.language, "")

    def shared(self, path: str) -> str:
        """Return the path of a file that all languages share, from the folder of this one."""
        return f"../{path}" if self.folder else path

    def bases(self) -> Mapping[str, str]:
        """Return the address of each language of the site, with a slash at its end."""
        home = self.address(self.shared(""))
        return {code: urljoin(home, folder) for code, folder in self.languages.items()}

    @cached_property
    def language(self) -> Language:
        """The texts of the site's language."""
        return load_language(self.table.language_code)

    @property
    def templates(self) -> Templates:
        """The templates of pages, with those of the owner."""
        return load_templates(WEB, self.own.templates)

    @property
    def week(self) -> str:
        """The days of the week that have puzzles."""
        return "".join(sorted(set("".join(self.weeks.values()))))

    @cached_property
    def _by_day(self) -> Mapping[datetime.date | None, Sequence[Entry]]:
        found: dict[datetime.date | None, list[Entry]] = {}
        for entry in (*self.days, *self.more):
            found.setdefault(entry.date, []).append(entry)
        return found

    def of_day(self, entry: Entry) -> Sequence[Entry]:
        """Return all puzzles of a puzzle's game on its day; of one in a pack that alone."""
        if entry.date is None:
            return [entry]
        return [other for other in self._by_day[entry.date] if other.game == entry.game]

    def games_of(self, date: datetime.date) -> Sequence[Entry]:
        """Return the games of a day by their first puzzles."""
        games: dict[str, Entry] = {}
        for entry in self._by_day[date]:
            games.setdefault(entry.game, entry)
        return list(games.values())

    @cached_property
    def has_games(self) -> bool:
        """Whether a day has several games, so that readers choose between them."""
        return any(len(self.games_of(entry.date)) > 1 for entry in self.days if entry.date)

    @cached_property
    def games(self) -> Mapping[str, Sequence[Entry]]:
        """The first puzzles of each game, in order of days; one game where no day has several."""
        if not self.has_games:
            return {"": self.days}
        found: dict[str, list[Entry]] = {}
        for day in self.days:
            for entry in self.games_of(day.date) if day.date else ():
                found.setdefault(entry.game, []).append(entry)
        return found

    @property
    def entries(self) -> Iterator[Entry]:
        """All puzzles."""
        yield from self.days
        yield from self.more
        for pack in self.packs:
            yield from pack.entries

    def is_answered(self, entry: Entry) -> bool:
        """Return whether the puzzle's day is over, so that its answer is public."""
        return self.as_of is not None and entry.date is not None and entry.date < self.as_of

    @property
    def today(self) -> Entry | None:
        """The latest puzzle; None where the schedule lies ahead: a script finds the day."""
        return None if self.as_of is None or not self.days else self.days[-1]

    @property
    def embedded(self) -> tuple[str, str]:
        """What other people's pages embed, and the zone by which the player finds the day or ""."""
        if self.today is not None:
            return "today.json", ""
        if self.days:
            return "daily/{day}.json", self.table.time_zone
        first = next(self.entries, None)  # none before the first day
        return f"{first.path}.json" if first else "", ""

    @property
    def has_feeds(self) -> bool:
        """Whether it is known which days have come."""
        return self.as_of is not None and bool(self.days)

    def address(self, path: str) -> str:
        """Return the full address of a path of the site."""
        return urljoin(f"{self.table.base_url.rstrip('/')}/", path)

    @property
    def icon_ground(self) -> str:
        """Colour around the icon of an installed site, and of the bar above it."""
        theme = self.table.theme
        return theme.icon_ground or theme.page[0]

    @property
    def root(self) -> str:
        """Path of the site on its host, with a slash at the end."""
        return urlsplit(self.address(self.shared(""))).path

    def moment(self, date: datetime.date) -> str:
        """Return when a day begins in the site's time zone, in UTC (RFC 3339)."""
        start = datetime.datetime.combine(
            date, datetime.time(), tzinfo=ZoneInfo(self.table.time_zone)
        )
        return start.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def day(self, date: datetime.date) -> str:
        """Return a day as people write it in the site's language and country."""
        return day_text(date, self.language, self.table.language)

    def month(self, date: datetime.date) -> str:
        """Return a month and its year."""
        return month_text(date, self.language, self.table.language)


def integrity(text: str) -> str:
    """Return the SHA-384 of a script, in the form of the attribute `integrity`.

    >>> integrity("")[:20]
    'sha384-OLBgp1GsljhM2'
    """
    return "sha384-" + b64encode(hashlib.sha384(text.encode()).digest()).decode()


def version_of(text: str) -> str:
    """Return twelve hex digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def versioned_player() -> str:
    """Return the name of the player with its version, whose bytes never change."""
    return f"puzzle-press.{version_of(bundle_player())}.js"


def static_files() -> Mapping[str, str]:
    """Return the texts that are the same for every site: the player, its helpers, the schema."""
    package = resources.files(__package__)
    names = (
        "site.css",
        "site.js",
        "statistics.js",
        "icon.svg",
        "puzzle.schema.json",
        "fonts/OFL.txt",
    )
    return {
        PLAYER: bundle_player(),
        **player_parts(),
        **{name: package.joinpath(name).read_text(encoding="utf-8") for name in names},
    }


def to_json(value: object) -> str:
    r"""Return JSON for the web: sorted keys, every character as it is, one line.

    >>> to_json({"name": "Zoë", "at": [1, 2]})
    '{"at":[1,2],"name":"Zoë"}\n'
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
