"""The folder of a run: what is on file, what is set aside, and what is not its own."""

import json
import os
from pathlib import Path

import pytest

from pipeline.model import ConfigError, Provenance, Record, Status, StoreError, Verdict
from pipeline.store.append_log import sums_path
from pipeline.store.candidate import Candidate, record_key
from pipeline.store.jsonl import StoredRecord, dump_record
from pipeline.store.run_folder import (
    ACCEPTED,
    DRAWN,
    FAILED,
    GENERATED,
    GRADED,
    LIBRARY,
    REJECTED,
    RunFolder,
    is_own_log,
    open_folder,
    open_run_folder,
    read_run_records,
)
from tests.book.sample import make_record
from tests.known import the
from tests.refusals import refused


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_failed_is_found_again(tmp_path: Path) -> None:
    for _ in range(2):
        with open_run_folder(tmp_path, "one", False) as folder:
            for index in range(2):
                if folder.find(("5x5", index)) is None:
                    folder.add(("5x5", index), Candidate(is_lost=index == 1))
            assert folder.find(("5x5", 0)) == Candidate()
            assert folder.find(("5x5", 1)) == Candidate(is_lost=True)
            assert folder.find(("5x5", 2)) is None
    lines = (tmp_path / FAILED).read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"order": "5x5", "index": 0, "lost": False}, {"order": "5x5", "index": 1, "lost": True},
    ]  # fmt: skip


def record(index: int) -> Record:
    """Return a record of an index of an order."""
    provenance = Provenance("numberlink", 1, seed=7, index=index, extra={"params": {}})
    return make_record(5, 5, index + 1).with_(provenance=provenance)


def test_what_was_finished_is_found_again_and_what_was_cut_short_is_not(tmp_path: Path) -> None:
    first, second = record(0), record(1)
    wrong = second.with_(verdict=Verdict(Status.MULTIPLE, "free", "search", 1), grade=None)
    accepted = first.with_(grade=None)
    candidates = [Candidate(first, accepted, first), Candidate(second, wrong)]
    lines = [candidate.map(dump_record) for candidate in candidates]
    for _ in range(2):
        with open_run_folder(tmp_path, "one", False) as folder:
            for one, candidate in zip((first, second), lines, strict=True):
                folder.add(record_key(one), candidate)
            stored = [the(folder.find(record_key(one))) for one in (first, second)]
            assert [one.map(StoredRecord.read) for one in stored] == candidates
            assert folder.damages() == []
    logs = {ACCEPTED: accepted, GRADED: first, REJECTED: wrong}
    for name, one in logs.items():
        assert (tmp_path / name).read_text() == dump_record(one) + "\n"
    assert len((tmp_path / GENERATED).read_text().splitlines()) == 2
    for name in (GENERATED, *logs):
        whole = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(b"")
        with open_run_folder(tmp_path, "one", False) as folder:
            found = [folder.find(record_key(one)) is None for one in (first, second)]
        assert found == [name != REJECTED, name in (GENERATED, REJECTED)]
        (tmp_path / name).write_bytes(whole)
        for log in (name, sums_path(name).name):
            (tmp_path / log).unlink()
        with open_run_folder(tmp_path, "one", False) as folder:
            for one, candidate in zip((first, second), lines, strict=True):
                folder.add(record_key(one), candidate)


def test_what_was_not_generated_or_proved_failed(tmp_path: Path) -> None:
    with open_run_folder(tmp_path, "one", False) as folder:
        folder.add(record_key(record(0)), Candidate(dump_record(record(0))))
        assert folder.find(record_key(record(0))) == Candidate()
    assert (tmp_path / GENERATED).read_text() == ""


def test_a_folder_is_held_as_its_command_says(tmp_path: Path) -> None:
    with open_folder(tmp_path, "one", ()):
        pass
    (tmp_path / FAILED).write_text("mine")
    living = tmp_path / f".book.pdf.{os.getppid()}.part"
    living.touch()
    with open_folder(tmp_path, "one", ()):
        assert not living.exists()
    assert (tmp_path / FAILED).read_text() == "mine"
    with refused(ConfigError), open_folder(tmp_path, "two", ()):
        pass
    expected = pytest.raises(ConfigError, match=r"another version of puzzlepress\); do this$")
    with expected, open_folder(tmp_path, "two", (), remedy="do this"):
        pass


def test_parts_of_pictures_go_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    with open_run_folder(tmp_path, "one", False):
        living = tmp_path / "images" / f".001-5x5.png.{os.getppid()}.part"
        living.touch()
    assert not living.exists()


def test_a_fresh_run_sets_each_older_one_aside(tmp_path: Path) -> None:
    run = tmp_path / "run"
    for number in range(3):
        with open_run_folder(run, f"run {number}", True) as folder:
            folder.add((f"run {number}", 0), Candidate())
    assert names(tmp_path) == {"run", "run.old-1", "run.old-2"}
    for path, number in ((run, 2), (tmp_path / "run.old-1", 0), (tmp_path / "run.old-2", 1)):
        assert (path / ".run.json").read_text() == f"run {number}"
        assert f"run {number}" in (path / FAILED).read_text()


def test_files_of_an_unknown_run_and_of_another_are_refused(tmp_path: Path) -> None:
    for name in (GRADED, GENERATED):
        (tmp_path / name).write_text("")
    with (
        pytest.raises(ConfigError, match=f"holds {GENERATED} but no record of the run"),
        open_run_folder(tmp_path, "one", False),
    ):
        pass
    with (
        open_run_folder(tmp_path / "run", "one", False),
        refused(StoreError),
        open_run_folder(tmp_path / "run", "", False),
    ):
        pass
    with (
        refused(ConfigError),
        open_run_folder(tmp_path / "run", "two", False),
    ):
        pass


def test_one_digest_of_each_picture_is_kept_by_name(tmp_path: Path) -> None:
    with open_run_folder(tmp_path, "one", False) as folder:
        (tmp_path / "images").mkdir()
        for name in ("a.png", "b.png"):
            (tmp_path / "images" / name).write_text("")
        folder.note_pictures([("b.png", "1"), ("a.png", "2"), ("b.png", "3"), ("gone.png", "4")])
        folder.settle_pictures()
    expected = [{"name": "a.png", "sha256": "2"}, {"name": "b.png", "sha256": "3"}]
    assert [json.loads(line) for line in (tmp_path / DRAWN).read_text().splitlines()] == expected


def test_a_run_that_asks_for_more_draws_its_pictures_again(tmp_path: Path) -> None:
    with open_run_folder(tmp_path, "one", False):
        pass
    (tmp_path / "images").mkdir()
    for name in ("001-5x5.png", "0123456789abcdef.svg", "2026 my own.png", "note.txt"):
        (tmp_path / "images" / name).write_text("")
    with open_run_folder(tmp_path, "more", False, is_extended=True) as folder:
        assert names(folder.folder / "images") == {"2026 my own.png", "note.txt"}
        assert folder.foreign_pictures() == []
        (folder.folder / "images" / "001-5x5.png").write_text("")
        assert [path.name for path in folder.foreign_pictures()] == ["001-5x5.png"]
    assert (tmp_path / ".run.json").read_text() == "more"


def test_records_of_a_run_and_of_a_library_are_read(tmp_path: Path) -> None:
    own, taken = (make_record(5, 5, number) for number in (1, 2))
    (tmp_path / GRADED).write_text(dump_record(own) + "\n")
    assert list(read_run_records(tmp_path)) == [own]
    line = f'{{"record":{dump_record(taken)}}}'
    (tmp_path / LIBRARY).write_text(f"{{}}\n{line}\n")
    assert list(read_run_records(tmp_path)) == [own, taken]
    (tmp_path / GRADED).write_text("")
    assert list(read_run_records(tmp_path)) == [taken]


def test_only_numbered_logs_beside_a_run_are_its_own(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.failed.append({"order": "5x5", "index": 0, "lost": False})
    folder.note_pictures([("a.png", "1")])
    folder.close()
    assert not is_own_log(str(tmp_path / FAILED))
    (tmp_path / ".run.json").write_text("one")
    assert is_own_log(str(tmp_path / FAILED))
    assert not is_own_log(str(tmp_path / DRAWN))
    for old, new in ((FAILED, "1.jsonl"), (sums_path(FAILED).name, ".1.jsonl.sums")):
        (tmp_path / old).rename(tmp_path / new)
    assert not is_own_log(str(tmp_path / "1.jsonl"))
