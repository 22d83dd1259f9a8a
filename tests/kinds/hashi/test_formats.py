"""Text forms of Hashi."""

import os
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pipeline.kinds.hashi.formats import FORMATS
from pipeline.kinds.hashi.model import RULES, make_clues, make_solution, with_rule
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.model import PuzzleFormatError
from tests.kinds.hashi.boards import board, solved_boards
from tests.refusals import refused

FORMAT = {text_format.name: text_format for text_format in FORMATS}

DRAWN = ("pzprv3", "janko", "solved-map")
"""Forms with a solution."""
WITH_UNKNOWN = ("puzz.link", "pzprv3", "janko", "map", "solved-map")
"""Forms with a sign for an island without a number."""
OF_SITES = ("puzz.link", "pzprv3", "janko")
"""Forms of sites that play the usual rule only."""

SIZE = "expected sides from 1 to 1000 and at least two cells"
NONE = "expected at least one puzzle, found none; check the file"


def write(name: str, clues: Board, solution: Solution | None = None) -> str:
    return FORMAT[name].write([(clues, solution)])


def read(name: str, text: str, rule: str | None = None) -> list[Board]:
    return [parsed.clues for parsed in FORMAT[name].read(text, rule)]


def refusal(name: str, text: str) -> str:
    with pytest.raises(PuzzleFormatError) as caught:
        raise PuzzleFormatError("".join(one.unread for one in FORMAT[name].read(text, None)))
    return str(caught.value)


def detected(text: str) -> str | None:
    """Return the name of the form that a text is taken for."""
    return next((form.name for form in FORMATS if form.detect(text)), None)


QUICK = settings(max_examples=80, deadline=None, derandomize=True, database=None)

SMALL = board("2.3 ... ..1")
SMALL_SOLVED = make_solution([(0, 2, 2), (2, 8, 1)])
SMALL_TEXTS = {
    "puzz.link": "https://puzz.link/p?hashi/3/3/2g3k1\n",
    "pzprv3": "pzprv3\nhashikake\n3\n3\n2 . 3\n. . .\n. . 1\n2 2\n0 0\n0 0\n0 0 1\n0 0 1\n",
    "tatham": "3x3m2:2a3e1\n",
    "has": "3 3 3\n2 0 3\n0 0 0\n0 0 1\n",
    "janko": "begin\npuzzle hashi\nrows 3\ncols 3\nproblem\n2 - 3\n- - -\n- - 1\n"
    "solution\n- 2 -\n- - a\n- - -\nend\n",
    "map": "2.3\n...\n..1\n",
    "table": "2 - 3\n- - -\n- - 1\n",
    "solved-map": "2=3\n  |\n  1\n",
}


@pytest.mark.parametrize("name", FORMAT)
def test_written_forms(name: str) -> None:
    text = SMALL_TEXTS[name]
    assert write(name, SMALL, SMALL_SOLVED) == text
    (parsed,) = FORMAT[name].read(text, None)
    assert parsed.clues == SMALL
    assert parsed.solution == (SMALL_SOLVED if name in DRAWN else None)
    assert FORMAT[name].write([]) == ""


# Round trips


@QUICK
@given(
    name=st.sampled_from(sorted(FORMAT)), puzzles=st.lists(solved_boards(), min_size=1, max_size=3)
)
def test_what_is_written_is_read_back(name: str, puzzles: list[tuple[Board, Solution]]) -> None:
    assume(name != "tatham" or all(min(clues.rows, clues.cols) > 2 for clues, _ in puzzles))
    text = FORMAT[name].write(puzzles)
    parsed = list(FORMAT[name].read(text, None))
    assert [one.clues for one in parsed] == [clues for clues, _ in puzzles]
    for one, (_, solution) in zip(parsed, puzzles, strict=True):
        assert one.solution == (solution if name in DRAWN else None)
    assert [one.line for one in parsed] == sorted({one.line for one in parsed})


@QUICK
@given(name=st.sampled_from(WITH_UNKNOWN), puzzle=solved_boards(may_hide=True))
def test_islands_without_numbers_are_read_back(name: str, puzzle: tuple[Board, Solution]) -> None:
    assert read(name, FORMAT[name].write([puzzle])) == [puzzle[0]]


@QUICK
@given(
    name=st.sampled_from(["has", "map", "solved-map"]),
    rule=st.sampled_from(["connected-4", "tree-4", "free-4", "forest-4"]),
    data=st.data(),
)
def test_other_rules_are_read_back_where_the_form_is_neutral(
    name: str, rule: str, data: st.DataObject
) -> None:
    clues, solution = data.draw(solved_boards(rule, most=4))
    (parsed,) = FORMAT[name].read(FORMAT[name].write([(clues, solution)]), rule)
    assert parsed.clues == clues
    assert parsed.solution == (solution if name == "solved-map" else None)


@QUICK
@given(puzzle=solved_boards(may_touch=True))
def test_islands_that_touch_are_read_back_with_their_bridges(
    puzzle: tuple[Board, Solution],
) -> None:
    (parsed,) = FORMAT["pzprv3"].read(FORMAT["pzprv3"].write([puzzle]), None)
    assert (parsed.clues, parsed.solution) == puzzle
    for name in ("has", "map", "puzz.link"):
        assert read(name, FORMAT[name].write([puzzle])) == [puzzle[0]]


@QUICK
@given(name=st.sampled_from(sorted(FORMAT)), puzzle=solved_boards())
def test_what_is_written_is_detected_as_a_form_that_reads_the_same(
    name: str, puzzle: tuple[Board, Solution]
) -> None:
    assume(name != "tatham" or min(puzzle[0].rows, puzzle[0].cols) > 2)
    text = FORMAT[name].write([puzzle, puzzle])
    assert FORMAT[name].detect(text)
    guess = detected(text)
    assert guess == ("map" if name == "solved-map" else name)
    assert read(guess, text) == [puzzle[0]] * 2
    assert read(name, text.replace("\n", "\r\n")) == [puzzle[0]] * 2


@pytest.mark.parametrize("name", FORMAT)
def test_an_unknown_rule_is_refused(name: str) -> None:
    with pytest.raises(PuzzleFormatError, match=r"^line [1-6]: expected a rule of connected-2, "):
        read(name, write(name, SMALL), "fast")


# What a form cannot say


TOUCHING = board("21 1.")
TOUCHING_SOLVED = make_solution([(0, 1, 1), (0, 2, 1)])


@pytest.mark.parametrize("name", ["janko", "solved-map"])
def test_bridges_between_islands_that_touch_are_refused_by_name(name: str) -> None:
    with refused(PuzzleFormatError):
        write(name, TOUCHING, TOUCHING_SOLVED)
    assert read(name, write(name, TOUCHING)) == [TOUCHING]


def test_game_ids_have_no_islands_that_touch() -> None:
    with refused(PuzzleFormatError):
        write("tatham", board("21. 1.. ..."))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "connected-2"])
@pytest.mark.parametrize("name", OF_SITES)
def test_rules_that_are_not_played_there_are_refused(name: str, rule: str) -> None:
    with pytest.raises(PuzzleFormatError, match=f"^{name} cannot express the rule {rule};"):
        write(name, with_rule(SMALL, rule))


@pytest.mark.parametrize("rule", ["free-2", "forest-1"])
def test_game_ids_are_for_connected_islands(rule: str) -> None:
    with pytest.raises(PuzzleFormatError, match=f"^tatham cannot express the rule {rule};"):
        write("tatham", with_rule(SMALL, rule))


@pytest.mark.parametrize("name", ["tatham", "has"])
def test_islands_without_numbers_need_a_sign(name: str) -> None:
    with refused(PuzzleFormatError):
        write(name, board("?.1 ... ..."))


@pytest.mark.parametrize("name", OF_SITES)
def test_clues_above_8_are_refused_where_they_cannot_be(name: str) -> None:
    clues = board("..1.. ..... 1.9.1 ..... ..1..")
    with refused(PuzzleFormatError):
        write(name, clues)


def test_wrong_solutions_have_no_map() -> None:
    crossed = board(".1. 1.1 .1.")
    solution = make_solution([(1, 7, 1), (3, 5, 1)])
    for name in ("solved-map", "janko"):
        with refused(PuzzleFormatError):
            write(name, crossed, solution)
        with refused(PuzzleFormatError):
            write(name, crossed, make_solution([(1, 3, 1)]))


def test_a_board_of_the_greatest_size_is_read() -> None:
    clues = make_clues(3, 1000, [1, *[0] * 998, 1, *[0] * 2000])
    for name in FORMAT:
        assert read(name, write(name, clues)) == [clues]


FIVE = board("4.2.. .3..2 3.... .3.1. 3.4.3")
"""Source: test/script/hashikake.js of pzprjs (MIT)."""

FIVE_SOLVED = (
    "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /"
    "-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /"
)


@pytest.mark.parametrize("name", ["hashi", "hashikake", "bridges"])
def test_the_golden_address(name: str) -> None:
    body = "5/5/4g2i3h23k3g1g3g4g3"
    text = f"https://puzz.link/p?{name}/{body}\n"
    assert detected(text) == "puzz.link"
    assert read("puzz.link", text) == [FIVE]
    assert write("puzz.link", FIVE) == f"https://puzz.link/p?hashi/{body}\n"


def test_the_golden_file() -> None:
    assert detected(FIVE_SOLVED) == "pzprv3"
    (parsed,) = FORMAT["pzprv3"].read(FIVE_SOLVED, None)
    assert parsed.clues == FIVE
    assert parsed.solution is not None
    assert check(FIVE, parsed.solution) == ()
    written = write("pzprv3", FIVE, parsed.solution)
    assert written == FIVE_SOLVED.replace("-1", "0").replace(" /", "/").replace("/", "\n")


@pytest.mark.parametrize("drawn", ["2 2 0 0 /0 0 0 0 /", "1 1 1 0 /"])
def test_a_drawing_that_is_not_finished_is_no_solution(drawn: str) -> None:
    rest = "/".join(["0 0 0 0 "] * (5 - drawn.count("/")) + ["0 0 0 0 0 "] * 4)
    text = f"pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /{drawn}"
    (parsed,) = FORMAT["pzprv3"].read(f"{text}{rest}/", None)
    assert (parsed.clues, parsed.solution) == (FIVE, None)


def test_the_signs_of_maps() -> None:
    clues = board("..?.. ..... 4.g.4 ..... ..4..")
    text = "..?..\n.....\n4.g.4\n.....\n..4..\n"
    assert write("map", clues) == text
    assert read("map", text, "connected-4") == [with_rule(clues, "connected-4")]
    assert write("map", board("ca", "free-4")) == "ca\n"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_signs_of_bridges(count: int) -> None:
    across, down = "-=EF"[count - 1], '|"#H'[count - 1]
    (parsed,) = FORMAT["map"].read(f"{count}{across}{count}", "free-4")
    assert parsed.solution == make_solution([(0, 2, count)])
    (parsed,) = FORMAT["map"].read(f"{count}\n{down}\n{count}", "free-4")
    assert parsed.solution == make_solution([(0, 2, count)])


def test_spaces_at_the_end_of_a_solved_map_may_be_missing() -> None:
    for text in ("2=3-1\n  |\n  2-1\n", "2=3-1\n  |  \n  2-1\n"):
        (parsed,) = FORMAT["solved-map"].read(text, None)
        assert parsed.solution == make_solution([(0, 2, 2), (2, 4, 1), (2, 12, 1), (12, 14, 1)])


def test_a_row_of_water_is_no_gap_in_a_solved_map() -> None:
    clues = board("2.2.. ..... ?...1", "free-2")
    solution = make_solution([(0, 2, 2), (10, 14, 1)])
    text = "2=2  \n     \n?---1\n"
    assert write("solved-map", clues, solution) == text
    (parsed,) = FORMAT["map"].read(text, "free-2")
    assert (parsed.clues, parsed.solution) == (clues, solution)


def test_maps_are_parted_by_empty_lines() -> None:
    text = "2=2\n\n1.1\n  \n?.1\n"
    parsed = list(FORMAT["map"].read(text, None))
    assert [one.line for one in parsed] == [1, 3, 5]
    assert [one.solution is None for one in parsed] == [False, True, True]


def test_a_number_is_judged_by_the_rule_that_is_asked_for() -> None:
    assert read("map", "3.3\n", "free-3") == [board("3.3", "free-3")]
    assert "at most 2 bridges" in refusal("map", "3.3\n")


def test_a_game_id_says_its_rule() -> None:
    text = "3x3m4L:1d3c\n# mine\n3x3i30e10m3d1:1aGf\n"
    assert detected(text) == "tatham"
    with refused(PuzzleFormatError):
        read("tatham", text)
    first, second = read("tatham", "3x3m4L:4a4f\n3x3i30e10m3d1:1a1f\n")
    assert (first.rule, second.rule) == ("tree-4", "connected-3")
    assert write("tatham", first) == "3x3m4L:4a4f\n"
    assert read("tatham", "3x3m4L:4a4f\n", "free-4")[0].rule == "free-4"


def test_long_runs_of_water_take_several_letters() -> None:
    clues = make_clues(3, 80, [1, *[0] * 78, 1, *[0] * 160])
    assert write("tatham", clues) == "80x3m2:1zzz1zzzzzzd\n"
    clues = make_clues(3, 30, [1, *[0] * 28, 1, *[0] * 60])
    assert write("tatham", clues) == "30x3m2:1zb1zzh\n"


def test_tables_come_as_others_write_them() -> None:
    text = "1 4 2 \r\n 2  0  0  2 \r\n"
    assert detected(text) == "has"
    assert read("has", text) == [board("2..2")]
    text = (
        "begin\npuzzle hashi\nauthor A. Setter\nsize 3 1\nproblem\n2 - 2\nsolution\n2 2 2\n"
        "moves\n1 2 3\nend\n"
    )
    assert detected(text) == "janko"
    (parsed,) = FORMAT["janko"].read(text, None)
    assert parsed.solution == make_solution([(0, 2, 2)])


def test_published_instances_are_read_and_written_whole() -> None:
    folder = os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if not folder:
        pytest.skip("PUZZLEPRESS_STUDY_DATA is not set")
    files = sorted((Path(folder) / "hashi_coelho").glob("*.has"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert detected(text) == "has"
        (clues,) = read("has", text)
        assert write("has", clues).split() == text.split()
        with refused(PuzzleFormatError):
            write("tatham", clues)


SIGNS = "1 to 9 and a to g for islands, or ? for one without a number"

MISTAKES = {
    ("puzz.link", "hashi/3/1/0g1\n"): "line 1: expected cells as digits 1 to f, -XX, +XXX, a "
    "dot, or letters g to z for water, found '0g1'; check the sign",
    ("puzz.link", "hashi/3/1/1g-11\n"): "line 1: expected islands with 1 to 16 bridges, -1 "
    "without a number, 0 for water, found 17 in row 1, column 3",
    ("pzprv3", "pzprv3/hashikake/1/3/1 . 1 /3 3 /"): "line 1: expected 0 to 2, or -1 for a cross, "
    "found '3'; check what is drawn",
    ("pzprv3", "pzprv3\nhashikake\n1\n3\n1 . x\n"): "line 5: expected a number from 1, a dash for "
    "an island without a number, or a dot for water, found 'x'; check the file",
    ("map", ""): f"line 1: {NONE}",
    ("map", "1.1\n1.\n"): "line 2: expected 3 values, as in the first row, found 2; correct the "
    "row or the first row",
    ("map", "1.1\n\n1x1\n"): f"line 3: expected a dot for water, {SIGNS}, found 'x' in column 2",
    ("map", "1.0\n"): f"line 1: expected a dot for water, {SIGNS}, found '0' in column 3",
    ("map", "1.h\n"): f"line 1: expected a dot for water, {SIGNS}, found 'h' in column 3",
    ("map", "1-.1\n"): f"line 1: expected a space for water, -=EF or |\"#H, {SIGNS}, found '.' in "
    "column 3",
    ("map", "...\n"): "line 1: expected at least one island, found only water",
    ("map", "1\n"): f"line 1: {SIZE}, found 1x1; check the size",
    ("map", "1.1\n...\n.2.\n"): "line 3: the island at row 3, column 2 reaches no other: there is "
    "none in its row or column; check the map for a slip",
    ("map", "2.9\n"): "line 1: expected at most 2 bridges on the island at row 1, column 3, which "
    "sees 1 other under the rule connected-2, found 9; check the map for a slip",
    ("map", "1.2\n..5\n..2\n"): "line 2: expected at most 4 bridges on the island at row 2, "
    "column 3, which sees 2 others under the rule connected-2, found 5; check the map for a slip, "
    "or read it under a rule with more side by side (--rule connected-3)",
    ("map", "2- 2\n"): "line 1: expected bridges that run from island to island, found a loose "
    "piece at row 1, column 2; check the map for a slip",
    ("map", "2-=2\n"): "line 1: expected bridges that run from island to island, found a loose "
    "piece at row 1, column 2; check the map for a slip",
    ("map", "2=2\n|  \n  1\n"): "line 2: expected bridges that run from island to island, found a "
    "loose piece at row 2, column 1; check the map for a slip",
    ("map", "." * 1001 + "\n"): f"line 1: {SIZE}, found 1001x1; check the size",
    ("tatham", "3x1m5:1a1\n"): "line 1: expected a game ID of Bridges such as '7x7m2:3a2...', "
    "found '3x1m5:1a1'; copy the whole ID (an ID with '#' is a random seed, not a puzzle)",
    ("tatham", "3x1m2:1a\n"): "line 1: expected 3 cells, found 2; copy the whole ID",
    ("tatham", "3x1m2:1a11\n"): "line 1: expected 3 cells, found more; check the size",
    ("tatham", "3x1m2:1aH\n"): "line 1: expected 1 to 9 and A to G for islands, and a to z for "
    "water, found 'H'; check the sign",
    ("tatham", "3x1m1:2a2\n"): "line 1: expected at most 1 bridges on the island at row 1, column "
    "1, which sees 1 other under the rule connected-1, found 2; check the map for a slip, or read "
    "it under a rule with more side by side (--rule connected-2)",
    ("tatham", "7x7#123\n"): "line 1: expected a game ID of Bridges such as '7x7m2:3a2...', found "
    "'7x7#123'; copy the whole ID (an ID with '#' is a random seed, not a puzzle)",
    ("has", "\n"): f"line 1: {NONE}",
    ("has", "1 3\n1 0 1\n"): "line 1: expected rows, columns and islands as in '5 5 12', found '1 "
    "3'; check that the rows above are as many as their first line says",
    ("has", "1 3 2\n1 0\n"): "line 2: expected 3 values, as in the size, found 2; correct the row "
    "or the size",
    ("has", "1 3 2\n1 x 1\n"): "line 2: expected whole numbers with spaces between, 0 for water, "
    "found 'x'",
    ("has", "2 3 2\n1 0 1\n"): "line 1: expected 2 rows with 2 islands as line 1 says, found 1 "
    "with 2; correct the rows or the first line",
    ("has", "1 3 3\n1 0 1\n"): "line 1: expected 1 rows with 3 islands as line 1 says, found 1 "
    "with 2; correct the rows or the first line",
    ("has", "1 3 2\n17 0 1\n"): "line 2: expected islands with 1 to 16 bridges, -1 without a "
    "number, 0 for water, found 17 in row 1, column 1",
    ("has", "0 3 2\n"): f"line 1: {SIZE}, found 3x0; check the size",
    ("has", "100000 100000 2\n"): f"line 1: {SIZE}, found 100000x100000; check the size",
    ("janko", "hello\nproblem\n"): "line 1: expected a keyword such as 'begin' or 'problem', "
    "found 'hello'; check the format",
    ("janko", "begin\nend\n"): f"line 1: {NONE}",
    ("janko", "begin\nproblem\nend\n"): "line 2: expected rows below 'problem', found none",
    ("janko", "begin\nproblem\n1 - 1\n1 -\n"): "line 4: expected 3 values, as in the first row, "
    "found 2; correct the row or the first row",
    ("janko", "begin\nproblem\n1 x 1\n"): "line 3: expected numbers from 1, - for water, or ? for "
    "an island without a number, found 'x'; check the problem",
    ("janko", "begin\nproblem\n1 - 1\nsolution\n- c -\n"): "line 5: expected 1 or 2 for bridges "
    "across, a or b for bridges down, or - for water, found 'c'; check the solution",
    ("janko", "begin\nproblem\n1 - 1\nsolution\n- a -\n"): "expected bridges that run from "
    "island to island, found a loose piece at row 1, column 2; check the solution",
    ("janko", "problem\n1 - 1\nsolution\n- 1 -\n- - -\n"): "line 4: expected 3 words below "
    "'solution', found 6; check them",
}  # fmt: skip


@pytest.mark.parametrize(("name", "text"), MISTAKES)
def test_mistakes_are_refused_with_their_line(name: str, text: str) -> None:
    assert refusal(name, text) == MISTAKES[name, text]
