"""Lines and numbers of texts from outside."""

import pytest

from pipeline.kinds.kit.sites.text_lines import (
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    split_blocks,
)
from pipeline.model import PuzzleFormatError


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
    with pytest.raises(PuzzleFormatError, match="line 1: expected at least one puzzle"):
        require_found(False)


@pytest.mark.parametrize("size", [(0, 2), (2, 0), (1, 1), (101, 2), (2, 101)])
def test_sizes_that_no_board_has_are_refused(size: tuple[int, int]) -> None:
    require_size(100, 100, 100, 1)
    with pytest.raises(PuzzleFormatError, match=f"found {size[0]}x{size[1]}; check the size"):
        require_size(*size, 100, 7)
