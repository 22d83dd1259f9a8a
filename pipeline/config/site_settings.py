"""Read the configuration of a site: its tables, and the streams of its puzzles.

A stream is an endless sequence of puzzles of one order (kind, size, rule, options) and band. Days
with the same stream take its puzzles in turn, so adding days changes no earlier day.
"""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Final

from pipeline.config.errors import ConfigFile, KeyPath
from pipeline.config.models import SectionConfig
from pipeline.config.run import keys_in
from pipeline.config.run_settings import read_table
from pipeline.config.sections import read_section
from pipeline.config.series import VOLUME, SeriesConfig, read_series
from pipeline.config.site_models import (
    OWN_FILES,
    WEEKDAYS,
    DailyTable,
    LanguageTable,
    PackTable,
    SiteFile,
    SiteTable,
    SlotTable,
)
from pipeline.store.files import PathOrDash

LEAST_DAILY_SEED: Final = 2**100  # One random seed of 128 bits in 2^28 is smaller


@dataclass(frozen=True, slots=True)
class Stream:
    """A source of puzzles: an order to generate, or a file of records."""

    name: str
    section: SectionConfig | None
    records: Path | None
    place: KeyPath


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: its title, its name in addresses, and its own stream of puzzles."""

    title: str
    titles: Mapping[str, str]
    slug: str
    count: int
    stream: Stream


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a day: its name in addresses and on pages, and a stream for each of its bands.

    The first game of a day has the day's own address.
    """

    slug: str
    title: str
    titles: Mapping[str, str]
    streams: tuple[Stream, ...]


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """The configuration of a site; ``days`` maps each day to its games.

    ``weeks`` lists the days of the week of each game, as digits from 0 for Monday.
    """

    file: ConfigFile
    seed: int
    site: SiteTable
    days: Mapping[datetime.date, tuple[Game, ...]]
    weeks: Mapping[str, str]
    packs: tuple[Pack, ...]
    series: SeriesConfig | None
    languages: Mapping[str, LanguageTable] = field(default_factory=dict)
    first_language: str = ""
    slots: tuple[SlotTable, ...] = ()
    leave_out: tuple[str, ...] = ()  # Ids of puzzles that no day or pack has

    def in_language(self, code: str) -> SiteConfig:
        """Return the configuration of the pages in one of the further languages."""
        texts = self.languages[code]
        site = replace(
            self.site,
            language=code,
            title=texts.title or self.site.title,
            description=texts.description or self.site.description,
            base_url=f"{self.site.base_url.rstrip('/')}/{language_folder(code)}",
        )
        days = {
            date: tuple(replace(game, title=game.titles.get(code, game.title)) for game in games)
            for date, games in self.days.items()
        }
        packs = (replace(pack, title=pack.titles.get(code, pack.title)) for pack in self.packs)
        return replace(self, site=site, days=days, packs=tuple(packs))

    @property
    def streams(self) -> Mapping[str, tuple[Stream, int]]:
        """The streams by name, with the number of puzzles that each must supply."""
        wanted: dict[str, tuple[Stream, int]] = {}
        for stream in _streams_of(self.days):
            wanted[stream.name] = (stream, wanted.get(stream.name, (stream, 0))[1] + 1)
        for pack in self.packs:
            wanted[pack.stream.name] = (pack.stream, pack.count)
        return wanted

    @property
    def sections(self) -> list[SectionConfig]:
        """The sections that are made, with the number of puzzles of their streams."""
        return [
            replace(stream.section, sizes=stream.section.sizes[:1], counts=(count,))
            for stream, count in self.streams.values()
            if stream.section is not None
        ]


def load_site_config(source: PathOrDash) -> SiteConfig:
    """Return the configuration of a site.

    Raise `StoreError` or `PuzzleFormatError` if the file cannot be read as text, `ConfigError` with
    file, line and key if a value is wrong.
    """
    table, file = read_table(source, SiteFile)
    _check_zone(table.site, file)
    theme = {name: getattr(table.site.theme, name) for name in OWN_FILES}
    for name, path in theme.items():
        if path is not None:
            file.path(("site", "theme", name), path)
    for at, slot in enumerate(table.slot):
        file.path(("slot", at, "html"), slot.html)
    for message in table.site.theme.faint_pairs():
        raise file.error(("site", "theme"), message)
    for key in chain(
        keys_in(table.site, ("site",)),
        *(
            keys_in(one, (name, index))
            for name in ("language", "daily", "pack")
            for index, one in enumerate(getattr(table, name))
        ),
    ):
        raise file.error(key, f"expected a text without {VOLUME}, a field of books only")
    if not table.daily and not table.pack:
        raise file.error(("site",), "expected a table [[daily]] or [[pack]], found none")
    packs = tuple(
        Pack(pack.title, pack.titles, pack.slug, pack.count, _stream(pack, ("pack", index), file))
        for index, pack in enumerate(table.pack)
    )
    _check_slugs(packs, file)
    series = read_series(table, file)
    days = _plan_days(table.site, table.daily, file)
    is_made = any(stream.section for stream in _streams_of(days))
    if is_made and not table.demo and table.seed < LEAST_DAILY_SEED:
        message = (
            "expected a seed of 128 bits for daily puzzles, found one so small that trying seeds "
            'finds the answers of tomorrow; use one drawn by "puzzlepress new site", or set '
            "demo = true above [site] if answers need not stay secret"
        )
        raise file.error(("seed",), message)
    weeks = _plan_weeks(table.daily)
    languages = _read_languages(table, file)
    return SiteConfig(
        file, table.seed, table.site, days, weeks, packs, series, languages, table.site.language,
        table.slot, table.leave_out,
    )  # fmt: skip


def language_folder(code: str) -> str:
    """Return the folder of a further language, with a slash at its end.

    >>> language_folder("en-US")
    'en-us/'
    """
    return f"{code.lower()}/"


def _read_languages(table: SiteFile, file: ConfigFile) -> dict[str, LanguageTable]:
    """Return the further languages; `ConfigError` for one that is named twice."""
    places: list[tuple[str, KeyPath]] = [(table.site.language, ("site", "language"))]
    places += [(one.code, ("language", at, "code")) for at, one in enumerate(table.language)]
    seen: set[str] = set()
    for code, place in places:
        if code in seen:
            raise file.error(place, f"expected each language once, found {code!r} again")
        seen.add(code)
    further = [(("daily", at, "titles"), one.titles) for at, one in enumerate(table.daily)]
    further += [(("pack", at, "titles"), one.titles) for at, one in enumerate(table.pack)]
    for key, titles in further:
        if unknown := sorted(set(titles) - seen):
            raise file.error(key, f"expected languages of the site, found {unknown[0]!r}")
    return {one.code: one for one in table.language}


def _streams_of(days: Mapping[datetime.date, tuple[Game, ...]]) -> Iterator[Stream]:
    for game in chain.from_iterable(days.values()):
        yield from game.streams


def _plan_days(
    site: SiteTable, tables: Sequence[DailyTable], file: ConfigFile
) -> dict[datetime.date, tuple[Game, ...]]:
    by_day: dict[str, dict[str, Game]] = {day: {} for day in WEEKDAYS}
    for index, table in enumerate(tables):
        slug = _slug_of(table)
        game = Game(
            slug, table.title, table.titles, tuple(_day_streams(table, ("daily", index), file))
        )
        for day in table.days:
            if by_day[day].setdefault(slug, game) is not game:
                message = (
                    f"expected each day once in the tables of a game, found {day!r} again in "
                    f"{slug!r}; leave it out here, or give this table a game of its own"
                )
                raise file.error(("daily", index, "days"), message)
    dates = (site.start + datetime.timedelta(days=n) for n in range(site.days))
    planned = {date: tuple(by_day[WEEKDAYS[date.weekday()]].values()) for date in dates}
    return {date: games for date, games in planned.items() if games}


def _slug_of(table: DailyTable) -> str:
    return table.game or table.kind or "daily"


def _plan_weeks(tables: Sequence[DailyTable]) -> dict[str, str]:
    weeks: dict[str, set[str]] = {}
    for table in tables:
        digits = (str(WEEKDAYS.index(day)) for day in table.days)
        weeks.setdefault(_slug_of(table), set()).update(digits)
    return {slug: "".join(sorted(week)) for slug, week in weeks.items()}


def _day_streams(table: DailyTable, place: KeyPath, file: ConfigFile) -> Iterator[Stream]:
    if not table.bands:
        yield _stream(table, place, file)
        return
    is_doubled = len(set(table.bands)) < len(table.bands)
    if table.band is not None or table.records is not None or is_doubled:
        message = "expected each band once, and neither band nor records beside bands"
        raise file.error((*place, "bands"), message)
    for band in table.bands:
        yield _stream(replace(table, band=band), place, file)


def _stream(table: DailyTable | PackTable, place: KeyPath, file: ConfigFile) -> Stream:
    slug = getattr(table, "slug", None)
    keys = ("kind", "size", "rule", "band", "set")
    if table.records is not None:
        for name in keys:
            if getattr(table, name):
                message = "expected no such key beside records, which contain it"
                raise file.error((*place, name), message)
        path = file.path((*place, "records"), table.records)
        return Stream(f"pack-{slug}" if slug else f"records {table.records}", None, path, place)
    for name in ("kind", "size"):
        if getattr(table, name) is None:
            message = f"expected {name}, or records to take puzzles from, found neither"
            raise file.error((*place, name), message)
    assert table.kind is not None
    assert table.size is not None
    asked = SectionConfig(
        title=slug or "daily", kind=table.kind, sizes=table.size, counts=(1,), rule=table.rule,
        band=table.band, settings=table.set, trials=True,
    )  # fmt: skip
    section = read_section(asked, place, file)
    ((rows, cols),) = section.sizes
    settings = "".join(f" {key}={value}" for key, value in sorted(section.settings.items()))
    order = f"{section.kind} {cols}x{rows} {section.rule} {section.band or 'any'}{settings}"
    return Stream(f"pack-{slug}" if slug else f"daily {order}", section, None, place)


def _check_zone(site: SiteTable, file: ConfigFile) -> None:
    try:
        zoneinfo.ZoneInfo(site.time_zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        message = f'expected a name such as "Europe/Berlin" or "UTC", found {site.time_zone!r}'
        raise file.error(("site", "time_zone"), message) from None


def _check_slugs(packs: Sequence[Pack], file: ConfigFile) -> None:
    seen: set[str] = set()
    for index, pack in enumerate(packs):
        if pack.slug in seen:
            message = f"expected each slug once, found {pack.slug!r} again"
            raise file.error(("pack", index, "slug"), message)
        seen.add(pack.slug)
