"""What the player draws and what Python makes of it: the same slots, values and answers."""

from random import Random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.model import PuzzleFormatError
from tests.results.people import GRIDS, KINDS, moves_of, solved_example
from tests.web.engine import Engine, games

PLAY = """(record, moves, probes) => {
  const game = makeGame(record);
  const log = new Log(game);
  const begin = [...log.values];
  const accepted = probes.map(([slot, value]) => game.accepts(slot, value));
  const states = moves.map((changes) => {
    const isAccepted = changes.every(([slot, value]) => game.accepts(slot, value));
    log.sketch(changes);
    log.settle();
    const { done, total } = game.measure(log.values);
    return [isAccepted, done === total && !game.check(log.values).length];
  });
  return { begin, accepted, states, after: [...log.values] };
}"""


@pytest.fixture(scope="module")
def engine() -> Engine:
    engine = games()
    engine.define("replay", PLAY)
    return engine


def open_game(kind_id: str, number: int = 0) -> tuple[dict[str, Any], Any, Any, Any]:
    """Return a published record, its answer, kind and slots."""
    puzzle, answer = solved_example(kind_id, number)
    kind = get_kind(kind_id)
    clues = kind.decode(puzzle)
    model = kind.play(clues, None, "en") if kind.play else None
    record = {"kind": kind_id, "puzzle": dict(kind.encode(clues)), "model": model}
    return record, answer, kind, kind.slots(clues)


@pytest.mark.parametrize("kind_id", KINDS)
@pytest.mark.parametrize("number", range(3))
def test_a_game_in_the_page_is_the_same_in_python(
    engine: Engine, kind_id: str, number: int
) -> None:
    record, answer, kind, slots = open_game(kind_id, number)
    rng = Random(number)
    moves = moves_of(kind_id, record["puzzle"], answer, rng)
    begin = list(slots.values)
    probes = [
        (slot, value) for slot in range(len(begin)) for value in (-2, -1, 0, 1, 2, 3, 9, 2**20)
    ]
    game = engine.call("replay", record, moves, probes)
    assert game["begin"] == begin
    assert game["accepted"] == [slots.accepts(*probe) for probe in probes]
    clues = kind.decode(record["puzzle"])
    for changes, (is_accepted, is_solved) in zip(moves, game["states"], strict=True):
        assert is_accepted
        slots.play(changes)
        assert not (is_solved and kind.check(clues, slots.solution()))
    assert not kind.check(clues, slots.solution())
    assert game["after"] == slots.values
    assert game["states"][-1][1], "the moves of the test solve it"


@pytest.mark.parametrize(
    ("kind_id", "changes"),
    [
        ("sudoku", [(0, 10)]),
        ("sudoku", [(10_000, 1)]),
        ("sudoku", [(-1, 1)]),
        ("akari", [(0, 3)]),
        ("numberlink", [(0, "UUUUUUUUU")]),
        ("numberlink", [(0, "X")]),
        ("hashi", [(0, 9)]),
        ("npuzzle", [(6, 1), (1, 0)]),
        ("npuzzle", [(6, 8)]),
    ],
)
def test_changes_that_no_hand_makes_are_refused(kind_id: str, changes: Any) -> None:
    *_, slots = open_game(kind_id)
    before = list(slots.values)
    with pytest.raises(PuzzleFormatError):
        slots.play(changes)
    assert slots.values == before


def test_one_move_writes_one_number() -> None:
    *_, slots = open_game("sudoku")
    free = [cell for cell in range(16) if not slots.values[cell]][:2]
    with pytest.raises(PuzzleFormatError, match="one number"):
        slots.play([(cell, 1) for cell in free])


@pytest.mark.parametrize("kind_id", KINDS)
def test_undo_leads_back_and_nowhere_else(kind_id: str) -> None:
    record, answer, _, slots = open_game(kind_id)
    first, second, *_ = moves_of(kind_id, record["puzzle"], answer, Random(1))
    back = [(slot, slots.values[slot]) for slot, _ in first]
    slots.play(first)
    slots.play(back, is_gesture=False)
    slots.play(first, is_gesture=False)
    with pytest.raises(PuzzleFormatError, match="earlier position"):
        slots.play(second, is_gesture=False)


def test_tiles_slide_in_a_row_and_an_earlier_position_may_come_back() -> None:
    kind = get_kind("npuzzle")
    slots = kind.slots(kind.decode(GRIDS))
    begin = list(enumerate(slots.values))
    assert slots.play([(6, 8), (7, 6), (8, 0)]) == 2
    assert slots.solution().moves == "RR"
    assert slots.play(begin) == 0
    assert slots.solution().moves == ""
