"""Detection of forms."""

from pathlib import Path

import pytest

from pipeline.model import ConfigError, PuzzleFormatError, Record
from pipeline.stages.collection.detect import choose_form, detect_forms, refuse_foreign_text
from pipeline.stages.collection.export import export_text, owners_of
from pipeline.stages.collection.import_stats import ImportTally, Rejection
from pipeline.stages.collection.importer import ImportOptions, import_records, read_collection
from tests.refusals import refused
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
    with refused(ConfigError):
        list(import_records(str(source), None, "fast"))


KANPEN = (
    "http://www.kanpen.net/sudoku.html?problem=4/._1_._._/._._._2_/3_._._._/._._3_._/\n",
    '<?xml version="1.0" encoding="UTF-8"?>\n<puzzle type="hashi">\n<size row="1" col="3"/>\n',
    "3\n3\n2 . 3\n. . .\n. . 1\n0 8 0\n0 0 1\n0 0 0\n",
    "1\n3\n1 . 1\n",
)


@pytest.mark.parametrize("text", KANPEN)
def test_kanpen_is_refused_with_what_to_use_instead(put, text) -> None:
    (found,) = read(put("old.txt", f"\n{text}"))
    assert isinstance(found, Rejection)
    assert found.line == 2
    assert "Kanpen" in found.reason
    assert "puzz.link and save it as a file of pzprv3" in found.reason


@pytest.mark.parametrize("name", ["hashi/kanpen", "kanpen-url", "kanpen-xml", "sudoku/kanpen"])
def test_names_of_its_forms_are_refused_likewise(name: str) -> None:
    with refused(ConfigError):
        owners_of(name)


def test_other_texts_pass() -> None:
    for text in ("3 3\n2 . 3\n", "4\n1 2 3 4\n", "https://puzz.link/p?numlin/2/1/11\n"):
        refuse_foreign_text(text)
    with pytest.raises(PuzzleFormatError):
        refuse_foreign_text(KANPEN[0])


def test_a_line_of_numbers_is_no_board(put) -> None:
    (found,) = read(put("cut.txt", "3 3\n"))
    assert isinstance(found, Rejection)


def test_a_guess_is_reported_where_another_form_reads_other_puzzles(put) -> None:
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
def test_bare_tables_are_guessed_as_a_person_would(put, text: str, kind: str, said: str) -> None:
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
def test_boards_of_no_certain_kind_are_refused_one_by_one(put, text, fits, lines) -> None:
    found = read(put("bare.txt", text))
    assert [one.line for one in found if isinstance(one, Rejection)] == list(lines)
    for one in found:
        assert isinstance(one, Rejection)
        assert one.reason.startswith(f"fits {fits}")
        assert one.reason.endswith("name the form with --from KIND/FORM")


def test_a_form_that_alone_fits_a_text_is_taken(put) -> None:
    board = "? - - 7\n- - - -\n- - - -\n2 - - -\n"
    (one,) = read(put("one.txt", board))
    assert isinstance(one, Record)
    assert one.kind == "nurikabe"


def test_a_rule_that_one_kind_alone_has_gives_the_kind(put) -> None:
    table = "- - 1 -\n- - - -\n- 3 - -\n- - 2 -\n"
    (one,) = read(put("bare.txt", f"# Rule: boxes\n{table}"))
    assert isinstance(one, Record)
    assert one.kind == "sudoku"
    assert isinstance(read(put("bare.txt", table))[0], Rejection)


IDS = (
    "3x3:2a9_7b8b1a3a8e5a9_1a7_2d6b5_4k2_4b3d9_5a6_1a8e5a1a4b8b9_3a5",
    "2x3:c2_6a5c3d6a4_4a6d2c6a5_1c",
    "3x3k:zzzc,_aab_aba___a________________aa__a_a_a___a_a____aaa__baab_aa_a_aa_a__a_a___aaa_a_aa_a"
    "___a_a____baa__,13_6a11a17b10a10a16b14b14_13_3_14a10_6_10d13_7c17_9_15_7b9f14a7_12a10_9_13a11b"
    "5c23b10_11_12_10h14a",
    "7x7t0:2g3h12a3a1a2b3i2e2b2",
    "6x6u:cfNBbaha",
    "3x3:6,4,2,7,1,3,0,5,8",
    "4x4:b2d4_4_3e3",
)
KINDS_OF_IDS = ["sudoku", "sudoku", "killer", "binairo", "npuzzle", "shikaku"]


def test_ids_of_several_games_and_variants_are_read_line_by_line(put, tmp_path: Path) -> None:
    lines = [IDS[at] for at in (0, 1, 2, 4, 5, 6)]
    found = read(put("ids.txt", "# mine\n" + "\n".join(lines * 40)))
    assert [one.kind for one in found if isinstance(one, Record)] == KINDS_OF_IDS * 40
    places = [one.origin["line"] for one in found if isinstance(one, Record)]
    assert places == [*range(2, 242)]
    address = "https://puzz.link/p?slither/5/5/dj72dg1cg3782"
    found = read(put("both.txt", "\n".join([*lines, address])))
    kinds = [one.kind for one in found if isinstance(one, Record)]
    assert kinds == [*KINDS_OF_IDS, "slitherlink"]


@pytest.mark.parametrize(
    ("line", "kind", "title", "number"),
    [
        ("Shikaku of May: 4x4:b2d4_4_3e3", "shikaku", "Shikaku of May", None),
        ("12. 4x4:b2d4_4_3e3", "shikaku", None, "12"),
        ("Rectangles: 4x4:b2d4_4_3e3", "shikaku", None, None),
        ("https://a.org/~b/puzzles/js/rect.html#4x4%3Ab2d4_4_3e3", "shikaku", None, None),
        ("Mosaic 7x9:a6c3k7a2b6a74c8b8d588a6a3a88e5372255c2", "mosaic", None, None),
    ],
)
def test_an_id_has_a_label_or_is_in_the_address_of_a_page(
    put, line: str, kind: str, title: str | None, number: str | None
) -> None:
    address = "https://puzz.link/p?slither/5/5/dj72dg1cg3782"
    for text in (line, f"{line}\n{address}\n{IDS[0]}\n", f"Mine\n\n{line}\n{line}\n"):
        found = read(put("ids.txt", text))
        assert all(isinstance(one, Record) for one in found), found
        one = found[0]
        assert isinstance(one, Record)
        assert (one.kind, one.credit and one.credit.title) == (kind, title)
        assert one.origin.get("source_id") == number


JIGSAW = "9j{}:zzzc,abdaababaaa_a__abb_a__aa_b_cafbfc__abcaa___aac_cab__a___bab__dba"
CROSSED = (
    "3x3xk:zzzc,_aa_aab______a________________a______a__a___________a_____abbaa_aa_a_aa_a__aaa__aab"
    "a__a_aaa__aaa_aaab,13_7a14a11_4a12b18c13_7a12_17_14_8a3b15c15_5a9_12b9_5e12_13b5_14_17a14b13c1"
    "1b13_10_7_8_5_13a13g14c"
)


@pytest.mark.parametrize(
    ("line", "kind", "rule"),
    [
        (JIGSAW.format("x"), "variantsudoku", "jigsaw+diagonals"),
        (JIGSAW.format(""), "sudoku", "irregular"),
        (CROSSED, "variantsudoku", "diagonals+cages"),
        (f"{JIGSAW.format('k')}{CROSSED[10:]}", "variantsudoku", "jigsaw+cages"),
        (f"{JIGSAW.format('xk')}{CROSSED[10:]}", "variantsudoku", "jigsaw+diagonals+cages"),
    ],
)
def test_each_variant_of_solo_is_read_and_written(put, line: str, kind: str, rule: str) -> None:
    (one,) = read(put("ids.txt", f"{line}\n"))
    assert isinstance(one, Record)
    assert (one.kind, one.puzzle["rule"]) == (kind, rule)
    assert export_text([one], f"{kind}/tatham") == f"{line}\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3x3xk:zzzc,_a", "expected 3 parts with commas between them, found 2; copy the whole ID"),
        ("Galaxies 3: 7x7:a1b2c", "found an ID of Galaxies"),
        ("5a:0,0,0", "found an ID of Unequal with adjacent numbers"),
        ("5x5:jabczaa", "found an ID of Galaxies"),
        ("7x7:a1b2c", "expected 49 cells"),
    ],
)
def test_an_id_that_no_kind_reads_is_named(put, line: str, said: str) -> None:
    for text in (line, f"{IDS[0]}\n{line}\n{IDS[1]}"):
        faults = [one for one in read(put("ids.txt", text)) if isinstance(one, Rejection)]
        assert [said in one.reason for one in faults] == [True], faults


def test_the_page_of_an_id_distinguishes_filling_from_mosaic(put) -> None:
    line = "7x9:a6c3k7a2b6a74c8b8d588a6a3a88e5372255c2"
    for label, kind in (("filling", "fillomino"), ("mosaic", "mosaic")):
        (one,) = read(put("ids.txt", f"a.org/js/{label}.html#{line}\n"))
        assert isinstance(one, Record)
        assert one.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "# - - 1\n- - - -\n0 - - -\n- - # -\n",
        "#..1\n....\n0...\n..#.\n",
        "#,,,1\n,,,\n0,,,\n,,#,\n",
        "# A. Setter, - 1 wall\n#------\n\nx - - 1\n- - - -\n0 - - -\n- - x -\n",
    ],
)
def test_a_wall_at_the_start_of_a_row_is_no_comment(put, text: str) -> None:
    (one,) = read(put("akari.txt", text))
    assert isinstance(one, Record)
    assert one.kind == "akari"
    assert one.puzzle["clues"] == [
        [-2, -1, -1, 1],
        [-1, -1, -1, -1],
        [0, -1, -1, -1],
        [-1, -1, -2, -1],
    ]


def test_a_sign_that_is_an_empty_cell_for_one_kind_only_is_refused(put) -> None:
    rows = "xx1x\nx0xx\nx1xx\n0xxx\n"
    for text in (rows, "".join(f"{' '.join(row)}\n" for row in rows.split())):
        (fault,) = read(put("rows.txt", text))
        assert isinstance(fault, Rejection)
        assert "akari" in fault.reason
        assert "binairo" in fault.reason
        assert "'x' is an empty cell for only one of them" in fault.reason
    (board,) = read(put("rows.txt", rows.replace("x", ".", 1)))
    assert isinstance(board, Record)
    for form, kind in (("akari/rows", "akari"), ("binairo/rows", "binairo")):
        (named,) = read(put("rows.txt", rows), format_name=form)
        assert isinstance(named, Record)
        assert named.kind == kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4x4:2421233342134343\n", "hitori (tatham) and also fits mosaic"),
        ("- - 2 -\n- - - 4\n4 3 - -\n- - - 3\n", "sudoku (table) and also fits shikaku"),
    ],
)
def test_a_reading_that_other_kinds_share_is_noted(put, text: str, said: str) -> None:
    tally = ImportTally()
    list(read_collection([str(put("ids.txt", text))], ImportOptions(), tally))
    assert any(said in note for note in tally.notes)


SHEETS = {
    "puzzle tents\nrlabels 1 0 1 1\nclabels 1 0 1 1\nproblem\nx - - -\n- - x -\n- - - -\n- - - -\n":
        ("tents", "left", [[1], [0], [1], [1]]),
    "puzzle skyscrapers\nsize 3\nrlabels 1 2 2\n3 1 2\nclabels - - -\n":
        ("skyscrapers", "right", [[3], [1], [2]]),
    "puzzle starbattle\nareas 1 1 2 2\n1 3 2 2\n3 3 3 4\n4 4 4 4\n":
        ("starbattle", "regions", [[0, 0, 1, 1], [0, 2, 1, 1], [2, 2, 2, 3], [3, 3, 3, 3]]),
}  # fmt: skip


@pytest.mark.parametrize("sheet", SHEETS)
def test_rows_behind_a_keyword_of_janko_are_the_first_below(put, sheet: str) -> None:
    kind, key, rows = SHEETS[sheet]
    (record,) = read(put("sheet.txt", f"begin\n{sheet}end\n"))
    assert isinstance(record, Record), record
    assert (record.kind, record.puzzle[key]) == (kind, rows)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("toplabels 1 0 1 1\n", "expected a keyword, found 'toplabels 1 0 1 1'; known are begin,"),
        ("labels\n1 0 1 1\n", "expected a keyword, found 'labels'"),
        ("clabels 1 0 1 1\n", "expected a puzzle of sudoku, which has no 'clabels'"),
        ("size 4\n1 1 2 2\n", "expected a keyword, found '1 1 2 2'"),
    ],
)
def test_what_no_form_reads_in_a_text_of_janko_is_an_error(put, lines: str, said: str) -> None:
    sheet = f"begin\npuzzle sudoku\n{lines}problem\n1 - - -\n- - 1 -\n- - - -\n- - - 1\nend\n"
    (fault,) = read(put("sheet.txt", sheet))
    assert isinstance(fault, Rejection), fault
    assert said in fault.reason
