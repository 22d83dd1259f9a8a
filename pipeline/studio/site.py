"""The site desk: the days of a site's configuration, with the page that readers get on each."""

from __future__ import annotations

import datetime
import mimetypes
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import tomlkit

from pipeline.config.site_settings import SiteConfig, load_site_config
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Json, JsonObject, PipelineError
from pipeline.render.svg import render_svg
from pipeline.render.theme import get_theme
from pipeline.run.site import read_schedule
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import read_text
from pipeline.studio.texts import (
    fault_of,
    file_of,
    keep_text,
    list_files,
    version_of,
    version_text,
    with_key,
)
from pipeline.web.files import site_files
from pipeline.web.print_page import print_page
from pipeline.web.records import Entry
from pipeline.web.site import Site

if TYPE_CHECKING:
    from pipeline.studio.app import Asked, Studio

POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-src 'none'; worker-src 'none'; frame-ancestors 'self'"
)
"""Of a page of a site that is looked at: scripts of its owner do not run beside the studio."""
_TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


def _sites(studio: Studio, asked: Asked) -> Json:
    """Return the sites of the folder."""
    return list_files(studio, "site")


def _open(studio: Studio, asked: Asked) -> Json:
    """Return the text of a site, and its days with their puzzles, or with what they will have."""
    path = file_of(studio, asked)
    text = read_text(path)
    said: dict[str, Any] = {"name": path.name, "text": text, "version": version_of(text)}
    try:
        config = load_site_config(path)
        days = studio.work(f"site {path.name}", partial(_days, studio, path, config))
    except PipelineError as error:
        return {**said, "faults": [fault_of(line, path) for line in str(error).splitlines()]}
    return {**said, "faults": [], "today": str(_today(config)), **(days or {})}


def _keep(studio: Studio, asked: Asked) -> Json:
    """Keep the text of a site, and return its days."""
    keep_text(file_of(studio, asked), str(asked.get("text")), asked)
    return _open(studio, asked)


def _days(studio: Studio, path: Path, config: SiteConfig) -> JsonObject:
    today, skipped = _today(config), {*config.site.skip}

    def state_of(date: datetime.date) -> str:
        if date in skipped:
            return "withdrawn"
        return "past" if date < today else "today" if date == today else "to come"

    message = ""
    rows: dict[datetime.date, list[JsonObject]] = {}
    try:
        site = _schedule(studio, path, config)
        for entry in site.entries:
            if entry.date is not None:
                rows.setdefault(entry.date, []).append(
                    {"id": entry.record.id, "title": entry.title, "band": entry.band,
                     "path": entry.path}
                )  # fmt: skip
    except ConfigError as error:
        message = str(error)
        rows = {
            date: [_order(stream.section, game.title) for game in games for stream in game.streams]
            for date, games in config.days.items()
        }
    days = [
        {"date": str(date), "state": state_of(date), "puzzles": puzzles}
        for date, puzzles in sorted(rows.items())
    ]
    return {"days": days, "message": message, "key": _key(path, config)}


def _order(section: Any, title: str) -> JsonObject:
    """Return what a day will have: from a file, the name of the game alone."""
    if section is None:
        return {"title": title}
    ((rows, cols),) = section.sizes
    name = f"{title or get_kind(section.kind).title} {cols} × {rows}"
    return {"title": name, "band": str(section.band or "")}


def _schedule(studio: Studio, path: Path, config: SiteConfig) -> Site:
    """Return all days, those withdrawn too; `ConfigError` if puzzles are missing."""
    whole = replace(config, site=replace(config.site, skip=()))
    key = _key(path, config)
    site: Site = studio.kept(key) or read_schedule(whole, path.with_suffix("") / "work")
    studio.keep(key, site)
    return site


def _key(path: Path, config: SiteConfig) -> str:
    """Return a name of the schedule, which a day that is withdrawn does not change."""
    about = (config.seed, config.leave_out, replace(config.site, skip=()), config.days)
    return f"{path.stem}-{version_of(repr(about))}"


def _today(config: SiteConfig) -> datetime.date:
    return datetime.datetime.now(ZoneInfo(config.site.time_zone)).date()


def _withdraw(studio: Studio, asked: Asked) -> Json:
    """Withdraw a day that has not appeared, or put it back; return the days."""
    path, config, date = _ahead(studio, asked)
    skip = sorted({*config.site.skip} ^ {date})
    document: Any = tomlkit.parse(version_text(path, asked))
    document["site"]["skip"] = skip
    if not skip:
        del document["site"]["skip"]
    keep_text(path, tomlkit.dumps(document), asked)
    return _open(studio, asked)


def _replace(studio: Studio, asked: Asked) -> Json:
    """Leave a puzzle of a day that has not appeared out, so that the next one takes its place."""
    path, config, date = _ahead(studio, asked)
    site = _schedule(studio, path, config)
    if asked.get("id") not in {one.record.id for one in site.entries if one.date == date}:
        raise ConfigError(f"expected a puzzle of {date}, found {asked.get('id')!r}")
    left = [*config.leave_out, str(asked["id"])]
    keep_text(path, with_key(version_text(path, asked), "leave_out", left), asked)
    return {"name": path.name}


def _ahead(studio: Studio, asked: Asked) -> tuple[Path, SiteConfig, datetime.date]:
    """Return file, configuration and day of a change; `ConfigError` for a day that appeared."""
    path = file_of(studio, asked)
    config = load_site_config(path)
    try:
        date = datetime.date.fromisoformat(str(asked.get("date")))
    except ValueError:
        raise ConfigError(f"expected a date, found {asked.get('date')!r}") from None
    if date <= _today(config) or date not in config.days:
        raise ConfigError(f"expected a day to come of the site, found {date}, which stays as it is")
    return path, config, date


def _make(studio: Studio, asked: Asked) -> Json:
    """Make the puzzles of all days, and the pages up to today."""
    path = file_of(studio, asked)
    today = str(_today(load_site_config(path)))
    folders = ["--out", f"{path.stem}/www", "--work", f"{path.stem}/work"]
    command = ["site", path.name, *folders, "--as-of", today]
    return studio.long_work.start(path.name, [command])


class _Pages:
    """The files of a site on one day, made as they are asked for."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._rest, self._turn = site_files(site), threading.Lock()
        self._known: dict[str, str | bytes] = {}

    def find(self, path: str) -> str | bytes:
        """Return a file; `ConfigError` if there is none."""
        folder, _, name = path.rpartition("/")
        stem, _, ending = name.rpartition(".")
        if folder in ("pictures", "answers", "print") and ending in ("svg", "pdf"):
            for entry in self.site.entries:
                if entry.record.id == stem:
                    return self._draw(entry, folder)
        with self._turn:
            while path not in self._known:
                made = next(self._rest, None)
                if made is None:
                    raise ConfigError("Here is only this day, and the one before.")
                self._known[made[0]] = made[1]
            return self._known[path]

    def _draw(self, entry: Entry, folder: str) -> str | bytes:
        if folder == "print":
            return print_page(self.site, entry)
        puzzle = read_puzzle(entry.record)
        answer = puzzle.solution if folder == "answers" else None
        scene = puzzle.kind.draw(puzzle.clues, answer, 10.0)
        theme = get_theme("mono" if answer is None else "colour")
        return render_svg(scene, theme, has_outlines=True)


def site_file(studio: Studio, key: str, day: str, path: str) -> tuple[bytes, str]:
    """Return a file of a site as readers get it on a day, and its type; `ConfigError` if none."""
    site = studio.kept(key)
    if site is None:
        raise ConfigError("expected a site that is open; open it again")
    pages = studio.kept(f"{key} {day}")
    if pages is None:
        days = [one for one in site.days if str(one.date) <= day][-2:]
        if not days or str(days[-1].date) != day:
            raise ConfigError("expected a day of the site")
        dates = {one.date for one in days}
        more = [one for one in site.more if one.date in dates]
        pages = _Pages(replace(site, days=days, more=more, packs=(), as_of=days[-1].date))
        studio.keep(f"{key} {day}", pages)
    content = pages.find(path)
    ending = Path(path).suffix
    media = _TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return content.encode() if isinstance(content, str) else content, media


SITES: Final = {
    "sites": _sites,
    "site": _open,
    "keep-site": _keep,
    "withdraw": _withdraw,
    "replace-day": _replace,
    "make-site": _make,
}
