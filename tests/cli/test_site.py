"""The site command: what it says, its exit codes, and the folder shown on this machine."""

import http.server
import re
import signal
import socket
import threading
import urllib.request
from pathlib import Path

import pytest

from pipeline.commands import site
from pipeline.model import StoppedError
from pipeline.store.jsonl import write_records
from tests.web.site_sample import make_records, write_config


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    config = write_config(tmp_path, days=1)
    folders = ["--out", str(tmp_path / "www"), "--work", str(tmp_path / "work")]
    return ["site", str(config), *folders, "--trust"]  # the sample's records are made up


def test_a_site_is_made_and_shown(puzzlepress, words, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = []

    def serve_once(server: http.server.ThreadingHTTPServer) -> None:
        def read() -> None:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/") as answer:
                pages.append(answer.read().decode())

        reader = threading.Thread(target=read)
        reader.start()
        server.handle_request()
        reader.join()
        raise StoppedError(signal.SIGINT)

    monkeypatch.setattr(site, "PORT", 0)  # any that is free
    monkeypatch.setattr(http.server.ThreadingHTTPServer, "serve_forever", serve_once)
    done = puzzlepress(*words, "--serve")
    assert done.returncode == 0, done.stderr
    assert re.search(r"site: \d+ puzzles, \d+ pages and records in", done.stderr)
    assert re.search(r"serving .*www at http://127\.0\.0\.1:\d+ \(Ctrl\+C ends it\)", done.stderr)
    assert "<puzzle-press" in pages[0]


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
