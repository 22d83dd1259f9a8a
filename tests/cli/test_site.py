"""The site command: what it says, its exit codes, and the folder shown on this machine."""

import http.server
import json
import re
import signal
import socket
import threading
import urllib.request
from pathlib import Path

import pytest

from pipeline.commands import books as site
from pipeline.edition.language import load_language
from pipeline.model import StoppedError
from pipeline.store.jsonl import write_records
from tests.web.site_sample import START, make_records, write_config


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    config = write_config(tmp_path, days=1)
    folders = ["--out", str(tmp_path / "www"), "--work", str(tmp_path / "work")]
    # The sample's records are made up. One process: the others would only start.
    return ["site", str(config), *folders, "--trust", "--jobs", "1"]


def test_a_site_is_made_and_shown(puzzlepress, words, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []

    def serve_some(server: http.server.ThreadingHTTPServer) -> None:
        """Serve what a visitor's browser asks for: the first page, the day it finds, its record."""

        def read(path: str) -> str:
            place = f"http://127.0.0.1:{server.server_port}/p/{path}"
            with urllib.request.urlopen(place) as answer:
                pages.append(answer.read().decode())
            return pages[-1]

        def visit() -> None:
            first = re.search(r'data-first="([\d-]+)"', read(""))
            day = read(f"daily/{first[1]}.html") if first else ""
            record = re.search(r'<puzzle-press src="../([\w/.-]+)"', day)
            if record:
                read(record[1])

        reader = threading.Thread(target=visit)
        reader.start()
        while reader.is_alive():
            server.timeout = 0.05
            server.handle_request()
        raise StoppedError(signal.SIGINT)

    monkeypatch.setattr(site, "PORT", 0)  # any that is free
    monkeypatch.setattr(http.server.ThreadingHTTPServer, "serve_forever", serve_some)
    done = puzzlepress(*words, "--serve")
    assert done.returncode == 0, done.stderr
    assert re.search(r"site: \d+ puzzles, \d+ pages and records in", done.stderr)
    assert re.search(r"serving .*www at http://127\.0\.0\.1:\d+/\S* \(Ctrl", done.stderr)
    index, day, record = pages
    # A whole schedule's first page is right at any moment: it names the days, and a script finds
    # which has come. Without scripts readers get a note, and packs and archive.
    assert all(f'data-{name}="{START}"' in index for name in ("first", "last")), (
        "the schedule of one day"
    )
    assert 'src="site.js"' in index
    assert load_language("en").say("site.needs_script") in index
    assert 'href="archive/index.html"' in index
    assert f'src="../pictures/{json.loads(record)["id"]}.svg"' in day, "a board without a script"
    assert json.loads(record)["date"] == str(START)


def test_a_port_that_is_taken_is_named(puzzlepress, words, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(site, "PORT", port)
        done = puzzlepress(*words, "--serve")
    assert done.returncode == 2
    assert f"expected port {port} to be free" in done.stderr


def test_too_few_puzzles_end_with_4_and_no_page(puzzlepress, words, tmp_path: Path) -> None:
    write_records(make_records(2, 9000), tmp_path / "pack.jsonl")  # of three
    done = puzzlepress(*words)
    assert done.returncode == 4
    assert "too few puzzles" in done.stderr
    assert not (tmp_path / "www").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--as-of", "tomorrow"], "expected a date such as 2026-11-21"),
        (["--work", "www/work"], "expected a work folder outside"),
    ],
)
def test_bad_words_end_with_2(puzzlepress, words, tmp_path: Path, more, said: str) -> None:
    words[3] = "www"
    done = puzzlepress(*words, *more, cwd=tmp_path)
    assert done.returncode == 2
    assert said in " ".join(re.sub("[│╭╮╰╯─]", " ", done.stderr).split())
    assert not (tmp_path / "www").exists()


@pytest.mark.parametrize(
    ("as_of", "note"),
    [
        ("2026-12-01", "note: the schedule ends on 2026-11-16, before 2026-12-01: raise days"),
        ("2026-11-01", "note: the schedule begins on 2026-11-16, after 2026-11-01: no day"),
        ("2026-11-16", None),
    ],
)
def test_a_day_outside_the_schedule_is_warned_of(puzzlepress, words, as_of: str, note) -> None:
    done = puzzlepress(*words, "--as-of", as_of)
    assert done.returncode == 0, done.stderr
    assert (note or "site: ") in done.stderr
    assert note or "schedule" not in done.stderr
