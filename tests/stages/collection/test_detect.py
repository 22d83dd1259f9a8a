"""Detection of forms."""

from pathlib import Path

import pytest

from pipeline.model import ConfigError, PuzzleFormatError, Record
from pipeline.stages.collection.detect import choose_form, detect_forms, refuse_foreign_text
from pipeline.stages.collection.export import export_text, owners_of
from pipeline.stages.collection.import_stats import ImportTally, Rejection
from pipeline.stages.collection.importer import ImportOptions, import_records, read_collection
from tests.stages.collection.reads import read

TEXTS = {
    "1..\n.2.\n21.\n": ("numberlink", "bare"),
    "3 3\n1..\n.2.\n21.\n": ("numberlink", "grid-stream"),
    "1 0 0\n0 2 0\n2 1 0\n": ("numberlink", "zero"),
    "https://puzz.link/p?numlin/3/3/1i2g21g\n": ("numberlink", "puzz.link"),
    "pzprv3/arukone/1/2/passallcell/A A /1 /": ("numberlink", "pzprv3"),
    "2.3\n...\n..1\n": ("hashi", "map"),
    "2=3\n  |\n  1\n": ("hashi", "map"),
    "3 3 3\n2 0 3\n0 0 0\n0 0 1\n": ("hashi", "has"),
    "1 4 2\n1 0 0 1\n": ("hashi", "has"),
    "https://puzz.link/p?hashi/3/3/2g3k1\n": ("hashi", "puzz.link"),
    "pzprv3/hashikake/1/3/1 . 1 /1 1 /": ("hashi", "pzprv3"),
    "3x3m2:2a3e1\n": ("hashi", "tatham"),
    "4:0D,0,0L,0L,0,0,0D,0,0R,0,0D,1,0,0,0,2,\n": ("futoshiki", "tatham"),
    "begin\npuzzle hashi\nproblem\n1 - 1\nend\n": ("hashi", "janko"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_finds_its_kind_and_form(text: str, tmp_path: Path) -> None:
    kind, form = choose_form(detect_forms(text), text, None, {}).form
    assert (kind.id, form.name) == TEXTS[text]
    source = tmp_path / "puzzles.txt"
    source.write_text(text, encoding="utf-8")
    for name in (None, form.name):
        (record,) = import_records(str(source), name)
        assert record.kind == kind.id
    assert export_text([record], form.name)


def test_what_reads_as_both_is_of_the_first_kind_unless_the_rule_decides() -> None:
    text = "2..2\n1..1\n"
    forms = detect_forms(text)
    assert {"numberlink", "hashi", "slitherlink"} <= {kind.id for kind, _ in forms}
    for rule, settings, expected in (
        (None, {}, "numberlink"),
        ("cover", {}, "numberlink"),
        ("free-2", {}, "hashi"),
        (None, {"max_bridges": "3"}, "hashi"),
    ):
        assert choose_form(forms, text, rule, settings).form[0].id == expected


def test_the_form_that_gets_furthest_reports_what_is_wrong() -> None:
    text = "1 3 2\n9 0 1\n"
    kind, form = choose_form(detect_forms(text), text, None, {}).form
    assert (kind.id, form.name) == ("hashi", "has")


def test_a_text_that_no_form_reads_hears_of_one_kind_only(tmp_path: Path) -> None:
    source = tmp_path / "puzzle.txt"
    source.write_text("5.1\n", encoding="utf-8")
    with pytest.raises(PuzzleFormatError) as caught:
        list(import_records(str(source)))
    assert str(caught.value) == (
        f"{source}:1: expected each label exactly twice, found '5' once (line 1); check the grid "
        "for a slip (read as numberlink (bare); name the form with --from KIND/FORM)"
    )


def test_a_rule_that_nobody_has_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "puzzle.txt"
    source.write_text("2..2\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="unknown rule 'fast'"):
        list(import_records(str(source), None, "fast"))


KANPEN = (
    "http://www.kanpen.net/sudoku.html?problem=4/._1_._._/._._._2_/3_._._._/._._3_._/\n",
    '<?xml version="1.0" encoding="UTF-8"?>\n<puzzle type="hashi">\n<size row="1" col="3"/>\n',
    "3\n3\n2 . 3\n. . .\n. . 1\n0 8 0\n0 0 1\n0 0 0\n",
    "1\n3\n1 . 1\n",
)


@pytest.mark.parametrize("text", KANPEN)
def test_kanpen_is_refused_with_what_to_use_instead(put, text) -> None:  # type: ignore[no-untyped-def]
    (found,) = read(put("old.txt", f"\n{text}"))
    assert isinstance(found, Rejection)
    assert found.line == 2
    assert "Kanpen" in found.reason
    assert "puzz.link and save it as a file of pzprv3" in found.reason


@pytest.mark.parametrize("name", ["hashi/kanpen", "kanpen-url", "kanpen-xml", "sudoku/kanpen"])
def test_names_of_its_forms_are_refused_likewise(name: str) -> None:
    with pytest.raises(ConfigError, match="Kanpen's forms are not supported"):
        owners_of(name)


def test_other_texts_pass() -> None:
    for text in ("3 3\n2 . 3\n", "4\n1 2 3 4\n", "https://puzz.link/p?numlin/2/1/11\n"):
        refuse_foreign_text(text)
    with pytest.raises(PuzzleFormatError):
        refuse_foreign_text(KANPEN[0])


def test_a_line_of_numbers_is_no_board(put) -> None:  # type: ignore[no-untyped-def]
    (found,) = read(put("cut.txt", "3 3\n"))
    assert isinstance(found, Rejection)


def test_a_guess_is_reported_where_another_form_reads_other_puzzles(put) -> None:  # type: ignore[no-untyped-def]
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
        ("3....\n..2.2\n3...1\n2...3\n2.3.2\n", "slitherlink", ""),
        ("5 5\n\n3....\n..2.2\n3...1\n2...3\n2.3.2\n", "slitherlink", ""),
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
def test_boards_of_no_certain_kind_are_refused_one_by_one(put, text, fits, lines) -> None:  # type: ignore[no-untyped-def]
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


def test_a_rule_that_one_kind_alone_has_gives_the_kind(put) -> None:  # type: ignore[no-untyped-def]
    table = "- - 1 -\n- - - -\n- 3 - -\n- - 2 -\n"
    (one,) = read(put("bare.txt", f"# Rule: boxes\n{table}"))
    assert isinstance(one, Record)
    assert one.kind == "sudoku"
    assert isinstance(read(put("bare.txt", table))[0], Rejection)
