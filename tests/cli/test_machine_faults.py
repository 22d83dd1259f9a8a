"""What the user or the machine can cause ends in a sentence and an exit code: no traceback."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.test_forged_records import BOOK, SITE
from tests.program import run_program
from tests.source import ROOT
from tests.web.site_sample import make_records

FOREIGN = os.fsdecode(b"n\xff\xfe")
"""A name that is not UTF-8."""


def start(
    *words: str, cwd: Path, closed: str = "", files: int | None = None, bound: str = ""
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own, with some streams closed or few files allowed.

    ``bound`` is a command that runs it with fewer rights.
    """

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = " ".join(f"'{word}'" for word in (sys.executable, str(ROOT / "cli.py"), *words))
    return subprocess.run(
        ["sh", "-c", f"exec {bound} {command} {closed}"], cwd=cwd, capture_output=True,
        preexec_fn=limit, timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from pipeline.store.jsonl import write_records

    folder = tmp_path_factory.mktemp("faults")
    write_records(make_records(1, 5), folder / "in.jsonl")
    (folder / "book.toml").write_text(BOOK.format(more="has_pdf = false"))
    (folder / "site.toml").write_text(SITE)
    (folder / "collection.toml").write_text('[collection]\nsources = ["in.jsonl"]\n')
    (folder / "words.txt").write_text("\n".join(["no puzzle"] * 3))
    (folder / "bytes.bin").write_bytes(bytes(range(256)))
    (folder / "folder").mkdir()
    (folder / FOREIGN).write_bytes((folder / "in.jsonl").read_bytes())
    return folder


COMMANDS = (
    ("filter", "{}"), ("grade", "{}"), ("verify", "{}"), ("export", "{}"), ("import", "{}"),
    ("solve", "{}"), ("report", "{}", "--out", "made"), ("render", "{}", "--out", "made"),
    ("book", "{}", "--config", "book.toml", "-o", "made.pdf"),
    ("book", "in.jsonl", "--config", "{}", "-o", "made.pdf"), ("preflight", "{}"),
    ("run", "{}", "--out", "made"), ("sheet", "{}", "--out", "made"),
    ("site", "{}", "--out", "made"), ("collection", "{}", "--out", "made"),
    ("library", "add", "{}"), ("library", "find", "--library", "{}"),
    ("library", "show", "--library", "{}"), ("verify", "in.jsonl", "--book", "{}"),
    ("verify", "in.jsonl", "--proof", "{}"), ("cover", "--config", "{}", "-o", "made.pdf"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_whatever_a_name_stands_for_each_command_ends_in_words(
    words: tuple[str, ...], folder: Path
) -> None:
    for name in ("none", "folder", "words.txt", "bytes.bin", "in.jsonl/below", "x" * 300, ""):
        done = run_program(*(word.replace("{}", name) for word in words), cwd=folder)
        assert "Traceback" not in done.stderr, (name, done.stderr)
        assert done.returncode in (0, 1, 2, 3, 4), (name, done.stderr)


@pytest.mark.parametrize("command", ["filter", "import", "export", "verify"])
def test_names_that_are_not_utf_8_are_read_and_said(command: str, folder: Path) -> None:
    for words in ((FOREIGN,), (FOREIGN + "none",), ("in.jsonl", "-o", f"{FOREIGN}/out")):
        if command == "verify" and "-o" in words:
            continue
        done = run_program(command, *words, cwd=folder)
        assert "Traceback" not in done.stderr, (words, done.stderr)
        assert done.returncode in (0, 2, 3)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_were_closed_before_the_start(closed: str, folder: Path) -> None:
    done = start("export", "in.jsonl", cwd=folder, closed=closed)
    assert b"Traceback" not in done.stderr, done.stderr
    is_lost = ">&-" in closed.replace("2>&-", "")
    assert done.returncode == (2 if is_lost else 0), done.stderr
    if not is_lost:
        assert done.stdout == (folder / "in.jsonl").read_bytes()
    into = start("export", "in.jsonl", "-o", "copy.jsonl", cwd=folder, closed=closed)
    assert into.returncode == 0
    assert (folder / "copy.jsonl").read_bytes() == (folder / "in.jsonl").read_bytes()


def test_a_machine_with_few_open_files_says_so(folder: Path) -> None:
    for words in (("run", "book.toml", "--out", "few", "--jobs", "1"), ("export", "in.jsonl")):
        for files in (6, 12, 20):
            done = start(*words, cwd=folder, files=files)
            if b"cli.py" in done.stderr or b"Fatal" in done.stderr:
                continue  # Python itself does not come up
            assert b"Traceback" not in done.stderr, (files, done.stderr.decode()[-800:])
            assert done.returncode in (0, 1, 2)


def _zip(*files: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return stream.getvalue()


def test_spoilt_archives_are_named(folder: Path) -> None:
    whole = _zip(("a.jsonl", (folder / "in.jsonl").read_bytes()), ("b.txt", b"x" * 500))
    spoilt = [whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
              for at in range(0, len(whole), 7)]  # fmt: skip
    for data in (*spoilt, whole[: len(whole) // 2], whole[-40:]):
        (folder / "some.zip").write_bytes(data)
        done = run_program("import", "some.zip", "-o", "out.jsonl", cwd=folder)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode in (0, 2, 4)


def test_grades_that_no_grade_is_are_refused_or_reported(folder: Path, tmp_path: Path) -> None:
    import json

    record = json.loads((folder / "in.jsonl").read_text())
    for change in ({"nodes": []}, {"score": "9" * 400}, {"score": "1." + "1" * 400},
                   {"nodes": [10**400]}, {"score": "-5"}):  # fmt: skip
        changed = {**record, "grade": {**record["grade"], **change}}
        (tmp_path / "in.jsonl").write_text(json.dumps(changed) + "\n")
        for words in (("report", "in.jsonl", "--out", "made"), ("library", "add", "in.jsonl")):
            done = run_program(*words, cwd=tmp_path)
            assert "Traceback" not in done.stderr, (change, words, done.stderr)
            assert done.returncode in (0, 2)


def test_a_site_with_a_foreign_day_names_it(folder: Path) -> None:
    for data in (b"\xff\xfe", b"", b"[]", b'{"id":"0000000000000000"}'):
        day = folder / "www" / "daily" / "2026-11-16.json"
        day.parent.mkdir(parents=True, exist_ok=True)
        day.write_bytes(data)
        words = ("site", "site.toml", "--out", "www", "--trust", "--jobs", "1")
        done = run_program(*words, cwd=folder)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert "2026-11-16.json" in done.stderr


def test_a_library_that_is_not_utf_8_is_named(folder: Path, tmp_path: Path) -> None:
    run_program("library", "add", str(folder / "in.jsonl"), cwd=tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as db:
        db.execute("UPDATE puzzle SET kind = CAST(x'61ff' AS TEXT)")
    for command in ("find", "show", "export"):
        done = run_program("library", command, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert "library.db: Could not decode to UTF-8" in done.stderr
    done = run_program("library", "check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "library: 1 faults\n")
    assert done.stdout.startswith("puzzle 1: expected kind in UTF-8, found other bytes")
    done = run_program("library", "check", str(folder / "in.jsonl"), cwd=tmp_path)
    assert done.returncode == 3


def test_a_library_can_be_read_where_nothing_can_be_written(folder: Path, tmp_path: Path) -> None:
    assert run_program(
        "library", "add", str(folder / "in.jsonl"), cwd=tmp_path
    ).returncode == 0  # fmt: skip
    bound = "setpriv --bounding-set=-dac_override" if os.getuid() == 0 else ""
    if bound and shutil.which("setpriv") is None:
        pytest.skip("root may write anywhere, and setpriv is not there")
    tmp_path.chmod(0o555)
    try:
        assert subprocess.run([*bound.split(), "touch", "x"], cwd=tmp_path, check=False).returncode
        done = start("library", "find", cwd=tmp_path, bound=bound)
        assert (done.returncode, done.stderr) == (0, b"")
        assert len(done.stdout.splitlines()) == len((folder / "in.jsonl").read_text().splitlines())
    finally:
        tmp_path.chmod(0o755)
