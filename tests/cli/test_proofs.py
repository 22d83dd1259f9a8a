"""Certificates and proofs from the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cli
from pipeline.kinds import get_kind
from pipeline.model import ConfigError
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.store.jsonl import dump_record, write_records


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "made.jsonl"
    made = []
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
    made = dump_record(record)
    done = puzzlepress("filter", "--proof", "proofs", "--conflicts", "1", stdin=made, cwd=tmp_path)
    record = json.loads(done.stdout)
    assert record["verdict"]["status"] == "unique"
    assert done.returncode == 1
    assert f"{record['id']}: no proof within 1 conflicts" in done.stderr
    assert list((tmp_path / "proofs").iterdir()) == []


def test_a_book_and_proofs_are_verified_one_after_the_other() -> None:
    done = CliRunner().invoke(cli.app, ["verify", "--book", "book.pdf", "--proof", "proofs"])
    assert isinstance(done.exception, ConfigError)
    assert "expected --book or --proof, found both" in str(done.exception)
