"""The cost of each puzzle, and the report of slow ones."""

import io
import json
from time import sleep

import pytest

from pipeline.kinds import get_kind, load_examples
from pipeline.model import Record, record_id
from pipeline.run import timing
from pipeline.run.timing import Timed
from pipeline.stages.filter import filter_records
from pipeline.stages.grade import grade_records
from pipeline.stages.mapping import serial


def record(clues: list[list[int]]) -> Record:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "rule": "cover", "clues": clues}
    return Record(record_id("numberlink", puzzle), "numberlink", puzzle)


def test_time_and_steps_of_each_are_written_and_records_are_as_without() -> None:
    puzzle = load_examples(get_kind("hashi"))["solved"][0]["puzzle"]
    bridges = Record(record_id("hashi", puzzle), "hashi", puzzle)
    records = [record([[1, 0, 0], [0, 2, 0], [2, 1, 0]]), record([[1, 0, 1]]), bridges]
    stream = io.BytesIO()
    proved = list(filter_records(records, mapper=Timed(serial, "filter", stream)))
    graded = list(grade_records(proved, mapper=Timed(serial, "grade", stream)))
    assert proved == list(filter_records(records))
    assert graded == list(grade_records(proved))
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["stage"] for line in lines] == ["filter"] * 3 + ["grade"] * 3
    assert [line["id"] for line in lines] == [one.id for one in records] * 2
    assert all(0 <= float(line["seconds"]) < 60 for line in lines)
    assert lines[0]["steps"] > 0
    assert lines[0]["method"] == proved[0].verdict.method
    assert lines[5]["steps"] == sum(graded[2].grade.nodes) > 0  # type: ignore[union-attr]


def test_a_puzzle_that_takes_long_is_named_while_it_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(timing, "SLOW_SECONDS", 0.05)
    monkeypatch.setattr(timing, "_LOOK_SECONDS", 0.01)
    watch = timing._Watch()
    monkeypatch.setattr(timing, "_watch", watch)
    slow, quick, other = (record([[1, *some, 1]]) for some in ([0], [], [0, 0]))
    said: list[str] = []

    def work(one: Record) -> Record:
        if one is not quick:
            sleep(0.15)
            said.append(capsys.readouterr().err)
        return one

    list(Timed(serial, "grade")(work, [quick, slow, other]))
    assert said[0].startswith(f"grade: {slow.id} (3x1) takes long: 0 s so far\n")
    assert said[0].count("\n") <= 3, "and again when its time has doubled"
    assert said[1].startswith(f"grade: {other.id} (4x1) takes long: 0 s so far\n"), "as soon"
    assert quick.id not in said[0] + capsys.readouterr().err
    assert watch._thread is not None
    assert watch._thread.daemon, "else a command would never end"
