"""Records that claim what is not so: nothing of it is printed, published or handed on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.run.run_config import candidate_fingerprint
from pipeline.run.shares import engine_versions
from pipeline.stages.books.book import load_book_config
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


def _share(config: Path, path: Path, change: Callable[[Json], Json]) -> None:
    """Make a share of a run, and forge the records of its candidates."""
    done = run_program("work", str(config), "--shard", "0/1", "-o", str(path), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    head, *lines = path.read_text().splitlines()
    forged = []
    for line in map(json.loads, lines):
        line["records"] = [change(record) for record in line["records"]]
        order = ("graded", "index", "lost", "order")
        start = json.dumps({key: line[key] for key in order}, separators=(",", ":"))
        records = ",".join(
            json.dumps(one, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            for one in line["records"]
        )
        forged.append(f'{start[:-1]},"records":[{records}]}}')
    path.write_text("".join(f"{line}\n" for line in (head, *forged)))


def test_a_forged_share_is_not_printed(graded: Json, tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(BOOK.format(more="has_pdf = false"))
    settings = load_book_config(config)
    share = tmp_path / "share.jsonl"
    adopt = ("adopt", str(config), str(share), "--out", str(tmp_path / "out"))

    _share(config, share, lambda record: record)
    assert json.loads(share.read_text().splitlines()[0])["versions"] == engine_versions()
    assert candidate_fingerprint(settings) in share.read_text()
    assert run_program(*adopt).returncode == 0
    assert run_program("run", str(config), "--out", str(tmp_path / "out")).returncode == 0

    small = {"rows": 2, "cols": 2, "rule": "free", "clues": [[1, 1], [2, 2]]}
    _share(config, share, lambda record: {**record, "puzzle": small, "solution": None})
    (tmp_path / "out").rename(tmp_path / "before")
    done = run_program(*adopt)
    assert done.returncode == 2
    assert "expected a record of the order and index" in done.stderr

    def harder(record: Json) -> Json:
        if record["grade"] is None:
            return record
        return changed(record, grade={"score": "99.00", "band": "expert"})

    _share(config, share, harder)
    assert run_program(*adopt).returncode == 0
    done = run_program("run", str(config), "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "graded again" in done.stderr


def test_a_damaged_share_is_named(graded: Json, tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(BOOK.format(more="has_pdf = false"))
    share = tmp_path / "share.jsonl"
    _share(config, share, lambda record: record)
    adopt = ("adopt", str(config), str(share), "--out", str(tmp_path / "out"))
    assert run_program(*adopt).returncode == 0
    (kept,) = (tmp_path / "out" / ".shares").iterdir()
    head, first, *rest = kept.read_text().splitlines(keepends=True)
    for wrong in ('{"order":1}\n', "\n", '{"index":[],"order":{},"records":[]}\n', "[]\n"):
        kept.write_text("".join((head, wrong, *rest)))
        done = run_program("run", str(config), "--out", str(tmp_path / "out"))
        assert done.returncode == 2, done.stderr
        assert f"{kept.name}:2: expected a candidate" in done.stderr
    for wrong in ("{}", "[{}]", "3"):
        share.write_text(head + first[: first.index('"records"')] + f'"records":{wrong}}}\n')
        done = run_program(*adopt)
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr


def test_what_is_not_proved_is_not_placed_and_volumes_have_sensible_numbers(
    graded: Json, tmp_path: Path
) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(graded) + "\n")
    place = ("library", "place", "in.jsonl", "--series", "S")
    for number in ("0", "-1", "99999999999999999999", "1000001", "9" * 5000):
        done = run_program(*place, "--volume", number, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    for status in ("multiple", "undecided", "unsolvable"):
        wrong = changed(graded, verdict={"status": status, "confirmed": None})
        (tmp_path / "wrong.jsonl").write_text(json.dumps(wrong) + "\n")
        done = run_program("library", "place", "wrong.jsonl", "--series", "S", cwd=tmp_path)
        assert done.returncode == 2
        assert f"has the verdict {status}" in done.stderr
    for words in (
        ("release", "--series", "S", "--volume", "9" * 19), ("find", "--count", "9" * 19),
        ("export", "--series", "S", "--volume", "9" * 19), ("find", "--no-repeat", "9" * 19,
         "--series", "S"),
    ):  # fmt: skip
        done = run_program("library", *words, cwd=tmp_path)
        assert done.returncode in (0, 2), (words, done.stderr)
        assert "Traceback" not in done.stderr, (words, done.stderr)
    assert run_program(*place, "--volume", "1", cwd=tmp_path).returncode == 0


def test_a_forged_record_of_the_library_is_not_printed(graded: Json, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(forgeries(graded)["another band"]) + "\n")
    top = 'library = "library.db"\nseries = "S"\nsource = "library"\n'
    (tmp_path / "run.toml").write_text(top + BOOK.format(more=""))
    assert run_program("library", "add", "in.jsonl", cwd=tmp_path).returncode == 0
    words = ("run", "run.toml", "--out", "out", "--jobs", "1")
    done = run_program(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "graded again" in done.stderr
    (tmp_path / "library.db").unlink()
    (tmp_path / "in.jsonl").write_text(json.dumps(graded) + "\n")
    assert run_program("library", "add", "in.jsonl", cwd=tmp_path).returncode == 0
    done = run_program(*words[:3], "other", *words[4:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    checked = run_program("verify", "other", "--book", "other/book.pdf", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
