"""The rules of Nurikabe: islands of unknown size, and pools that no edge makes."""

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.nurikabe.kind import KIND


def codes(values: tuple[int, ...], sea: tuple[int, ...], rows: int, cols: int) -> list[str]:
    found = KIND.check(Board(rows, cols, values), Solution("cells", tuple((cell,) for cell in sea)))
    return [violation.code for violation in found]


def test_an_island_of_unknown_size_has_any_size() -> None:
    assert codes((-1, 0, 0, 0), (2, 3), 2, 2) == []
    assert codes((-1, 0, 0, 0), (1, 2, 3), 2, 2) == []
    assert codes((3, 0, 0, 0), (2, 3), 2, 2) == ["wrong-size"]


def test_a_pool_does_not_reach_round_the_side_of_the_board() -> None:
    values = (2, 0, 0, 0, 0, 0, 0, 0, 2)
    assert codes(values, (2, 3, 4, 5, 6), 3, 3) == []
    assert codes((0, 0, 1, 0), (0, 1, 3), 2, 2) == []
