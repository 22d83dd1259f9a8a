"""Texts that fit several kinds and forms: what a person would take them for, or none."""

from __future__ import annotations

import pytest

from pipeline.model import Record
from pipeline.stages.collection.import_stats import ImportTally, Rejection
from pipeline.stages.collection.importer import ImportOptions, read_collection
from tests.stages.collection.reads import read


def test_a_line_of_numbers_is_no_board(put) -> None:  # type: ignore[no-untyped-def]
    (found,) = read(put("cut.txt", "3 3\n"))
    assert isinstance(found, Rejection)


def test_a_guess_is_told_where_another_form_reads_other_puzzles(put) -> None:  # type: ignore[no-untyped-def]
    tally = ImportTally()
    path = put("guess.txt", "1 - 1\n- - -\n2 - 2\n")
    list(read_collection([str(path)], ImportOptions(), tally))
    assert tally.sentence() == "import: 1 seen: 1 as numberlink (table) read"
    assert tally.notes == [
        f"{path} is read as numberlink (table) and also fits hashi (table): name the form with "
        "--from KIND/FORM"
    ]
    tally = ImportTally()
    list(read_collection([str(path)], ImportOptions("table", rule="cover"), tally))
    assert tally.notes == []


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("3 - - 5\n- 1 - -\n- - - 2\n- 4 - -\n", "zip", ""),
        ("1 - 2\n- 3 -\n2 1 3\n", "numberlink", ""),
        ("3....\n..2.2\n3...1\n2...3\n2.3.2\n", "", ""),
        ("2 - 3 -\n- 0 - 1\n3 - - 2\n- 2 3 -\n", "slitherlink", ""),
        ("3 - - 2\n- - 2 -\n2 - - 3\n2 - 3 -\n", "slitherlink", ""),
        ("1 2 3 -\n3 - - 1\n2 - 1 -\n- 1 - 2\n", "sudoku", "fits slitherlink (table)"),
        ("1 2 2\n2 2 1\n3 1 2\n", "hitori", ""),
        ("w - -\n- - b\n- w -\n", "masyu", ""),
        ("1 # -\n- - -\n- - 0\n", "akari", ""),
    ],
)
def test_bare_tables_are_guessed_as_a_person_would(put, text: str, kind: str, said: str) -> None:  # type: ignore[no-untyped-def]
    tally = ImportTally()
    found = list(read_collection([str(put("bare.txt", text))], ImportOptions(), tally))
    assert [one.kind for one in found if isinstance(one, Record)] == ([kind] if kind else [])
    assert said in "".join(tally.notes)
    assert bool(said) == bool(tally.notes)


@pytest.mark.parametrize(
    ("text", "fits", "lines"),
    [
        ("5 - -\n- - -\n- - -\n", "hitori (table), nurikabe (table)", [1]),
        ("5 - -\n- - -\n- - -\n\n" * 2, "hitori (table), nurikabe (table)", [1, 5]),
    ],
)  # fmt: skip
def test_boards_that_tell_no_kind_are_refused_one_by_one(put, text, fits, lines) -> None:  # type: ignore[no-untyped-def]
    found = read(put("bare.txt", text))
    assert [one.line for one in found if isinstance(one, Rejection)] == list(lines)
    for one in found:
        assert isinstance(one, Rejection)
        assert one.reason.startswith(f"fits {fits}")
        assert one.reason.endswith("name the form with --from KIND/FORM")


def test_a_form_that_alone_fits_a_text_is_taken(put) -> None:  # type: ignore[no-untyped-def]
    board = "? - - 7\n- - - -\n- - - -\n2 - - -\n"
    (one,) = read(put("one.txt", board))
    assert isinstance(one, Record)
    assert one.kind == "nurikabe"


def test_a_rule_that_one_kind_alone_has_tells_the_kind(put) -> None:  # type: ignore[no-untyped-def]
    table = "- - 1 -\n- - - -\n- 3 - -\n- - 2 -\n"
    (one,) = read(put("bare.txt", f"# Rule: boxes\n{table}"))
    assert isinstance(one, Record)
    assert one.kind == "sudoku"
    assert isinstance(read(put("bare.txt", table))[0], Rejection)
