"""Find puzzles by kind, size, rule, band, credit and use; reserve and release them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.library.database import Connection, value_of, writing
from pipeline.model import ANY_GRADE, ConfigError, GradeRange

ANY_DISTANCE: Final = 1 << 60  # More volumes than a series ever has


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Conditions on puzzles; None for any.

    Without ``series`` a puzzle must be unused and unreserved. With it, it must be fit for the
    volume of that number (None: the next one): its board in none of the ``no_repeat`` volumes
    around it (None: in no other), not reserved for others, its rights in force ``as_of`` a day.
    With ``is_any`` neither matters. ``source`` is a part of the address of its credit. With
    ``is_ready`` it is proved and graded.
    """

    kind: str | None = None
    size: tuple[int, int] | None = None
    rule: str | None = None
    band: str | None = None
    is_ready: bool = False
    text: str | None = None
    source: str | None = None
    series: str | None = None
    volume: int | None = None
    no_repeat: int | None = None
    as_of: str | None = None
    is_any: bool = False
    grades: GradeRange = ANY_GRADE


@dataclass(frozen=True, slots=True)
class Holding:
    """A puzzle in the library; ``record`` is its line of JSON."""

    id: str
    key: str
    kind: str
    rows: int
    cols: int
    rule: str
    status: str
    band: str
    score: float | None
    uses: int
    author: str | None
    record: str


def find(db: Connection, query: Query, count: int) -> list[Holding]:
    """Return up to ``count`` puzzles of different boards, those reserved for the series first.

    Within one kind, size, rule and band the least used come first, then the first added.
    `ConfigError` if puzzles have rights that end, and no day is given to judge them by.
    """
    if not (query.is_any or query.as_of) and value_of(
        db, "SELECT 1 FROM rights WHERE valid_until IS NOT NULL"
    ):
        raise ConfigError(
            "the library holds rights that end on a day; name the day to judge them by with "
            "--as-of, such as --as-of 2027-03-01"
        )
    holdings: dict[str, Holding] = {}
    for row in (row for search in _searches(db, query) for row in db.execute(*search)):
        holdings.setdefault(row["key"], Holding(*row))
        if len(holdings) >= count:
            break
    return list(holdings.values())


def reserve(db: Connection, query: Query, count: int, holder: str) -> list[Holding]:
    """Reserve and return ``count`` puzzles for a holder, or none if there are too few."""
    with writing(db):
        found = find(db, query, count)
        if len(found) < count:
            return []
        hold(db, found, holder)
    return found


def hold(db: Connection, holdings: Iterable[Holding], holder: str) -> None:
    """Reserve puzzles for a holder, in an open transaction."""
    db.executemany(
        "INSERT OR IGNORE INTO reservation SELECT number, ? FROM puzzle WHERE id = ?",
        [(holder, held.id) for held in holdings],
    )


def release(db: Connection, holder: str, ids: Sequence[str] = ()) -> int:
    """Release puzzles, or all reserved by the holder, and return their number."""
    with writing(db):
        if not ids:
            return db.execute("DELETE FROM reservation WHERE holder = ?", (holder,)).rowcount
        sql = (
            "DELETE FROM reservation WHERE holder = ? "
            "AND puzzle = (SELECT number FROM puzzle WHERE id = ?)"
        )
        return db.executemany(sql, [(holder, puzzle) for puzzle in ids]).rowcount


def reserved_records(db: Connection, holder: str) -> list[str]:
    """Return the records that are reserved for a holder, as lines of JSON, first added first."""
    sql = (
        "SELECT record FROM reservation JOIN puzzle ON puzzle.number = puzzle WHERE holder = ? "
        "ORDER BY puzzle.number"
    )
    return [row["record"] for row in db.execute(sql, (holder,))]


def list_stock(db: Connection) -> Iterator[tuple[Any, ...]]:
    """Yield kind, rows, cols, rule, band, and the numbers of puzzles and of free boards.

    Free boards are those that `reserve` would take.
    """
    lot = "kind, rows, cols, rule, band"
    is_free = "uses = 0 AND reserved = 0 AND exclusive IS NULL AND coalesce(most_uses, 1) > 0"
    free = f"count(DISTINCT CASE WHEN {is_free} THEN key END)"
    table = "puzzle LEFT JOIN rights ON rights.number = puzzle.rights"
    return map(tuple, db.execute(f"SELECT {lot}, count(*), {free} FROM {table} GROUP BY {lot}"))


_COLUMNS: Final = (
    "SELECT puzzle.id, key, kind, rows, cols, rule, status, band, score, uses, author, record FROM "
)
_LOT: Final = " AND kind = ? AND rows = ? AND cols = ? AND rule = ? AND band = ?"


def _searches(db: Connection, query: Query) -> Iterator[tuple[str, list[Any]]]:
    """Yield the statements of a query; CROSS JOIN fixes the order of tables, without statistics."""
    wanted: list[tuple[str, Any]] = [
        (" AND kind = ?", query.kind),
        (" AND rows = ?", query.size and query.size[0]),
        (" AND cols = ?", query.size and query.size[1]),
        (" AND rule = ?", query.rule),
        (" AND band = ?", query.band),
        (" AND credit.url LIKE ?", query.source and f"%{query.source}%"),
        *_graded(query.grades),
    ]
    joins = (
        " LEFT JOIN credit ON credit.number = puzzle.credit"
        " LEFT JOIN rights ON rights.number = puzzle.rights WHERE 1"
    )
    asked = "".join(sql for sql, value in wanted if value is not None)
    values = [value for _, value in wanted if value is not None]
    if query.is_ready:
        asked += " AND status IN ('unique', 'not-applicable') AND band <> ''"
    if query.text is not None:
        asked += (
            " AND puzzle.credit IN (SELECT rowid FROM credit_search WHERE credit_search MATCH ?)"
        )
        values.append(_phrase(query.text))
    fit, fit_values = _fitness(db, query)
    if query.series is not None and not query.is_any:
        table = "reservation AS kept CROSS JOIN puzzle ON kept.puzzle = puzzle.number"
        sql = f"{_COLUMNS}{table}{joins}{asked}{fit} AND kept.holder IN (?, ?)"
        holders = holders_for(query.series, _volume(db, query))
        yield f"{sql} ORDER BY puzzle.number", [*values, *fit_values, *holders]
    free = "" if query.is_any else " AND reserved = 0"
    if query.text is not None:
        sql = f"{_COLUMNS}puzzle INDEXED BY puzzle_credit{joins}{asked}{fit}{free}"
        yield f"{sql} ORDER BY puzzle.credit, reserved, uses", [*values, *fit_values]
        return
    for lot in _lots(db, query):
        sql = f"{_COLUMNS}puzzle INDEXED BY puzzle_lot{joins}{_LOT}{asked}{fit}{free}"
        yield f"{sql} ORDER BY reserved, uses, puzzle.number", [*lot, *values, *fit_values]


def _graded(grades: GradeRange) -> Iterator[tuple[str, Any]]:
    if grades.levels:
        yield (
            " AND instr(?, ' ' || json_extract(record, '$.grade.hardest') || ' ')",
            (f" {' '.join(grades.levels)} "),
        )
    for column, limits in (
        ("score", grades.score),
        ("json_extract(record, '$.grade.percentile')", grades.percentile),
    ):
        for sign, limit in zip((">=", "<="), limits or (), strict=False):
            yield f" AND {column} {sign} ?", limit


def _fitness(db: Connection, query: Query) -> tuple[str, list[Any]]:
    """Return the condition under which a puzzle may be placed, and the values in it."""
    if query.is_any:
        return "", []
    rights = (
        " AND (puzzle.rights IS NULL OR ((exclusive IS NULL OR exclusive = ?)"
        " AND (valid_until IS NULL OR valid_until >= ?)"
        " AND (most_uses IS NULL OR uses < most_uses)))"
    )
    values: list[Any] = [query.series, query.as_of]
    if query.series is None:
        return f" AND uses = 0{rights}", values
    near = (
        " AND (uses = 0 OR NOT EXISTS (SELECT 1 FROM puzzle AS twin"
        " CROSS JOIN placement ON placement.puzzle = twin.number"
        " CROSS JOIN volume ON volume.id = placement.volume"
        " CROSS JOIN series ON series.number = volume.series AND series.name = ?"
        " WHERE twin.key = puzzle.key AND abs(volume.number - ?) BETWEEN 1 AND ?))"
    )
    distance = ANY_DISTANCE if query.no_repeat is None else query.no_repeat
    return near + rights, [query.series, _volume(db, query), distance, *values]


def _volume(db: Connection, query: Query) -> int:
    if query.volume is not None:
        return query.volume
    return next_volume(db, query.series or "")


def holders_for(series: str, volume: int) -> tuple[str, str]:
    """Return the two names under which puzzles are reserved for a volume.

    >>> holders_for("Evenings", 7)
    ('Evenings', 'Evenings 7')
    """
    return series, f"{series} {volume}"


def next_volume(db: Connection, series: str) -> int:
    """Return the number of the next volume of a series, 1 for a new series."""
    sql = (
        "SELECT coalesce(max(volume.number), 0) + 1 FROM volume "
        "JOIN series ON series.number = series WHERE name = ?"
    )
    return int(value_of(db, sql, series))


def _lots(db: Connection, query: Query) -> Iterator[tuple[Any, ...]]:
    """Yield each kind, rows, cols, rule and band in the library that the query allows.

    Each step seeks the next one in the index past all equal ones: the last value is larger than
    any count of reservations.
    """
    columns = "kind, rows, cols, rule, band"
    wanted = (query.kind, *(query.size or (None, None)), query.rule, query.band)
    lot: tuple[Any, ...] = ("", 0, 0, "", "")
    while row := db.execute(
        f"SELECT {columns} FROM puzzle WHERE ({columns}, reserved) > (?, ?, ?, ?, ?, ?) "
        f"ORDER BY {columns} LIMIT 1",
        (*lot, 1 << 60),
    ).fetchone():
        lot = tuple(row)
        if all(want in (None, has) for want, has in zip(wanted, lot, strict=True)):
            yield lot


def _phrase(text: str) -> str:
    """Return a full-text query: each word must be a prefix of some word, in any order."""
    words = ['"' + word.replace('"', '""') + '"*' for word in text.split()]
    if not words:
        raise ConfigError("expected words to search for, found none")
    return " ".join(words)
