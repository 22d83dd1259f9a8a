"""Each spelling in which fans keep a kind is read as the same board, or refused by name."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.stages.collection.export import export_text
from pipeline.stages.collection.import_stats import Rejection
from tests.kinds.kit.sites.test_penpa import address
from tests.known import the
from tests.stages.collection.reads import puzzles, read

REGIONS = ("ACCCCGG", "ABBCDGG", "AABDDDD", "BBBDFDD", "EDDDFFD", "EFFFFFF", "EEEEEFF")
CELLS = {str(ord(name) - 65): [[r, c] for r, row in enumerate(REGIONS) for c, one in enumerate(row)
                               if one == name] for name in "ABCDEFG"}  # fmt: skip
QUEENS = {
    "rows": "".join(f"{row}\n" for row in REGIONS),
    "table": "".join(f"{' '.join(row)}\n" for row in REGIONS),
    "numbers": "".join(f"{' '.join(str(ord(one) - 64) for one in row)}\n" for row in REGIONS),
    "colorRegions": json.dumps({"size": 7, "colorRegions": [[*row] for row in REGIONS]}),
    "regions": json.dumps({"regions": [[ord(one) for one in row] for row in REGIONS]}),
    "archive": json.dumps({"game": "queens", "date": "2026-01-01", "grid_size": [7, 7],
                           "regions": CELLS}),
    "board": json.dumps({"game": "queens", "number": 3, "grid_size": [7, 7],
                         "board": [[*row] for row in REGIONS]}),
    "nested": json.dumps({"game": "queens", "version": 1,
                          "puzzles": [{"id": 1, "n": 7, "regions": [[*row] for row in REGIONS]}]}),
    "arrays": json.dumps([[*row] for row in REGIONS]),
    "texts": "board = [\n" + "".join(f"    '{row}',\n" for row in REGIONS) + "]\n",
    "objects": json.dumps({"size": 7, "regions": [
        {"id": name, "cells": [{"row": r, "col": c} for r, c in cells]}
        for name, cells in CELLS.items()]}),
    "title": "".join(f"{row}\n" for row in ("Level 12", *REGIONS)),
}  # fmt: skip
_ROWS, _COLUMNS = ((1,), (2,), (5,), (2,), (1,)), ((1,), (1,), (5,), (3,), (1,))
GOAL = "0010000110111110011000100"
NONOGRAM = {
    "non": (
        'title "Arrow"\nby "A. Setter"\nlicense CC-BY-4.0\nwidth 5\nheight 5\n\nrows\n1\n2\n5\n2\n'
        f'1\n\ncolumns\n1\n1\n5\n3\n1\n\ngoal "{GOAL}"\n'
    ),
    "nin": "5 5\n1\n2\n5\n2\n1\n1\n1\n5\n3\n1\n",
    "xml": (
           '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "pbn.dtd">\n<puzzleset>\n'
           '<puzzle type="grid" defaultcolor="black">\n<title>Arrow</title>\n<author>A. Setter'
           '</author>\n<clues type="columns">\n'
           + "".join(f"<line><count>{n}</count></line>\n" for (n,) in _COLUMNS)
           + '</clues>\n<clues type="rows">\n'
           + "".join(f"<line><count>{n}</count></line>\n" for (n,) in _ROWS)
           + '</clues>\n<solution type="goal">\n<image>\n'
           + "".join(f"|{GOAL[at:at + 5].translate(str.maketrans('01', '.X'))}|\n"
                     for at in range(0, 25, 5))
           + "</image>\n</solution>\n</puzzle>\n</puzzleset>\n"
    ),
    "licensed": json.dumps({"rows": _ROWS, "columns": _COLUMNS, "goal": GOAL, "title": "Arrow",
                            "author": "A. Setter", "license": "CC0-1.0", "width": 5}),
    "picture": ("<puzzleset><puzzle><title>Arrow</title><solution><image>\n"
                "|..X..|\n|..XX.|\n|XXXXX|\n|..XX.|\n|..X..|\n</image></solution></puzzle>\n"
                "</puzzleset>\n"),
    **{" ".join(names): json.dumps(dict(zip(names, (_ROWS, _COLUMNS), strict=True)))
       for names in (("rows", "cols"), ("rows", "columns"), ("hor", "ver"), ("side", "top"),
                     ("row_clues", "col_clues"), ("rowHints", "columnHints"),
                     ("row_constraints", "column_constraints"), ("clueRows", "clueCols"))},
}  # fmt: skip
CAGES = (
    (10, (0, 1, 4, 5)),
    (10, (2, 3, 6, 7)),
    (4, (8,)),
    (6, (9, 12, 13)),
    (10, (10, 11, 14, 15)),
)
_OF_CELL = {cell: (at, total) for at, (total, cells) in enumerate(CAGES) for cell in cells}
_NAMED = [{"cells": [f"R{c // 4 + 1}C{c % 4 + 1}" for c in cells], "value": str(total)}
          for total, cells in CAGES]  # fmt: skip


def _penpa(cages: Sequence[tuple[int, Sequence[int]]]) -> str:
    """Return an address of penpa-edit: cages, and totals in the first quarters of cells."""
    own = [[(c // 4 + 2) * 8 + c % 4 + 2 for c in cells] for _, cells in cages]
    totals = {
        str(4 * (64 + cells[0])): [str(total), 1]
        for cells, (total, _) in zip(own, cages, strict=True)
    }
    places = sorted(cell for cells in own for cell in cells)
    steps = [cell - before for before, cell in pairwise([0, *places])]
    shown = json.dumps({"killercages": own, "numberS": totals})
    return address("square,4,4,38,0,1,1", "", "{}", shown, "{}", json.dumps(steps))


KILLER = {
    "totals first": "2x2::k:" + "".join(f"{256 * total + at}:" for _, (at, total)
                                        in sorted(_OF_CELL.items())),
    "cages first": "2x2::k:" + "".join(
        f"{256 * at + total * (cell == CAGES[at][1][0])}:"
        for cell, (at, total) in sorted(_OF_CELL.items())),
    "sumocue": "SumoCueV1" + "".join(
        f"={total}" if cell == CAGES[at][1][0] else f"+{CAGES[at][1][0]}"
        for cell, (at, total) in sorted(_OF_CELL.items())),
    "penpa": _penpa(CAGES),
    "f-puzzles": json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "killercage": _NAMED}),
    "sudokupad": json.dumps({"cells": [[{}] * 4] * 4, "cages": [
        {"cells": [[c // 4, c % 4] for c in cells], "value": total} for total, cells in CAGES]}),
    "json": json.dumps({"size": 4, "cages": [{"cells": [*cells], "sum": total}
                                             for total, cells in CAGES]}),
}  # fmt: skip
KAKURO = {
    "bars": r"""
        |  x  |17\  |24\  |  x  |  x  |
        |  \16|  -  |  -  |20\  |  \  |
        |  \23|  -  |  -  |  -  |15\  |
        |  x  |  \23|  -  |  -  |  -  |
        |  x  |  x  |  \14|  -  |  -  |""",
    "dashes": r"""
        | -\- |17\- |24\- | -\- | -\- |
        | -\16|  .  |  .  |20\- | -\- |
        | -\23|  .  |  .  |  .  |15\- |
        | -\- | -\23|  .  |  .  |  .  |
        | -\- | -\- | -\14|  .  |  .  |""",
    "letters": "5,5\n*,C17,C24,*,*\nF16,?,?,C20,*\nF23,?,?,?,C15\n*,F23,?,?,?\n*,*,F14,?,?\n",
    "colons": ":   17: 24: :   :\n:16 _ _ 20: :\n:23 _ _ _ 15:\n: :23 _ _ _\n: : :14 _ _\n",
    "numbers": "-1 17: 24: -1 -1\n:16 0 0 20: -1\n:23 0 0 0 15:\n-1 :23 0 0 0\n-1 -1 :14 0 0\n",
    "csv": "\\,17\\,24\\,\\,\\\n\\16,,,20\\,\\\n\\23,,,,15\\\n\\,\\23,,,\n\\,\\,\\14,,\n",
    "tuples": ("x,\"(17,0)\",\"(24,0)\",x,x\n\"(0,16)\",,,\"(20,0)\",x\n\"(0,23)\",,,,\"(15,0)\"\n"
              "x,\"(0,23)\",,,\nx,x,\"(0,14)\",,\n"),
    "across first": ("x (0,17) (0,24) x x\n(16,0) _ _ (0,20) x\n(23,0) _ _ _ (0,15)\n"
                    "x (23,0) _ _ _\nx x (14,0) _ _\n"),
    "two wide": ("XX 17\\XX 24\\XX XX XX\nXX\\16 __ __ 20\\XX XX\nXX\\23 __ __ __ 15\\XX\n"
                 "XX XX\\23 __ __ __\nXX XX XX\\14 __ __\n"),
    "below a title": ("Kakuro 12\n\n:   17: 24: :   :\n:16 _ _ 20: :\n:23 _ _ _ 15:\n: :23 _ _ _\n"
                      ": : :14 _ _\n"),
    "json": json.dumps([["\\", "17\\", "24\\", "\\", "\\"], ["\\16", "", "", "20\\", "\\"],
                        ["\\23", None, None, None, "15\\"], ["\\", "\\23", "", "", ""],
                        ["\\", "\\", "\\14", "", ""]]),
    "pairs": json.dumps({"grid": [
        ["x", [17, 0], [24, 0], "x", "x"], [[0, 16], 0, 0, [20, 0], "x"],
        [[0, 23], 0, 0, 0, [15, 0]], ["x", [0, 23], 0, 0, 0], ["x", "x", [0, 14], 0, 0]]}),
    "pzprv3": "pzprv3/kakuro/4/4/0 17 24 -1 -1 /16 . . -1,20 -1,-1 /23 . . . -1,15 /"
              "-1 23,-1 . . . /-1 -1,-1 14,-1 . . /",
}  # fmt: skip
CALCUDOKU = {
    "letters": "abbc\na2cc\nddef\n4def\n\na: 1-\nb: 3-\nc: 36*\nd: 7+\ne: 2/\nf: 2/\n",
    "spaces": "a b b c\na 2 c c\nd d e f\n4 d e f\na=1-\nb=3-\nc=36x\nd=7+\ne=2/\nf=2÷\n",
    "cage list": "1#0-4#-\n3#1-2#-\n36#3-6-7#*\n2#5#\n7#8-9-13#+\n2#10-14#/\n2#11-15#/\n4#12#\n",
    "size above": "4\nabbc\na2cc\nddef\n4def\n\na: 1-\nb: 3-\nc: 36*\nd: 7+\ne: 2/\nf: 2/\n",
    "key above": ("a 1-\nb 3-\nc 36*\nd 7+\ne 2/\nf 2/\ng 2=\nh 4=\n\n"
                  "abbc\nagcc\nddef\nhdef\n"),
    "names": json.dumps({"grid": ["abbc", "agcc", "ddef", "hdef"], "clues": {
        "a": "1-", "b": "3-", "c": "36*", "d": "7+", "e": "2/", "f": "2/", "g": "2", "h": "4"}}),
    "from 1": json.dumps({"size": 4, "cages": [
        {"cells": [[c // 4 + 1, c % 4 + 1] for c in cells], "op": sign, "value": number}
        for cells, sign, number in (
            ((0, 4), "SUB", 1), ((1, 2), "sub", 3), ((3, 6, 7), "mul", 36), ((5,), "", 2),
            ((8, 9, 13), "+", 7), ((10, 14), "/", 2), ((11, 15), "div", 2), ((12,), "=", 4))]}),
    "json": json.dumps({"size": 4, "cages": [
        {"cells": [[c // 4, c % 4] for c in cells], "operation": sign, "target": number}
        for cells, sign, number in (
            ((0, 4), "-", 1), ((1, 2), "subtract", 3), ((3, 6, 7), "*", 36), ((5,), "=", 2),
            ((8, 9, 13), "add", 7), ((10, 14), "/", 2), ((11, 15), "÷", 2), ((12,), "none", 4))]}),
}  # fmt: skip
ZIP = {
    "minus": "4 4\n1 -1 -1 -1\n-1 -1 3 -1\n-1 2 -1 -1\n-1 -1 -1 4\n",
    "zeros": "1 0 0 0\n0 0 3 0\n0 2 0 0\n0 0 0 4\n",
    "archive": json.dumps({"game": "zip", "grid_size": [4, 4], "nodes": [
        {"id": n, "row": r, "col": c} for n, r, c in ((1, 0, 0), (3, 1, 2), (2, 2, 1), (4, 3, 3))],
        "walls": []}),
    "list": json.dumps({"game": "zip", "version": 1, "puzzles": [{"n": 4, "walls": [], "numbers": [
        {"k": n, "r": r, "c": c} for n, r, c in ((1, 0, 0), (3, 1, 2), (2, 2, 1), (4, 3, 3))]}]}),
}  # fmt: skip
JIGS = "1112132233423444"
SUMO = "SumoCueV1" + "".join(f"={int(cell == 5)}J{JIGS[cell]}" for cell in range(16))
JIGSAW = {
    "sumocue": SUMO,
    "sheet": "begin\npuzzle sudoku, chaos\nareas\n1 1 1 2\n1 3 2 2\n3 3 4 2\n3 4 4 4\nproblem\n"
             "- - - -\n- 1 - -\n- - - -\n- - - -\nend\n",
}  # fmt: skip
CROSSED = {  # a Killer with both diagonals, of which no number is given twice
    **{name: text.replace("::", ":d:").replace("V1", "V1D") for name, text in KILLER.items()
       if name in ("totals first", "cages first", "sumocue")},
    "f-puzzles": json.dumps({**json.loads(KILLER["f-puzzles"]), "diagonal+": 1, "diagonal-": 1}),
}  # fmt: skip
SPELT = {"starbattle": QUEENS, "nonogram": NONOGRAM, "killer": KILLER, "kakuro": KAKURO,
         "calcudoku": CALCUDOKU, "zip": ZIP, "sudoku": JIGSAW,
         "variantsudoku": CROSSED}  # fmt: skip
ALL = [(kind, name) for kind, texts in SPELT.items() for name in texts]


@pytest.mark.parametrize(("kind", "name"), ALL, ids=[f"{kind}-{name}" for kind, name in ALL])
def test_all_spellings_of_a_kind_give_one_board(put, kind: str, name: str) -> None:
    first = next(iter(SPELT[kind]))
    plain = [text.strip("\n").replace("\n        ", "\n").lstrip(" ") + "\n"
             for text in (SPELT[kind][first], SPELT[kind][name])]  # fmt: skip
    (one,), (other,) = (puzzles(put(f"{at}.txt", text)) for at, text in enumerate(plain))
    assert one.kind == other.kind == kind
    assert one.puzzle == other.puzzle


@pytest.mark.parametrize("name", ["colorRegions", "archive"])
def test_an_object_of_json_is_named_json_and_not_after_the_site_that_reads_it(
    put, name: str
) -> None:
    (found,) = puzzles(put("a.json", QUEENS[name]))
    assert the(found.provenance).generator == "import json"


TANGO = {
    "game": "tango",
    "grid_size": [2, 2],
    "symbols": [[0, 1, "S"]],
    "walls": [[[0, 0], [0, 1], "="]],
}
PATCHES = {"game": "patches", "grid_size": [2, 2], "clues": [{"x": 0, "y": 1, "size": 4}]}
GAMES = {
    "tango": json.dumps(TANGO),
    "patches": json.dumps(PATCHES),
    "goal": json.dumps({**json.loads(QUEENS["colorRegions"]), "queens": [[0, 2]] * 7}),
}
SPOILERS: tuple[Any, ...] = (None, -1, 99, "x", "", [], {}, 1.5, [None], {"q": 1}, True)


def spoilt(data: Any) -> Iterator[Any]:
    """Yield JSON with one of its values replaced or left out, for each value."""
    yield from SPOILERS
    parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, one in parts if isinstance(data, dict | list) else ():
        for other in spoilt(one) if isinstance(one, dict | list) else SPOILERS:
            copied = data.copy()
            copied[key] = other
            yield copied
        copied = data.copy()
        del copied[key]
        yield copied


def spoilt_texts(text: str, number: int) -> Iterator[str]:
    """Yield a text with a few of its signs replaced, doubled or left out."""
    if text.startswith(("{", "[")):
        found = [json.dumps(one) for one in spoilt(json.loads(text))]
        yield from random.Random(1).sample(found, min(number, len(found)))
        return
    luck = random.Random(2)
    for _ in range(number):
        signs = [*text]
        for at in luck.sample(range(len(signs)), min(3, len(signs))):
            others = ("", "x", "-", "9", "#", ",", "\n", " ", "(", "\\", 2 * signs[at])
            signs[at] = luck.choice(others)
        yield "".join(signs)


@pytest.mark.part(5)
@pytest.mark.parametrize(
    ("kind", "name"),
    [pytest.param(kind, name, marks=[pytest.mark.slow] if at % 3 else [])
     for at, (kind, name) in enumerate([*ALL, *(("game", name) for name in GAMES)])],
)  # fmt: skip
def test_a_spoilt_text_is_a_board_or_a_refusal(put, kind: str, name: str) -> None:
    """Never an error of the program, whatever is in place of a number."""
    text = {**SPELT, "game": GAMES}[kind][name].strip("\n").replace("\n        ", "\n").lstrip()
    for number, one in enumerate(spoilt_texts(text, 60)):
        found = read(put(f"{number}.txt", f"{one}\n"))
        assert all(isinstance(each, Record | Rejection) for each in found)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({**TANGO, "symbols": [[-1, 0, "S"]]}, "expected rows and columns from 0, found [-1, 0]"),
        ({**TANGO, "symbols": [[0, 2, "S"]]}, "expected a cell of a board of 2x2, found [0, 2]"),
        ({**TANGO, "symbols": [[0, 0, "S"]] * 2}, "expected each cell once, found [0, 0] again"),
        ({**PATCHES, "clues": [{"x": 0, "size": 4}]}, "expected rows and columns from 0, found {"),
        ({"game": "zip", "size": 2, "nodes": [{"row": 0, "col": 0}]}, "expected a number and its"),
        ({"size": 4, "cages": [{"cells": [[0, 5]], "sum": 3}]}, "expected cells of a board of 4x4"),
        ({"size": 4, "cages": [{"cells": [[1]], "sum": 3}]}, "expected a cell such as [0, 2]"),
    ],
)  # fmt: skip
def test_cells_that_no_board_has_are_refused(put, data: Any, said: str) -> None:
    """A place outside of the board was taken for another cell."""
    (fault,) = read(put("a.json", json.dumps(data)))
    assert isinstance(fault, Rejection)
    assert said in fault.reason


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (SUMO.replace("=0J1=0", "=5J1+0", 1), "jigsaw+cages"),
        (SUMO.replace("V1", "V1D"), "jigsaw+diagonals"),
        (SUMO.replace("V1", "V1D").replace("=0J1=0", "=5J1+0", 1), "jigsaw+diagonals+cages"),
    ],
)
def test_sumocue_may_combine_what_it_has(put, text: str, rule: str) -> None:
    (one,) = puzzles(put("a.txt", text))
    assert (one.kind, one.puzzle["rule"]) == ("variantsudoku", rule)
    assert ("diagonals" in one.puzzle) == ("diagonals" in rule)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("killer", KILLER["json"]),
        ("sudoku", SUMO),
        ("sudoku", "2x2x:d4_2_3f3_4a"),
        ("variantsudoku", CROSSED["sumocue"]),
    ],
)
def test_each_sudoku_is_written_for_f_puzzles_and_read_back(put, kind: str, text: str) -> None:
    (one,) = puzzles(put("a.txt", text))
    written = export_text([one], f"{kind}/f-puzzles")
    (other,) = puzzles(put("b.json", written))
    (named,) = puzzles(put("c.json", written), format_name=f"{kind}/f-puzzles")
    assert (one.kind, one.puzzle) == (other.kind, other.puzzle) == (named.kind, named.puzzle)


def test_an_object_of_another_sudoku_is_refused_under_a_named_kind(put) -> None:
    (fault,) = read(put("a.json", CROSSED["f-puzzles"]), format_name="killer/f-puzzles")
    assert isinstance(fault, Rejection)
    assert (
        fault.reason == "expected killer, as named, found a variantsudoku; name no form or its own"
    )


@pytest.mark.parametrize("name", ["non", "xml", "licensed"])
def test_a_nonogram_keeps_its_goal_and_its_credit(put, name: str) -> None:
    (one,) = puzzles(put("a.txt", NONOGRAM[name]))
    kind = get_kind(one.kind)
    clues = kind.decode(one.puzzle)
    assert one.solution is not None
    assert not kind.check(clues, kind.decode_solution(clues, one.solution))
    assert one.credit is not None
    assert (one.credit.title, one.credit.author) == ("Arrow", "A. Setter")
    assert bool(one.credit.licence) == (name != "xml")
    assert not one.origin.get("source")


def tango(rows: Any) -> Iterator[list[Any]]:
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign in "SM":
                yield [r, c, sign]


def test_other_games_of_the_large_network_are_read(put) -> None:
    rows = ("S--M--", "------", "-M----", "----S-", "------", "M----S")
    walls = [[[0, 1], [0, 2], "="], [[1, 1], [2, 1], "x"]]
    text = json.dumps({"game": "tango", "grid_size": [6, 6], "symbols": [*tango(rows)],
                       "walls": walls})  # fmt: skip
    (one,) = puzzles(put("tango.json", text))
    assert (one.kind, one.puzzle["between"]) == ("binairo", [[1, 2, "="], [7, 13, "x"]])
    assert one.puzzle["clues"][0] == [1, -1, -1, 0, -1, -1]
    cells = [[None, 1, 2, None], [None, None, None, None], [2, None, None, 1], [None] * 4]
    (one,) = puzzles(put("mini.json", json.dumps({"game": "minisudoku", "cells": cells})))
    assert (one.kind, one.puzzle["clues"][0]) == ("sudoku", [0, 1, 2, 0])
    clues = [
        {"x": x, "y": y, "type": "free", "size": 4} for x, y in ((0, 0), (2, 1), (1, 2), (3, 3))
    ]
    data = {"game": "patches", "grid_size": [4, 4], "clues": clues}
    (one,) = puzzles(put("patches.json", json.dumps(data)))
    assert (one.kind, one.puzzle["clues"][1]) == ("shikaku", [0, 0, 4, 0])
    clues[0]["type"] = "square"
    (fault,) = read(put("patches.json", json.dumps(data)))
    assert isinstance(fault, Rejection)
    assert "Patches with shapes or without sizes, which no kind reads" in fault.reason


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (NONOGRAM["non"].replace("5\n2\n1\n\nc", "5\n2\n\nc"), 12, "expected 5 rows, found 4"),
        (NONOGRAM["non"].replace("\n5\n", "\n1a,1b,1c,1d,1e\n"), 1, "a Nonogram of 6 colours"),
        (KILLER["totals first"].replace("::", ":q:"), 1, "a Killer with the letters 'q', which no"),
        (KILLER["totals first"][:-5], 1, "expected 16 cells, found 15; copy it whole"),
        (KAKURO["letters"].replace("C20", "C2O"), 3, "found 'C2O' in a Kakuro"),
        (KAKURO["colons"].replace(":14", ":"), 5, "check row 5, column 3"),
        (CALCUDOKU["letters"].replace("e: 2/\n", ""), 1, "expected 'e' in the key, found none"),
        (CALCUDOKU["cage list"].replace("7#8-", "7,8-"), 5, "expected cages such as 11#0-6#+"),
        (SUMO[:-8], 1, "expected the cells of a square, found 14; copy it whole"),
        (
            SUMO.replace("=0", "+0", 1),
            1,
            "a cage that begins in cell 0, counted from 0, found none",
        ),
        ("Hitori\n\n1 2 1\n2 1 3\n3 3\n", 5, "(read as hitori (table), which the text names)"),
        (
            "# Kakuro 12\n\nx 17 24\n",
            3,
            "expected kakuro, which the text names, in one of its forms",
        ),
        ("Galaxies\n\na b\n", 1, "found a puzzle of the game 'galaxies', which no kind reads"),
        ("https://puzz.link/p?mosaic/4/4/abc\n", 1, "mosaic in a form that it is not read in"),
        ('{"type": "Galaxies", "cells": [[{"a": 1}]]}', 1, "the game 'galaxies', which no kind"),
        ('{"grid": [[1, 0], [0, 2]], "walls": [[0, 1]]}', 1, "found 'grid' beside walls, which no"),
        (KAKURO["numbers"].replace("24:", "0"), 1, "check row 1, column 3"),
        ("5x5:a1b2\n", 1, "expected 25 cells, found 5; copy the whole ID"),
        ("https://puzz.link/p?suguru/4/4/0000000!\n", 1, "check the sign"),
    ],
)
def test_a_refusal_names_the_kind_and_the_first_line_that_does_not_fit(
    put, text: str, line: int, said: str
) -> None:
    (fault,) = read(put("a.txt", text))
    assert isinstance(fault, Rejection), fault
    assert said in fault.reason
    assert fault.line == line


def test_regions_in_parts_are_named(put) -> None:
    rows = ["AAB", "BAC", "CCC"]
    (fault,) = read(put("a.json", json.dumps({"regions": rows})))
    assert isinstance(fault, Rejection)
    assert "found that of row 1, column 3 in parts, which no rule allows" in fault.reason


def test_game_ids_of_unequal_are_no_sums_of_a_kakuro(put) -> None:
    found = puzzles(put("a.txt", "2:0,0D,0,0,\n" * 4))
    assert [one.kind for one in found] == ["futoshiki"] * 4


def test_a_killer_keeps_numbers_that_are_given(put) -> None:
    grid = [[{"value": 1, "given": True}, {}, {}, {}], *[[{}] * 4] * 3]
    text = json.dumps({"size": 4, "grid": grid, "killercage": _NAMED})
    (one,) = puzzles(put("a.json", text))
    assert isinstance(one, Record)
    assert one.puzzle["clues"][0] == [1, 0, 0, 0]
