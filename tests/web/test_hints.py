"""Declared kinds in the page: played by constraints, with hints from the rules alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pipeline.kinds import KINDS, get_kind, load_examples
from tests.web.engine import Engine

PLAYED = [kind_id for kind_id in KINDS if get_kind(kind_id).play is not None]


@cache
def engine() -> Engine:
    made = Engine("kinds/kinds.js")
    made.define("help", HELP)
    made.define("judge", "(record, values) => makeGame(record).check(values).length")
    return made


HELP = """(record, most) => {
  const game = makeGame(record);
  const values = game.begin();
  const [reasons, keys] = [[], []];
  while (reasons.length < most) {
    const hint = game.hint(values);
    if (!hint?.changes?.length) return { values, reasons, keys, last: hint };
    reasons.push(hint.message.values.reason ?? "");
    keys.push(hint.message.key);
    for (const [slot, value] of hint.changes) values[slot] = value;
  }
  return { values, reasons, keys, last: null };
}"""


def records(kind_id: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the published record of each solved example, and its solution."""
    kind = get_kind(kind_id)
    found = []
    examples = load_examples(kind)
    for example in (*examples["solved"], examples["lesson"]):
        model = kind.play(kind.decode(example["puzzle"]), "en")
        record = {"id": "x", "kind": kind_id, "puzzle": example["puzzle"], "model": model}
        found.append((record, example["solution"]))
    return found


def drawn(record: dict[str, Any], values: list[Any]) -> dict[str, set[Any]]:
    """Return what the slots of a declared game say is drawn, and what is ruled out."""
    (family, places, *_), *_ = record["model"]["variables"]
    width = 2 if family in ("edges", "borders") else 1
    pairs = [tuple(places[k : k + width]) for k in range(0, len(places), width)]
    return {
        "drawn": {place for place, value in zip(pairs, values, strict=False) if value == 1},
        "out": {place for place, value in zip(pairs, values, strict=False) if value == 2},
    }


@pytest.mark.parametrize("kind_id", PLAYED)
def test_hints_lead_to_the_answer_and_never_astray(kind_id: str) -> None:
    helped = 0
    for record, solution in records(kind_id):
        done = engine().call("help", record, 2000)
        values, reasons = done["values"], done["reasons"]
        helped += len(reasons)
        assert not any("{" in reason or not reason.strip() for reason in reasons)
        if kind_id in ("numberlink", "hashi"):
            assert done["last"] is None or "hint_broken" not in str(done["last"])
            continue
        if "numbers" in solution:
            answer = [number for row in solution["numbers"] for number in row]
            told = values[: len(answer)]
            assert all(own in (0, right) for own, right in zip(told, answer, strict=True))
        else:
            items = next(iter(solution.values()))
            right = {tuple(one) if isinstance(one, list) else (one,) for one in items}
            said = drawn(record, values)
            assert said["drawn"] <= right
            assert not said["out"] & right
        if done["last"] is None:
            assert engine().call("judge", record, values) == 0
    assert helped


@pytest.mark.parametrize("kind_id", KINDS)
def test_a_lesson_has_three_steps_that_assume_nothing_and_can_be_finished(kind_id: str) -> None:
    kind = get_kind(kind_id)
    lesson = load_examples(kind)["lesson"]
    clues = kind.decode(lesson["puzzle"])
    assert kind.check(clues, kind.decode_solution(clues, lesson["solution"])) == ()
    model = kind.play(clues, "en") if kind.play else None
    record = {"id": "x", "kind": kind_id, "puzzle": lesson["puzzle"], "model": model}
    done = engine().call("help", record, 200)
    assert len(done["keys"]) >= 4
    assert "hint_trial" not in done["keys"][:3]
    assert done["last"] is None
    assert engine().call("judge", record, done["values"]) == 0


@pytest.mark.parametrize("kind_id", PLAYED)
def test_a_published_model_tells_no_answer(kind_id: str) -> None:
    for record, solution in records(kind_id):
        assert str(next(iter(solution.values()))) not in str(record["model"])
        assert set(record["model"]) == {
            "schema", "variables", "counts", "globals", "reasons", "looks",
        }  # fmt: skip


def test_what_cannot_stay_is_named_before_anything_else() -> None:
    record, _ = records("slitherlink")[0]
    done = engine().call("help", record, 1)
    engine().define(
        "fault",
        "(record, values) => (({ hint, faults }) => [hint, faults])(((game) => ({"
        " hint: game.hint(values), faults: game.findFaults(values) }))(makeGame(record)))",
    )
    size = len(done["values"])
    hint, faults = engine().call("fault", record, [1] * size)
    assert hint["message"]["key"] == "hint_broken"
    assert faults
    assert faults[0]["text"]
