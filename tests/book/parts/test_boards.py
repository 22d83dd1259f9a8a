import re
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.book import Book
from pipeline.book.parts.boards import (
    LEAST_CELL_MM,
    Arrangement,
    BookBoard,
    Limits,
    SlotFrame,
    best_arrangement,
    enlarge_type,
    number_boards,
    require_legible,
    settle,
    shapes,
    shown_symbols,
    smallest_type_pt,
)
from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FIGURE_EM
from pipeline.model import ConfigError, RenderError
from pipeline.run.page_plan import plan_book
from pipeline.scene import Align, Disc, Label, Scene
from pipeline.scene.symbols import Symbols
from pipeline.stages.books.book import load_book_config
from tests.book.sample import example_section, make_record, make_section, words
from tests.refusals import refused

LIMITS = Limits(7.0, 7.0)
FRAME = SlotFrame(184.0, 220.0, 10.0, 8.0, 10.0, 12.0)


def board(rows: int, cols: int, limits: Limits = LIMITS) -> BookBoard:
    return number_boards([make_section("All", [(rows, cols)])], limits)[0][0]


@given(st.integers(1, 40))
def test_shapes_hold_the_count_without_an_empty_row_or_column(count: int) -> None:
    for columns, rows in shapes(count):
        assert columns * rows >= count
        assert (columns - 1) * rows < count
        assert columns * (rows - 1) < count


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 14), st.integers(4, 14), st.sampled_from([1, 2, 4, 6]))
def test_settled_boards_fit_their_slots_and_fill_them(rows: int, cols: int, count: int) -> None:
    item = board(rows, cols)
    page = settle(FRAME, [item], best_arrangement(FRAME, [item], count, is_solved=False))
    width, height = FRAME.room(page.columns, page.rows, item)
    scene = item.draw(page.cell_mm)
    assert scene.width_mm <= width + 1e-6
    assert scene.height_mm <= height + 1e-6
    filled = max(scene.width_mm / width, scene.height_mm / height)
    assert page.cell_mm == pytest.approx(FRAME.most_cell) or filled > 0.99


@pytest.mark.parametrize("kind_id", ["sudoku", "nonogram", "slitherlink"])
def test_a_board_without_room_is_refused(kind_id: str) -> None:
    """A sheet of many puzzles ended in a division by zero."""
    frame = SlotFrame(20.0, 20.0, 10.0, 8.0, 10.0, 12.0)
    boards = number_boards([example_section(kind_id)], LIMITS)[0]
    page = settle(frame, boards, frame.arrange(boards, 3, 3, is_solved=False, count=9))
    assert page.cell_mm <= 0.0
    with pytest.raises(RenderError, match="too large for its page"):
        require_legible(frame, boards, page, is_solved=False)


def test_placeholders_of_one_puzzle_are_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of 100,000 puzzles drew each of them sixteen times."""
    first, other = make_record(6, 6, 1), make_record(7, 7, 2)
    placeholders = [first.with_(id=f"{k:016x}") for k in range(5)]
    section = replace(make_section("All", [(6, 6)]), records=(*placeholders, other))
    boards = number_boards([section], LIMITS)[0]
    drawn: list[int] = []
    draw = BookBoard.draw

    def counted(item: BookBoard, cell_mm: float, is_solved: bool = False) -> Scene:
        drawn.append(item.number)
        return draw(item, cell_mm, is_solved)

    monkeypatch.setattr(BookBoard, "draw", counted)
    assert len({item.puzzle_fit for item in boards}) == 2
    assert {*drawn} == {1, 6}


def test_legible_cells_keep_type_and_smaller_ones_do_not() -> None:
    item = board(12, 12, Limits(16.0, 7.0))
    cell = item.puzzle_fit.legible_mm
    assert (smallest_type_pt(item.draw(cell).marks) or 0) >= 15.99
    assert (smallest_type_pt(item.draw(cell - 0.1).marks) or 99) < 16.0
    assert item.answer_fit.legible_mm < cell


def test_no_cell_is_too_small_for_a_pencil() -> None:
    assert board(5, 5).puzzle_fit.legible_mm >= LEAST_CELL_MM


def test_largest_grid_that_fits_does_fit_and_one_more_does_not() -> None:
    item = board(12, 12)
    cell = item.puzzle_fit.legible_mm
    cols, rows = item.puzzle_fit.largest_grid(150.0, 120.0, 12, 12, cell)
    assert board(rows, cols).draw(cell).width_mm <= 150.0
    assert board(rows, cols).draw(cell).height_mm <= 120.0
    assert board(rows, cols + 1).draw(cell).width_mm > 150.0
    assert board(rows + 1, cols).draw(cell).height_mm > 120.0


def test_an_incomplete_last_row_is_centred() -> None:
    page = Arrangement(3, 2, 50.0, 60.0, 10.0, 5.0, 7.0, count=5)
    corners = [page.corner(index) for index in range(5)]
    assert corners == [(0, 0), (60, 0), (120, 0), (30, 65), (90, 65)]
    assert replace(page, count=6).corner(5) == (120, 65)


def test_a_board_a_tenth_below_its_legible_cell_is_refused() -> None:
    item = board(12, 12, Limits(16.0, 7.0))
    least = item.puzzle_fit.legible_mm
    page = best_arrangement(FRAME, [item], 1, is_solved=False)
    require_legible(FRAME, [item], replace(page, cell_mm=least), is_solved=False)
    for share in (0.999, 0.9):
        with refused(RenderError):
            require_legible(FRAME, [item], replace(page, cell_mm=share * least), is_solved=False)


def test_the_puzzle_that_makes_cells_small_is_named() -> None:
    boards = number_boards([make_section("All", [(6, 6), (14, 14), (8, 8)])], LIMITS)[0]
    page = Arrangement(1, 1, FRAME.width, FRAME.height, 0.0, 0.0, 2.0, count=1)
    with pytest.raises(RenderError, match=f"^{re.escape(boards[1].name)} is too large"):
        require_legible(FRAME, boards, page, is_solved=False)


@pytest.mark.parametrize("has_zeros", [False, True])
def test_empty_lines_have_a_zero_if_it_is_wanted(has_zeros: bool) -> None:
    puzzle = {"rows": 5, "cols": 5, "clues": [[0] * 5] * 5, "left": [[1], [], [], [], []],
              "top": [[1], [], [], [], []]}  # fmt: skip
    section = example_section("nonogram")
    record = section.records[0].with_(puzzle=puzzle)
    limits = replace(LIMITS, has_zeros=has_zeros)
    (item,) = number_boards([replace(section, records=(record,))], limits)[0]
    texts = [
        [mark.text for mark in board.draw(8.0).marks if isinstance(mark, Label)]
        for board in (item, item.for_answers)
    ]
    assert [one.count("0") for one in texts] == [8 * has_zeros, 0]


def test_records_without_a_solution_are_refused() -> None:
    record = make_record(6, 6, 1)
    sections = [
        make_section("First", [(6, 6)] * 2),
        replace(make_section("Second", [(6, 6)]), records=(record.with_(solution=None),)),
    ]
    with refused(ConfigError):
        number_boards(sections, LIMITS)


CONFIG = """\
seed = 5
[book]
title = "Labels"
author = "A. Setter"
year = 2026
trim = "6x9"
[[section]]
title = "First"
kind = "hashi"
size = "7x7"
count = 1
band = "hard"
per_page = 1
"""


def planned(tmp_path: Path, more: str) -> Book:
    (tmp_path / "labels.toml").write_text(CONFIG + more)
    config = load_book_config(tmp_path / "labels.toml")
    return plan_book(config)


def dots(book: Book) -> list[bool]:
    """Return which of the dots over the only puzzle are filled."""
    page = book.pages[book.placements[0].puzzle_page - 1]
    discs = [mark for mark in page.scene.marks if isinstance(mark, Disc)]
    return [mark.fill is not None for mark in discs[:4]]


def test_labels_and_dots_replace_those_of_the_band(tmp_path: Path) -> None:
    plain = planned(tmp_path, "")
    own = planned(tmp_path, 'labels = { hard = "No guessing" }\ndots = 1\n')
    assert words(plain).count("Hard") == 2  # over the puzzle and in the key
    assert "No guessing" not in words(plain)
    assert "Hard" not in words(own)
    assert words(own).count("No guessing") == 1
    assert dots(plain) == [True, True, True, False]
    assert dots(own) == [True, False, False, False]


def test_labels_of_other_bands_change_nothing(tmp_path: Path) -> None:
    other = planned(tmp_path, 'labels = { easy = "No guessing" }\ndots = { easy = 4 }\n')
    assert words(other).count("Hard") == 2
    assert dots(other) == [True, True, True, False]


def test_a_label_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with refused(ConfigError):
        planned(tmp_path, f'labels = {{ hard = "{"No guessing " * 8}" }}\n')


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("dots = 5", "dots: expected a whole number from 1 to 4"),
        ("dots = { hard = 0 }", "dots: expected a whole number from 1 to 4"),
        ("dots = true", "dots"),
        ("dots = { tricky = 1 }", "dots: expected a table of bands"),
        ('labels = { tricky = "x" }', "labels: expected a table of bands"),
        ('labels = { hard = " " }', "labels"),
        ('labels = "icons"', 'such symbols are set by symbols = "icons"'),
        (
            'symbols = "icons"',
            'symbols: expected one of "numbers" for Hashi .hashi., found "icons"',
        ),
        ('symbols = "stars"', 'symbols: expected one of "numbers", "digits", "letters", "dots"'),
    ],
)
def test_wrong_labels_are_refused(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        planned(tmp_path, more)


def test_empty_cells_have_corners_for_pencil_marks_and_answers_have_none() -> None:
    plain = example_section("sudoku")
    (board,), (marked,) = number_boards(
        [plain, replace(plain, pencil_marks=True)], Limits(7.0, 7.0)
    )
    corners = [mark for mark in marked.draw(10.0).marks if mark not in board.draw(10.0).marks]
    assert len(corners) == sum(not value for row in board.record.puzzle["clues"] for value in row)
    assert marked.draw(10.0, is_solved=True) == board.draw(10.0, is_solved=True)
    assert marked.size(10.0) == board.size(10.0)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ([(9, "digits"), (6, "digits")], "numbers"),
        ([(9, "digits"), (16, "digits")], "digits"),
        ([(4, "icons"), (6, "icons")], "icons"),
        ([(4, "icons"), (4, "letters")], "numbers"),
        ([], "numbers"),
    ],
)
def test_rules_speak_of_letters_only_if_a_board_has_some(
    shown: list[tuple[int, Symbols]], expected: str
) -> None:
    ((one,),) = number_boards([example_section("sudoku")], LIMITS)
    boards = [
        replace(one, record=one.record.with_(puzzle={"rows": rows}), symbols=symbols)
        for rows, symbols in shown
    ]
    assert shown_symbols(boards) == expected


@pytest.mark.parametrize("kind_id", kind_ids())
def test_enlarged_type_touches_no_other(kind_id: str) -> None:
    """In the largest type of answers, for each example of a kind, solved and not."""
    kind = get_kind(kind_id)
    for example in load_examples(kind)["solved"]:
        clues = kind.decode(example["puzzle"])
        solution = kind.decode_solution(clues, example["solution"])
        for cell_mm, shown in product((4.5, 6.0, 8.0), (None, solution)):
            marks = enlarge_type(kind.draw(clues, shown, cell_mm), 13.0, cell_mm).marks
            labels = [mark for mark in marks if isinstance(mark, Label)]
            for one, other in combinations(labels, 2):
                (x, y), (x2, y2) = one.position, other.position
                wide = (len(one.text) * one.size_mm + len(other.text) * other.size_mm) / 2
                high = (one.size_mm + other.size_mm) / 2
                apart = max(abs(x - x2) - DIGIT_EM * wide, abs(y - y2) - FIGURE_EM * high)
                is_pair = {one.align, other.align} == {Align.CENTRE}
                assert apart > -0.05 or not is_pair, (one, other)
