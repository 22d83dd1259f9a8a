"""Proof files and records that claim what is not so."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.store.jsonl import dump_record, write_records
from tests.known import the
from tests.program import message_of, run_program
from tools.fuzz.corpus import SITE


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "made.jsonl"
    made: list[Record | None] = []
    for kind, size in (("numberlink", 6), ("hashi", 7)):
        params = get_kind(kind).parse_params(size, size, None, {})
        made += generate_records(
            (GeneratorOrder(kind, params, 3, None), index) for index in range(2)
        )
    write_records((record for record in made if record is not None), path)
    return path


def test_filter_certifies_and_proves_and_verify_checks(puzzlepress, records, tmp_path) -> None:
    words = ["filter", str(records), "--rule-profile", "--proof", "proofs", "-o", "unique.jsonl"]
    done = puzzlepress(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "strongest rule of uniqueness: " in done.stderr
    unique = [json.loads(line) for line in (tmp_path / "unique.jsonl").read_text().splitlines()]
    assert len(unique) == 4
    assert sorted(path.name for path in (tmp_path / "proofs").iterdir()) == sorted(
        f"{record['id']}.{ending}" for record in unique for ending in ("cnf", "drup")
    )
    for record in unique:
        profile = record["verdict"]["rule_profile"]
        assert profile["strongest"]
        assert len(profile["rules"]) == (4 if record["kind"] == "numberlink" else 16)
    check = ["verify", "unique.jsonl", "--proof", "proofs"]
    assert puzzlepress(*check, cwd=tmp_path).returncode == 0
    spoilt = tmp_path / "proofs" / f"{unique[0]['id']}.drup"
    spoilt.write_text("1 0\n-1 0\n0\n")
    done = puzzlepress(*check, cwd=tmp_path)
    assert done.returncode == 3
    assert f"{unique[0]['id']}: {spoilt.name}: line " in done.stdout
    assert "verify: 3 right, 1 not" in done.stderr


def test_a_puzzle_without_a_proof_is_named_and_fails(puzzlepress, tmp_path) -> None:
    params = get_kind("numberlink").parse_params(12, 12, "free", {})
    (record,) = generate_records([(GeneratorOrder("numberlink", params, 3, None), 0)])
    made = dump_record(the(record))
    done = puzzlepress("filter", "--proof", "proofs", "--conflicts", "1", stdin=made, cwd=tmp_path)
    record = json.loads(done.stdout)
    assert record["verdict"]["status"] == "unique"
    assert done.returncode == 1
    assert f"{record['id']}: no proof within 1 conflicts" in done.stderr
    assert list((tmp_path / "proofs").iterdir()) == []


def test_a_book_and_proofs_are_verified_one_after_the_other() -> None:
    message = message_of("verify", "--book", "book.pdf", "--proof", "proofs")
    assert "expected --book or --proof, found both" in message


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
    (tmp_path / "site.toml").write_bytes(SITE)
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
    (tmp_path / "site.toml").write_bytes(SITE)
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
