"""Boards that are changed at many places at once."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.kernels.random_state import RandomState, new_state
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.making import pick
from pipeline.kinds.kit.making.climbing import Change, Climb

SIDE = 30
CLOSE, SPOIL, KEEP = range(3)


def test_a_local_climb_ends_without_open_cells_and_looks_less_often() -> None:
    """A change closes its cell, opens its neighbour and is taken back, or does nothing."""
    looks = list[bool]()

    def find_open(board: Board, _: Solution) -> list[int]:
        looks.append(True)
        return [cell for cell, value in enumerate(board.values) if not value]

    def propose(
        board: Board, _: Solution, cells: Sequence[int], state: RandomState
    ) -> list[Change]:
        return [(cell, pick(state, (CLOSE, SPOIL, KEEP, KEEP, KEEP))) for cell in cells]

    def apply(board: Board, answer: Solution, changes: Sequence[Change]) -> tuple[Board, Solution]:
        values = [*board.values]
        for cell, what in changes:
            if what == CLOSE:
                values[cell] = 1
            elif what == SPOIL:
                values[(cell + 1) % SIDE] = 0
        return replace(board, values=tuple(values)), answer

    number = []
    for is_local in (False, True):
        looks.clear()
        for seed in range(20):
            board = Board(SIDE, 1, tuple(cell % 2 for cell in range(SIDE)))
            climb = Climb(propose, apply, 1, is_local=is_local)
            made = climb.mend((board, Solution("cells", ())), find_open, new_state(seed))
            assert made is not None
            assert made[0].values == (1,) * SIDE
        number.append(len(looks))
    assert number[1] < 0.9 * number[0]
