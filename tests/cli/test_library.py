"""The commands of the library, from records to volumes, each on the file of the one before."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.commands.app import main
from pipeline.store.jsonl import write_records
from tests.library.boards import make_records

Command = Callable[..., str]


@pytest.fixture
def library(monkeypatch, capsys, tmp_path: Path) -> Command:
    """Return a function that runs a command in this process: what it printed, else what it said."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["puzzlepress", "library", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        done = capsys.readouterr()
        assert (ended.value.code or 0) == code, (words, done.out, done.err)
        return done.out or done.err

    return run


def test_a_series_is_kept_from_records_to_volumes(library: Command, tmp_path: Path) -> None:
    records = make_records(6)
    write_records(records[:4], tmp_path / "first.jsonl")
    write_records(records[3:], tmp_path / "second.jsonl")

    def ids(text: str) -> list[str]:
        return [line.split("\t")[0] for line in text.splitlines()]

    assert "4 new puzzles, 0 known" in library("add", "first.jsonl")
    rights = ("--holder", "Ada Ltd", "--valid-until", "2027-06-30", "--exclusive", "Evenings")
    assert "2 new puzzles, 1 known" in library("add", "second.jsonl", *rights)
    assert "--as-of" in library("find", code=2)
    found = library("find", "--size", "9x9", "--as-of", "2027-01-01")
    assert ids(found) == [record.id for record in records[:3]]
    words = ("--for", "Shop", "--as-of", "2027-01-01")
    assert ids(library("reserve", *words, "--count", "2")) == [r.id for r in records[:2]]
    assert "fewer than 2" in library("reserve", *words, "--count", "2", code=4)
    assert len(library("export", "--for", "Shop").splitlines()) == 2
    first = ("place", "first.jsonl", "--series", "Evenings", "--date", "2027-01-01")
    assert "reserved for 'Shop'" in library(*first, code=2)
    assert "2 puzzles are free" in library("release", "--for", "Shop")
    assert "4 new placements in volume 1" in library(*first, "--title", "One")
    again = ("place", "second.jsonl", "--series", "Evenings", "--date", "2027-07-01")
    assert "is in volume 1 as puzzle 4" in library(*again, code=2)
    assert f"{records[3].id}: is in Evenings 1" in library("check", "second.jsonl", code=3)
    library(*again, "--printed")
    faults = library("check", "--deep", code=3).splitlines()
    assert len(faults) == 4, "one repeat, and three printed a day too late"
    library("check", "--series", "Mornings")
    shown = json.loads(library("show", records[3].id))
    assert [place["volume"] for place in shown["placements"]] == [1, 2]
    assert shown["rights"]["holder"] == "Ada Ltd"
    assert "Evenings 1: 4 placements (One, book, 2027-01-01)" in library("show")
    library("export", "--series", "Evenings", "--volume", "1", "-o", "back.jsonl")
    assert (tmp_path / "back.jsonl").read_text() == (tmp_path / "first.jsonl").read_text()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["back.jsonl", "first.jsonl", "library.db", "second.jsonl"]


def test_bad_words_are_refused_and_make_nothing(library: Command, tmp_path: Path) -> None:
    for words, said in (
        (("find",), "found nothing of that name"),
        (("add", "missing.jsonl"), "missing.jsonl"),
        (("place", "missing.jsonl", "--series", "S"), "missing.jsonl"),
        (("add", "x", "--most-uses", "2"), "expected --holder"),
        (("find", "--band", "harder"), "unknown band"),
        (("check", "--as-of", "soon"), "expected --as-of to be a day"),
        (("show", "--library", "no/where.db"), "found nothing of that name"),
    ):
        assert said in library(*words, code=2)
    assert list(tmp_path.iterdir()) == []
