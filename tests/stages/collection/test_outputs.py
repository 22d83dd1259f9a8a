"""What a solver wrote beside its input is the answer of that puzzle, and no puzzle of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.stages.collection.import_stats import ImportTally
from pipeline.stages.collection.importer import ImportOptions, read_collection

CASES = {
    "numberlink": ("3 3\n1..\n.2.\n21.\n", "111\n221\n211\n"),
    "hashi": ("2.4.1\n.....\n..2.1\n", "2=4-1\n  |  \n  2-1\n"),
    "numberlink, spaced": ("1 0 0\n0 2 0\n2 1 0\n", "1 1 1\n2 2 1\n2 1 1\n"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("ending", ["out", "sol"])
def test_an_output_beside_its_input_is_its_answer(tmp_path: Path, name: str, ending: str) -> None:
    puzzle, output = CASES[name]
    (tmp_path / "a.txt").write_text(puzzle)
    (tmp_path / f"a.{ending}").write_text(output)
    (tmp_path / "b.txt").write_text(puzzle)
    tally = ImportTally()
    solved, bare = read_collection([str(tmp_path)], ImportOptions(), tally)
    assert isinstance(solved, Record)
    assert isinstance(bare, Record)
    assert (solved.puzzle, solved.kind) == (bare.puzzle, name.partition(",")[0])
    kind = get_kind(solved.kind)
    clues = kind.decode(solved.puzzle)
    assert kind.check(clues, kind.decode_solution(clues, solved.solution)) == ()
    assert solved.origin["published"] == solved.solution
    assert bare.solution is None
    assert (tally.extras["answers"], tally.rejected, tally.unread) == (1, 0, 0)


def test_an_output_of_another_puzzle_is_told_and_ends_nothing(tmp_path: Path) -> None:
    puzzle, _ = CASES["numberlink"]
    (tmp_path / "a.txt").write_text(puzzle)
    for output in ("122\n121\n211\n", "no solution after 3 s\n", "2=3-1\n  |  \n  2-1\n"):
        (tmp_path / "a.out").write_text(output)
        tally = ImportTally()
        (record,) = read_collection([str(tmp_path)], ImportOptions(), tally)
        assert isinstance(record, Record)
        assert record.solution is None
        assert tally.unread == 1
        note = f"{tmp_path}/a.out:None: the output of a solver for {tmp_path}/a.txt"
        assert tally.notes == [note]


def test_an_output_alone_is_read_as_any_file(tmp_path: Path) -> None:
    (tmp_path / "a.out").write_text("2=3-1\n  |  \n  2-1\n")
    (record,) = read_collection([str(tmp_path)], ImportOptions())
    assert isinstance(record, Record)
    assert record.kind == "hashi"
