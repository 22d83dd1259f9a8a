"""Hidden numbers: at most so many, each only where the puzzle bears it."""

from __future__ import annotations

from pipeline.kernels.random_state import new_state
from pipeline.kinds.hashi.generate import hide_numbers
from pipeline.kinds.hashi.model import UNKNOWN, Clues
from tests.kinds.hashi.boards import board

BOARD = board("2.3.1 ..... ?.1.1", "free-2")


def hidden(clues: Clues) -> set[int]:
    """Return the cells whose number is not told."""
    return {cell for cell, clue in enumerate(clues.islands) if clue == UNKNOWN}


def test_no_more_are_hidden_than_asked_for() -> None:
    for most in range(8):
        for seed in range(5):
            found = hidden(hide_numbers(BOARD, most, lambda _: True, new_state(seed)))
            assert len(found - hidden(BOARD)) == min(most, 5)


def test_what_is_not_borne_is_not_hidden() -> None:
    tried: list[set[int]] = []

    def is_kept(clues: Clues) -> bool:
        tried.append(hidden(clues))
        return 2 not in hidden(clues)

    found = hide_numbers(BOARD, 9, is_kept, new_state(3))
    assert hidden(found) == {0, 4, 10, 12, 14}
    assert len(tried) == 5


def test_places_depend_on_the_state_alone() -> None:
    def places(seed: int) -> frozenset[int]:
        return frozenset(hidden(hide_numbers(BOARD, 2, lambda _: True, new_state(seed))))

    assert [places(seed) for seed in range(9)] == [places(seed) for seed in range(9)]
    assert len({places(seed) for seed in range(9)}) > 3
