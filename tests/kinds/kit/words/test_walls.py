"""Zip with walls, from the generator to the model and the rules."""

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.clues import BETWEEN, WALL, Clue
from tests.known import the


def test_a_share_of_the_places_beside_the_line_gets_walls_that_decide_the_puzzle() -> None:
    kind = get_kind("zip")
    needed = 0
    for seed in range(6):
        made = kind.generate(kind.parse_params(5, 5, None, {"walls": "50"}), seed)
        clues, solution = made.clues, made.solution
        # Half of 40 neighbours without the 24 joined by the line.
        assert len(the(clues).other_clues) == 8
        assert the(kind.uniqueness).prove(clues, solution, kind.budget).status == "unique"
        open_ = kind.decode({**kind.encode(clues), "between": []})
        needed += the(kind.uniqueness).prove(open_, solution, kind.budget).status != "unique"
    assert needed > 3


def test_no_line_can_be_drawn_through_a_wall() -> None:
    kind = get_kind("zip")
    puzzle = {"rows": 3, "cols": 3, "clues": [[1, 0, 0], [0, 0, 0], [0, 0, 2]]}
    snake = kind.decode_solution(
        kind.decode(puzzle),
        {"edges": [[0, 1], [1, 2], [2, 5], [3, 4], [3, 6], [4, 5], [6, 7], [7, 8]]},
    )
    walled = kind.decode({**puzzle, "between": [[4, 5, WALL]]})
    assert walled.other_clues == (Clue(BETWEEN, (4, 5), (), WALL),)
    assert (4, 5) not in {mark.place for mark in kind.declared.declare(walled).marks}
    assert not kind.check(kind.decode(puzzle), snake)
    assert [found.code for found in kind.check(walled, snake)] == ["crosses-wall"]
