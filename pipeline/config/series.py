"""The series of a run or a site."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from pipeline.config.errors import ConfigFile
from pipeline.config.models import SeriesKeys
from pipeline.model import ConfigError, JsonObject

VOLUME: Final = "{volume}"


@dataclass(frozen=True, slots=True)
class SeriesConfig:
    """A series and the volume to make; docs/config.md describes each key.

    ``volumes`` is None if the folder of the run is one volume, ``volume`` None for the next one.
    """

    name: str
    library: Path | None
    source: str
    no_repeat: int | None
    volume: int | None
    volumes: int | None
    date: str | None

    def describe(self) -> JsonObject:
        """Return the values that affect records, as JSON: all but the path of the library."""
        return {name: value for name, value in asdict(self).items() if name != "library"}


def read_series(table: SeriesKeys, file: ConfigFile) -> SeriesConfig | None:
    """Return the series of a configuration, None without one.

    Raise `ConfigError` with file, line and key if keys contradict each other.
    """

    def wrong(key: str, message: str) -> ConfigError:
        return file.error((key,), message)

    if VOLUME in (table.series or ""):
        raise wrong(
            "series", f"expected one name for all volumes, found {VOLUME} in it; leave it out"
        )
    volumes = getattr(table, "volumes", None)  # a site is one volume
    if table.library is None:
        if table.source == "library":
            raise wrong("source", "expected a library to take puzzles from; add the key library")
        for key in ("series", "volume", "date"):
            if getattr(table, key) is not None:
                raise wrong(key, "expected a library that records it; add the key library")
        if volumes is None:
            if table.no_repeat is not None:
                raise wrong("no_repeat", "expected a library or volumes; add one of these keys")
            return None
    elif table.series is None:
        raise wrong("library", 'expected the name of a series; add series = "..."')
    return SeriesConfig(
        name=table.series or "",
        library=None if table.library is None else file.path(("library",), table.library),
        source=table.source,
        no_repeat=table.no_repeat,
        volume=table.volume,
        volumes=volumes,
        date=None if table.date is None else table.date.isoformat(),
    )
