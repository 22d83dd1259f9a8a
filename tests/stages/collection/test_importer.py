"""Collections as their owners keep them: in every form, mixed, broken in places, in folders."""

import base64
import bz2
import gzip
import json
import lzma
import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pipeline.model import ConfigError, Credit, Record, StoreError
from pipeline.stages.check_kind.boards import example_boards, preset_boards
from pipeline.stages.collection.export import owners_of
from pipeline.stages.collection.file_readers import carried_texts
from pipeline.stages.collection.import_stats import ImportTally, Rejection, keep_records
from pipeline.stages.collection.importer import ImportOptions, read_collection
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import dump_record
from tests.kinds.boards import boards_of
from tests.known import the
from tests.refusals import refused
from tests.stages.collection.reads import puzzles, read

PUBLISHED = Path(os.environ.get("PUBLISHED_BOARDS", ""))
"""A folder with boards of others, which are no part of the project."""
CLUES = [[1, 0, 0], [0, 2, 0], [2, 1, 0]]
JANKO = (
    "begin\npuzzle arukone\nauthor A. B.\nsource http://example.org\nsize 3\nproblem\n"
    "1 - -\n- 2 -\n2 1 -\nsolution\no ow sw\no ow ns\no n on\nend\n"
)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1 - -\n- 2 -\n2 1 -\n", "table"),
        ("1,,\n,2,\n2,1,\n", "table"),
        ("1;0;0\n0;2;0\n2;1;0\n", "zero"),
        ("1\t_\t_\n_\t2\t_\n2\t1\t_\n", "table"),
        ("[[1, 0, 0], [0, 2, 0], [2, 1, 0]]", "zero"),
        ("[[1 0 0]\n [0 2 0]\n [2 1 0]]", "zero"),
        ("1\n 2 \n21 \n", "bare"),
        ("# Author: A.\n\n3 3\n1  \n 2 \n21 \n", "grid-stream"),
        (JANKO, "janko"),
        ('{"a": {"problem": [["1", "-", "-"], ["-", "2", "-"], ["2", "1", "-"]]}}', "table"),
        ('{"data": {"x": {"problem": "3 3\\n1 - -\\n- 2 -\\n2 1 -"}}}', "table"),
        ("3,0,7,2;0,1,2,5,4;3,6,7\n", "flow"),
    ],
)
def test_each_form_is_read(put, text: str, form: str) -> None:
    (record,) = puzzles(put("puzzle.txt", text))
    assert record.provenance is not None
    assert record.provenance.generator == f"import {form}"
    if form != "flow":
        assert record.puzzle["clues"] == CLUES


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("1,1\n2,2\n,\n1,1\n2,2\n", [(2, 2), (2, 2)]),
        ("1,2,\n,,\n1,2,\n", [(3, 3)]),  # a row of the board: without it there is no square
        ("1;;2\n;;\n;;\n1;;2\n;;3\n;;3\n", [(6, 3)]),  # neither square nor of equal height
        (
            "1\t\t\t1\t\n2\t\t\t2\t\n3\t\t\t3\t\n4\t\t\t4\t\n\t\t\t\t\n"
            "1\t\t\t\t1\n2\t\t\t\t2\n3\t\t\t\t3\n4\t\t\t\t4\n5\t\t\t\t5\n",
            [(4, 4), (5, 5)],
        ),
        ('"# Author: A, B",,\n1,,2\n1,,2\n\n1,,\n,,\n,,1\n', [(2, 3), (3, 3)]),
        ("1,1\n,\n1,1\n9,9\n,\n3,1\n", [(1, 2), (2, 2), None]),  # too high for one board
        ("1,1\n9,9\n,\n1,1\n8,9\n", [(2, 2), None]),
    ],
)
def test_rows_of_empty_cells_part_boards_or_belong_to_them(put, text: str, sizes) -> None:
    found = read(put("sheet.csv", text))
    assert [
        (one.puzzle["rows"], one.puzzle["cols"]) if isinstance(one, Record) else None
        for one in found
    ] == sizes
    if "Author" in text:
        assert [one.credit and one.credit.author for one in found] == ["A, B"] * 2  # type: ignore[union-attr]


def test_path_lists_bring_answers_holes_and_their_rule(put) -> None:
    source = put("pack.txt", "3,0,7,2,,8;0,1,2,5,4;3,6,7\n3,0,8,1,4;0,1,2\n3:1,0,9,1,,,0|1;0,1,2\n")
    first, bridges, walls = read(source)
    assert isinstance(first, Record)
    assert first.puzzle["blocked"] == [8]
    assert first.puzzle["rule"] == "cover"
    assert first.solution == {"paths": [[0, 1, 2, 5, 4], [3, 6, 7]]}
    assert first.provenance is not None
    assert first.provenance.extra["source_id"] == "7"
    assert first.provenance.extra["published"] == first.solution
    for found, line, word in ((bridges, 2, "bridges"), (walls, 3, "walls")):
        assert isinstance(found, Rejection)
        assert (found.line, word in found.reason) == (line, True)


def test_texts_of_janko_give_credit_and_answer(put) -> None:
    messages = {
        "file": "/Arukone/001.a",
        "data": {
            "puzzle": "arukone",
            "author": "A. B.",
            "source": "http://example.org",
            "problem": [["1", "-", "1"], ["2", "-", "2"]],
            "solution": [["o", "ow", "w"], ["o", "ow", "w"]],
        },
    }
    (record,) = puzzles(put("all.jsonl", json.dumps(messages) + "\n"))
    assert record.credit == Credit(author="A. B.", url="http://example.org")
    assert record.solution == {"paths": [[0, 1, 2], [3, 4, 5]]}
    assert record.provenance is not None
    assert record.provenance.extra["source_id"] == "/Arukone/001.a"


def penpa(shown: Mapping[str, object], shape: str = "square,3,3,38", cells: object = None) -> str:
    """Return an address; cells are counted from the corner of the grid with two rows round it."""
    messages = [16, 1, 1, 5, 1, 1, 5, 1, 1] if cells is None else cells
    numbers = (
        json.dumps({"zN": shown, "zS": {}}, separators=(",", ":"))
        .replace('"zN"', "zN")
        .replace('"zS"', "zS")
    )
    lines = [f"{shape},Title: A%2C B,Author: C. D.,", "[0,0,0,0]", "{}", numbers, "{}"]
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress("\n".join([*lines, json.dumps(messages)]).encode()) + packer.flush()
    return f"https://example.org/penpa-edit/#m=edit&p={base64.b64encode(packed).decode()}"


def test_addresses_of_penpa_give_board_and_credit(put) -> None:
    shown = {"16": ["1", 1, "1"], "24": [2, 1, "1"], "30": ["2", 1, "1"], "31": ["1", 1, "1"]}
    lines = [
        penpa(shown),
        penpa(shown, shape="hex,3,3,38"),
        penpa(shown)[:-9],
        penpa(shown, cells=[16, 1, 1, 5, 1]),
        penpa({**shown, "17": ["a b", 1, "1"]}),
        penpa({}),
        penpa(shown),
    ]
    found = read(put("all.txt", "\n".join(lines)))
    assert [isinstance(one, Record) for one in found] == [True, *[False] * 5, True]
    assert [one.line for one in found if isinstance(one, Rejection)] == [2, 3, 4, 5, 6]
    first = found[0]
    assert isinstance(first, Record)
    assert first.puzzle["clues"] == CLUES
    assert first.credit == Credit(author="C. D.", title="A, B")
    assert first.provenance is not None
    assert first.provenance.extra["line"] == 1


@pytest.mark.parametrize(
    "text",
    ["[[1, 2, 3], [4, 5, 6], [7, 0, 8]]", "[[1 2 3]\n [4 5 6]\n [7 0 8]]", "1,2,3\n4,5,6\n7,0,8\n"],
)
def test_lists_of_tiles_are_sliding_puzzles(put, text: str) -> None:
    (record,) = puzzles(put("tiles.txt", text))
    assert (record.kind, record.puzzle["start"]) == ("npuzzle", [[1, 2, 3], [4, 5, 6], [7, 0, 8]])


def test_answers_of_a_dataset_are_kept(put) -> None:
    messages = {
        "1_3x3": {"problem": "3 3\n1 - -\n- 2 -\n2 1 -", "solution": "3 3\n1 1 1\n2 2 1\n2 1 1"},
        "2_3x3": {"problem": "3 3\n1 - -\n- - -\n- - 1", "solution": "3 3\n1 1 1\n1 1 1\n1 1 1"},
        "3_3x3": {"problem": "3 3\n1 - -\n- 2 -\n2 1 -", "solution": "3 3\n1 2 1\n2 2 1\n2 1 1"},
    }
    found = puzzles(put("set.json", json.dumps({"name": "arukone", "data": messages})))
    published = [one.provenance.extra.get("published") for one in found]  # type: ignore[union-attr]
    assert published[0] == {"paths": [[0, 1, 2, 5, 8, 7], [4, 3, 6]]}
    assert sorted(the(published[1])["paths"][0]) == list(range(9))
    assert published[2] is None


def test_a_field_of_json_holds_the_grid_and_others_the_credit(put) -> None:
    source = put("all.json", json.dumps([{"cells": [[1, 0, 1]], "by": "A.", "nr": 12}]))
    (record,) = puzzles(
        source, format_name="json", grid="cells", fields={"author": "by", "source_id": "nr"}
    )
    assert record.credit == Credit(author="A.")
    assert record.provenance is not None
    assert record.provenance.extra["source_id"] == "12"
    (rejection,) = read(source, format_name="json", grid="grid")
    assert isinstance(rejection, Rejection)
    assert "--grid" in rejection.reason


def test_what_is_broken_does_not_stop_the_rest(put) -> None:
    source = put("all.txt", "2 1\naa\n\n2 1\nab\n\n2 1\nbb\n\n2001 1\n..\n")
    tally = ImportTally()
    found = list(read_collection([str(source)], ImportOptions(), tally))
    assert [isinstance(one, Record) for one in found] == [True, False, True, False]
    assert [one.line for one in found if isinstance(one, Rejection)] == [5, 10]
    assert "1 to 1000" in found[-1].reason  # type: ignore[union-attr]
    assert tally.sentence() == "import: 4 seen: 2 as numberlink (grid-stream) read; 2 rejected"


def test_rejections_are_reported_and_written(put, tmp_path: Path) -> None:
    source = put("all.txt", "2 1\naa\n\n2 1\nab\n")
    messages: list[str] = []
    rejected = tmp_path / "rejected.jsonl"
    found = read_collection([str(source)], ImportOptions())
    assert len(list(keep_records(found, str(rejected), messages.append))) == 1
    assert messages[0].startswith(f"{source}:5: expected each label exactly twice")
    line = json.loads(rejected.read_text("utf-8"))
    assert (line["file"], line["line"]) == (str(source), 5)


def test_a_square_run_together_is_no_board_of_one_row(put) -> None:
    source = put("flat.txt", "1 0 0 0 2 0 2 1 0\n")
    (rejection,) = read(source)
    assert isinstance(rejection, Rejection)
    assert "9 cells on one line" in rejection.reason
    (record,) = puzzles(source, format_name="zero")
    assert record.puzzle["rows"] == 1


def test_folders_patterns_and_archives(put, tmp_path: Path) -> None:
    put("in/a.txt", "2 1\naa\n")
    put("in/deep/b.csv", "1,1\n")
    put("in/.hidden", "2 1\nxx\n")
    put("in/c.bin", "\0")
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("x/d.txt", "2 1\nbb\n")
    found = read(tmp_path / "in", tmp_path / "in" / "*.txt", archive)
    names = [
        one.file if isinstance(one, Rejection) else one.provenance.extra["file"]  # type: ignore[union-attr]
        for one in found
    ]
    assert names == [
        *(str(tmp_path / "in" / name) for name in ("a.txt", "c.bin", "deep/b.csv", "a.txt")),
        f"{archive}/x/d.txt",
    ]
    assert isinstance(found[1], Rejection)
    with refused(StoreError):
        read(tmp_path / "nowhere*")


def test_comments_sidecars_and_options_fill_the_credit_in_this_order(put) -> None:
    source = put(
        "all.txt",
        "# Licence: CC0\n2 1\naa\n\n# Author: B.\n2 1\nab\n\n2 1\naa\n\n# Author: C.\n2 1\naa\n",
    )
    put("all.toml", 'author = "Beside"\ntitle = "All"\n')
    records = [
        one
        for one in read(source, credit=Credit(author="Given", url="u"))
        if isinstance(one, Record)
    ]
    credits = [record.credit for record in records]
    assert [credit and credit.author for credit in credits] == ["Beside", "Beside", "C."]
    assert {credit and (credit.title, credit.url, credit.licence) for credit in credits} == {
        (None, "u", "CC0")
    }
    assert {record.origin["collection"] for record in records} == {"All"}


def test_a_rule_of_one_kind_leaves_the_others_their_own(put) -> None:
    source = put("all.txt", "begin\npuzzle hashi\nproblem\n1 - 1\nend\n")
    other = put("other.txt", "2 1\naa\n")
    hashi, numberlink = puzzles(source, other, rule="cover")
    assert (hashi.kind, numberlink.puzzle["rule"]) == ("hashi", "cover")
    with pytest.raises(ConfigError):
        read(other, rule="fast")


@pytest.mark.parametrize("text", ['{"problem": ' + "[" * 10**5, '{"problem": [[' + "9" * 5000])
def test_json_without_end_is_rejected_with_a_message(put, text: str) -> None:
    for ending in ("", "]]}", "\n{}\n"):
        (found,) = read(put("deep.json", text + ending))
        assert isinstance(found, Rejection)
        assert "expected JSON" in found.reason


def test_a_carriage_return_in_a_sheet_is_white_space() -> None:
    """Files are read without them, archives keep them."""
    assert [one.text for one in carried_texts("1\r;1\n2\r9;2\n")] == ["1 1\n2 9 2\n"]


MIXED = """# Author of all puzzles in this file: A &amp; B
https://puzz.link/p?numlin/3/2/1g22g1
https://puzz.link/p?kakuro/3/3/abc
https://puzz.link/p?hashikake/3/3/2g2i2g2
https://puzz.link/p?numlin/x/2/1g22g1
https://puzz.link/p?numlin/3/2/1g22g1
hello
"""
FILES = (
    "pzprv3\nnumlin\n2\n3\n1 . 2\n1 . 2\npzprv3/kakuro/1/1/1/\n"
    "pzprv3\nnumlin\n2\nx\npzprv3\nhashikake\n1\n3\n1 . 1\n"
)


@pytest.mark.parametrize(
    ("text", "lines", "rejected"),
    [(MIXED, [2, 4, 6], [3, 5, 7]), (FILES, [1, 12], [7, 9])],
    ids=["addresses", "files"],
)
def test_another_game_ends_no_file(put, text: str, lines: list[int], rejected: list[int]) -> None:
    found = read(put("mixed.txt", text))
    records = [one for one in found if isinstance(one, Record)]
    assert [one.origin["line"] for one in records] == lines
    assert [one.line for one in found if isinstance(one, Rejection)] == rejected
    if text == MIXED:
        assert {one.credit.author for one in records if one.credit} == {"A & B"}


def test_records_without_provenance_are_counted(put) -> None:
    (one,) = puzzles(put("one.txt", "1 0 1\n"), format_name="table")
    path = put("own.jsonl", dump_record(one.with_(provenance=None)) + "\n")
    tally = ImportTally()
    assert len(list(read_collection([str(path)], ImportOptions(), tally))) == 1
    assert tally.sentence() == "import: 1 seen: 1 as numberlink (jsonl) read"


def test_an_unknown_field_is_refused(put) -> None:
    with refused(ConfigError):
        read(put("one.txt", "1 0 1\n"), fields={"auther": "by"})


@pytest.mark.parametrize(
    ("name", "text", "form", "lines"),
    [
        ("ids.txt", "3x3:1,2,3,4,5,6,7,0,8\n3x3:1,2,3,4,5,6,0,7,8\n", "tatham", [1, 2]),
        ("map.txt", "# a map\n# by: me\n2.3\n...\n..1\n", "map", [3]),
        ("head.csv", "a,b,c\n1,,\n,2,\n2,1,\n", "table", [2]),
        ("size.txt", "3 4\n1 - -\n- 2 -\n2 1 -\n- - -\n", "table", [2]),
        ("korf.txt", "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\t41\t57\t1369596778\n", "line", [1]),
        ("line.csv", f"id,quizzes,solutions\n7,{'1' + '.' * 80},{'1' * 81}\n", "line", [2]),
    ],
)
def test_text_beside_a_puzzle_does_not_keep_it_from_being_read(
    put, name, text, form, lines
) -> None:
    records = puzzles(put(name, text))
    assert [one.origin["line"] for one in records] == lines
    assert all(one.provenance.generator == f"import {form}" for one in records)  # type: ignore[union-attr]
    if name == "korf.txt":
        assert records[0].puzzle["goal"][0][0] == 0
        assert records[0].origin["source_id"] == "1"
    if name == "line.csv":
        assert records[0].origin["source"] == {"id": "7"}
        assert records[0].origin["published"] == {"numbers": [[1] * 9] * 9}


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz"])
def test_packed_files_are_read_and_spoilt_ones_refused(put, tmp_path: Path, ending: str) -> None:
    packers: dict[str, Any] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
    pack = packers[ending]
    path = tmp_path / f"all.txt.{ending}"
    path.write_bytes(pack(b"2 1\naa\n" * 100))
    assert len(puzzles(path)) == 100
    (record,) = puzzles(put("one.txt", "2 1\naa\n"))
    own = tmp_path / f"own.jsonl.{ending}"
    own.write_bytes(pack(f"{dump_record(record)}\n".encode()))
    assert puzzles(own) == [record]
    for spoilt in (path, own):
        spoilt.write_bytes(spoilt.read_bytes()[:-12])
        found = read(spoilt)
        assert isinstance(found[-1], Rejection)
        assert "expected a whole packed file" in found[-1].reason


def test_a_filled_board_is_called_an_answer(put) -> None:
    (rejection,) = read(put("out.txt", "ABB\nACB\nAAB\n"))
    assert isinstance(rejection, Rejection)
    assert "found a filled board" in rejection.reason


def test_objects_of_one_file_are_read_in_the_form_that_reads_them_all(put) -> None:
    # The second alone might be Numberlink; the first cannot.
    boards = ["2 - 3\n- - -\n1 - 2", "2 - 2\n- - -\n1 - 1"]
    found = read(put("two.json", json.dumps([{"problem": board} for board in boards])))
    alone = read(put("one.json", json.dumps([{"problem": boards[1]}])))
    kinds = [one.kind for one in (*found, *alone) if isinstance(one, Record)]
    assert kinds == ["hashi", "hashi", "numberlink"]


def test_addresses_keep_what_only_begins_like_an_entity(put) -> None:
    address = "http://example.org/?a=1&section=2&copy=3"
    (one,) = read(
        put("one.txt", f"# Author: &#931;. &amp; Co\n# Source: {address}\n1..\n.2.\n21.\n")
    )
    assert isinstance(one, Record)
    assert one.credit == Credit(author="Σ. & Co", url=address)


def test_a_text_of_janko_that_was_cut_is_no_smaller_board(put) -> None:
    board = ["1 2 2", "2 2 1", "3 1 2"]
    text = "begin\npuzzle hitori\nrows 3\ncols 3\nproblem\n"
    (whole,) = read(put("whole.txt", text + "\n".join([*board, "end\n"])))
    (cut,) = read(put("cut.txt", text + "\n".join(board[:2])))
    assert isinstance(whole, Record)
    assert isinstance(cut, Rejection)
    assert cut.reason.startswith("expected 3 rows below 'problem', as given by 'rows', found 2")
    huge = text.replace("rows 3", f"rows {'9' * 5000}") + "\n".join([*board, "end\n"])
    (odd,) = read(put("odd.txt", huge))
    assert isinstance(odd, Rejection)


ROOMS = "begin\npuzzle heyawake\nsize 4\n{}areas\na a b b\na a b b\nb b a a\nb b a a\nend\n"


@pytest.mark.parametrize("problem", ["", "problem\n2 - - -\n- - 1 -\n- - - -\n- - - -\n"])
def test_rooms_may_share_a_letter_and_have_no_numbers(tmp_path: Path, problem: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(ROOMS.format(problem), encoding="utf-8")
    (record,) = puzzles(path)
    assert record.puzzle["regions"] == [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    assert record.puzzle["clues"][0] == ([2, -1, 1, -1] if problem else [-1] * 4)


def test_black_cells_of_yajilin_have_two_signs(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    boards = [f"begin\npuzzle yajilin\nproblem\n- 1s - -\n- - - {sign}\n" for sign in "x@"]
    path.write_text("".join(f"{board}- - - -\n- - - -\nend\n" for board in boards))
    first, second = puzzles(path)
    assert first.puzzle == second.puzzle


@pytest.mark.parametrize("kind_id", ["killer", "calcudoku"])
def test_cages_without_a_game_are_of_the_kind_that_fits(tmp_path: Path, kind_id: str) -> None:
    (kind, form), *_ = owners_of(f"{kind_id}/janko")
    path = tmp_path / "a.txt"
    for board in [*example_boards(kind), *preset_boards(kind)]:
        lines = form.write([(board.clues, board.solution)]).splitlines()
        path.write_text("\n".join(line for line in lines if not line.startswith("puzzle")))
        (record,) = puzzles(path)
        assert (record.kind, record.puzzle) == (kind_id, kind.encode(board.clues))


@pytest.mark.skipif("PUBLISHED_BOARDS" not in os.environ, reason="needs boards of others")
@pytest.mark.parametrize("kind_id", ["killer", "heyawake", "yajilin"])
def test_published_boards_without_a_game_are_recognised(tmp_path: Path, kind_id: str) -> None:
    path = tmp_path / "a.json"
    for line in (PUBLISHED / f"{kind_id}.jsonl").read_text(encoding="utf-8").splitlines():
        board = json.loads(line)
        del board["data"]["puzzle"]
        path.write_text(json.dumps(board), encoding="utf-8")
        assert [record.kind for record in puzzles(path)] == [kind_id]


def test_an_oblong_board_of_numbers_keeps_its_answer(tmp_path: Path) -> None:
    (kind, form), *_ = owners_of("suguru/janko")
    clues = boards_of("suguru").make_clues(2, 3, [1, 0, 0, 0, 0, 0], regions=[0] * 6)
    numbers = {"numbers": [[1, 2, 3], [4, 5, 6]]}
    path = tmp_path / "a.txt"
    path.write_text(form.write([(clues, kind.decode_solution(clues, numbers))]))
    (record,) = puzzles(path)
    assert record.solution == numbers
    assert read_puzzle(record).solution is not None


@pytest.mark.parametrize("cell", ["x" * 140_000, '"' + "1\n" * 70_000])
def test_a_sheet_with_an_endless_cell_is_refused(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"problem,solution\n{cell}\n", encoding="utf-8")
    (found,) = read(path)
    assert isinstance(found, Rejection)
    assert "check its quotation marks" in found.reason
