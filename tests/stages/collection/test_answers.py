"""Answers beside puzzles."""

import json
from itertools import chain
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.stages.collection.import_stats import ImportTally, Rejection
from pipeline.stages.collection.importer import ImportOptions, read_collection
from tests.known import the
from tests.stages.collection.reads import puzzles, read

CLUES = [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]]
ANSWER = [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]]
LINE, SOLVED = ".1.....23.....3.", "2143431234211234"


def signs(sign: str) -> list[list[object]]:
    return [[one or sign for one in row] for row in CLUES]


FILES = {
    "zeros.json": [{"problem": CLUES, "solution": ANSWER}],
    "dashes.json": [{"problem": signs("-"), "solution": ANSWER}],
    "named.json": [{"puzzle": "sudoku", "problem": signs("-"), "solution": ANSWER}],
    "line.json": [{"problem": LINE, "solution": SOLVED}],
    "flat.json": [{"problem": [*chain(*CLUES)], "solution": [*chain(*ANSWER)]}],
    "rows.json": [
        {"grid": ["0100", "0002", "3000", "0030"], "answer": ["2143", "4312", "3421", "1234"]}
    ],
    "field.json": [{"puzzle": CLUES, "solution": ANSWER}],
    "text.json": [{"puzzle": LINE, "solution": SOLVED}],
    "lines.csv": f"puzzle,solution\n{LINE},{SOLVED}\n",
    "names.csv": f"id;quizzes;solutions\n7;{LINE};{SOLVED}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_an_answer_is_read_and_gives_the_kind(put, name: str) -> None:
    given = FILES[name]
    path = put(name, given if isinstance(given, str) else json.dumps(given))
    (record,) = puzzles(path)
    assert (record.kind, record.puzzle["clues"]) == ("sudoku", CLUES)
    assert record.origin["published"] == record.solution == {"numbers": ANSWER}
    assert "solution" not in record.origin.get("source", {})


def test_many_answers_are_read_each_as_its_own(put) -> None:
    rows = "".join(f"{LINE},{SOLVED}\n" for _ in range(5))
    tally = ImportTally()
    path = put("many.csv", f"puzzle,solution\n{rows}{LINE},{SOLVED[::-1]}\n{LINE},nonsense\n{rows}")
    found = list(read_collection([str(path)], ImportOptions(), tally))
    assert [one.kind for one in found if isinstance(one, Record)] == ["sudoku"] * 12
    assert tally.extras["answers"] == 11
    assert [note.partition(": ")[2][:22] for note in tally.notes] == [
        "a wrong answer: the cl", "an answer that is not ",
    ]  # fmt: skip
    assert [note.split(":")[1] for note in tally.notes] == ["7", "8"]


@pytest.mark.parametrize("form", ["sudoku/table", "sudoku/line", "sudoku/janko", "line"])
def test_a_form_can_be_named_for_json(put, form: str) -> None:
    given = LINE if form.endswith("line") else CLUES
    (record,) = puzzles(put("a.json", json.dumps([{"problem": given}])), format_name=form)
    assert record.kind == "sudoku"


def test_a_name_of_a_game_that_no_kind_reads_is_refused(put) -> None:
    (found,) = read(put("a.json", json.dumps([{"puzzle": "castle", "problem": CLUES}])))
    assert isinstance(found, Rejection)
    assert found.is_foreign


def test_an_answer_in_the_words_of_another_kind_is_no_empty_answer(put) -> None:
    given = {"puzzle": "slitherlink", "problem": signs("-"), "solution": ANSWER}
    (record,) = puzzles(put("a.json", json.dumps([given])))
    assert record.solution is None


def test_a_quote_that_is_not_closed_hides_nothing_in_silence(put) -> None:
    (record,) = puzzles(put("head.csv", f'"puzzle,solution\n{LINE},{SOLVED}\n'))
    assert record.solution == {"numbers": ANSWER}
    first, rest = read(put("row.csv", f'puzzle,solution\n{LINE},{SOLVED}\n"{LINE},{SOLVED}\n'))
    assert isinstance(first, Record)
    assert isinstance(rest, Rejection)


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
    assert kind.check(clues, kind.decode_solution(clues, the(solved.solution))) == ()
    assert solved.origin["published"] == solved.solution
    assert bare.solution is None
    assert (tally.extras["answers"], tally.rejected, tally.unread) == (1, 0, 0)


def test_an_output_of_another_puzzle_is_reported_and_ends_nothing(tmp_path: Path) -> None:
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
