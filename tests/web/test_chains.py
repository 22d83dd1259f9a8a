"""Chains of numbers in the page: typed digit by digit, and walked from cell to cell."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from tests.known import the
from tests.web.engine import games_with

engine = games_with(
    {
        "begin": "(game) => game.begin()",
        "type": """(game, values, cell, symbols) => [...symbols].map((symbol) => {
          for (const [slot, value] of game.enter(values, cell, symbol, 0)) values[slot] = value;
          return values[cell];
        })""",
        "note": "(game, values, cell) => game.enter(values, cell, '1', 1)",
        "tap": """(game, values, cells) => {
          let hold = null;
          for (const cell of cells) {
            const answer = game.tap(values, hold, cell);
            hold = answer.hold;
            for (const [slot, value] of answer.changes) values[slot] = value;
          }
          return [values, hold];
        }""",
        "drag": """(game, values, spots) => {
          const cellOf = ({ x, y }) => Math.floor(y) * game.cols + Math.floor(x);
          const hold = game.grab(values, cellOf(spots[0]));
          for (const spot of spots) {
            for (const [slot, value] of game.drag(values, hold, cellOf(spot), spot) ?? []) {
              values[slot] = value;
            }
          }
          return values;
        }""",
        "linked": "(game, values, cell) => game.linked(values, cell)",
        "left": "(game, values) => [game.leftOf(values), game.symbols]",
        "check": "(game, values) => game.check(values).length",
        "describe": "(game, values, cell) => game.describe(values, cell)",
        "extend": "(game, values, slots) => game.extend(values, slots, true)",
    }
)
KINDS = ("hidato", "numbrix")


def record(kind_id: str, clues: list[list[int]]) -> dict[str, Any]:
    kind = get_kind(kind_id)
    board = kind.decode({"rows": len(clues), "cols": len(clues[0]), "clues": clues})
    assert kind.play is not None
    return {
        "id": "x", "kind": kind_id, "puzzle": kind.encode(board),
        "model": kind.play(board, None, "en"),
    }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_digits_are_appended_up_to_the_largest_number(kind: str) -> None:
    puzzle = record(kind, [[1, 0, 0, 0], *[[0] * 4] * 3])
    begin = engine().call("begin", puzzle)
    assert engine().call("type", puzzle, begin, 5, "125") == [1, 12, 5]
    assert engine().call("type", puzzle, begin, 5, "0160") == [0, 1, 16, 0]
    assert engine().call("type", puzzle, begin, 0, "7") == [1]  # it is given
    assert engine().call("note", puzzle, begin, 5) == []
    assert engine().call("left", puzzle, begin) == [[], [*"1234567890"]]


def test_numbers_of_three_digits_are_typed_and_named() -> None:
    puzzle = record("hidato", [[1, *[0] * 9], *[[0] * 10] * 9])
    begin = engine().call("begin", puzzle)
    assert engine().call("type", puzzle, begin, 5, "100") == [1, 10, 100]
    begin[5] = 99
    (said,) = engine().call("describe", puzzle, begin, 5)
    assert said["values"]["number"] == "99"


def test_taps_walk_on_to_larger_numbers_or_to_smaller_ones_where_these_are_written() -> None:
    puzzle = record("hidato", [[1, 0, 0], [0, 0, 0], [0, 8, 9]])
    begin = engine().call("begin", puzzle)
    values, hold = engine().call("tap", puzzle, begin, [0, 4, 3, 8, 7])
    assert values[:9] == [1, 0, 0, 3, 2, 0, 0, 8, 9]
    assert hold == {"cell": 7}
    values, hold = engine().call("tap", puzzle, begin, [7, 4, 5, 5])
    assert values[:9] == [1, 0, 0, 0, 7, 6, 0, 8, 9]
    assert hold is None
    values, _ = engine().call(
        "tap", puzzle, begin, [0, 2, 5]
    )  # too far away, then from an empty one
    assert values == begin


def test_only_cells_that_touch_are_walked_to() -> None:
    for kind, walked in (("hidato", 2), ("numbrix", 0)):
        puzzle = record(kind, [[1, 0], [0, 0]])
        values, _ = engine().call("tap", puzzle, engine().call("begin", puzzle), [0, 3])
        assert values[3] == walked


def test_drags_walk_through_the_middle_of_cells_and_over_numbers_on_the_way() -> None:
    puzzle = record("hidato", [[1, 0, 0], [0, 3, 0], [0, 0, 9]])
    begin = engine().call("begin", puzzle)
    spots = [{"x": x, "y": y} for x, y in (
        (0.5, 0.5), (0.9, 0.9), (1.1, 0.1), (1.5, 0.5), (1.5, 1.4), (1.05, 1.95), (0.5, 2.4),
    )]  # fmt: skip
    values = engine().call("drag", puzzle, begin, spots)
    assert values[:9] == [1, 2, 0, 0, 3, 0, 4, 0, 9]


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_board_is_walked_from_1_to_the_last(kind: str) -> None:
    the_kind = get_kind(kind)
    made = the_kind.generate(the_kind.parse_params(5, 5, None, {}), 2)
    puzzle = record(kind, the_kind.encode(made.clues)["clues"])
    path = [cell for cell, _ in sorted(the(made.solution).items, key=lambda item: item[1])]
    values, _ = engine().call("tap", puzzle, engine().call("begin", puzzle), path)
    taken = engine().call("begin", puzzle)
    for one, other in pairwise(path):  # each number taken, for where a given one let it go
        taken, _ = engine().call("tap", puzzle, taken, [one, other])
    assert [number for _, number in sorted(the(made.solution).items)] == taken[:25]
    assert engine().call("check", puzzle, taken) == 0
    assert {*values[:25]} <= {*taken[:25], 0}


def test_the_cells_beside_a_cell_and_its_next_numbers_are_linked() -> None:
    random = Random("linked")
    puzzle = record("numbrix", [[0] * 3, [0] * 3, [0] * 3])
    for _ in range(20):
        values = random.sample(range(1, 10), 9) + [0] * 18
        for cell in random.sample(range(9), 4):
            values[cell] = 0
        for cell in range(9):
            linked = engine().call("linked", puzzle, values, cell)
            near = {k for k in range(9)
                    if abs(k // 3 - cell // 3) + abs(k % 3 - cell % 3) == 1}  # fmt: skip
            assert {*linked["peers"]} == near | {cell}
            number = values[cell]
            alike = {k for k in range(9) if number and abs(values[k] - number) == 1 and values[k]}
            assert {*linked["equal"]} == alike
        assert engine().call("extend", puzzle, values, [*range(9)]) == []
