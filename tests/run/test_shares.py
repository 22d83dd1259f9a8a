"""Shares of a run, made anywhere and in any order, leave the bytes of a run made in one piece."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.model import ConfigError, PuzzleFormatError, Record, Verdict
from pipeline.run import rounds
from pipeline.run.execution import Workers
from pipeline.run.plan import make_plan
from pipeline.run.progress import Reporter
from pipeline.run.run_config import candidate_fingerprint, fingerprint
from pipeline.run.shares import Share, adopt_share, make_share
from pipeline.stages.books.book import load_book_config
from pipeline.stages.candidate import make_candidate
from pipeline.store.candidate import Candidate, dump_candidate, parse_candidate, record_key
from pipeline.store.run_folder import open_run_folder
from tests.run.runs import digests, make, write_config


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_config(tmp_path_factory.mktemp("config") / "small.toml")


@pytest.fixture(scope="module")
def undisturbed(config: Path) -> dict[str, str]:
    make(config, config.parent / "whole")
    return digests(config.parent / "whole")


def share(config: Path, number: int, count: int, path: Path) -> tuple[int, int]:
    settings = load_book_config(config)
    with Workers(1) as workers:
        return make_share(
            make_plan(settings), candidate_fingerprint(settings), Share(number, count), path,
            workers, Reporter(),
        )  # fmt: skip


def adopt(config: Path, folder: Path, *paths: Path) -> None:
    settings = load_book_config(config)
    with open_run_folder(folder, fingerprint(settings), is_fresh=False):
        for path in paths:
            adopt_share(str(path), folder, candidate_fingerprint(settings))


def test_three_shuffled_shares_give_the_bytes_of_one_run(
    config: Path, undisturbed: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{number}.jsonl" for number in (2, 0, 1)]
    for path in paths:
        held, made = share(config, int(path.stem), 3, path)
        assert held == made > 0
    made_here: list[int] = []

    def counted(work):
        made_here.append(work[1])
        return make_candidate(work)

    monkeypatch.setattr(rounds, "make_candidate", counted)
    adopt(config, tmp_path / "out", *paths)
    make(config, tmp_path / "out")
    assert digests(tmp_path / "out") == undisturbed
    total = json.loads((tmp_path / "out" / "manifest.json").read_text())["counts"]["tried"]
    assert len(made_here) <= total // 2, "what the shares hold is not made again"


def test_one_share_of_three_is_enough_to_begin_with(
    config: Path, undisturbed: dict[str, str], tmp_path: Path
) -> None:
    share(config, 1, 3, tmp_path / "one.jsonl")
    adopt(config, tmp_path / "out", tmp_path / "one.jsonl")
    make(config, tmp_path / "out")
    assert digests(tmp_path / "out") == undisturbed


def test_a_torn_share_goes_on_and_ends_with_the_same_bytes(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "share.jsonl"
    held, _ = share(config, 0, 2, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    again, made = share(config, 0, 2, path)
    assert path.read_bytes() == whole
    assert again == held
    assert 0 < made < held
    assert share(config, 0, 2, path) == (held, 0)


def test_shares_of_something_else_are_refused(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "share.jsonl"
    share(config, 0, 2, path)
    head, *lines = path.read_text().splitlines(keepends=True)
    with pytest.raises(ConfigError, match="with the shard"):
        share(config, 1, 2, path)
    for key, value in (("fingerprint", "0" * 16), ("versions", {"numpy": "1.0"})):
        other = tmp_path / "other.jsonl"
        other.write_text(json.dumps({**json.loads(head), key: value}) + "\n" + "".join(lines))
        with pytest.raises(ConfigError, match=f"with the {key}"):
            adopt(config, tmp_path / "out", other)
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(head + '{"order":1}\n' + "".join(lines))
    with pytest.raises(PuzzleFormatError, match=r"spoilt\.jsonl:2: expected a candidate"):
        adopt(config, tmp_path / "out", spoilt)
    spoilt.write_text("".join(lines))
    with pytest.raises(PuzzleFormatError, match="expected the head of a share"):
        adopt(config, tmp_path / "out", spoilt)
    assert not list((tmp_path / "out").rglob("*.jsonl*")) or not any(
        path.stat().st_size for path in (tmp_path / "out").rglob("*.jsonl")
    )


def test_the_torn_end_of_a_share_is_left_out_and_its_tries_are_counted(
    config: Path, tmp_path: Path
) -> None:
    settings = load_book_config(config)
    path = tmp_path / "share.jsonl"
    held, _ = share(config, 0, 2, path)
    whole = path.read_bytes()
    for data, expected in ((whole, held), (whole[:-5], held - 1), (whole[:-1], held - 1)):
        path.write_bytes(data)
        folder = tmp_path / f"out{len(data)}"
        with open_run_folder(folder, fingerprint(settings), is_fresh=False):
            assert adopt_share(str(path), folder, candidate_fingerprint(settings)) == expected


@pytest.mark.parametrize("text", ["3/3", "1", "-1/2", "a/b", "0/0", "/2"])
def test_shares_are_named_from_0(text: str) -> None:
    with pytest.raises(ConfigError, match="--shard i/n"):
        Share.parse(text)


def test_every_end_of_a_candidate_survives_its_line(config: Path) -> None:
    plan = make_plan(load_book_config(config))
    found = make_candidate((plan.pools[0].order, 0))
    assert found.generated is not None
    assert found.proved is not None
    generated: Record = found.generated
    odd = found.proved.with_(extra={"mine": 1})
    key = record_key(generated)
    for one in (
        found,
        Candidate(),
        Candidate(is_lost=True),
        Candidate(generated, found.proved),
        Candidate(generated.with_(solution=None), found.proved, found.graded),
        Candidate(generated, odd, found.graded),
        Candidate(generated.with_(solution=None), odd, found.graded),
        Candidate(generated.with_(solution=None), odd),
    ):
        line = dump_candidate(key, one)
        assert parse_candidate(line, "a", 1) == (key, one)
        for other in ((key[0], 7), ("key", key[1])):
            strays = dump_candidate(other, one)
            if one.stages():
                with pytest.raises(PuzzleFormatError, match="which is of another"):
                    parse_candidate(strays, "a", 1)
            else:
                assert parse_candidate(strays, "a", 1) == (other, one)
    assert generated.verdict == Verdict()
    assert len(dump_candidate(key, found)) < 2 * len(
        dump_candidate(key, Candidate(generated, generated))
    )
