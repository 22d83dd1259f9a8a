"""What is no board is refused with a message that says what is wrong."""

from typing import Any

import pytest

from pipeline.kinds.npuzzle.model import (
    Clues,
    Solution,
    decode,
    decode_solution,
    encode,
    make_clues,
)
from pipeline.model import PuzzleFormatError
from tests.refusals import refused

GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], "found 8 numbers instead of 9"),
        ([1, 2, 3, 4, 5, 6, 7, 9, 0], "found 9, which is no tile of this size"),
        ([-1, 2, 3, 4, 5, 6, 7, 8, 0], "found -1, which is no tile"),
        ([1, 2, 3, 4, 5, 6, 7, 7, 0], "found 7 twice; 8 is missing"),
        ([0, 2, 3, 4, 5, 6, 7, 8, 0], "found two blanks; 1 is missing"),
        ([1, 1, 1, 4, 5, 6, 7, 8, 0], "found 1 3 times; 2, 3 are missing"),
    ],
)
def test_faulty_boards_are_refused(start: list[int], said: str) -> None:
    with pytest.raises(PuzzleFormatError, match=f"expected start to hold .*{said}"):
        make_clues(3, 3, start, GOAL)
    with pytest.raises(PuzzleFormatError, match=f"expected goal to hold .*{said}"):
        make_clues(3, 3, GOAL, start)


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (3, 9), (0, 0)])
def test_sizes_beyond_the_range_are_refused(rows: int, cols: int) -> None:
    tiles = list(range(rows * cols))
    with pytest.raises(PuzzleFormatError, match=f"from 2 to 8 cells, found {cols}x{rows}"):
        make_clues(rows, cols, tiles, tiles)


@pytest.mark.parametrize(
    ("key", "value"),
    [("rows", 9), ("cols", "3"), ("start", [[1, 2], [3, 0]]), ("goal", None), ("start", 7)],
)
def test_puzzles_of_another_form_are_refused(key: str, value: Any) -> None:
    puzzle = {**encode(Clues(3, 3, tuple(GOAL), tuple(GOAL))), key: value}
    with pytest.raises(PuzzleFormatError, match=key):
        decode(puzzle)


def test_moves_are_the_four_letters() -> None:
    clues = Clues(3, 3, tuple(GOAL), tuple(GOAL))
    assert decode_solution(clues, {"moves": "UDLR"}) == Solution("UDLR")
    with refused(PuzzleFormatError):
        decode_solution(clues, {"moves": "UDX"})
    with refused(PuzzleFormatError):
        decode_solution(clues, {"moves": "U" * 100_001})
