"""Boards have hardly any cage or region of one cell, and can be solved without them."""

from collections import Counter

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board
from tests.known import the

CASES = [("killer", 6, None), ("calcudoku", 5, None), ("starbattle", 6, "one-star")]


def singles(board: Board) -> int:
    sizes = [len(cage.place) for cage in board.cages] or [*Counter(board.regions).values()]
    return sizes.count(1)


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("kind_id", "side", "rule", "band"),
    [(*case, band) for case in CASES for band in ("easy", "medium", "hard")
     if (case[0], band) != ("killer", "hard")],  # a band that 6x6 has not
)  # fmt: skip
def test_few_cells_are_alone(kind_id: str, side: int, rule: str | None, band: str) -> None:
    """At most three in two boards, of 25 or 36 cells."""
    kind = get_kind(kind_id)
    params = kind.parse_params(side, side, rule, {"band": band})
    boards = [kind.generate(params, seed).clues for seed in range(12)]
    made = [board for board in boards if board is not None]
    assert len(made) >= 10
    assert 2 * sum(map(singles, made)) <= 3 * len(made)
    for board in made:
        assert kind.grade(board, None).band == band


@pytest.mark.parametrize(("kind_id", "side", "rule"), CASES[:1])
def test_a_tidied_board_keeps_its_answer(kind_id: str, side: int, rule: str | None) -> None:
    """Also where every change is accepted."""
    kind = get_kind(kind_id)
    tidy = kind.declared.making.tidy
    params = kind.parse_params(side, side, rule, {})
    for seed in range(4):
        made = kind.generate(params, seed)
        again = tidy(made.clues, made.solution, lambda _: True, new_state(seed))
        assert singles(again) <= singles(the(made.clues))
        assert not kind.check(again, made.solution)
