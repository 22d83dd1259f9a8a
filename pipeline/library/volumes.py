"""Volumes of series: placements and repeats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from pipeline.library.database import Connection, value_of, writing
from pipeline.library.puzzles import board_key, put_records
from pipeline.library.search import ANY_DISTANCE, holders_for, next_volume
from pipeline.model import ConfigError, Record, Status

_SHOWN: Final = 3
_FAULTY: Final = (Status.MULTIPLE, Status.UNSOLVABLE, Status.UNDECIDED)

MOST_VOLUMES: Final = 1_000_000  # Maximum number of volumes of a series


@dataclass(frozen=True, slots=True)
class Volume:
    """One book or site of a series; volumes are numbered in the order of their publication."""

    series: str
    number: int
    title: str = ""
    medium: str = "book"
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """A puzzle in a volume: its number, section, page, and on a site its date."""

    record: Record
    number: int
    section: str = ""
    page: int | None = None
    date: str | None = None


def read_day(text: str | None, name: str) -> str | None:
    """Return a date in ISO form; `ConfigError` if it is invalid; ``name`` is its option.

    >>> read_day("2027-03-01", "--date")
    '2027-03-01'
    """
    try:
        return None if text is None else date.fromisoformat(text).isoformat()
    except ValueError:
        raise ConfigError(
            f"expected {name} to be a day such as 2027-03-01, found {text!r}"
        ) from None


def place(
    db: Connection,
    volume: Volume,
    placements: Sequence[Placement],
    no_repeat: int | None = None,
    *,
    is_printed: bool = False,
) -> int:
    """Record placements, all or none, and return the number of new ones.

    Recording the same again changes nothing. The volume of a site grows; that of a book is recorded
    once. Unknown puzzles are added, and reservations for the volume released. A board may not be in
    the ``no_repeat`` volumes before and after; None is all of the series. With ``is_printed``
    repeats and missing rights are recorded as well. `ConfigError` if a puzzle may not be placed, or
    the volume is recorded with other puzzles.
    """
    if not 1 <= volume.number <= MOST_VOLUMES:
        raise ConfigError(
            f"expected the number of a volume from 1 to {MOST_VOLUMES}, found {volume.number}"
        )
    for one in placements:
        if one.record.verdict.status in _FAULTY and not is_printed:
            raise ConfigError(
                f"puzzle {one.record.id} has the verdict {one.record.verdict.status} and may not "
                "be printed; leave it out, or say --printed if it is too late"
            )
    with writing(db):
        volume_id = begin_volume(db, volume)
        placed = "SELECT number, puzzle FROM placement WHERE volume = ?"
        before: dict[int, int] = dict(db.execute(placed, (volume_id,)).fetchall())
        numbers = put_records(db, (placement.record for placement in placements))
        rows = {
            placement.number: (number, placement)
            for number, placement in zip(numbers, placements, strict=True)
        }
        if len(rows) < len(placements):
            raise ConfigError("expected each number of a volume once, found one twice")
        kept = {number: puzzle for number, (puzzle, _) in rows.items()}
        is_other = any(before.get(number, puzzle) != puzzle for number, puzzle in kept.items())
        if is_other or (volume.medium == "book" and before and before != kept):
            raise ConfigError(
                f"volume {volume.number} of {volume.series!r} is recorded with other puzzles; "
                "choose another number, or take it back with puzzlepress library release "
                "--series and --volume if it never appeared"
            )
        fresh = [row for number, row in rows.items() if number not in before]
        db.executemany(
            "INSERT INTO placement (volume, number, puzzle, section, page, date) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [(volume_id, p.number, puzzle, p.section, p.page, p.date) for puzzle, p in fresh],
        )
        if not is_printed:
            _refuse_unfit(db, volume, volume_id, no_repeat)
        db.execute(
            "DELETE FROM reservation WHERE holder IN (?, ?) "
            "AND puzzle IN (SELECT puzzle FROM placement WHERE volume = ?)",
            (*holders_for(volume.series, volume.number), volume_id),
        )
    return len(fresh)


def excluded_keys(
    db: Connection, series: str, volume: int, no_repeat: int | None = None
) -> list[str]:
    """Return the keys of the boards that are excluded from a volume, sorted.

    They are those of the other volumes of the series, or of the ``no_repeat`` before and after, and
    those reserved for somebody else.
    """
    rows = db.execute(
        "SELECT key FROM series JOIN volume ON volume.series = series.number "
        "JOIN placement ON placement.volume = volume.id "
        "JOIN puzzle ON puzzle.number = placement.puzzle "
        "WHERE name = ? AND abs(volume.number - ?) BETWEEN 1 AND ? "
        "UNION SELECT key FROM reservation JOIN puzzle ON puzzle.number = puzzle "
        "WHERE holder NOT IN (?, ?) ORDER BY key",
        (
            series,
            volume,
            ANY_DISTANCE if no_repeat is None else no_repeat,
            *holders_for(series, volume),
        ),
    )
    return [row["key"] for row in rows]


def list_volumes(db: Connection) -> Iterator[tuple[str, int, str, str, str | None, int]]:
    """Yield series, number, title, medium, date and number of placements of each volume."""
    yield from map(tuple, db.execute(
        "SELECT series.name, volume.number, title, medium, volume.date, count(placement.puzzle) "
        "FROM volume JOIN series ON series.number = series "
        "LEFT JOIN placement ON placement.volume = volume.id GROUP BY volume.id ORDER BY 1, 2"
    ))  # fmt: skip


def placed_records(db: Connection, series: str, volume: int | None) -> list[str]:
    """Return the placements of a series or a volume in order, as lines of JSON.

    `ConfigError` for an unknown series or volume.
    """
    rows = db.execute(
        "SELECT record FROM series JOIN volume ON volume.series = series.number "
        "JOIN placement ON placement.volume = volume.id "
        "JOIN puzzle ON puzzle.number = placement.puzzle "
        "WHERE name = ? AND ? IN (volume.number, -1) ORDER BY volume.number, placement.number",
        (series, -1 if volume is None else volume),
    ).fetchall()
    if not rows:
        wanted = f"volume {volume} of {series!r}" if volume is not None else f"series {series!r}"
        raise ConfigError(f"expected a volume in the library, found no {wanted}")
    return [row["record"] for row in rows]


def sharing_volumes(db: Connection, series: str, volume: int) -> list[str]:
    """Return the other books that have boards of a volume, with the number of these boards."""
    rows = db.execute(
        "SELECT others.name, other.number, other.title, count(DISTINCT twin.key) FROM series "
        "JOIN volume ON volume.series = series.number "
        "JOIN placement ON placement.volume = volume.id "
        "JOIN puzzle ON puzzle.number = placement.puzzle "
        "JOIN puzzle AS twin ON twin.key = puzzle.key "
        "JOIN placement AS placed ON placed.puzzle = twin.number "
        "JOIN volume AS other ON other.id = placed.volume AND other.id <> volume.id "
        "JOIN series AS others ON others.number = other.series "
        "WHERE series.name = ? AND volume.number = ? AND other.medium = 'book' "
        "GROUP BY other.id ORDER BY 1, 2",
        (series, volume),
    )
    return [
        f"{title or name}, {name} {number} ({count} boards)" for name, number, title, count in rows
    ]


def find_faults(
    db: Connection,
    series: str | None = None,
    no_repeat: int | None = None,
    as_of: str | None = None,
) -> Iterator[str]:
    """Yield a message for each placement that repeats a board within a series, or lacks a right.

    A board may be used again ``no_repeat`` volumes later, None for never. ``as_of`` is the date of
    volumes without one.
    """
    yield from _repeats(db, series, None, no_repeat)
    yield from _breaches(db, series, None, as_of)


def find_standing(
    db: Connection, records: Iterable[Record], series: str | None, no_repeat: int | None
) -> list[str]:
    """Return a message for each earlier placement of the board of a record.

    ``no_repeat`` counts back from the next volume; without ``series`` all are searched.
    """
    last = -1 if no_repeat is None else next_volume(db, series or "") - 1 - no_repeat
    return [
        f"{record.id}: is in {name} {volume} as puzzle {number}"
        for record in records
        for name, volume, number in db.execute(
            "SELECT series.name, volume.number, placement.number "
            "FROM puzzle CROSS JOIN placement ON placement.puzzle = puzzle.number "
            "JOIN volume ON volume.id = placement.volume JOIN series ON series.number = series "
            "WHERE key = ? AND ? IN (series.name, '') AND volume.number > ? ORDER BY 1, 2, 3",
            (board_key(record), series or "", last),
        )
    ]


def begin_volume(db: Connection, volume: Volume) -> int:
    """Return the row number of a volume, inserting it if new, in an open transaction."""
    db.execute("INSERT OR IGNORE INTO series (name) VALUES (?)", (volume.series,))
    series = value_of(db, "SELECT number FROM series WHERE name = ?", volume.series)
    db.execute(
        "INSERT INTO volume (series, number, title, medium, date) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET title = excluded.title WHERE excluded.title <> ''",
        (series, volume.number, volume.title, volume.medium, volume.date),
    )
    sql = "SELECT id FROM volume WHERE series = ? AND number = ?"
    return int(value_of(db, sql, series, volume.number))


def withdraw(db: Connection, series: str, volume: int) -> int:
    """Delete a volume that never appeared, and return the number of its placements."""
    with writing(db):
        sql = (
            "SELECT id FROM volume JOIN series ON series.number = series "
            "WHERE name = ? AND volume.number = ?"
        )
        volume_id = value_of(db, sql, series, volume)
        gone = db.execute("DELETE FROM placement WHERE volume = ?", (volume_id,)).rowcount
        db.execute("DELETE FROM volume WHERE id = ?", (volume_id,))
    return gone


def _refuse_unfit(db: Connection, volume: Volume, volume_id: int, no_repeat: int | None) -> None:
    """Raise ConfigError if a volume breaks the rules of its series."""
    faults = [
        *_repeats(db, None, volume_id, no_repeat),
        *_breaches(db, None, volume_id, None),
        *(
            f"puzzle {row['id']} is reserved for {row['holder']!r}"
            for row in db.execute(
                "SELECT puzzle.id, holder FROM placement "
                "JOIN puzzle ON puzzle.number = placement.puzzle AND puzzle.reserved > 0 "
                "JOIN puzzle AS twin ON twin.key = puzzle.key "
                "JOIN reservation ON reservation.puzzle = twin.number "
                "WHERE placement.volume = ? AND holder NOT IN (?, ?)",
                (volume_id, *holders_for(volume.series, volume.number)),
            )
        ),
    ]
    if faults:
        more = f", and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise ConfigError(
            f"volume {volume.number} of {volume.series!r} was not recorded: "
            f"{'; '.join(faults[:_SHOWN])}{more}. Choose other puzzles, or say --printed if it is "
            "too late"
        )


def _repeats(
    db: Connection, series: str | None, volume_id: int | None, no_repeat: int | None
) -> Iterator[str]:
    rows = db.execute(
        "SELECT * FROM repeats WHERE ? IN (series, '') AND abs(volume - first_volume) <= ?"
        + ("" if volume_id is None else " AND ? IN (volume_id, first_volume_id)")
        + " ORDER BY series, volume, number, first_volume, first_number",
        (
            series or "",
            ANY_DISTANCE if no_repeat is None else no_repeat,
            *(() if volume_id is None else (volume_id,)),
        ),
    )
    for row in rows:
        yield (
            f"{row['series']} {row['volume']}, puzzle {row['number']} ({row['id']}): is in "
            f"volume {row['first_volume']} as puzzle {row['first_number']}"
        )


def _breaches(
    db: Connection, series: str | None, volume_id: int | None, as_of: str | None
) -> Iterator[str]:
    tables = (
        "rights CROSS JOIN puzzle ON puzzle.rights = rights.number "
        "CROSS JOIN placement ON placement.puzzle = puzzle.number "
        if volume_id is None
        else "placement JOIN puzzle ON puzzle.number = placement.puzzle "
        "JOIN rights ON rights.number = puzzle.rights "
    )
    day = "coalesce(placement.date, volume.date, ?1)"
    rows = db.execute(
        "SELECT series.name AS series, volume.number AS volume, placement.number AS number, "
        f"puzzle.id AS id, uses, rights.*, {day} AS day, exclusive <> series.name AS is_foreign, "
        "uses > most_uses AS is_used_up, "
        f"coalesce(valid_until < {day}, valid_until IS NOT NULL) AS is_late "
        f"FROM {tables}"
        "JOIN volume ON volume.id = placement.volume JOIN series ON series.number = volume.series "
        "WHERE ?2 IN (series.name, '')"
        + ("" if volume_id is None else " AND placement.volume = ?3")
        + " AND (is_foreign OR is_used_up OR is_late) ORDER BY 1, 2, 3",
        (as_of, series or "", *(() if volume_id is None else (volume_id,))),
    )
    for row in rows:
        name = f"{row['series']} {row['volume']}, puzzle {row['number']} ({row['id']}):"
        if row["is_foreign"]:
            yield f"{name} the rights of {row['holder']} are for {row['exclusive']!r} alone"
        if row["is_used_up"]:
            yield f"{name} printed {row['uses']} times, {row['holder']} allows {row['most_uses']}"
        if row["is_late"]:
            so = "and the volume has no day" if row["day"] is None else f"its day is {row['day']}"
            yield f"{name} may be printed until {row['valid_until']}, {so}"
