"""The database of a leaderboard: starts, entries, and the key that signs starts.

Readers are random numbers of their browsers, stored as digests with that key. `StoreError` if the
file is another program's.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

from pipeline.library.database import value_of, writing
from pipeline.model import StoreError
from pipeline.results.log import Played, is_near
from pipeline.results.puzzles import DailyPuzzle
from pipeline.results.refusals import Reason, RefusedError

APPLICATION_ID: Final = 0x70757A72  # In the header of the file: "puzr"
BUSY_SECONDS: Final = 5.0
BEST: Final = 10  # Entries of a table that readers see
MOST_NEAR: Final = 1000  # Entries with equal moves that are compared with a new one
_STARTS_KEPT_MS: Final = 2 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """A reader's place among the entries of a puzzle; ``best`` are (name, ms, whether his own)."""

    ms: int
    median_ms: int
    place: int
    count: int
    best: tuple[tuple[str, int, bool], ...]

    @property
    def faster_than(self) -> int | None:
        """The percentage of the other readers that were slower, None without others."""
        others = self.count - 1
        return 100 * (self.count - self.place) // others if others else None


class Database:
    """A file of results; each call opens it, so that any number of processes may use it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self.open() as db, writing(db):
            owner = value_of(db, "PRAGMA application_id")
            if owner != APPLICATION_ID:
                if value_of(db, "SELECT count(*) FROM sqlite_master"):
                    raise StoreError(
                        f"{path}: expected a file of results, found another program's database"
                    )
                _create(db)
            self._key: bytes = value_of(db, "SELECT key FROM secret")
        with self.open() as db:
            db.execute("PRAGMA journal_mode = WAL")

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that is closed afterwards; `StoreError` if SQLite fails."""
        try:
            db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
            with closing(db):
                db.execute("PRAGMA synchronous = NORMAL")
                yield db
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: expected a file of results, found {error}") from error

    def digest(self, *texts: object) -> str:
        """Return the signature of some texts, by the key of this file."""
        text = "\n".join(map(str, texts)).encode()
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()[:40]

    def start(self, reader: str, puzzle: DailyPuzzle, now_ms: int) -> int:
        """Return when a reader began a puzzle: now, unless it was begun before."""
        with self.open() as db, writing(db):
            db.execute("INSERT OR IGNORE INTO starts VALUES (?, ?, ?)", (reader, puzzle.id, now_ms))
            return int(_start_of(db, reader, puzzle.id))

    def entry_digest(self, reader: str, puzzle_id: str) -> str | None:
        """Return the digest of the log with which a reader is in a table, None if he is not."""
        with self.open() as db:
            sql = "SELECT digest FROM entries WHERE puzzle = ? AND reader = ?"
            found: str | None = value_of(db, sql, puzzle_id, reader)
            return found

    def has_start(self, reader: str, puzzle_id: str, ms: int) -> bool:
        """Return whether a reader began a puzzle at that moment."""
        with self.open() as db:
            return bool(_start_of(db, reader, puzzle_id) == ms)

    def add(self, puzzle: DailyPuzzle, reader: str, name: str, played: Played, digest: str) -> None:
        """Add an entry; `RefusedError` for a second one, and for a copy of another."""
        until = puzzle.day + datetime.timedelta(days=puzzle.keep_days)
        row = (
            puzzle.id, reader, name, played.ms, played.paused_ms, played.moves, played.undone,
            played.checks, played.pattern, played.rhythm or None, json.dumps(played.beats), digest,
            until.isoformat(),
        )  # fmt: skip
        about = (puzzle.id, puzzle.day.isoformat(), puzzle.game, puzzle.title, puzzle.kind,
                 json.dumps(puzzle.puzzle, sort_keys=True))  # fmt: skip
        with self.open() as db, writing(db):
            if value_of(db, "SELECT 1 FROM entries WHERE puzzle = ? AND reader = ?", *row[:2]):
                raise RefusedError(Reason.AGAIN)
            sql = "SELECT beats FROM entries WHERE puzzle = ? AND pattern = ? LIMIT ?"
            alike = db.execute(sql, (puzzle.id, played.pattern, MOST_NEAR))
            if any(is_near(json.loads(beats), played.beats) for (beats,) in alike):
                raise RefusedError(Reason.COPY)
            db.execute("INSERT OR IGNORE INTO puzzles VALUES (?, ?, ?, ?, ?, ?)", about)
            try:
                db.execute(f"INSERT INTO entries VALUES ({', '.join('?' * len(row))})", row)
            except sqlite3.IntegrityError as error:
                raise RefusedError(Reason.COPY) from error

    def standing(self, reader: str, puzzle_id: str) -> Standing:
        """Return a reader's place in the table of a puzzle; he must have an entry."""
        with self.open() as db:
            sql = "SELECT ms FROM entries WHERE puzzle = ? AND reader = ?"
            ms = int(value_of(db, sql, puzzle_id, reader))
            count = value_of(db, "SELECT count(*) FROM entries WHERE puzzle = ?", puzzle_id)
            faster = "SELECT count(*) FROM entries WHERE puzzle = ? AND ms < ?"
            best = db.execute(
                "SELECT name, ms, reader = ? FROM entries WHERE puzzle = ? "
                "ORDER BY ms, reader LIMIT ?",
                (reader, puzzle_id, BEST),
            )
            rows = tuple((name, int(own_ms), bool(is_own)) for name, own_ms, is_own in best)
            middle = "SELECT ms FROM entries WHERE puzzle = ? ORDER BY ms LIMIT 1 OFFSET ?"
            median = int(value_of(db, middle, puzzle_id, (count - 1) // 2))
            place = 1 + int(value_of(db, faster, puzzle_id, ms))
            return Standing(ms, median, place, int(count), rows)

    def forget(self, reader: str) -> int:
        """Delete all of a reader; return the number of entries."""
        with self.open() as db, writing(db):
            db.execute("DELETE FROM starts WHERE reader = ?", (reader,))
            return db.execute("DELETE FROM entries WHERE reader = ?", (reader,)).rowcount

    def remove_name(self, name: str) -> int:
        """Delete all entries with a name; return their number."""
        with self.open() as db, writing(db):
            return db.execute("DELETE FROM entries WHERE name = ?", (name,)).rowcount

    def prune(self, today: datetime.date, now_ms: int) -> None:
        """Delete what is kept no longer."""
        with self.open() as db, writing(db):
            db.execute("DELETE FROM entries WHERE until < ?", (today.isoformat(),))
            db.execute("DELETE FROM starts WHERE ms < ?", (now_ms - _STARTS_KEPT_MS,))
            db.execute("DELETE FROM puzzles WHERE id NOT IN (SELECT puzzle FROM entries)")

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self.open() as db:
            return db.execute(sql, values).fetchall()


def _start_of(db: sqlite3.Connection, reader: str, puzzle_id: str) -> Any:
    return value_of(db, "SELECT ms FROM starts WHERE reader = ? AND puzzle = ?", reader, puzzle_id)


def _create(db: sqlite3.Connection) -> None:
    script = resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
    for statement in script.split(";"):
        db.execute(statement)
    db.execute("INSERT INTO secret VALUES (?)", (secrets.token_bytes(32),))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
