"""Taps, arrow keys and spoken words on the sides of cells, and notes in the pencil's slots."""

from random import Random
from typing import Any

import pytest

from tests.web.engine import games_with
from tests.web.test_hints import records

CALLS = {
    "begin": "(game) => game.begin()",
    "slot": "(game, cell, letter) => game.slotBeside(cell, letter)",
    "cell": "(game, cell) => game.slotAt(cell)",
    "tap": "(game, values, hold, cell, spot) => game.tap(values, hold, cell, spot)",
    "nudge": "(game, values, hold, letter) => game.nudge(values, hold, letter)",
    "hear": "(game, values, cell) => game.describer(values)(cell).parts",
    "announce": "(game, values, slot) => game.announce([], values, [slot]).key",
    "enter": "(game, values, cell, symbol, isPencil) => game.enter(values, cell, symbol, isPencil)",
    "erase": "(game, values, cell) => game.erase(values, cell)",
}
WAYS = {"U": (0, -0.4), "D": (0, 0.4), "L": (-0.4, 0), "R": (0.4, 0)}

engine = games_with(CALLS)


def ask(name: str, record: dict[str, Any], *rest: Any) -> Any:
    return engine().call(name, record, *rest)


@pytest.mark.parametrize("kind", ["slitherlink", "masyu", "yajilin"])
def test_taps_and_arrow_keys_change_the_side_that_is_meant(kind: str) -> None:
    random, record = Random(kind), records(kind)[0][0]
    rows, cols = record["puzzle"]["rows"], record["puzzle"]["cols"]
    size = len(ask("begin", record))
    for cell in range(rows * cols):
        centre = {"x": cell % cols + 0.5, "y": cell // cols + 0.5}
        own = ask("cell", record, cell)
        values = [random.choice((0, 1, 2)) for _ in range(size)]
        if own < 0:
            taken = ask("tap", record, values, None, cell, centre)
            assert taken == {"changes": [], "hold": {"cell": cell}}
            assert ask("tap", record, values, {"cell": cell}, cell, centre)["hold"] is None
            other = {"cell": cell + 1}
            assert ask("tap", record, values, other, cell, centre)["hold"] == {"cell": cell}
        for letter, (dx, dy) in WAYS.items():
            slot = ask("slot", record, cell, letter)
            after = [[slot, (values[slot] + 1) % 3]] if slot >= 0 else []
            spot = {"x": centre["x"] + dx, "y": centre["y"] + dy}
            tapped = ask("tap", record, values, None, cell, spot)
            expected = [[own, (values[own] + 1) % 3]] if own >= 0 else after
            assert tapped == {"changes": expected, "hold": None}
            assert ask("nudge", record, values, None, letter) is None
            nudged = ask("nudge", record, values, {"cell": cell}, letter)
            assert nudged == (
                {"changes": after, "hold": {"cell": cell}, "cell": cell} if after else None
            )


@pytest.mark.parametrize("kind", ["slitherlink", "masyu", "yajilin"])
def test_screen_readers_hear_which_sides_are_drawn_and_crossed(kind: str) -> None:
    random, record = Random(kind), records(kind)[0][0]
    rows, cols = record["puzzle"]["rows"], record["puzzle"]["cols"]
    size = len(ask("begin", record))
    for cell in range(rows * cols):
        values = [random.choice((0, 1, 2)) for _ in range(size)]
        sides = {letter: ask("slot", record, cell, letter) for letter in "UDLR"}
        heard = {
            part["parts"][0]["key"]: [one["key"] for one in part["parts"][1:]]
            for part in ask("hear", record, values, cell)
            if part.get("parts") and str(part["parts"][0].get("key")).endswith("_at")
        }
        for value, key in ((1, "drawn_at"), (2, "crossed_at")):
            named = [f"side_{letter.lower()}" for letter, slot in sides.items()
                     if slot >= 0 and values[slot] == value]  # fmt: skip
            assert heard.get(key, []) == named
        for slot in sides.values():
            if slot >= 0:
                assert ask("announce", record, values, slot) == f"board_now_line_{values[slot]}"
        own = ask("cell", record, cell)
        if own >= 0:
            state = ("board_empty", "shaded", "white")[values[own]]
            assert ask("announce", record, values, own) == state
            keys = [part.get("key") for part in ask("hear", record, values, cell)]
            assert not values[own] or state in keys


@pytest.mark.parametrize("kind", ["sudoku", "killer", "suguru"])
def test_numbers_and_notes_are_written_heard_and_erased(kind: str) -> None:
    record, _ = records(kind)[0]
    values = ask("begin", record)
    cells = len(values) // 3
    given = [clue for row in record["puzzle"]["clues"] for clue in row]
    assert values == [*given, *([0] * 2 * cells)]
    for cell in range(cells):
        if given[cell]:
            for pencil in (0, 1, 2):
                assert ask("enter", record, values, cell, "1", pencil) == []
            assert ask("erase", record, values, cell) == []
            (part, *_) = ask("hear", record, values, cell)
            assert (part["key"], part["values"]["number"]) == ("board_given", str(given[cell]))
            continue
        assert ask("enter", record, values, cell, "2", 0) == [[cell, 2]]
        for pencil in (1, 2):
            slot = pencil * cells + cell
            assert ask("enter", record, values, cell, "2", pencil) == [[slot, 4]]
        assert ask("announce", record, values, cell) == "board_now_empty"
        noted = [*values]
        noted[cells + cell] = 6
        assert ask("enter", record, noted, cell, "2", 1) == [[cells + cell, 2]]
        assert ask("erase", record, noted, cell) == [[cells + cell, 0]]
        assert ask("announce", record, noted, cells + cell) == "mark_changed"
        empty, notes, *_ = ask("hear", record, noted, cell)
        assert (empty["key"], notes["key"]) == ("board_empty", "noted")
        assert notes["values"]["numbers"] == "1 2"
        noted[cell] = 2
        assert ask("enter", record, noted, cell, "2", 0) == [[cell, 0]]
        assert ask("enter", record, noted, cell, "1", 1) == []
        assert ask("erase", record, noted, cell) == [[cell, 0]]
        assert ask("announce", record, noted, cell) == "board_now_number"
        number, *others = ask("hear", record, noted, cell)
        assert (number["key"], number["values"]["number"]) == ("board_number", "2")
        assert "noted" not in [part.get("key") for part in others]


@pytest.mark.parametrize("kind", ["masyu", "yajilin"])
def test_a_drag_from_cell_to_cell_draws_or_erases_and_goes_back(kind: str) -> None:
    random, record = Random(kind), records(kind)[0][0]
    engine().define(
        "stroke",
        """(record, values, cells) => {
          const game = makeGame(record);
          const hold = game.grab(values, cells[0]);
          for (const cell of cells) {
            for (const [slot, value] of game.drag(values, hold, cell) ?? []) values[slot] = value;
          }
          return values;
        }""",
    )
    rows, cols = record["puzzle"]["rows"], record["puzzle"]["cols"]
    begin = ask("begin", record)
    for _ in range(40):
        values = [random.choice((0, 0, 1, 2)) for _ in begin]
        cells, slots = [random.randrange(rows * cols)], []
        while len(cells) < 8:
            letter = random.choice("UDLR")
            row, col = cells[-1] // cols, cells[-1] % cols
            row += {"U": -1, "D": 1}.get(letter, 0)
            col += {"L": -1, "R": 1}.get(letter, 0)
            if row in range(rows) and col in range(cols):
                slots.append(ask("slot", record, cells[-1], letter))
                cells.append(row * cols + col)
        expected, paint, trail = [*values], None, list[int]()
        for slot in slots:
            if slot < 0:  # a clue in the way
                continue
            if paint is None:
                paint = 0 if values[slot] == 1 else 1
            is_back = paint == 1 and trail[-1:] == [slot]
            if is_back:
                trail.pop()
            else:
                trail.append(slot)
            expected[slot] = 0 if is_back else paint
        assert ask("stroke", record, values, cells) == expected, cells
