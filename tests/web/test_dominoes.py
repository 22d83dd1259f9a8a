"""Dominoes in the player: laid by taps and drags, turned, taken away, joined by keys."""

from typing import Any

from pipeline.kinds import get_kind
from tests.web.engine import games_with

engine = games_with(
    {
        "begin": "begin()",
        "boxes": "boxes",
        "accepts": "accepts(slot, value)",
        "slot": "slotAt(...pair)",
    }
)
KIND = get_kind("pips")
PUZZLE = {
    "rows": 2, "cols": 3, "clues": [[0, 0, 0], [0, 1, 1]],
    "cages": [{"cells": [0, 1], "total": 3}], "dominoes": [[0, 2], [1, 5]],
}  # fmt: skip
HAND = """(record, acts) => {
  const game = makeGame(record);
  const values = [...game.begin()];
  let hold = null;
  const said = [];
  const take = (answer) => {
    for (const [slot, value] of answer.changes) values[slot] = value;
    hold = answer.hold;
    if (answer.message) said.push(answer.message.key);
  };
  for (const [act, ...rest] of acts) {
    if (act === "pick") {
      const [left, top, right, bottom] = game.boxes[rest[0]];
      const held = game.pick(values, { x: (left + right) / 2, y: (top + bottom) / 2 });
      if (held && rest.length > 1) {
        game.drag(values, held, rest[1]);
        take(game.drop(values, held));
      }
    }
    if (act === "tap") take(game.tap(values, hold, rest[0]));
    if (act === "key") take(game.tap(values, hold, rest[0], undefined, true));
    if (act === "drag") {
      const held = game.grab(values, rest[0]);
      game.drag(values, held, rest[1]);
      take(game.drop(values, held));
    }
    if (act === "erase") take({ changes: game.erase(values, rest[0]), hold });
    if (act === "enter") take({ changes: game.enter(values, rest[0], rest[1], 0), hold });
  }
  const pairs = game.pairs.filter((_, k) => values[game.pairsAt + k]);
  const cells = game.clues.map((_, cell) => (values[cell] ? values[cell] % 7 : null));
  return { cells, pairs, laid: game.laidOf(values), said, left: game.leftOf(values),
    faults: game.check(values).length, now: game.measure(values) };
}"""


def played(*acts: list[Any]) -> dict[str, Any]:
    board = KIND.decode(PUZZLE)
    assert KIND.play is not None
    record = {"kind": "pips", "puzzle": KIND.encode(board), "model": KIND.play(board, None, "en")}
    made = engine()
    made.define("hand", HAND)
    found: dict[str, Any] = made.call("hand", record, list(acts))
    return found


def test_a_tap_lays_the_chosen_domino_turns_it_and_takes_it_away() -> None:
    laid = played(["pick", 0], ["tap", 0])
    assert laid["cells"][:2] == [0, 2]
    assert (laid["pairs"], laid["laid"]) == ([[0, 1]], [True, False])
    turned = played(["pick", 0], ["tap", 0], ["tap", 1])
    assert turned["cells"][:2] == [2, 0]
    away = played(["pick", 0], ["tap", 0], ["tap", 1], ["tap", 0])
    assert (away["cells"], away["pairs"]) == ([None] * 6, [])
    # It is chosen again, and goes where there is room: here below.
    assert played(["pick", 1], ["tap", 1], ["pick", 0], ["tap", 0])["pairs"] == [[0, 3], [1, 2]]


def test_a_domino_is_dragged_from_beside_the_board() -> None:
    assert played(["pick", 1, 2])["pairs"] == [[1, 2]]
    assert played(["pick", 1, 4])["pairs"] == []  # no cell of the board
    assert played(["pick", 1, 2], ["pick", 1, 0])["pairs"] == [[1, 2]]  # it is laid already


def test_a_drag_over_two_cells_lays_the_chosen_domino_or_joins_them() -> None:
    assert played(["pick", 0], ["drag", 1, 0])["cells"][:2] == [2, 0]
    joined = played(["drag", 0, 1])
    assert (joined["pairs"], joined["cells"]) == ([[0, 1]], [None] * 6)
    assert played(["drag", 0, 1], ["drag", 1, 0])["pairs"] == []
    refused = played(["pick", 0], ["tap", 0], ["pick", 1], ["drag", 1, 2])
    assert (refused["said"], refused["pairs"]) == (["refused"], [[0, 1]])


def test_keys_write_numbers_and_join_cells() -> None:
    found = played(["enter", 0, "0"], ["enter", 3, "2"], ["key", 0], ["key", 3])
    assert (found["pairs"], found["laid"]) == ([[0, 3]], [True, False])
    assert found["left"] == [1, 0, 0, 0, 1, 0, 0]
    assert played(["enter", 0, "0"], ["key", 0], ["key", 3], ["erase", 3])["cells"] == [None] * 6


def test_the_board_is_solved_when_numbers_and_dominoes_are_right() -> None:
    acts = (["pick", 0], ["drag", 3, 0], ["pick", 1], ["drag", 1, 2])
    found = played(*acts)
    assert found["cells"] == [2, 1, 5, 0, None, None]
    assert (found["faults"], found["now"]) == (0, {"done": 4, "total": 4})
    assert played(*acts, ["drag", 0, 3])["faults"] > 0
    assert played(["pick", 0], ["drag", 0, 3], ["pick", 1], ["drag", 1, 2])["faults"] > 0
