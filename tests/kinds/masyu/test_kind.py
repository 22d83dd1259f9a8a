"""The rules of Masyu name each pearl and the cell where the line goes wrong."""

from typing import Any

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.masyu.kind import KIND

SQUARE = ((0, 1), (0, 3), (1, 4), (3, 4))
"""A loop round the corner of a board of three by three."""


def broken(values: tuple[int, ...], edges: tuple[tuple[int, int], ...]) -> list[tuple[Any, ...]]:
    found = KIND.check(Board(3, 3, values), Solution("edges", edges))
    return [(violation.code, violation.cells) for violation in found]


def test_every_pearl_is_looked_at() -> None:
    values = (1, 0, 2, 0, 0, 0, 0, 0, 1)
    assert broken(values, SQUARE) == [
        ("white-pearl", (0,)), ("missed-pearl", (2,)), ("missed-pearl", (8,)),
    ]  # fmt: skip
    assert broken((0, 0, 2, 0, 1, 0, 0, 0, 0), SQUARE) == [
        ("missed-pearl", (2,)), ("white-pearl", (4,)),
    ]  # fmt: skip


def test_a_loose_end_is_named_and_of_no_line_all_cells() -> None:
    assert broken(9 * (0,), ((3, 4), (4, 5))) == [("no-loop", (3,))]
    assert broken(9 * (0,), ()) == [("no-loop", tuple(range(9)))]
