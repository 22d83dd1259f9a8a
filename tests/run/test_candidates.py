"""Candidates of a pool: stored, reused with the credit of today, and reported as they are found."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Credit, Record, StoreError, Verdict
from pipeline.run import candidates
from pipeline.run.candidates import make_candidates
from pipeline.run.execution import Workers
from pipeline.run.plan import CandidatePool, Production
from pipeline.run.progress import Reporter
from pipeline.stages.books.selection import Demand
from pipeline.stages.generate import GeneratorOrder, Work, make_candidate
from pipeline.store.candidate import Candidate, record_key
from pipeline.store.jsonl import StoredRecord, dump_record
from pipeline.store.run_folder import open_run_folder


class Texts(Reporter):
    def __init__(self) -> None:
        self.said: list[tuple[str, float]] = []
        self.reports: list[str] = []

    def report(self, text: str) -> None:
        self.reports.append(text)

    def describe(self, stage: str, text: str, share: float) -> None:
        self.said.append((text, share))


def make(folder: Path, author: str, reporter: Reporter, **asked: Any) -> list[Record]:
    (demand,) = make_pool(folder, author, reporter, **asked).demands
    return [puzzle.record for puzzle in demand.taken]


def make_pool(folder: Path, author: str, reporter: Reporter, **asked: Any) -> CandidatePool:
    params = get_kind("hashi").parse_params(5, 5, None, {})
    pool = CandidatePool(GeneratorOrder("hashi", params, 7, Credit(author)), [Demand(0, None, 4)])
    with Workers(1) as workers, open_run_folder(folder, "one") as space:
        make_candidates(Production([pool]), space, workers, reporter, titles=["Small"], **asked)
    return pool


def test_puzzles_are_reported_as_found_and_made_once_with_the_credit_of_today(
    tmp_path: Path,
) -> None:
    texts = Texts()
    first = make(tmp_path, "A. Setter", texts)
    assert texts.said == [
        *((f"Small: {found} of 4 found", found / 4) for found in (1, 2, 3)), ("puzzles", 1.0)
    ]  # fmt: skip
    assert [record.credit for record in first] == 4 * [Credit("A. Setter")]
    again = make(tmp_path, "B. Setter", texts)
    assert len(texts.said) == 4, "none is made again"
    assert again == [record.with_(credit=Credit("B. Setter")) for record in first]


@pytest.mark.parametrize(("asked", "count"), [({}, 4), ({"asks_confirmed": True}, 0)])
def test_puzzles_with_one_proof_are_taken_unless_confirmed_ones_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: dict[str, bool], count: int
) -> None:
    monkeypatch.setattr("pipeline.stages.generate.is_confirmed", lambda _: False)
    monkeypatch.setattr(CandidatePool, "max_candidates", 9)
    assert len(make(tmp_path, "A. Setter", Reporter(), **asked)) == count


def test_candidates_that_fail_are_counted_and_those_that_kill_workers_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[Candidate[Record]] = [Candidate(), Candidate(is_lost=True)]

    def make_some(work: Work, **options: bool) -> Candidate[Record]:
        return failed[work[1]] if work[1] < 2 else make_candidate(work, **options)

    monkeypatch.setattr(candidates, "make_candidate", make_some)
    texts = Texts()
    pool = make_pool(tmp_path, "A. Setter", texts)
    assert (len(pool.demands[0].taken), pool.failed) == (4, 2)
    (message,) = texts.reports
    assert message.startswith("a puzzle of hashi {")
    assert message.endswith("was given up: 3 workers were killed at it")


OTHER: Any = {
    "puzzle": {"rows": 1, "cols": 3, "rule": "free", "clues": [[1, 0, 1]]}, "solution": None
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "is_whole"),
    [
        (lambda made, proved, graded: (made, proved, graded), True),
        (lambda made, proved, graded: (made.with_(**OTHER), proved, graded), False),
        (lambda made, proved, graded: (made, proved.with_(**OTHER), graded), False),
        (lambda made, proved, graded: (made, proved.with_(verdict=Verdict()), graded), False),
        (lambda made, proved, graded: (made, proved, graded.with_(solution=None)), False),
        (
            lambda made, proved, graded: (
                made,
                proved.with_(verdict=replace(proved.verdict, rule="cover")),
                graded.with_(verdict=replace(proved.verdict, rule="cover")),
            ),
            False,
        ),
    ],
    ids=["whole", "other puzzle", "other proof", "other verdict",
         "no solution", "other rule"],
)  # fmt: skip
def test_a_record_that_is_not_the_one_made_and_proved_is_refused(
    tmp_path: Path, change: Any, is_whole: bool
) -> None:
    order = GeneratorOrder("numberlink", get_kind("numberlink").parse_params(5, 5, "free", {}), 1)
    candidate = make_candidate((order, 0))
    made, proved, graded = change(candidate.generated, candidate.proved, candidate.graded)
    pool = CandidatePool(order, [Demand(0, None, 1)])
    with open_run_folder(tmp_path, "one") as space, Workers(1) as workers:
        space.add(record_key(graded), Candidate(made, proved, graded).map(dump_record))
        make = partial(make_candidates, Production([pool]), space, workers, Reporter())
        if is_whole:
            make()
            (taken,) = pool.demands[0].taken
            assert taken.record == graded
            assert isinstance(taken.source, StoredRecord)
            assert {*taken.brief.puzzle} == {"rows", "cols"}, "the board stays in its file"
            return
        with pytest.raises(StoreError, match=f"{graded.id} is not the one that was generated"):
            make()
