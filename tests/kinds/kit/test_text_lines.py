"""Lines and numbers of texts from outside."""

import pytest

from pipeline.kinds.kit.text_lines import (
    content_lines,
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    require_width,
    split_blocks,
)
from pipeline.model import PuzzleFormatError, cut


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


def test_long_words_are_cut_in_messages() -> None:
    assert cut("x" * 40) == "x" * 40
    assert cut("x" * 41) == "x" * 36 + "..."


def test_what_holds_no_puzzle_is_refused() -> None:
    require_found(True, 3)
    with pytest.raises(PuzzleFormatError, match="line 3: expected at least one puzzle"):
        require_found(False, 3)


@pytest.mark.parametrize("size", [(0, 2), (2, 0), (1, 1), (101, 2), (2, 101)])
def test_sizes_that_no_board_has_are_refused(size: tuple[int, int]) -> None:
    require_size(100, 100, 100, 1)
    with pytest.raises(PuzzleFormatError, match=f"found {size[0]}x{size[1]}; check the size"):
        require_size(*size, 100, 7)


def test_lines_that_say_nothing_are_passed_over() -> None:
    assert [*content_lines("# mine\n\n 1.1 \n #\n2.2")] == [(3, "1.1"), (5, "2.2")]


@pytest.mark.parametrize("width_of", ["the size", "the first row"])
def test_rows_of_another_width_are_refused(width_of: str) -> None:
    require_width(3, 3, 7, width_of)
    with pytest.raises(PuzzleFormatError) as caught:
        require_width(2, 3, 7, width_of)
    assert str(caught.value) == (
        f"line 7: expected 3 values, as in {width_of}, found 2; correct the row or {width_of}"
    )
