"""Solved boards in a terminal show clues outside of single cells."""

from pipeline.kinds import kit
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BETWEEN, Clue
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.maps import solved_map


def test_numbers_outside_are_aligned_to_their_lines() -> None:
    runs = [("left", 0, (1, 1)), ("left", 1, (3,)), ("top", 0, (2,)), ("top", 1, (1,))]
    clues = Board(2, 3, (0,) * 6, other_clues=tuple(Clue(side, (at,), n) for side, at, n in runs))
    boards = kit.Boards(family="cells", clue_sorts=(kit.Outside(),))
    solution = Solution("cells", ((0,), (2,), (3,), (4,), (5,)))
    assert solved_map(Looks(), boards, clues, solution, False).splitlines() == [
        "    2 1",
        "1 1 # . #",
        "  3 # # #",
    ]  # fmt: skip


def test_signs_are_between_their_cells() -> None:
    signs = Clue(BETWEEN, (0, 1), (), "="), Clue(BETWEEN, (0, 2), (), "x")
    around = Clue("right", (1,), (2,)), Clue("bottom", (0,), (3,))
    clues = Board(2, 2, (-1, 1, -1, -1), other_clues=(*signs, *around))
    boards = kit.Boards(
        family="cells", empty=-1, clue_sorts=(kit.Outside(), kit.Between(("=", "x")))
    )
    solution = Solution("cells", ((0,), (1,)))
    text = solved_map(Looks(symbols=("a", "b")), boards, clues, solution, False)
    assert text.splitlines() == ["b=b", "x", "a a 2", "3"]
