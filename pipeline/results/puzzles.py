"""The puzzles of a site, from its published folder: what was not published has no entries."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Json, PipelineError, StoreError
from pipeline.results.refusals import Reason, RefusedError


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A puzzle of a day: its record's id, and the name of its game in addresses ("" the first)."""

    id: str
    day: datetime.date
    game: str
    title: str
    kind: str
    puzzle: Json
    zone: str
    keep_days: int


class Puzzles:
    """The daily puzzles in the folder of a site, read when a day is asked for."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "index.html").is_file():
            raise ConfigError(f"expected the folder of a site, found no index.html in {folder}")
        self._folder = folder
        self._known: dict[datetime.date, dict[str, DailyPuzzle]] = {}

    def find(self, day: datetime.date, puzzle_id: str) -> DailyPuzzle:
        """Return a puzzle of a day; `RefusedError` if it is not published with a leaderboard."""
        if puzzle_id not in self._known.get(day, {}):  # the site may have been built again
            self._known = {**dict(list(self._known.items())[-7:]), day: self._read(day)}
        found = self._known[day].get(puzzle_id)
        if found is None:
            raise RefusedError(Reason.PUZZLE)
        return found

    def _read(self, day: datetime.date) -> dict[str, DailyPuzzle]:
        found = {}
        for path in sorted((self._folder / "daily").glob(f"{day}*.json")):
            puzzle = read_puzzle(path, day)
            if puzzle is not None:
                found[puzzle.id] = puzzle
        return found


def read_puzzle(path: Path, day: datetime.date) -> DailyPuzzle | None:
    """Return the puzzle of a published record, None if its site has no leaderboard.

    `StoreError` if the file is no published record.
    """
    named = re.fullmatch(rf"{day}-?([a-z0-9-]*)", path.stem)
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if "results" not in record or named is None:
            return None
        kind = get_kind(record["kind"])
        kind.decode(record["puzzle"])
        return DailyPuzzle(
            id=str(record["id"]),
            day=day,
            game=named[1],
            title=str(record["title"]),
            kind=kind.id,
            puzzle=record["puzzle"],
            zone=ZoneInfo(record["schedule"]["zone"]).key,
            keep_days=int(record["results"]["days"]),
        )
    except (OSError, ValueError, KeyError, TypeError, PipelineError) as error:
        raise StoreError(f"{path}: expected a published record, found {error!r}") from error


def day_in(zone: str, moment_ms: int) -> datetime.date:
    """Return the day of a moment (milliseconds of Unix time) in a time zone.

    >>> day_in("Europe/Berlin", 1_795_303_800_000).isoformat()
    '2026-11-22'
    """
    return datetime.datetime.fromtimestamp(moment_ms / 1000, ZoneInfo(zone)).date()
