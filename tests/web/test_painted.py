"""Colour Nonograms in the page, without a browser: a colour is chosen, then cells are painted."""

from typing import Any

import pytest

from tests.web.engine import games_with
from tests.web.test_hints import records

CALLS = {
    "begin": "(game) => game.begin()",
    "names": "(game, symbols) => symbols.map((symbol) => game.choose(symbol).text)",
    "symbols": "(game) => [game.symbols, game.keys]",
    "tap": """(game, values, symbol, cell) => {
      game.choose(symbol);
      return game.tap(values, null, cell).changes;
    }""",
    "drag": """(game, values, symbol, [first, ...cells]) => {
      game.choose(symbol);
      const hold = game.grab(values, first);
      return cells.flatMap((cell) => game.drag(values, hold, cell));
    }""",
    "mark": "(game, values, cell) => game.mark(values, cell)",
    "erase": "(game, values, cell) => game.erase(values, cell)",
    "extend": "(game, values, slots, isAuto) => game.extend(values, slots, isAuto)",
    "solved": """(game, values) => {
      const { done, total } = game.measure(values);
      return [done, total, game.check(values).length];
    }""",
    "accepts": "(game, value) => game.accepts(0, value)",
    "broken": "(game, values) => [...game.judge(values)].length",
    "hint": """(game, values) => {
      const { message, changes } = game.hint(values);
      return [message.values.reason, changes];
    }""",
    "hear": """(game, values, cell) => game.describer(values)(cell).parts.map(
      ({ text, key, more = "" }) => `${text ?? key} ${more}`.trim())""",
    "trails": "(game, values) => game.trails(values).map(({ look, cells }) => [look, cells])",
    "beside": "(game, cell) => game.numbersBeside(cell)",
    "runs": """(game, line, numbers, colours) =>
      [...finishedRuns(line, numbers, colours, -1)].sort()""",
}

engine = games_with(CALLS)
RECORD, ANSWER = records("colournonogram")[-1]  # the lesson: a tulip in three colours
CELLS = [colour for row in ANSWER["numbers"] for colour in row]
CROSS = 4  # After the last of three colours


def ask(name: str, *rest: Any) -> Any:
    return engine().call(name, RECORD, *rest)


def test_the_palette_has_the_colours_of_the_board_and_a_cross() -> None:
    assert ask("symbols") == [["1", "2", "3", "×"], ["1", "2", "3", "×", "0", "X"]]
    assert ask("names", ["1", "2", "3", "×", "0", "X"]) == [
        "blue", "orange", "green", "a cross", "a cross", "a cross",
    ]  # fmt: skip


@pytest.mark.parametrize(("symbol", "value"), [("1", 1), ("2", 2), ("3", 3)])
def test_taps_paint_cross_out_and_clear(symbol: str, value: int) -> None:
    values = ask("begin")
    for after in (value, CROSS, 0):
        assert ask("tap", values, symbol, 7) == [[7, after]]
        values[7] = after
    values[7] = 1 if value != 1 else 3
    assert ask("tap", values, symbol, 7) == [[7, value]]


def test_the_cross_is_chosen_like_a_colour() -> None:
    values = ask("begin")
    for symbol in ("×", "0", "X"):
        assert ask("tap", values, symbol, 3) == [[3, CROSS]]
    values[3] = CROSS
    assert ask("tap", values, "X", 3) == [[3, 0]]
    assert ask("mark", values, 3) == [[3, 0]]
    assert ask("mark", values, 4) == [[4, CROSS]]
    assert ask("erase", values, 3) == [[3, 0]]


def test_a_drag_paints_a_line_over_other_colours() -> None:
    values = ask("begin")
    values[6] = 1
    changes = ask("drag", values, "2", [5, 6, 7, 12])
    assert dict(changes) == {5: 2, 6: 2, 7: 2}


def test_saved_values_are_checked() -> None:
    assert [ask("accepts", value) for value in (0, 1, 2, 3, 4, 5, -1, 1.5, "U")] == [
        *[True] * 5, *[False] * 4,
    ]  # fmt: skip


def test_a_painted_board_is_solved_without_crosses() -> None:
    done, total, broken = ask("solved", CELLS)
    assert (done, broken) == (total, 0)
    wrong = [*CELLS]
    wrong[2], wrong[7] = 1, 0
    done, total, broken = ask("solved", wrong)
    assert done < total
    assert broken


def test_lines_that_a_colour_finishes_are_crossed_out_on_request() -> None:
    values = ask("begin")
    values[:5] = CELLS[:5]
    crosses = [[cell, CROSS] for cell in range(5) if not values[cell]]
    assert ask("extend", values, [2], True)[: len(crosses)] == crosses
    assert ask("extend", values, [2], False) == []
    assert ask("extend", values, [0], True) == []


def test_what_cannot_be_is_seen_at_once() -> None:
    values = ask("begin")
    assert ask("broken", values) == 0
    values[0] = 3
    assert ask("broken", values) > 0


def test_hints_paint_until_the_board_is_solved() -> None:
    values = ask("begin")
    for _ in range(99):
        done, total, broken = ask("solved", values)
        if done == total and not broken:
            break
        reason, changes = ask("hint", values)
        assert " goes in " in reason
        for slot, value in changes:
            assert value == (CELLS[slot] or CROSS)
            values[slot] = value
    assert [value % CROSS for value in values] == CELLS


def test_screen_readers_hear_colours_and_the_runs_of_lines() -> None:
    assert ask("hear", CELLS, 2) == ["orange", "side_u 2 orange, 2 green, 1 blue"]
    assert ask("hear", CELLS, 0)[0] == "board_empty"
    left = RECORD["puzzle"]["left"][0], RECORD["puzzle"]["left_colours"][0]
    assert left == ([3], [2])
    assert ask("beside", 2) == "→ 3 orange\n↓ 2 orange, 2 green, 1 blue"


def test_the_overview_has_each_colour() -> None:
    looks = [[cell for cell, own in enumerate(CELLS) if own == colour + 1] for colour in range(3)]
    assert ask("trails", CELLS) == [[look, cells] for look, cells in enumerate(looks)]


def test_the_lines_that_are_right_measure_a_board() -> None:
    assert ask("solved", ask("begin"))[:2] == [0, 8]
    assert ask("solved", [*CELLS[:10], *[0] * 15])[:2] == [2, 8]


@pytest.mark.parametrize(
    ("line", "numbers", "colours", "done"),
    [
        ([1, 1, 3, 0, 0], [2, 1], [1, 3], [0]),
        ([1, 1, 3, -1, 0], [2, 1], [1, 3], [0, 1]),
        ([1, 1, 0, 3, 0], [2, 1], [1, 3], []),
        ([0, 0, -1, 3, 3], [1, 2], [1, 3], [1]),
        ([0, 0, -1, 3, 3], [1, 2], [1, 1], []),
        ([1, -1, 1, 1, -1], [1, 2], None, [0, 1]),
        ([1, 0, 1, 1, -1], [1, 2], None, []),
    ],
)  # fmt: skip
def test_runs_that_are_closed_off_are_known(
    line: list[int], numbers: list[int], colours: list[int] | None, done: list[int]
) -> None:
    assert ask("runs", line, numbers, *([] if colours is None else [colours])) == done
