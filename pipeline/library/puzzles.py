"""Add puzzles to a library, and show what it knows of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.library.database import Connection, value_of, writing
from pipeline.model import ConfigError, Credit, Record, canonical_json
from pipeline.store.jsonl import dump_record
from pipeline.store.sources import CREDIT_FIELDS

BATCH: Final = 1000  # Puzzles added in one transaction, while other writers wait


@dataclass(frozen=True, slots=True)
class Rights:
    """Terms on which puzzles may be printed; None if unlimited.

    ``exclusive`` is the one series that may print them, ``valid_until`` the last day (2027-03-01),
    ``most_uses`` how often each may be printed.
    """

    holder: str
    licence: str | None = None
    exclusive: str | None = None
    valid_until: str | None = None
    most_uses: int | None = None


def board_key(record: Record) -> str:
    """Return 32 hex digits that identify a board under any rule, rotation and reflection.

    >>> puzzle = {"rows": 1, "cols": 2, "rule": "cover", "clues": [[1, 1]]}
    >>> turned = {"rows": 2, "cols": 1, "rule": "free", "clues": [[1], [1]]}
    >>> board_key(Record("a", "numberlink", puzzle)) == board_key(Record("b", "numberlink", turned))
    True
    """
    kind = get_kind(record.kind)
    return key_of_board(kind, kind.decode(record.puzzle))


def key_of_board(kind: AnyKind, clues: Any) -> str:
    """Return the `board_key` of a decoded board."""
    text = f"{kind.id} {kind.canonical(clues)}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def add(
    db: Connection,
    records: Iterable[Record],
    rights: Rights | None = None,
    report: Callable[[str], None] = lambda said: None,
) -> tuple[int, int]:
    """Return the number of new records and of known ones, after adding them.

    A known puzzle gets missing parts of its credit; ``report`` receives a message if two sources
    disagree. A proved or graded record replaces another one, and new rights replace the old.
    Records are committed in batches, so that adding the same again after a kill resumes.
    """
    new = total = 0
    rows = map(_row, records)
    while batch := list(islice(rows, BATCH)):
        with writing(db):
            number = None if rights is None else _number_of(db, "rights", asdict(rights))
            new += sum(_put(db, row, number, report) for row in batch)
        total += len(batch)
    return new, total - new


def put_records(db: Connection, records: Iterable[Record]) -> list[int]:
    """Return the row numbers of records, adding missing ones, in an open transaction."""
    numbers = []
    for record in records:
        _put(db, _row(record), None)
        numbers.append(value_of(db, "SELECT number FROM puzzle WHERE id = ?", record.id))
    return numbers


def show(db: Connection, puzzle_id: str) -> dict[str, Any]:
    """Return everything known of a puzzle as a JSON object; `ConfigError` for an unknown id."""
    row = db.execute(
        "SELECT puzzle.number, key, record, reserved, holder, rights.licence, exclusive, "
        "valid_until, most_uses FROM puzzle LEFT JOIN rights ON rights.number = rights "
        "WHERE id = ?",
        (puzzle_id,),
    ).fetchone()
    if row is None:
        raise ConfigError(
            f"expected the id of a puzzle in the library, found {puzzle_id!r}; "
            "puzzlepress library find lists ids"
        )
    rights = {name: row[name] for name in row.keys()[4:]}
    same = "IN (SELECT number FROM puzzle WHERE key = ?)"
    placed = (
        "SELECT series.name AS series, volume.number AS volume, title, placement.number AS number, "
        "section, page, coalesce(placement.date, volume.date) AS date FROM placement "
        "JOIN volume ON volume.id = volume JOIN series ON series.number = series "
        f"WHERE puzzle {same} ORDER BY series.name, volume.number, placement.number"
    )
    reserved = f"SELECT holder FROM reservation WHERE puzzle {same} ORDER BY holder"
    return {
        "id": puzzle_id,
        "key": row["key"],
        "placements": [dict(one) for one in db.execute(placed, (row["key"],))],
        "reserved": [one["holder"] for one in db.execute(reserved, (row["key"],))],
        "rights": rights if row["holder"] is not None else None,
        "record": json.loads(row["record"]),
    }


def is_board_free(db: Connection, record: Record) -> bool:
    """Return whether a board is neither placed nor reserved, under any rule and however turned."""
    taken = "SELECT 1 FROM puzzle WHERE key = ? AND (uses > 0 OR reserved > 0)"
    return value_of(db, taken, board_key(record)) is None


def _row(record: Record) -> tuple[Record, tuple[Any, ...]]:
    grade, verdict = record.grade, record.verdict
    return record, (
        record.id,
        board_key(record),
        record.kind,
        record.puzzle["rows"],
        record.puzzle["cols"],
        verdict.rule or record.puzzle.get("rule") or "",
        str(verdict.status),
        "" if grade is None else str(grade.band),
        None if grade is None else float(grade.score),
        dump_record(record),
    )


def _put(
    db: Connection,
    row: tuple[Record, tuple[Any, ...]],
    rights: int | None,
    report: Callable[[str], None] = lambda said: None,
) -> bool:
    """Return whether a row is new; update a known one."""
    record, values = row
    key = values[1]
    known = db.execute("SELECT key, record FROM puzzle WHERE id = ?", values[:1]).fetchone()
    if known is not None and known["key"] != key:
        raise ConfigError(
            f"record {record.id} is another puzzle than the one of that id in the library; "
            "leave out its id, and it is given one"
        )
    db.execute(
        "INSERT INTO puzzle "
        "(id, key, kind, rows, cols, rule, status, band, score, record, credit, rights, uses, "
        "reserved) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(max(uses), 0), "
        "coalesce(max(reserved), 0) FROM puzzle WHERE key = ? "
        "ON CONFLICT (id) DO UPDATE SET rule = excluded.rule, status = excluded.status, "
        "band = excluded.band, score = excluded.score, record = excluded.record "
        "WHERE (excluded.status = 'unique') + (excluded.band <> '')"
        " > (status = 'unique') + (band <> '')",
        (*values, _credit_number(db, record.credit), rights, key),
    )
    if known is not None:
        _fill_credit(db, record, json.loads(known["record"]).get("credit") or {}, report)
    if rights is not None:
        db.execute("UPDATE puzzle SET rights = ? WHERE id = ?", (rights, record.id))
    return known is None


def _fill_credit(
    db: Connection, record: Record, kept: dict[str, Any], report: Callable[[str], None]
) -> None:
    """Fill in missing parts of the credit of a known puzzle."""
    given = {} if record.credit is None else {
        name: said for name in CREDIT_FIELDS if (said := getattr(record.credit, name))
    }  # fmt: skip
    for name, said in given.items():
        if kept.get(name) not in (None, said):
            report(
                f"{record.id}: the {name} is {kept[name]!r} here and {said!r} there; kept as it is"
            )
    merged: dict[str, Any] = {name: kept.get(name) or given.get(name) for name in CREDIT_FIELDS}
    if not any(merged.values()):
        return
    stored = json.loads(value_of(db, "SELECT record FROM puzzle WHERE id = ?", record.id))
    stored["credit"] = {**kept, **merged}
    db.execute(
        "UPDATE puzzle SET record = ?, credit = ? WHERE id = ?",
        (canonical_json(stored), _credit_number(db, Credit(**merged)), record.id),
    )


def _credit_number(db: Connection, credit: Credit | None) -> int | None:
    if credit is None:
        return None
    return _number_of(db, "credit", {name: getattr(credit, name) for name in CREDIT_FIELDS})


def _number_of(db: Connection, table: str, row: Mapping[str, Any]) -> int:
    same = " AND ".join(f"{name} IS ?" for name in row)
    number = value_of(db, f"SELECT number FROM {table} WHERE {same}", *row.values())
    if number is None:
        sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' for _ in row)})"
        number = db.execute(sql, tuple(row.values())).lastrowid
    return int(number)
