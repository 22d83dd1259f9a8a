"""Open and migrate the file of a library; one writer at a time, one transaction for each change."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.model import ConfigError, StoreError

Connection: TypeAlias = sqlite3.Connection  # An open library
APPLICATION_ID: Final = 0x70757A7A  # The application id in the header of the file: "puzz"
BUSY_SECONDS: Final = 30.0  # Time that a process waits for another that is writing

_ESCAPED: Final = re.compile("[\udc80-\udcff]")

MIGRATIONS: Final = ("version_1.sql",)  # From version to version


@contextmanager
def open_library(path: str | Path, *, is_new: bool = False) -> Iterator[Connection]:
    """Yield an open library, after migrating its tables to this version.

    The file must be on a local disk; several processes may use it. With ``is_new`` it may be
    created. `StoreError` if it is missing, damaged, another program's or of a newer version, or if
    SQLite fails while it is open (the disk is full, another process writes for too long).
    """
    if not (is_new or Path(path).exists()):
        raise StoreError(
            f"{path}: expected a library, found nothing of that name; make one with "
            "puzzlepress library add, or name another with --library"
        )
    with _readable_errors(path):
        mode = "mode=rwc" if is_new else "mode=rw"
        if not (is_new or os.access(Path(path).parent, os.W_OK)):
            mode = "mode=ro&immutable=1"  # nobody writes to a read-only disk
        db = sqlite3.connect(
            f"{Path(path).absolute().as_uri()}?{mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
        )
        try:
            db.row_factory = sqlite3.Row
            _bring_up_to_date(db, path)
            yield db
        finally:
            db.close()


@contextmanager
def writing(db: Connection) -> Iterator[None]:
    """Hold the write lock for a block, whose changes are kept all or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have rolled back itself on a full disk
            db.execute("ROLLBACK")
        raise


def value_of(db: Connection, sql: str, *values: Any) -> Any:
    """Return the first value of the first row, None without rows."""
    row = db.execute(sql, values).fetchone()
    return None if row is None else row[0]


def find_damage(db: Connection) -> list[str]:
    """Return the problems that SQLite finds in the whole file."""
    found = [row[0] for row in db.execute("PRAGMA integrity_check")]
    lost = db.execute("PRAGMA foreign_key_check").fetchall()
    return [text for text in found if text != "ok"] + [
        f"row {row['rowid']} of {row['table']} names a missing {row['parent']}" for row in lost
    ]


def find_unreadable(db: Connection) -> list[str]:
    """Return the texts that are not UTF-8, whose queries fail."""
    tables = [
        name
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not name.startswith("credit_search")  # SQLite derives them from the others
    ]
    usual = db.text_factory
    db.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        return [
            f"{table} {row[0]}: expected {column} in UTF-8, found other bytes; write it again, or "
            "bring back your backup"
            for table in tables
            for row in db.execute(f'SELECT * FROM "{table}"')
            for column, value in zip(row.keys(), row, strict=True)
            if _ESCAPED.search(str(value))
        ]
    finally:
        db.text_factory = usual


def _bring_up_to_date(db: Connection, path: str | Path) -> None:
    version = _version(db, path)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    if version == len(MIGRATIONS):
        return
    db.execute("PRAGMA journal_mode = WAL")
    with writing(db):
        # another process may have migrated it meanwhile
        for name in MIGRATIONS[_version(db, path) :]:
            for statement in _statements(read_script(name)):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _version(db: Connection, path: str | Path) -> int:
    """Return the version of the tables, 0 for an empty file."""
    owner = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if owner != APPLICATION_ID and db.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise StoreError(
            f"{path}: expected a library of puzzlepress, found the database of another program; "
            "name another file with --library"
        )
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{path}: expected a library of version {len(MIGRATIONS)} or older, found version "
            f"{version}; use the puzzlepress that made it, or a newer one"
        )
    return version


def read_script(name: str) -> str:
    """Return the statements of a migration."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; ``executescript`` would end the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@contextmanager
def _readable_errors(path: str | Path) -> Iterator[None]:
    """Turn errors of SQLite in the block into a `StoreError` that says what to do."""
    try:
        yield
    except OverflowError:
        raise ConfigError("expected a number of at most 18 digits, found a larger one") from None
    except (UnicodeError, json.JSONDecodeError) as error:
        raise StoreError(f"{path}: {_SPOILT}") from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.ProgrammingError):
            raise  # a bug
        if isinstance(error, sqlite3.IntegrityError):
            raise StoreError(
                f"{path}: expected rows that agree, found others ({error}); nothing was changed. "
                "puzzlepress library check --deep names them"
            ) from error
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise StoreError(f"{path}: {_WORDS.get(code, str(error))}") from error


_SPOILT: Final = (
    "expected a library, found a spoilt file or none of SQLite's; nothing was changed. Take a copy "
    "of it, then bring back your backup, or save what can be read with: sqlite3 FILE .recover"
)
_WORDS: Final = {
    sqlite3.SQLITE_BUSY: (
        f"another process has been writing for {BUSY_SECONDS:.0f} s; nothing was changed, "
        "run the same command again when it is done"
    ),
    sqlite3.SQLITE_FULL: (
        "disk full: nothing was changed; free some space, then run the same command again"
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk failed while reading or writing; nothing was changed. Check the disk (it must be "
        "one of this machine), then run the same command again"
    ),
    sqlite3.SQLITE_READONLY: "no permission to write to it or beside it; change its permissions",
    sqlite3.SQLITE_CANTOPEN: (
        "it cannot be opened; check the path, its permissions, and the limit of open files "
        "(ulimit -n)"
    ),
    sqlite3.SQLITE_CORRUPT: _SPOILT,
    sqlite3.SQLITE_NOTADB: _SPOILT,
}
