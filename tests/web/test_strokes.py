"""Words are marked from the first letter to the last, by a drag or two taps, and struck off."""

from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest

from pipeline.kinds import get_kind
from tests.web.engine import games_with
from tests.web.test_drawing import Board

TEXT = "C A T S\nX O W L\nD O G E\nU B E E\n\nCAT\nDOG\nBEE\nOWL\nSLEE\n__\n"
CAT, OWL, DOG, BEE = (0, 2), (5, 7), (8, 10), (13, 15)
SLEE = (3, 15)
CALLS = {
    "begin": "(game) => game.begin()",
    "slot": "(game, ...place) => game.slotAt(...place)",
    "stroke": """(game, values, first, cells) => {
      const hold = game.grab(values, first);
      const changes = cells.flatMap((cell) => game.drag(values, hold, cell));
      return [changes, hold.cells, game.drop(values, hold)];
    }""",
    "tap": "(game, values, hold, cell) => game.tap(values, hold, cell)",
    "hint": "(game, values) => game.hint(values)",
    "erase": "(game, values, cell) => game.erase(values, cell)",
    "describe": "(game, values, cell) => game.describe(values, cell)",
    "announce": "(game, values, slots) => game.announce(values, values, slots)",
    "message": "(game, values) => [game.messageCells(values), game.readMessage(values)]",
    "measure": "(game, values) => game.measure(values)",
    "check": "(game, values) => game.check(values)",
    "straight": "(game, first, to) => straightTo(game, first, to)",
    "note": "(game) => game.note()",
    "trails": "(game, values) => game.trails(values)",
    "nudge": "(game, values, hold) => game.nudge(values, hold, 'R')",
}
engine = games_with(CALLS)


@cache
def record() -> dict[str, Any]:
    kind = get_kind("wordsearch")
    clues = next(kind.formats[0].read(TEXT, None)).clues
    assert kind.play is not None
    model = kind.play(clues, None, "en")
    return {"id": "x", "kind": "wordsearch", "puzzle": kind.encode(clues), "model": model}


def call(name: str, *rest: Any) -> Any:
    return engine().call(name, record(), *rest)


def drawn(*places: tuple[int, int]) -> list[int]:
    values: list[int] = call("begin")
    for place in places:
        values[call("slot", *place)] = 1
    return values


@pytest.mark.parametrize("ends", [(CAT), CAT[::-1], OWL, SLEE, SLEE[::-1]])
def test_a_drag_marks_a_word_from_either_end_and_takes_it_back(ends: tuple[int, int]) -> None:
    first, last = ends
    before, cells, answer = call("stroke", call("begin"), first, [1, 6, last])
    assert before == []
    assert (cells[0], cells[-1]) == (first, last)
    assert answer == {"changes": [[call("slot", *ends), 1]], "hold": None}
    _, _, again = call("stroke", drawn(ends), first, [last])
    assert again["changes"] == [[call("slot", *ends), 0]]


def test_what_is_no_word_is_named_and_not_drawn() -> None:
    *_, answer = call("stroke", call("begin"), 0, [1, 2, 3])
    assert answer["changes"] == []
    assert answer["message"] == {"text": "CATS is not a word of the list."}
    *_, answer = call("stroke", call("begin"), 4, [4])
    assert answer == {"changes": [], "hold": None}


def test_taps_take_the_first_and_then_the_last_letter() -> None:
    values = call("begin")
    hold = call("tap", values, None, 8)["hold"]
    assert hold["cells"] == [8]
    assert call("tap", values, hold, 10)["changes"] == [[call("slot", *DOG), 1]]
    assert call("tap", values, hold, 8) == {"changes": [], "hold": None}
    assert call("tap", values, hold, 15)["hold"]["cells"] == [15]  # in no line with the first
    assert call("tap", values, hold, 0)["message"]["text"].startswith("DXC ")
    assert call("nudge", values, hold) is None


def test_a_drag_is_straight_and_ends_at_the_edge() -> None:
    for first, to in product(range(16), repeat=2):
        cells = call("straight", first, to)
        (row, col), (row2, col2) = divmod(first, 4), divmod(to, 4)
        down, right = row2 - row, col2 - col
        assert cells[0] == first
        if 0 in (down, right) or abs(down) == abs(right):
            assert cells[-1] == to
        assert len(cells) <= max(abs(down), abs(right)) + 1
        steps = {(b // 4 - a // 4, b % 4 - a % 4) for a, b in pairwise(cells)}
        assert len(steps) <= 1
        assert all(abs(y) <= 1 and abs(x) <= 1 for y, x in steps)


def test_words_are_counted_said_and_erased() -> None:
    values = drawn(CAT, DOG)
    assert call("measure", values) == {"done": 2, "total": 5}
    assert call("check", values)
    assert call("describe", values, 1) == [
        {"text": "A"}, {"text": "CAT"}
    ]  # fmt: skip
    assert call("describe", values, 3) == [{"text": "S"}]
    assert call("erase", values, 9) == [[call("slot", *DOG), 0]]
    said = call("announce", values, [call("slot", *CAT)])
    assert said == {"parts": [{"text": "CAT"}, {"key": "complete"}]}
    said = call("announce", values, [call("slot", *OWL)])
    assert said == {"parts": [{"text": "OWL"}, {"key": "board_now_line_0"}]}
    letters, found = call("trails", values)
    assert letters["cells"] == []
    assert sorted(found["cells"]) == [0, 1, 2, 8, 9, 10]


def test_hints_say_where_a_word_begins_and_lead_to_the_end() -> None:
    values, words = call("begin"), set()
    while hint := call("hint", values):
        reason, cells = hint["message"]["values"]["reason"], hint["cells"]
        word, _, rest = reason.partition(" ")
        assert rest == "begins here."
        assert TEXT.replace(" ", "").replace("\n", "")[cells[0]] == word[0]
        words.add(word)
        for slot, value in hint["changes"]:
            values[slot] = value
    assert words == {"CAT", "DOG", "BEE", "OWL", "SLEE"}
    assert call("check", values) == []


def test_a_message_is_seen_when_all_words_are_found() -> None:
    values = drawn(CAT, OWL, DOG, BEE)
    assert call("message", values) == [[], ""]
    values = drawn(CAT, OWL, DOG, BEE, SLEE)
    assert call("message", values) == [[4, 12], "XU"]
    said = call("announce", values, [call("slot", *BEE)])
    assert said["parts"][2] == {"key": "message_reads", "values": {"message": "XU"}}
    note = call("note")
    assert note["parts"][0]["values"] == {"words": "BEE, CAT, DOG, OWL, SLEE"}
    assert note["parts"][1]["values"] == {"message": "(2)"}


def test_found_words_are_struck_off() -> None:
    def struck(values: list[int]) -> set[str]:
        return {part["text"] for part in Board(record(), values).of("done")}

    assert struck(call("begin")) == set()
    assert struck(drawn(CAT, BEE)) == {"CAT", "BEE"}
