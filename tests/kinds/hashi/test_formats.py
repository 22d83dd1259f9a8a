"""Text forms of Hashi: what is written, round trips, detection, and what each cannot say.

The goldens and mistakes of one form are in the tests of its module.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.hashi.model import RULES, Clues, Solution, make_clues, make_solution, with_rule
from pipeline.model import ConfigError, PuzzleFormatError
from tests.kinds.hashi.boards import board, solved_boards
from tests.kinds.hashi.forms import DRAWN, FORMAT, OF_SITES, UNTOLD, detected, read, write

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
def test_what_is_written_is_read_back(name: str, puzzles: list[tuple[Clues, Solution]]) -> None:
    text = FORMAT[name].write(puzzles)
    parsed = list(FORMAT[name].read(text, None))
    assert [one.clues for one in parsed] == [clues for clues, _ in puzzles]
    for one, (_, solution) in zip(parsed, puzzles, strict=True):
        assert one.solution == (solution if name in DRAWN else None)
    assert [one.line for one in parsed] == sorted({one.line for one in parsed})


@QUICK
@given(name=st.sampled_from(UNTOLD), puzzle=solved_boards(may_hide=True))
def test_islands_without_numbers_are_read_back(name: str, puzzle: tuple[Clues, Solution]) -> None:
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
    puzzle: tuple[Clues, Solution],
) -> None:
    (parsed,) = FORMAT["pzprv3"].read(FORMAT["pzprv3"].write([puzzle]), None)
    assert (parsed.clues, parsed.solution) == puzzle
    for name in ("has", "map", "puzz.link"):
        assert read(name, FORMAT[name].write([puzzle])) == [puzzle[0]]


@QUICK
@given(name=st.sampled_from(sorted(FORMAT)), puzzle=solved_boards())
def test_what_is_written_is_detected_as_a_form_that_reads_the_same(
    name: str, puzzle: tuple[Clues, Solution]
) -> None:
    text = FORMAT[name].write([puzzle, puzzle])
    assert FORMAT[name].detect(text)
    guess = detected(text)
    assert guess == ("map" if name == "solved-map" else name)
    assert read(guess, text) == [puzzle[0]] * 2
    assert read(name, text.replace("\n", "\r\n")) == [puzzle[0]] * 2


@pytest.mark.parametrize("name", FORMAT)
@pytest.mark.parametrize("rule", RULES)
def test_the_reader_gives_the_rule(name: str, rule: str) -> None:
    clues = board("1.2 ... ..1")
    assert read(name, write(name, clues), rule) == [with_rule(clues, rule)]


@pytest.mark.parametrize("name", FORMAT)
def test_an_unknown_rule_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="unknown rule 'fast': expected one of connected-2"):
        read(name, write(name, SMALL), "fast")


# What a form cannot say


TOUCHING = board("21 1.")
TOUCHING_SOLVED = make_solution([(0, 1, 1), (0, 2, 1)])


@pytest.mark.parametrize("name", ["janko", "solved-map"])
def test_bridges_between_islands_that_touch_are_refused_by_name(name: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        write(name, TOUCHING, TOUCHING_SOLVED)
    assert str(caught.value) == (
        f"the format {name!r} shows bridges on the water between islands, and those at row 1, "
        "column 1 and row 1, column 2 touch; export it in the format 'pzprv3', or as jsonl"
    )
    assert read(name, write(name, TOUCHING)) == [TOUCHING]


def test_game_ids_have_no_islands_that_touch() -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        write("tatham", TOUCHING)
    assert str(caught.value) == (
        "the format 'tatham' has no islands that touch, and a puzzle has them at row 1, column 1 "
        "and row 1, column 2; export it in the format 'puzz.link'"
    )


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "connected-2"])
@pytest.mark.parametrize("name", OF_SITES)
def test_rules_that_are_not_played_there_are_refused(name: str, rule: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        write(name, with_rule(SMALL, rule))
    assert str(caught.value) == (
        f"the format {name!r} has the rule connected-2, and a puzzle is posed under {rule}; "
        "import it under such a rule (--rule) and prove it again"
    )


@pytest.mark.parametrize("rule", ["free-2", "forest-1"])
def test_game_ids_are_for_islands_that_hang_together(rule: str) -> None:
    with pytest.raises(PuzzleFormatError, match=f"and a puzzle is posed under {rule}"):
        write("tatham", with_rule(SMALL, rule))


@pytest.mark.parametrize("name", ["tatham", "has"])
def test_islands_without_numbers_need_a_sign(name: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        write(name, board("?.1"))
    assert str(caught.value) == (
        f"the format {name!r} has no sign for an island without a number, and a puzzle has one "
        "at row 1, column 1; export it in the format 'map'"
    )


@pytest.mark.parametrize("name", OF_SITES)
def test_clues_above_8_are_refused_where_they_cannot_be(name: str) -> None:
    clues = board("..1.. ..... 1.9.1 ..... ..1..")
    with pytest.raises(PuzzleFormatError, match="of up to 8 bridges, and a puzzle has 9 at row 3"):
        write(name, clues)


def test_wrong_solutions_have_no_map() -> None:
    crossed = board(".1. 1.1 .1.")
    solution = make_solution([(1, 7, 1), (3, 5, 1)])
    for name in ("solved-map", "janko"):
        with pytest.raises(PuzzleFormatError, match="two cross at row 2, column 2"):
            write(name, crossed, solution)
        with pytest.raises(PuzzleFormatError, match="straight across or down"):
            write(name, crossed, make_solution([(1, 3, 1)]))


@pytest.mark.parametrize(
    "text", ["", "\n \n", "a word or two\n", '{"schema":1}\n', "\0\1", "3 1\n1.1"]
)
def test_other_texts_are_not_detected(text: str) -> None:
    assert detected(text) is None


def test_a_board_of_the_greatest_size_is_read() -> None:
    clues = make_clues(1, 1000, [1, *[0] * 998, 1])
    for name in FORMAT:
        assert read(name, write(name, clues)) == [clues]


@QUICK
@given(
    name=st.sampled_from(sorted(FORMAT)),
    text=st.text(st.sampled_from('0012.ag?-=|"# \n\n'), max_size=40),
)
def test_any_text_is_read_or_refused_with_a_line(name: str, text: str) -> None:
    FORMAT[name].detect(text)
    lines: list[int | None] = []
    try:
        lines.extend(parsed.line for parsed in FORMAT[name].read(text, None))
    except PuzzleFormatError as error:
        lines.append(error.line)
    assert lines
    assert all(line is not None and 1 <= line <= text.count("\n") + 1 for line in lines)
