"""Lines and numbers of texts from outside."""

import pytest

from pipeline.kinds.kit.sites import tables
from pipeline.kinds.kit.sites.text_lines import (
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    split_blocks,
)
from pipeline.model import PuzzleFormatError
from pipeline.stages.check_kind.boards import example_boards
from pipeline.stages.collection.detect import detect_forms
from pipeline.stages.collection.file_readers import carried_texts, is_container
from tests.kinds.boards import boards_of, kind_of
from tests.refusals import refused


def test_lines_are_counted_as_editors_do() -> None:
    assert [*number_lines("a\r\n\fb\x1cc\u2028d \n")] == [(1, "a"), (2, "b\x1cc\u2028d"), (3, "")]


def test_blocks_lie_between_empty_lines() -> None:
    lines = number_lines("\na\nb\n\n\nc")
    assert list(split_blocks(lines)) == [[(2, "a"), (3, "b")], [(6, "c")]]


@pytest.mark.parametrize("token", ["", "-1", "1.0", "²", "١", "x"])
def test_other_words_are_no_numbers(token: str) -> None:
    assert not is_number(token)


def test_a_number_too_long_to_be_of_use_costs_nothing() -> None:
    assert parse_number("12") == 12
    assert parse_number("9" * 100_000) == 9_999_999_999


def test_what_holds_no_puzzle_is_refused() -> None:
    require_found(True)
    with refused(PuzzleFormatError):
        require_found(False)


@pytest.mark.parametrize("size", [(0, 2), (2, 0), (1, 1), (101, 2), (2, 101)])
def test_sizes_that_no_board_has_are_refused(size: tuple[int, int]) -> None:
    require_size(100, 100, 100, 1)
    with pytest.raises(PuzzleFormatError, match=f"found {size[0]}x{size[1]}; check the size"):
        require_size(*size, 100, 7)


@pytest.mark.parametrize("kind_id", ["battleships", "futoshiki", "killer", "starbattle", "sudoku"])
def test_any_board_survives_as_a_line_of_its_record(kind_id: str) -> None:
    form = tables.record(kind_id).form(boards_of(kind_id))
    boards = [board.clues for board in example_boards(kind_of(kind_id))]
    text = form.write([(board, None) for board in boards])
    assert text.count("\n") == len(boards)
    assert form.detect(text)
    assert [one.clues for one in form.read(text, None)] == boards
    assert [*detect_forms(text)] == []  # until a kind has the form, none takes the text
    assert not is_container(text)
    assert [one.text for one in carried_texts(text)] == [text]
    for wrong in (f"{kind_id} [1]", "other {}", f"{kind_id} {{"):
        (found,) = form.read_each(f"\n{wrong}\n", None)
        assert str(found).startswith(f"line 2: expected a line such as {kind_id} {{")
    (found,) = form.read_each(f'{kind_id} {{"rows": 0}}', None)
    assert str(found).startswith("line 1: expected ")
