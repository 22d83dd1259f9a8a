"""A slice of the fuzzing in every test run, and whether it would notice anything."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import StoreError
from pipeline.stages.generate import GeneratorOrder, make_candidate
from tests.slices import cases, share
from tools.fuzz.campaign import ALL, Campaign
from tools.fuzz.chain import Tally, faults_of, try_index
from tools.fuzz.folders import try_folder
from tools.fuzz.oracle import Sandbox, try_words

INPUTS = {
    "damage": 4,
    "pdfs": 10,
    "bombs": 4,
    "configs": 10,
    "settings": 8,
    "folders": 10,
    "collections": 12,
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    with Campaign(20261122, tmp_path_factory.mktemp("kept")) as campaign:
        yield campaign


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize("target", ALL)
def test_spoilt_inputs_end_with_a_message(campaign: Campaign, target: str) -> None:
    faults = [
        fault
        for number in range(share(INPUTS.get(target, 25)))
        for fault in campaign.try_one(number, target)
    ]
    assert not faults, "\n".join(faults)


def test_faults_are_noticed(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash, a file outside, a part left behind and a half-written file, one after another."""
    box = campaign.box

    def faults_of(act: object) -> list[str]:
        box.fresh()
        (box.work / "in.jsonl").write_text("{}")
        monkeypatch.setattr("pipeline.store.jsonl.read_records", act)
        return try_words(box, ("filter", "in.jsonl", "-o", "out"), "out")[1]

    def crash(*_: object) -> Iterator[None]:
        raise ZeroDivisionError

    def stray(*_: object) -> Iterator[None]:
        Path("../stray").write_text("")
        Path(".a.part").write_text("")
        Path("out").write_text("half")
        Path("in.jsonl").write_text("changed")
        raise StoreError("no")

    assert faults_of(crash) == ["a traceback"]
    assert set(faults_of(stray)) == {
        "left stray", "left work/.a.part", "refused, but wrote out", "changed work/in.jsonl",
    }  # fmt: skip
    (box.root / "stray").unlink()


def test_a_run_that_does_not_go_on_is_noticed(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without checksums a damaged line is believed."""
    monkeypatch.setattr("pipeline.store.append_log._sum", lambda _: b"0" * 16)
    found = []
    for number in range(12):
        box: Sandbox = campaign.box
        found += try_folder(box, campaign.corpus, random.Random(f"blind {number}"), "damage")
    assert found


@pytest.mark.sliced
@pytest.mark.parametrize("kind", cases(kind_ids(), part=8))
def test_puzzles_pass_the_whole_chain(kind: str) -> None:
    tally = Tally()
    for index in range(share(30, 30)):
        try_index(kind, 4, index, tally)
    assert tally.counts["texts"]
    assert not tally.faults


def test_a_wrong_claim_in_the_chain_is_noticed() -> None:
    order = GeneratorOrder("sudoku", get_kind("sudoku").parse_params(4, 4, None, {}), 4)
    record = make_candidate((order, 0), asks_confirmed=True).graded
    assert record is not None
    assert record.grade is not None
    assert not faults_of(record, Counter())
    assert faults_of(record.with_(grade=replace(record.grade, score="99.0")), Counter())
