"""A library survives kills, full disks and other writers, and says what is wrong with its file."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.library import Placement, Volume, add, database, find_damage, open_library, place
from pipeline.library.database import MIGRATIONS, find_unreadable, writing
from pipeline.model import StoreError
from tests.library.boards import make_records
from tests.refusals import refused
from tests.source import ROOT


def count(path: Path, table: str = "puzzle") -> int:
    with open_library(path) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "library.db"
    with open_library(path, is_new=True) as db:
        add(db, make_records(20))
    return path


def test_a_missing_library_is_named_and_not_made(tmp_path: Path) -> None:
    with (
        refused(StoreError),
        open_library(tmp_path / "a"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_newer_library_is_refused_and_left_alone(library: Path) -> None:
    db = sqlite3.connect(library)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    before = library.read_bytes()
    with refused(StoreError), open_library(library):
        pass
    assert library.read_bytes() == before


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE puzzle (id TEXT)")
    db.close()
    with refused(StoreError), open_library(path, is_new=True):
        pass


@pytest.mark.parametrize("content", [b"not a database at all", b"x" * 5000])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(content)
    with refused(StoreError), open_library(path):
        pass
    assert path.read_bytes() == content


@pytest.mark.parametrize("keep", [1.0, 0.5])
def test_a_spoilt_library_is_reported_with_a_message(library: Path, keep: float) -> None:
    data = bytearray(library.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    library.write_bytes(data[: int(len(data) * keep)])
    with refused(StoreError), open_library(library) as db:
        add(db, make_records(30))


def test_damage_inside_a_page_is_found(library: Path) -> None:
    with open_library(library) as db:
        assert find_damage(db) == []
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'puzzle_key'")
        page = root.fetchone()[0]
    data = bytearray(library.read_bytes())
    end = page * 4096
    data[end - 200 : end] = bytes(200)
    library.write_bytes(data)
    with open_library(library) as db:
        assert find_damage(db) != []


def test_texts_that_are_not_utf_8_are_named_by_table_row_and_column(library: Path) -> None:
    with open_library(library) as db:
        assert find_unreadable(db) == []
        broken = "UPDATE puzzle SET band = CAST(x'ff65' AS TEXT), status = CAST(x'fe' AS TEXT)"
        db.execute(f"{broken} WHERE number = 3")
        assert [text.partition(";")[0] for text in find_unreadable(db)] == [
            f"puzzle 3: expected {column} in UTF-8, found other bytes"
            for column in ("status", "band")
        ]


def test_a_file_whose_rows_contradict_each_other_is_reported_with_a_message(library: Path) -> None:
    """As where an index names a puzzle that its table has lost."""

    def put() -> None:
        with open_library(library) as db:
            lose = "DELETE FROM puzzle WHERE number = NEW.puzzle"
            db.execute(f"CREATE TEMP TRIGGER spoil BEFORE INSERT ON placement BEGIN {lose}; END")
            place(db, Volume("S", 1), [Placement(make_records(1)[0], 1)])

    with refused(StoreError):
        put()
    assert (count(library), count(library, "placement")) == (20, 0)


def test_a_full_disk_changes_nothing(library: Path) -> None:
    placements = [Placement(record, n) for n, record in enumerate(make_records(100))]

    def run_full() -> None:
        with open_library(library) as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {pages + 2}")
            place(db, Volume("S", 1), placements)

    with refused(StoreError):
        run_full()
    assert (count(library), count(library, "volume"), count(library, "placement")) == (20, 0, 0)
    with open_library(library) as db:
        assert find_damage(db) == []
        assert place(db, Volume("S", 1), placements) == 100


def test_a_writer_that_waits_in_vain_says_so(library: Path, monkeypatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with (
        open_library(library) as first,
        writing(first),
        refused(StoreError),
        open_library(library) as second,
    ):
        add(second, make_records(30))
    assert count(library) == 20


def test_older_tables_are_brought_up_to_date_once(
    library: Path, tmp_path: Path, monkeypatch
) -> None:
    script = "-- a comment; with a semicolon\nALTER TABLE volume ADD COLUMN isbn TEXT;\n"
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, "next.sql"))
    read = database.read_script
    monkeypatch.setattr(
        database, "read_script", lambda name: script if name == "next.sql" else read(name)
    )
    for path in (library, tmp_path / "new.db"):
        for _ in range(2):
            with open_library(path, is_new=True) as db:
                assert db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS) + 1
                db.execute("SELECT isbn FROM volume")
    assert count(library) == 20


def test_a_migration_that_fails_leaves_the_old_tables(library: Path, monkeypatch) -> None:
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, "next.sql"))
    script = "CREATE TABLE more (a TEXT) STRICT;\nCREATE TABLE puzzle (a TEXT);\n"
    monkeypatch.setattr(database, "read_script", lambda name: script)
    with pytest.raises(StoreError), open_library(library):
        pass
    monkeypatch.undo()
    assert count(library) == 20
    with open_library(library) as db:
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'more'").fetchone()


KILLED = """
import os, sys
from pipeline.library import *
from tests.library.boards import make_records
path, records = sys.argv[1], make_records(26)
placements = [Placement(record, n) for n, record in enumerate(records[18:], start=1)]
with open_library(path) as db:
    reserve(db, Query(), 19, "S")

def run(fatal):
    with open_library(path) as db:
        left = [fatal]
        def tick(statement):
            left[0] -= 1
            if left[0] == 0:
                os._exit(9)
        db.set_trace_callback(tick)
        place(db, Volume("S", 1), placements)
    os._exit(0)

states = []
for fatal in range(1, 10000):
    child = os.fork()
    if child == 0:
        run(fatal)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open_library(path) as db:
        damage = find_damage(db)
        assert damage == [], damage
        states.append(tuple(db.execute(
            "SELECT (SELECT count(*) FROM puzzle), (SELECT count(*) FROM volume),"
            " (SELECT count(*) FROM placement), (SELECT count(*) FROM reservation),"
            " (SELECT sum(uses) FROM puzzle), (SELECT sum(reserved) FROM puzzle)").fetchone()))
    if status == 0:
        break
print(len(states), sorted(set(states)))
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked for each step")
def test_a_kill_at_any_statement_leaves_all_or_nothing(library: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(library)], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    tried, states = done.stdout.split(" ", 1)
    assert int(tried) > 50
    assert states.strip() == "[(20, 0, 0, 19, 0, 19), (26, 1, 8, 18, 8, 18)]"


TOGETHER = """
import sys
from pipeline.library import *
from tests.library.boards import make_records
path, holder = sys.argv[1:]
with open_library(path, is_new=True) as db:
    add(db, make_records(80))
    for _ in range(20):
        reserve(db, Query(), 1, holder)
"""


def test_two_processes_make_fill_and_reserve_at_once(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    both = [
        subprocess.Popen(
            [sys.executable, "-c", TOGETHER, str(path), holder],
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for holder in ("first", "second")
    ]
    errors = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], errors
    assert count(path) == 80
    with open_library(path) as db:
        held = db.execute("SELECT holder, count(*) FROM reservation GROUP BY 1").fetchall()
        assert [tuple(row) for row in held] == [("first", 20), ("second", 20)]
        assert find_damage(db) == []
