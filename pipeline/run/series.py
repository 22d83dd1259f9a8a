"""Run a series: settle each volume before it is made, and record what it prints in the library.

The answers of the library are stored in the run's folder before the first puzzle is made, so the
folder can be made again without the library, with the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.config.run import RunConfig, fill_volume
from pipeline.kinds import get_kind
from pipeline.library import (
    Placement,
    Query,
    Volume,
    begin_volume,
    board_key,
    excluded_keys,
    find,
    hold,
    holders_for,
    list_volumes,
    next_volume,
    open_library,
    place,
    placed_records,
    writing,
)
from pipeline.model import ConfigError, Record, canonical_json, child_seed
from pipeline.stages.books.selection import offer_of
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.candidate import record_key
from pipeline.store.files import expecting, read_lines, write_own
from pipeline.store.jsonl import record_from_json, record_to_json
from pipeline.store.run_folder import LIBRARY

if TYPE_CHECKING:
    from pipeline.config.series import SeriesConfig
    from pipeline.library import Connection
    from pipeline.run.plan import CandidatePool, Production
    from pipeline.stages.books.book import BookResult
    from pipeline.stages.books.selection import Demand


@dataclass(frozen=True, slots=True)
class FrozenVolume:
    """The number of a volume, its excluded boards, and the puzzles from the library.

    ``taken`` has records with the number of their section and the key of their pool's order.
    """

    number: int
    excluded: tuple[str, ...]
    taken: tuple[tuple[int, str, Record], ...] = ()


def settle_volume(
    series: SeriesConfig | None,
    production: Production,
    folder: Path,
    earlier: Sequence[Iterable[str]] = (),
    medium: str = "book",
    again: int | None = None,
    *,
    is_extended: bool = False,
) -> FrozenVolume:
    """Return the frozen volume in the folder of a run, and give its puzzles to the production.

    Its boards are excluded there. With ``is_extended`` the library gives what is missing since the
    volume was frozen. Without a series the volume is empty. The rest is as for `freeze`.
    """
    if series is None:
        return FrozenVolume(0, ())
    frozen = freeze(series, production, folder, earlier, medium, again)
    give_taken(production, frozen)
    if is_extended:
        frozen = extend(series, production, folder, frozen)
    production.excluded = frozenset(frozen.excluded)
    return frozen


def freeze(
    series: SeriesConfig,
    production: Production,
    folder: Path,
    earlier: Sequence[Iterable[str]] = (),
    medium: str = "book",
    again: int | None = None,
) -> FrozenVolume:
    """Return the frozen volume in the folder of a run; the first time, freeze it by the library.

    ``earlier`` has the keys of earlier volumes of the same run; ``medium`` is "book" or "site";
    ``again`` is the number of a volume that is started again. Raise `StoreError` or
    `PuzzleFormatError` if the file or the library cannot be read or written, `ConfigError` if
    rights in the library end and the configuration names no day.
    """
    path = folder / LIBRARY
    if path.is_file():
        return _read(path)
    if series.library is None:
        assert series.volume is not None, "volumes without a library are numbered by volume_config"
        distance = len(earlier) if series.no_repeat is None else series.no_repeat
        near = earlier[max(0, len(earlier) - distance) :]
        excluded = sorted({key for keys in near for key in keys})
        frozen = FrozenVolume(series.volume, tuple(excluded))
        _write(path, frozen)
        return frozen
    with open_library(series.library, is_new=True) as db, writing(db):
        number = series.volume or again or next_volume(db, series.name)
        _require_same(db, series, number, production)
        begin_volume(db, Volume(series.name, number, "", medium, series.date))
        keys = excluded_keys(db, series.name, number, series.no_repeat)
        frozen = FrozenVolume(number, tuple(keys))
        if series.source == "library":
            frozen = replace(frozen, taken=tuple(_take(db, series, frozen, production)))
        _write(path, frozen)  # in the transaction, so that no other run gets the number
    return frozen


def number_in(folder: Path) -> int | None:
    """Return the number of the volume in the folder of a run, None before one is begun."""
    return _read(folder / LIBRARY).number if (folder / LIBRARY).is_file() else None


def count_recorded(series: SeriesConfig | None, folder: Path) -> int:
    """Return the number of puzzles that the library records for the volume of a folder."""
    if series is None or series.library is None or not series.library.exists():
        return 0
    number = number_in(folder)
    with open_library(series.library) as db:
        return sum(row[5] for row in list_volumes(db) if row[:2] == (series.name, number))


def require_same(series: SeriesConfig | None, production: Production) -> None:
    """Raise `ConfigError` if the volume is recorded with puzzles that this run would not make."""
    if series is None or series.volume is None or series.library is None:
        return
    if series.library.exists():
        with open_library(series.library) as db:
            _require_same(db, series, series.volume, production)


def next_number(series: SeriesConfig) -> int:
    """Return the number of the next volume: of the configuration, or of the library."""
    if series.volume is not None:
        return series.volume
    if series.library is None or not series.library.exists():
        return 1
    with open_library(series.library) as db:
        return next_volume(db, series.name)


def _require_same(
    db: Connection, series: SeriesConfig, number: int, production: Production
) -> None:
    """Raise `ConfigError` unless seed and orders, and so the puzzles, are those recorded."""
    if all(number != row[1] or not row[5] for row in list_volumes(db) if row[0] == series.name):
        return
    records = [record_from_json(json.loads(row)) for row in placed_records(db, series.name, number)]
    made = [one for one in records if one.provenance and one.provenance.seed is not None]
    orders = Counter(
        {pool.order.key(): sum(w.count for w in pool.demands) for pool in production.pools}
    )
    seeds = {pool.order.seed for pool in production.pools}
    is_same = len(records) == orders.total() and (
        series.source == "library"
        or (
            {one.provenance.seed for one in made if one.provenance} <= seeds
            and Counter(record_key(one)[0] for one in made) <= orders
        )
    )
    if not is_same:
        raise ConfigError(
            f"volume {number} of {series.name!r} is recorded with other puzzles, "
            f"{len(records)} in all; choose another volume, or withdraw it with "
            "puzzlepress library release --series and --volume if it was not published"
        )


def extend(
    series: SeriesConfig, production: Production, folder: Path, frozen: FrozenVolume
) -> FrozenVolume:
    """Return the frozen volume of an extended run, with missing puzzles from the library.

    The production has the puzzles taken earlier and is given the new ones. Errors are those of
    `freeze`.
    """
    is_whole = not any(want.missing for pool in production.pools for want in pool.demands)
    if is_whole or series.library is None or not series.library.exists():
        return frozen
    with open_library(series.library) as db, writing(db):
        keys = excluded_keys(db, series.name, frozen.number, series.no_repeat)
        new = [*_take(db, series, frozen, production)] if series.source == "library" else []
        whole = replace(frozen, excluded=tuple(keys), taken=(*frozen.taken, *new))
        _write(folder / LIBRARY, whole)
    give_taken(production, replace(frozen, taken=tuple(new)))
    return whole


def freeze_production(frozen: FrozenVolume, production: Production, folder: Path) -> None:
    """Freeze all puzzles of a volume that will be extended, in the order of its demands."""
    known = {(section, record.id) for section, _, record in frozen.taken}
    new = [
        (want.section, pool.order.key(), puzzle.record)
        for pool in production.pools
        for want in pool.demands
        for puzzle in want.taken
        if (want.section, puzzle.brief.id) not in known
    ]
    if new:
        _write(folder / LIBRARY, replace(frozen, taken=(*frozen.taken, *new)))


def record_volume(
    config: RunConfig, frozen: FrozenVolume, production: Production, book: BookResult | None
) -> str | None:
    """Record the volume of a run in the library and return a message; see `record_placements`."""
    series = config.series
    if series is None:
        return None
    placements: list[Placement] = []
    for index, section in enumerate(config.sections):
        for puzzle in production.selection.of_section(index):
            number, page = len(placements) + 1, None
            if book is not None:
                number, page = book.places[puzzle.brief.id]
            placements.append(Placement(puzzle.record, number, section.title, page))
    return record_placements(series, frozen.number, config.book.title, placements)


def record_placements(
    series: SeriesConfig,
    number: int,
    title: str,
    placements: Sequence[Placement],
    medium: str = "book",
) -> str | None:
    """Record a volume in the library and return a message, None without a library.

    Recording it again changes nothing. Raise `ConfigError` if the volume is recorded with other
    puzzles, or another one has the same boards by now.
    """
    if series.library is None:
        return None
    if not series.library.exists():
        return f"{series.library} is missing: nothing was recorded"
    with open_library(series.library) as db:
        volume = Volume(series.name, number, title, medium, series.date)
        new = place(db, volume, placements, series.no_repeat)
    return f"library: {new} new placements in volume {number} of {series.name}"


def volume_config(config: RunConfig, index: int) -> RunConfig:
    """Return the configuration of one of several volumes, from 0, with its own seed."""
    if config.series is None or config.series.volumes is None:
        return config
    first = config.series.volume
    if first is None and config.series.library is None:
        first = 1
    series = replace(config.series, volume=None if first is None else first + index)
    book = config.book
    if first is not None and not isinstance(book.isbn, str):
        book = replace(book, isbn=book.isbn[index:])  # as the first volume of this configuration
    seed = child_seed(config.seed, "volume", index + 1)
    return replace(config, series=series, seed=seed, book=book)


def name_volume(config: RunConfig, number: int) -> RunConfig:
    """Return the configuration with the number of its volume in its texts and on its cover.

    A configuration without a series is returned as it is.
    """
    series = config.series
    if series is None:
        return config
    config, cover = fill_volume(config, number), config.cover
    named = replace(cover, volume=cover.volume or number, series=cover.series or series.name)
    return replace(config, cover=named)


def give_taken(production: Production, frozen: FrozenVolume) -> None:
    """Give the puzzles from the library to the demands for which they were taken."""
    wants = {
        (want.section, pool.order.key()): want for pool in production.pools for want in pool.demands
    }
    for section, key, record in frozen.taken:
        want = wants.get((section, key))
        if want is not None and want.missing:
            production.selection.give(offer_of(read_puzzle(record)), want)


def _take(
    db: Connection, series: SeriesConfig, frozen: FrozenVolume, production: Production
) -> Iterator[tuple[int, str, Record]]:
    """Yield puzzles of the library for missing ones, and reserve them for this volume."""
    taken = {board_key(record) for _, _, record in frozen.taken}
    for pool in production.pools:
        for want in pool.demands:
            # puzzles reserved for this volume are found again, so ask for that many more
            query = _query(series, frozen.number, pool, want)
            holdings = find(db, query, want.missing + len(taken))
            fresh = [held for held in holdings if held.key not in taken][: want.missing]
            hold(db, fresh, holders_for(series.name, frozen.number)[1])
            taken.update(held.key for held in fresh)
            for held in fresh:
                yield want.section, pool.order.key(), record_from_json(json.loads(held.record))


def _query(series: SeriesConfig, number: int, pool: CandidatePool, want: Demand) -> Query:
    params = get_kind(pool.order.kind_id).describe_params(pool.order.params)
    return Query(
        kind=pool.order.kind_id,
        size=(params["rows"], params["cols"]),
        rule=params.get("rule"),
        band=want.band,
        grades=want.grades,
        is_ready=True,
        series=series.name,
        volume=number,
        no_repeat=series.no_repeat,
        as_of=series.date,
    )


def _write(path: Path, frozen: FrozenVolume) -> None:
    head = canonical_json({"volume": frozen.number, "excluded": frozen.excluded})
    lines = [
        canonical_json({"section": number, "order": key, "record": record_to_json(record)})
        for number, key, record in frozen.taken
    ]
    write_own(path.parent, path.name, "".join(f"{line}\n" for line in (head, *lines)))


def _read(path: Path) -> FrozenVolume:
    what = "the frozen answers of the library; start again in another folder"
    taken = []
    lines = read_lines(path)
    number, text = next(lines, (1, ""))
    with expecting(what, path, number):
        value = json.loads(text)
        head = FrozenVolume(value["volume"], tuple(value["excluded"]))
    for number, text in lines:
        with expecting(what, path, number):
            value = json.loads(text)
            taken.append((value["section"], value["order"], record_from_json(value["record"])))
    return replace(head, taken=tuple(taken))
