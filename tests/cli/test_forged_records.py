"""Records that claim what is not so: nothing of it is printed, published or handed on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.program import run_program

BOOK = """\
seed = 7
[book]
title = "T"
author = "A"
year = 2026
{more}
[[section]]
title = "S"
kind = "numberlink"
size = "4x4"
rule = "free"
count = 1
"""
SITE = """\
seed = 7
[site]
title = "T"
base_url = "https://puzzles.example/"
author = "A"
start = 2026-11-16
days = 1
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
records = "in.jsonl"
"""
Json = dict[str, Any]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Json:
    folder = tmp_path_factory.mktemp("graded")
    words = ("generate", "numberlink", "--size", "4x4", "--rule", "free", "--seed", "7")
    for line in ((*words, "-o", "a"), ("filter", "a", "-o", "b"), ("grade", "b", "-o", "c")):
        done = run_program(*line, "--jobs", "1", cwd=folder)
        assert done.returncode == 0, done.stderr
    record: Json = json.loads((folder / "c").read_text())
    return record


def changed(record: Json, **parts: object) -> Json:
    """Return a record with parts of its parts replaced: ``verdict={"version": 7}``."""
    merged = {
        name: {**record[name], **value} if isinstance(value, dict) and name in record else value
        for name, value in parts.items()
    }
    return {**record, **merged}


def forgeries(record: Json) -> dict[str, Json]:
    band = "easy" if record["grade"]["band"] != "easy" else "expert"
    bare = {"status": "unchecked", "rule": None, "version": None, "witness": None}
    return {
        "two engines that are none": changed(
            record, verdict={"method": "oracle+dream", "confirmed": "argument"}
        ),
        "a confirmation that its method does not give": changed(
            record, verdict={"method": "sat:glucose4", "confirmed": "argument"}
        ),
        "a later version of the proof": changed(record, verdict={"version": 999}),
        "a band of an old grade": changed(record, grade={"version": 1, "band": band}),
        "another band": changed(record, grade={"band": band}),
        "a count": changed(record, count={"solutions": "2", "complete": True, "method": "dream"}),
        "unchecked with a method": changed(
            record, verdict={**bare, "method": "dream", "confirmed": "argument"}
        ),
    }


NAMES = (
    "two engines that are none", "a confirmation that its method does not give",
    "a later version of the proof", "a band of an old grade", "another band", "a count",
    "unchecked with a method",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_what_a_record_claims_is_proved_again_before_it_is_printed(
    graded: Json, name: str, tmp_path: Path
) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(forgeries(graded)[name]) + "\n")
    (tmp_path / "book.toml").write_text(BOOK.format(more=""))
    (tmp_path / "site.toml").write_text(SITE)
    checked = run_program("verify", "in.jsonl", cwd=tmp_path)
    assert checked.returncode == 3 or "note" in checked.stderr, "it passes verify"
    book = ("book", "in.jsonl", "--config", "book.toml", "-o", "out.pdf", "--jobs", "1")
    for words in (book, ("site", "site.toml", "--out", "www", "--jobs", "1")):
        done = run_program(*words, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), (words, done.stderr)
    assert not (tmp_path / "out.pdf").exists()
    assert not (tmp_path / "www" / "index.html").exists()


def test_a_true_record_is_printed_and_a_forged_one_where_it_is_trusted(
    graded: Json, tmp_path: Path
) -> None:
    (tmp_path / "book.toml").write_text(BOOK.format(more=""))
    words = ("book", "in.jsonl", "--config", "book.toml", "-o", "out.pdf", "--jobs", "1")
    (tmp_path / "in.jsonl").write_text(json.dumps(graded) + "\n")
    assert run_program("verify", "in.jsonl", cwd=tmp_path).returncode == 0
    assert run_program(*words, cwd=tmp_path).returncode == 0
    (tmp_path / "in.jsonl").write_text(json.dumps(forgeries(graded)["another band"]) + "\n")
    assert run_program(*words, "--trust", cwd=tmp_path).returncode == 0


def test_an_answer_that_breaks_the_rules_never_leaves(graded: Json, tmp_path: Path) -> None:
    paths = [path[::-1] for path in graded["solution"]["paths"]]
    paths[0] = [paths[0][0], paths[0][-1]]  # a jump
    wrong = changed(graded, solution={"paths": paths})
    (tmp_path / "in.jsonl").write_text(json.dumps(wrong) + "\n")
    (tmp_path / "book.toml").write_text(BOOK.format(more=""))
    (tmp_path / "site.toml").write_text(SITE)
    commands = (
        ("book", "in.jsonl", "--config", "book.toml", "-o", "out.pdf", "--trust"),
        ("site", "site.toml", "--out", "www", "--trust"),
        ("render", "in.jsonl", "--out", "pictures", "--format", "svg", "--solution"),
        ("export", "in.jsonl", "-o", "out.jsonl"),
        ("export", "in.jsonl", "--to", "janko", "-o", "out.txt"),
    )
    for words in commands:
        done = run_program(*words, cwd=tmp_path)
        assert done.returncode == 2, (words, done.stderr)
        assert "the solution breaks" in done.stderr or "expected" in done.stderr, done.stderr
    written = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert not [name for name in written if name.endswith((".pdf", ".html", ".txt", "n.svg"))]
    assert "out.jsonl" not in written
