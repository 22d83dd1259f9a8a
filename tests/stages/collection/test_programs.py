"""Files and addresses of other programs are read whole, or refused by name."""

import json
from urllib.parse import quote

import pytest

from pipeline.stages.collection.import_stats import Rejection
from tests.stages.collection.reads import puzzles, read

LINE = "..3.1.2..541.6.....2.79.5..13....7...8.....6...7....35..9.41.7.....3.419..6.7.8.."
ANSWER = "793415286541268397628793541134659728985327164267184935359841672872536419416972853"
ZEROS = LINE.replace(".", "0")
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
CLUES = [[int(sign) for sign in ZEROS[at : at + 9]] for at in range(0, 81, 9)]
SMALL = [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]]
SLITHER = "3....\n..2.2\n3...1\n2...3\n2.3.2\n"
# Made by lz-string 1.5.0, the last one from what SudokuPad's PuzzleZipper makes.
FPUZZLES = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QDEAfgOwDMRUBDAVzQAsB7AJwRAEEA6AAgGUY00MFqgDmTCABMEAbWnAAvslAA3S"
    "lmq4AjKIjKYxBGiYbFCpfIC6yOadtKQq9bgBMOvQfhGTVuQ7UaEAGY3fUNjGDszBR8o0z8nIJCPLwjzCwt5IA"
)
KILLER = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QDEAfgOwDMRUBDAVzQAsB7AJwRAEEA6AAgGUY00MFqgDmTCABMEAbWnAAvslAA3S"
    "lmq4AjKIjKYxBGiYbFCpfIC6yOadtKQq9bgBMOvQfhGTVuQ7UaEAGY3fUNjGDszBR8o0z8nIJCPLwjzCysQAGsILBw"
    "mAGNKEVxffJhcsBkQACVNAGFNEAzHALxAkEt5IA"
)
SCL = (
    "N4WwpgLghgJl0C5hQK4QBYHsBOCDkAQngDQT4CSEAOngM4AEALHgL7EDGYCA2t8cADcEARjbEAusT7F+QgEwtJ3QQgDM"
    "YiVJkr1Eydi69uABmLGlp4ReJylws+KUniquy7e2p9q07kOpqv7cflYBxD5SwTZKfq5hntyBro4cUDwqeKgYOAj0ALJg"
    "rOIsQA=="
)


def drawn(rows: list[str], bar: str = "|", cell: str = "", rule: str = "---+---+---") -> str:
    lines = [bar.join(cell.join(row[at : at + 3]) for at in (0, 3, 6)) for row in rows]
    return "".join(
        f"{line}\n" + (f"{rule}\n" if at in (2, 5) else "") for at, line in enumerate(lines)
    )


def framed(text: str) -> str:
    inner = "".join(f" |{line}|\n" for line in text.splitlines())
    return f" *-----------*\n{inner} *-----------*\n"


SPACES = [row.replace(".", " ") for row in ROWS]
DRAWN = {
    "bars": drawn(ROWS, " | ", " ", "------+-------+------"),
    "simple sudoku": framed(drawn(ROWS)),
    "simple sudoku, X": drawn([row.replace(".", "X") for row in ROWS], rule="-----------"),
    "two": framed(drawn(ROWS)) * 2,
    "titles": f"First:\n{framed(drawn(ROWS))}\nSecond:\n{drawn(ROWS)}",
    "dashes": drawn([row.replace(".", "-") for row in ROWS], " | ", " ", "------+-------+------"),
    "spaces": drawn(SPACES, " | ", " ", "------+-------+------"),
    "spaces, cut": "".join(f"{line.rstrip()}\n" for line in drawn(SPACES, " | ", " ").split("\n")),
    "a bar for each cell": "".join(f"{'+---' * 9}+\n| {' | '.join(row)} |\n" for row in SPACES),
    "box drawing": "".join(f"│ {' │ '.join(row)} │\n{'├───┼───'}\n" for row in SPACES),
    "a table of Markdown": f"|{'   |' * 9}\n|{'---|' * 9}\n"
    + "".join(f"| {' | '.join(row)} |\n" for row in SPACES),
    "groups": drawn(ROWS, " ", rule=""),
    "rules only": drawn(ROWS, "", rule="---------"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_grids(put, name: str) -> None:
    found = puzzles(put("drawn.txt", DRAWN[name]))
    assert [(one.kind, one.puzzle["clues"]) for one in found] == [("sudoku", CLUES)] * (
        1 + (name in ("two", "titles"))
    )
    if name == "titles":
        assert [one.credit.title for one in found if one.credit] == ["First", "Second"]
        assert [one.provenance.extra["line"] for one in found if one.provenance] == [3, 17]


def test_boxes_are_those_that_are_drawn(put) -> None:
    rows = ["1.|..|5.", "..|3.|.2", ".4|..|1.", "--+--+--", "..|6.|.3", "5.|.2|..", ".1|..|4."]
    (found,) = puzzles(put("six.txt", "\n".join(rows)))
    assert found.puzzle["regions"][0] == [0, 0, 1, 1, 2, 2]


def test_cells_with_candidates_are_empty(put) -> None:
    text = "\n".join(
        " ".join("1249" if sign == "." else sign for sign in row) for row in ROWS
    ).replace("5 4 1", "u5 4 1")
    (found,) = puzzles(put("progress.sdx", text))
    assert found.puzzle["clues"] == [CLUES[0], [0, *CLUES[1][1:]], *CLUES[2:]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (framed(drawn(ROWS)).replace("|541|.6.|...|", "|541|.6.|..|"), 2),
        ("".join(framed(drawn(ROWS)).splitlines(keepends=True)[:-3]) + framed(drawn(ROWS)), 1),
    ],
)
def test_a_drawn_grid_with_a_short_row_is_refused(put, text: str, line: int) -> None:
    found = read(put("short.txt", text))
    assert isinstance(found[0], Rejection)


ENTRIES = {
    "bank": f"0123456789ab {ZEROS}  1.5",
    "number and answer": f"1 {LINE} {ANSWER}",
    "answer": f"{LINE},{ANSWER}",
    "rating": f"{LINE};7.2/1.2/1.2;Name",
    "comment": f"{LINE} # ED=7.2",
    "HoDoKu": f":0703:9:{'+9+7' + LINE[2:]}:913 213:::",
    "sudokuwiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={ZEROS}",
    "sudokuwiki, candidates": "https://www.sudokuwiki.org/sudoku.htm?bd="
    + "".join("vu" if sign == "." else f"{2 << int(sign) - 1 | 1:0>2x}" if int(sign) < 4
              else {"4": "0h", "5": "11", "6": "21", "7": "41", "8": "81", "9": "g1"}[sign]
              for sign in LINE),
    "path": f"My first: https://sudoku.example/play/{LINE} ",
}  # fmt: skip


@pytest.mark.parametrize("name", ENTRIES)
def test_lines_with_a_sudoku_and_more(put, name: str) -> None:
    found = puzzles(put("lines.txt", f"{ENTRIES[name]}\n" * 2))
    assert [(one.kind, one.puzzle["clues"]) for one in found] == [("sudoku", CLUES)] * 2
    one = found[1]
    assert (one.solution is not None) == ("answer" in name)
    assert one.provenance is not None
    assert one.provenance.extra["line"] == 2
    extra = {key: one.provenance.extra.get(key) for key in ("source_id", "source")}
    expected = {
        "bank": {"source_id": "0123456789ab", "source": {"difficulty": "1.5"}},
        "number and answer": {"source_id": "1", "source": None},
        "comment": {"source_id": None, "source": {"info": "ED 7.2"}},
    }
    assert extra == expected.get(name, extra)
    assert (one.credit and one.credit.title) == ("My first" if name == "path" else None)


def test_other_lines_are_listed(put) -> None:
    text = f"My Sudokus\n1 {LINE}\n2 {LINE[:-1]}\n# Author: A. B.\n3 {LINE}\n"
    found = read(put("odd.txt", text))
    assert sorted(one.line or 0 for one in found if isinstance(one, Rejection)) == [3]
    right = [one for one in found if not isinstance(one, Rejection)]
    assert [one.credit and one.credit.author for one in right] == [None, "A. B."]


@pytest.mark.parametrize(
    ("address", "title"),
    [
        (f"https://www.f-puzzles.com/?load={FPUZZLES}", "Fünf"),
        (f"- [Name](https://sudokupad.app/fpuz{quote(FPUZZLES)})", "Fünf"),
        (f"https://sudokupad.app/scl{SCL}", "It's 4"),
        (f"https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{SCL}", "It's 4"),
    ],
)
def test_addresses_of_setters(put, address: str, title: str) -> None:
    (found,) = puzzles(put("address.txt", f"{address}\n"))
    assert found.puzzle["clues"] == SMALL
    assert found.credit is not None
    assert (found.credit.title, bool(found.credit.author)) == (title, True)
    assert (found.puzzle["regions"][1] == [0, 1, 1, 1]) == (title == "It's 4")


SAVED = (
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Bridges\n"
    "PARAMS  :5:3x3m2\nCPARAMS :5:3x3m2\nDESC    :5:2a3e1\nNSTATES :1:1\nSTATEPOS:1:1\n"
)
IPUZ = {"kind": ["http://ipuz.org/sudoku#1"], "title": "T", "puzzle": [
    [0, {"cell": 1}, None, 0], *SMALL[1:]]}  # fmt: skip
ZIP = {"game": "zip", "grid_size": [3, 3], "nodes": [
    {"id": 1, "row": 0, "col": 0}, {"id": 2, "row": 2, "col": 2}], "walls": []}  # fmt: skip
FILE = "pzprv3/nurikabe/2/2/2%20.%20/.%20.%20/"
PENPA = "https://swaroopg92.github.io/penpa-edit/?m=solve&p="
ADDRESS = "https://puzz.link/p?slither/5/5/dj72dg1cg3782"
CELLS = "".join(f"{sign}|0|{int(sign == '0')}|" for sign in ZEROS)
FILES = {
    "save.sav": (SAVED, "hashi"),
    "one.opensudoku": (f'<opensudoku><name>Mine</name><game data="{ZEROS}" />', "sudoku"),
    "two.opensudoku": (f'<opensudoku><game state="1" data="version: 1&#10;{CELLS}"/>', "sudoku"),
    "three.opensudoku2": (
        f'<opensudoku2 version="3"><folder folder_name="F"><game cells_data="{ZEROS}"/>', "sudoku"),
    "sadman.sdk": ("[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(ROWS), "sudoku"),
    "simple.ss": ("\n".join(ROWS).replace(".", "X"), "sudoku"),
    "wrapped.ipuz": (f"ipuz({json.dumps(IPUZ)})", "sudoku"),
    "plain.ipuz": (json.dumps(IPUZ), "sudoku"),
    "mini.json": (json.dumps({"game": "minisudoku", "grid_size": 4, "cells": SMALL}), "sudoku"),
    "zip.json": (json.dumps(ZIP), "zip"),
    "walls.json": (json.dumps({**ZIP, "walls": [[[0, 0], [1, 0]], [[1, 2], [1, 1]]]}), "zip"),
    "loop.slk": (f"# loop\n5 5\n\n{SLITHER}\n.....\n-...x\n", "slitherlink"),
    "file.txt": (f"https://puzz.link/p?{FILE}\n", "nurikabe"),
    "editor.txt": (f"1. https://puzz.link/p?type=editor&{FILE}\n", "nurikabe"),
    "nested.txt": (f"{PENPA}{quote(ADDRESS, safe='')}\n", "slitherlink"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_files(put, name: str) -> None:
    text, kind = FILES[name]
    (found,) = puzzles(put(name, text))
    assert found.kind == kind
    if "walls" in name:
        assert found.puzzle["between"] == [[0, 3, "|"], [4, 5, "|"]]
    if "sudoku" in name or name in ("sadman.sdk", "simple.ss"):
        assert found.puzzle["clues"] == CLUES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://f-puzzles.com/?id=yab2c3", "is on its site"),
        ("https://sudokupad.app/abc123def", "is on its site"),
        (f"https://sudokupad.app/fpuz{FPUZZLES[:100]}", "it was cut"),
        (json.dumps({**ZIP, "walls": [[[0, 0], [2, 0]]]}), "between two neighbours"),
        (
            json.dumps({**IPUZ, "kind": ["http://ipuz.org/crossword#1"]}),
            "the game 'crossword' of ipuz",
        ),
        (SAVED.replace("7:Bridges", "5:Mines"), "a puzzle of the game 'Mines'"),
        (SAVED[:100], "DESC in a save file"),
        (json.dumps({"game": "chess", "grid_size": [2, 2], "cells": SMALL}), "the game 'chess'"),
    ],
)
def test_what_no_kind_has_is_named(put, text: str, said: str) -> None:
    (found,) = read(put("foreign.txt", f"{text}\n"))
    assert isinstance(found, Rejection)
    assert said in found.reason


def test_a_killer_of_f_puzzles_has_its_cages_and_numbers(put) -> None:
    (found,) = puzzles(put("address.txt", f"https://f-puzzles.com/?load={KILLER}\n"))
    assert (found.kind, found.puzzle["clues"]) == ("killer", SMALL)
    assert found.puzzle["cages"]


def test_sudokupad_writes_rows_as_cages_and_an_answer(put) -> None:
    row = {"type": "rowcol", "cells": [[0, at] for at in range(4)], "unique": True, "hidden": True}
    sums = [{"cells": [[0, 0], [1, 0]], "value": "3"}, {"value": "title: One"}]
    answer = [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]
    flat = [number for numbers in answer for number in numbers]
    data = {"cells": [[{"value": 1}, {}, {}, {}], *[[{}] * 4] * 3], "solution": flat}
    for cages, kind in (([row], "sudoku"), ([row, *sums], "killer")):
        (one,) = puzzles(put("a.json", json.dumps({**data, "cages": cages})))
        assert (one.kind, len(one.puzzle.get("cages", ()))) == (kind, len(cages) // 3)
        assert one.solution == {"numbers": answer}
        assert one.puzzle["clues"][0] == [1, 0, 0, 0]


def test_rows_of_signs_below_a_size(put) -> None:
    for text in (SLITHER, f"5 5\n\n{SLITHER}"):
        (found,) = puzzles(put("rows.txt", text))
        assert (found.kind, found.puzzle["rows"]) == ("slitherlink", 5)


@pytest.mark.parametrize(
    ("text", "line", "said", "read_as"),
    [
        (LINE[:-1], 1, "expected 81 signs", "sudoku (line)"),
        ("\n".join([*ROWS[:3], ROWS[3][:-1], *ROWS[4:]]), 4, "9 rows of 9 signs", "sudoku (rows)"),
        ("\n".join(ROWS[:8]), 8, "found 8 of them", "sudoku (rows)"),
        ("\n".join(" ".join(row[: 9 - (at == 3)]) for at, row in enumerate(ROWS)), 4, "", "sudoku"),
        (SLITHER.replace("3...1", "3"), 3, "rows of 5 signs", "slitherlink (rows)"),
        ("5x5:a1b2", 1, "expected 25 cells", "(tatham)"),
        ("begin\npuzzle sudoku\nproblm\n- 1\nend", 1, "'sudoku' without a whole board", ""),
        ("%PDF-1.7", None, "found a PDF", ""),
        ("<!DOCTYPE html>", 1, "a page", ""),
        ("no puzzle here", 1, "in a form that a kind reads, found 'no puzzle here'", ""),
    ],
)  # fmt: skip
def test_a_refusal_names_the_nearest_form_and_the_first_odd_line(
    put, text: str, line: int | None, said: str, read_as: str
) -> None:
    (found,) = read(put("broken.txt", f"{text}\n"))
    assert isinstance(found, Rejection)
    assert found.line == line
    assert said in found.reason
    assert read_as in found.reason


def test_comments_above_a_drawn_grid_are_its_credit(put) -> None:
    text = f"# Author: A. B.\n{DRAWN['bars']}\n# Author: C. D.\n{DRAWN['bars']}"
    found = puzzles(put("credit.txt", text))
    assert [one.credit and one.credit.author for one in found] == ["A. B.", "C. D."]


@pytest.mark.parametrize(
    "text", ["2;;2;;;4\n;;;;;\n3;;3;;;1\n", "2;;2;\n;;;\n2;;2;\n;;;\n", "1;;2\n;;\n;;1\n"]
)
def test_empty_rows_of_a_sheet_belong_to_hashi(put, text: str) -> None:
    (found,) = puzzles(put("bridges.csv", text), format_name="hashi/table")
    assert (found.puzzle["rows"], found.puzzle["cols"]) == (
        text.count("\n"), text.partition("\n")[0].count(";") + 1,
    )  # fmt: skip
