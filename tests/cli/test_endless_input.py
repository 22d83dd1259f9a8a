"""Endless and huge files are refused in words, exit code 2, and are neither awaited nor kept."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.store import limits

Run = Callable[..., tuple[int, str]]
GOOD = {
    "kind": "numberlink",
    "puzzle": {"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [2, 0, 2]]},
    "schema": 1,
}


@pytest.fixture
def run(puzzlepress, tmp_path: Path) -> Run:
    """Return a function that runs a command beside the huge file: exit code and what it said."""

    def go(*words: str) -> tuple[int, str]:
        done = puzzlepress(*words, cwd=tmp_path)
        return done.returncode, done.stderr

    return go


@pytest.fixture
def huge(tmp_path: Path) -> str:
    """Return the name of a file of four gigabytes that takes no room."""
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**32)
    return "huge"


READERS = {
    "filter": (["filter", "{}"], "huge:1: expected lines of at most"),
    "grade": (["grade", "{}"], "huge:1: expected lines of at most"),
    "import": (["import", "{}"], "huge: expected a file of at most"),
    "solve": (["solve", "{}"], "huge: expected a file of at most"),
    "run": (["run", "{}"], "huge: expected a file of at most"),
    "mask": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--set", "mask={}"],
        "mask: huge: expected a file of at most",
    ),
    "preflight": (["preflight", "{}"], "huge: expected a PDF file"),
}


@pytest.mark.parametrize(
    ("name", "source"),
    [*((name, "/dev/zero") for name in READERS), ("filter", "huge"), ("import", "huge")],
)
def test_a_reader_refuses(run: Run, huge: str, tmp_path: Path, name: str, source: str) -> None:
    if not (tmp_path / source).exists():
        pytest.skip(f"needs {source}")
    words, expected = READERS[name]
    code, said = run(*(word.format(source) for word in words))
    assert code == 2, said
    assert expected.replace("huge", source) in said
    assert "Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == [huge]


def test_a_pdf_of_gigabytes_is_refused(run: Run, huge: str, tmp_path: Path) -> None:
    with (tmp_path / huge).open("r+b") as file:
        file.write(b"%PDF-1.4\n")
    code, said = run("preflight", huge)
    assert (code, "expected at most 1000 MB, found 4295" in said) == (2, True), said


def test_records_are_limited_by_line_and_not_in_number(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit for whole files that a few records go beyond stands for the real one."""
    line = json.dumps(GOOD) + "\n"
    monkeypatch.setattr(limits.read_whole, "__defaults__", (len(line), b""))
    (tmp_path / "many.jsonl").write_text(line * 50)
    code, said = run("import", "many.jsonl", "-o", "out.jsonl")
    assert code == 0, said
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 50
    (tmp_path / "grids.txt").write_text("3 2\n1.1\n2.2\n" * 50)
    code, said = run("import", "grids.txt")
    assert (code, "found a larger one" in said) == (2, True), said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_with_a_name_is_read_as_it_arrives(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = json.dumps(GOOD) + "\n"
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pipe.write_text, text * 3 + "\xff\n")
        code, said = run("import", "pipe", "-o", "out.jsonl")
    assert (code, "pipe:4:" in said) == (4, True), said
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 3
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pipe.write_bytes, b"%PDF-1.4")
        code, said = run("preflight", "pipe")
    assert (code, "found a pipe" in said) == (2, True), said
