"""The tables that an owner writes, and the times of readers for the fit of minutes."""

import datetime
import json
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks.calibrate import read_times
from tests.program import run_program
from tests.results.host import DAY, Host, honest_log, publish, reader_of

KINDS = ("akari", "sudoku")
NAMES = {"ann": "Ann <b>", "bob": "Bob", "cem": ""}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Return a leaderboard of two days: on the second Ann alone played, and an Akari only."""
    host = Host(tmp_path, KINDS)
    for kind in KINDS:
        for number, name in enumerate(NAMES):
            play(host, kind, name, 1 + number)
    host.now_ms += 24 * 3600 * 1000
    publish(host.folder, KINDS, DAY + datetime.timedelta(days=1))
    play(host, "akari", "ann", 1, DAY + datetime.timedelta(days=1))
    return host


def play(host: Host, kind: str, name: str, slowness: float, day: datetime.date = DAY) -> None:
    fields = {**host.start(kind, reader_of(name), day), "name": NAMES[name]}
    log = honest_log(kind, Random(f"{kind} {name} {day}"), slowness)
    status, answer = host.finish(fields, log)
    assert status == 200, answer


def test_tables_have_days_and_weeks(host: Host, tmp_path: Path) -> None:
    done = run_program("results", str(host.path), "--to", str(tmp_path / "tables"))
    assert (done.returncode, done.stderr) == (0, "results: 7 games of 3 puzzles\n")
    tables = json.loads((tmp_path / "tables" / "results.json").read_text(encoding="utf-8"))
    days = [(one["day"], one["title"], one["readers"]) for one in tables["days"]]
    assert days == [("2026-11-22", "Akari", 1), ("2026-11-21", "Akari", 3),
                    ("2026-11-21", "Sudoku", 3)]  # fmt: skip
    for one in tables["days"]:
        seconds = [row["seconds"] for row in one["best"]]
        assert seconds == sorted(seconds)
        assert seconds[0] <= one["median"] <= seconds[-1]
    (akari, _) = [one["best"] for one in tables["weeks"] if one["week"] == "2026-11-16"]
    assert (akari[0]["name"], akari[0]["days"]) == ("Ann b", 2)
    assert {row["days"] for row in akari[1:]} == {1}
    page = (tmp_path / "tables" / "results.html").read_text(encoding="utf-8")
    assert page.count("<table>") == 5
    assert "Ann b" in page


def test_times_are_those_that_the_fit_reads(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "times.csv"
    done = run_program("results", str(host.path), "--times", str(file), "--least", "3")
    assert done.returncode == 0
    assert "1 puzzles in" in done.stderr
    assert "2 left out" in done.stderr, "few readers, and a Sudoku of 4x4"
    times = read_times(file)
    assert [(kind, one.players) for kind, own in times.items() for one in own] == [("akari", 3)]
    sql = "SELECT ms - paused_ms FROM entries WHERE puzzle = 'akari-2026-11-21' ORDER BY 1"
    middle = host.application._database.rows(sql)[1][0]
    assert times["akari"][0].minutes == pytest.approx(middle / 60_000, abs=1e-4)


def test_an_owner_can_delete_what_has_a_name(host: Host) -> None:
    done = run_program("results", str(host.path), "--remove", "Ann b")
    assert "3 entries of 'Ann b' deleted" in done.stderr
    assert host.count() == 4


@pytest.mark.parametrize("content", [None, b"", b"no database" * 99, "other"])
def test_other_files_are_refused(tmp_path: Path, content: bytes | str | None) -> None:
    path = tmp_path / "results.sqlite"
    if content == "other":
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE mine (a)")
        db.close()
    elif content is not None:
        path.write_bytes(content)
    before = path.read_bytes() if path.exists() else None
    done = run_program("results", str(path))
    assert done.returncode == 2, done.stderr
    assert "expected a file of results, found" in done.stderr
    assert (path.read_bytes() if path.exists() else None) == before
