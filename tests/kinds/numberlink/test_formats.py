"""Text forms: round trips, detection, and the line of every mistake."""

import os
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.numberlink.formats import FORMATS
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues
from pipeline.model import PuzzleFormatError
from tests.refusals import refused

FORMAT = {form.name: form for form in FORMATS if form.name != "flow"}
"""Forms by name, without that which says a puzzle by its answer."""
QUICK = settings(max_examples=120, deadline=None, derandomize=True, database=None)


@st.composite
def boards(draw: st.DrawFn, rule: str = "free") -> Clues:
    """Any clues that make_clues lets through, solvable or not; up to 62 pairs."""
    rows = draw(st.integers(1, 12))
    cols = draw(st.integers(2 if rows == 1 else 1, 12))
    cells = list(range(rows * cols))
    pairs = draw(st.integers(1, min(62, len(cells) // 2)))
    chosen = draw(st.permutations(cells))[: 2 * pairs]
    labels = [0] * len(cells)
    for place, cell in enumerate(chosen):
        labels[cell] = place // 2 + 1
    return make_clues(rows, cols, rule, labels)


def write(name: str, *clues: Clues) -> str:
    return FORMAT[name].write([(one, None) for one in clues])


def read(name: str, text: str, rule: str | None = None) -> list[Clues]:
    own = "free" if name == "janko" else None  # there the rule is cover, unless one is given
    return [parsed.clues for parsed in FORMAT[name].read(text, rule or own)]


def refusal(name: str, text: str) -> str:
    with pytest.raises(PuzzleFormatError) as caught:
        list(FORMAT[name].read(text, None))
    return str(caught.value)


def detected(text: str) -> str | None:
    return next((form.name for form in FORMATS if form.detect(text)), None)


# Round trips


@QUICK
@given(name=st.sampled_from(sorted(FORMAT)), puzzles=st.lists(boards(), min_size=1, max_size=4))
def test_what_is_written_is_read_back(name: str, puzzles: list[Clues]) -> None:
    assert read(name, write(name, *puzzles)) == puzzles


@QUICK
@given(name=st.sampled_from(sorted(FORMAT)), clues=boards())
def test_what_is_written_is_detected_as_a_form_that_reads_the_same(name: str, clues: Clues) -> None:
    # A table without an empty cell may begin like a size.
    assume(name != "table" or 0 in clues.numbers)
    text = write(name, clues, clues)
    assert FORMAT[name].detect(text)
    for form in FORMATS:
        if form.detect(text):
            try:
                found = read(form.name, text)
            except PuzzleFormatError:
                continue
            assert found == [clues, clues]
            return
    raise AssertionError


# Examples of each form

THREE = make_clues(3, 3, "free", [1, 0, 0, 0, 2, 0, 2, 1, 0])


def test_written_forms() -> None:
    assert write("grid-stream", THREE, THREE) == "3 3\n1..\n.2.\n21.\n\n3 3\n1..\n.2.\n21.\n"
    assert write("zero", THREE) == "3 3\n1 0 0\n0 2 0\n2 1 0\n"
    assert write("bare", THREE) == "1..\n.2.\n21.\n"
    assert all(form.write([]) == "" for form in FORMATS)


def test_a_stream_has_comments_blank_lines_and_an_end() -> None:
    text = "# (c) somebody\n\n3 1\n#.#\n# between\n\n2 1\n]]\n0 0\nanything at all\n"
    assert detected(text) == "grid-stream"
    first, second = FORMAT["grid-stream"].read(text, None)
    assert (first.line, first.clues) == (3, make_clues(1, 3, "free", [1, 0, 1]))
    assert (second.line, second.clues) == (7, make_clues(1, 2, "free", [1, 1]))


def test_sizes_are_columns_then_rows() -> None:
    assert read("grid-stream", "4 2\na..a\nb..b\n") == [
        make_clues(2, 4, "free", [1, 0, 0, 1, 2, 0, 0, 2])
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1 0 0\n0 2 0\n2 1 0\n",
        "3 3\n1 0 0\n0 2 0\n2 1 0\n",
        "# a comment\n  7   0 0 \n0 12 0\n12 7 0\n\n\n",
        "3 3\n1 0 0\n0 2 0\n2 1 0\n0 0\n",
        "1 0 0\n0 2 0\n2 1 0\n\n0 0\n\nwhatever\n",
    ],
)
def test_a_zero_form_comes_with_and_without_a_size(text: str) -> None:
    assert detected(text) == "zero"
    assert read("zero", text) == [THREE]


def test_zero_forms_follow_each_other() -> None:
    parted = "1 0 0\n0 2 0\n2 1 0\n\n3 3\n1 0 0\n0 2 0\n2 1 0\n3 1\n5 0 5\n"
    assert [parsed.line for parsed in FORMAT["zero"].read(parted, None)] == [1, 5, 9]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2 3\n1 1\n0 0\n2 2\n", (3, 2)),  # a size, for the rows below are a board
        ("2 2\n1 1\n0 0\n", (2, 2)),  # both readings make pairs: a size
        ("2 2\n1 1\n3 3\n4 4\n", (2, 2)),
        ("1 2\n1 2\n", (2, 2)),  # no size: 2 rows of 1 cell would not be as wide
        ("2 1\n0 0\n2 1\n", (3, 2)),  # no size: the row below has no labels
    ],
)
def test_two_numbers_above_rows_of_two(text: str, size: tuple[int, int]) -> None:
    clues = next(FORMAT["zero"].read(text, None)).clues
    assert (clues.rows, clues.cols) == size


def test_a_bare_rectangle_takes_any_symbol() -> None:
    text = "# a comment\n.@.é\n#é.@\n#...\n\n11\n"
    assert detected(text) == "bare"
    first, second = FORMAT["bare"].read(text, None)
    assert (first.line, first.clues) == (
        2,
        make_clues(3, 4, "free", [0, 1, 0, 2, 3, 2, 0, 1, 3, 0, 0, 0]),
    )
    assert (second.line, second.clues.numbers) == (6, (1, 1))


def test_letters_and_digits_of_the_source_are_kept() -> None:
    text = "4 2\nb..Z\nb..Z\n"
    clues = read("grid-stream", text)
    assert write("grid-stream", *clues) == text
    assert write("bare", *clues) == "b..Z\nb..Z\n"
    assert write("zero", *clues) == "4 2\n1 0 0 2\n1 0 0 2\n"


@pytest.mark.parametrize("text", ["@..é\n@..é\n", "2..#\n2..#\n"])
def test_symbols_that_are_no_letters_become_digits(text: str) -> None:
    assert write("grid-stream", *read("bare", text)) == "4 2\n1..2\n1..2\n"


def test_long_names_become_digits() -> None:
    clues = read("zero", "10 0 0 20\n10 0 0 20\n")
    assert write("grid-stream", *clues) == "4 2\n1..2\n1..2\n"


# Mistakes, whole messages

ONCE = "expected each label exactly twice, found '{}' once (line {}); check the grid for a slip"
TWICE = "check the grid for a slip"
SIZE = "expected sides from 1 to 1000 and at least two cells"

STREAM = {
    "3 3\n1..\n..\n1..\n": "line 3: expected 3 values, as in the size, found 2; "
    "correct the row or the size",
    "3 3\n1..\n...\n\n..1\n": "line 4: expected 3 rows as the size on line 1 says, found 2; "
    "add the missing rows or correct the size",
    "3 3\n1..\n...": "line 3: expected 3 rows as the size on line 1 says, found 2; "
    "add the missing rows or correct the size",
    "3 2\n1..\n..1\n...\n": "line 4: expected a size, columns and rows as in '10 10', found '...'; "
    "check that the rows above are as many as their size says",
    "3 1\n1 0 1\n": "line 2: expected a row of 3 characters without spaces, found '1 0 1'; "
    "numbers with spaces between are the format 'zero'",
    "3 2\n1..\n1.2\n": "line 3: " + ONCE.format(2, 3),
    "# x\n3 2\n.a.\naab\n": "line 4: expected each label exactly twice, "
    f"found 'a' 3 times (line 3, 4); {TWICE}",
    "3 1\naaa\n": f"line 2: expected each label exactly twice, found 'a' 3 times (line 2); {TWICE}",
    "2 1\naa\n\n2 2\n..\n..\n": "line 4: expected at least one pair of labels, "
    "found an empty grid; check the file",
    "0 3\n": f"line 1: {SIZE}, found 0x3; check the size",
    "3 0\n": f"line 1: {SIZE}, found 3x0; check the size",
    "1 1\na\n": f"line 1: {SIZE}, found 1x1; check the size",
    "\n100000 100000\n1..1\n": f"line 2: {SIZE}, found 100000x100000; check the size",
    "9" * 5000 + " 2\n": f"line 1: {SIZE}, found 9999999999x2; check the size",
    "0 0\n": "line 1: expected at least one puzzle, found none; check the file",
    "# nothing\n": "line 1: expected at least one puzzle, found none; check the file",
    "2 1 1\naa\n": "line 1: expected a size, columns and rows as in '10 10', found '2 1 1'; "
    "check that the rows above are as many as their size says",
}


@pytest.mark.parametrize("text", STREAM)
def test_mistakes_in_a_grid_stream(text: str) -> None:
    assert refusal("grid-stream", text) == STREAM[text]


ZERO = {
    "1 0 0\n0 2\n2 1 0\n": "line 2: expected 3 values, as in the first row, found 2; "
    "correct the row or the first row",
    "3 3\n1 0 0\n0 2 0\n2 1\n": "line 4: expected 3 values, as in the size, found 2; "
    "correct the row or the size",
    "4 3\n1 0 0\n0 2 0\n2 1 0\n": "line 2: expected 4 values, as in the size, found 3; "
    "correct the row or the size",
    "3 4\n1 0 0\n0 2 0\n2 1 0\n": "line 5: expected 4 rows as the size on line 1 says, found 3; "
    "add the missing rows or correct the size",
    "3 3\n\n1 0 0\n": "line 2: expected 3 rows as the size on line 1 says, found 0; "
    "add the missing rows or correct the size",
    "1 0 x\n": "line 1: expected whole numbers with spaces between, found 'x'; "
    "write 0 for an empty cell",
    "1 -1\n1 0\n": "line 1: expected whole numbers with spaces between, found '-1'; "
    "write 0 for an empty cell",
    "1 0 ²\n": "line 1: expected whole numbers with spaces between, found '²'; "
    "write 0 for an empty cell",
    "1 0 1\n0 2 0\n": "line 2: " + ONCE.format(2, 2),
    "1 0 1\n0 0 1\n1 0 0\n": "line 2: expected each label exactly twice, "
    f"found '1' 4 times (line 1, 2, 3); {TWICE}",
    "0 0 0\n0 0 0\n": "line 1: expected at least one pair of labels, found an empty grid; "
    "check the file",
    "100000 100000\n1 0 0\n": f"line 1: {SIZE}, found 100000x100000; check the size",
    "1 1\n": f"line 1: {SIZE}, found 1x1; check the size",
    "0 0\n": "line 1: expected at least one puzzle, found none; check the file",
    "\n": "line 1: expected at least one puzzle, found none; check the file",
}


@pytest.mark.parametrize("text", ZERO)
def test_mistakes_in_a_zero_form(text: str) -> None:
    assert refusal("zero", text) == ZERO[text]


BARE = {
    "1..\n.2\n21.\n": "line 2: expected 3 values, as in the first row, found 2; "
    "correct the row or the first row",
    "1..\n. 2\n21.\n": "line 2: expected a row of 3 characters without spaces, found '. 2'; "
    "numbers with spaces between are the format 'zero'",
    "1.\a\n": "line 1: expected a row of 3 characters without spaces, found '1.\\x07'; "
    "numbers with spaces between are the format 'zero'",
    "11\n\n@.\n..\n": "line 3: " + ONCE.format("@", 3),
    "a\n": f"line 1: {SIZE}, found 1x1; check the size",
    "...\n": "line 1: expected at least one pair of labels, found an empty grid; check the file",
    "." * 1001 + "\n": f"line 1: {SIZE}, found 1001x1; check the size",
    "# nothing\n": "line 1: expected at least one puzzle, found none; check the file",
}


@pytest.mark.parametrize("text", BARE)
def test_mistakes_in_a_bare_rectangle(text: str) -> None:
    assert refusal("bare", text) == BARE[text]


def test_a_board_of_the_greatest_size_is_read() -> None:
    clues = make_clues(1, 1000, "free", [1, *[0] * 998, 1])
    for name in FORMAT:
        assert read(name, write(name, clues)) == [clues]


# What a form cannot say


def many_pairs(pairs: int) -> Clues:
    return make_clues(2, pairs, "free", [*range(1, pairs + 1), *range(1, pairs + 1)])


def test_62_pairs_have_symbols() -> None:
    assert write("bare", many_pairs(62)).splitlines()[0] == (
        "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
    )


@pytest.mark.parametrize("name", ["grid-stream", "bare"])
def test_more_pairs_than_symbols_need_the_zero_form(name: str) -> None:
    with refused(PuzzleFormatError):
        write(name, many_pairs(63))
    assert read("zero", write("zero", many_pairs(63))) == [many_pairs(63)]


@pytest.mark.parametrize("form", FORMAT.values())
def test_blocked_cells_cannot_be_written(form: TextFormat[Clues, Solution]) -> None:
    clues = make_clues(1, 4, "free", [1, 1, 0, 0], frozenset({2, 3}))
    with pytest.raises(PuzzleFormatError, match=f"^{form.name} cannot express blocked cells;"):
        form.write([(clues, None)])


# A published collection, where it is available


def test_a_published_collection_is_read_whole() -> None:
    folder = os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if not folder:
        pytest.skip("PUZZLEPRESS_STUDY_DATA is not set")
    text = (Path(folder) / "janko270.txt").read_text(encoding="utf-8")
    assert detected(text) == "grid-stream"
    puzzles = read("grid-stream", text)
    assert len(puzzles) == 270
    assert read("zero", write("zero", *puzzles)) == puzzles


def test_a_solution_that_jumps_is_refused() -> None:
    """`decode` takes lines that the rules refuse, so a record may come with one."""
    clues = make_clues(2, 3, "free", [1, 0, 1, 2, 0, 2])
    jumping = Solution(((0, 2), (3, 5)))
    for form in FORMATS:
        if form.name == "janko":
            with refused(PuzzleFormatError):
                form.write([(clues, jumping)])
        elif form.name != "flow":
            assert form.write([(clues, jumping)])


def test_lines_of_a_board_one_cell_wide_go_north_and_south() -> None:
    """There the cell below is the next one, as the cell to the east is elsewhere."""
    form = FORMAT["janko"]
    clues, solution = make_clues(3, 1, "cover", [1, 0, 1]), Solution(((0, 1, 2),))
    text = form.write([(clues, solution)])
    assert text.splitlines()[-5:] == ["solution", "s", "ns", "n", "end"]
    assert next(iter(form.read(text, None))).solution == solution


def test_a_side_of_the_board_joins_no_rows() -> None:
    """East of the last column is nothing, not the first cell of the row below."""
    text = "begin\npuzzle arukone\nproblem\n- 1\n1 -\nsolution\n- o\nw -\nend\n"
    (parsed,) = FORMAT["janko"].read(text, None)
    assert parsed.solution is None
