"""Declared kinds in the page: played by constraints, with hints from the rules alone."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.hashi.model import make_clues as make_hashi
from pipeline.kinds.kit.telling.deduction import Decision
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import JsonObject
from tests.known import the
from tests.slices import cases, share
from tests.web.engine import Engine

PLAYED = [kind_id for kind_id in kind_ids() if get_kind(kind_id).play is not None]


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
        clues = kind.decode(example["puzzle"])
        model = the(kind.play)(clues, kind.decode_solution(clues, example["solution"]), "en")
        record = {"id": "x", "kind": kind_id, "puzzle": example["puzzle"], "model": model}
        found.append((record, example["solution"]))
    return found


def drawn(record: dict[str, Any], values: list[Any]) -> dict[str, set[Any]]:
    """Return what the slots of a declared game say is drawn, and what is ruled out."""
    (family, places, *_), *_ = record["model"]["variables"]
    width = 2 if family in ("edges", "borders", "strokes") else 1
    pairs = [tuple(places[k : k + width]) for k in range(0, len(places), width)]
    return {
        "drawn": {place for place, value in zip(pairs, values, strict=False) if value == 1},
        "out": {place for place, value in zip(pairs, values, strict=False) if value == 2},
    }


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", cases(PLAYED))
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
            blank = record["model"].get("blank", 0)
            answer = [number or blank for row in solution["numbers"] for number in row]
            filled = values[: len(answer)]
            assert all(own in (0, right) for own, right in zip(filled, answer, strict=True))
        else:
            items = next(iter(solution.values()))
            right = {tuple(one) if isinstance(one, list) else (one,) for one in items}
            said = drawn(record, values)
            assert said["drawn"] <= right
            assert not said["out"] & right
        if done["last"] is None:
            assert engine().call("judge", record, values) == 0
    assert helped


@pytest.mark.part(5)
@pytest.mark.parametrize("kind_id", kind_ids())
def test_a_lesson_has_three_steps_that_assume_nothing_and_can_be_finished(kind_id: str) -> None:
    kind = get_kind(kind_id)
    lesson = load_examples(kind)["lesson"]
    clues = kind.decode(lesson["puzzle"])
    answer = kind.decode_solution(clues, lesson["solution"])
    assert kind.check(clues, answer) == ()
    model = kind.play(clues, answer, "en") if kind.play else None
    record = {"id": "x", "kind": kind_id, "puzzle": lesson["puzzle"], "model": model}
    done = engine().call("help", record, 200)
    assert len(done["keys"]) >= 4
    assert "hint_trial" not in done["keys"][:3]
    assert done["last"] is None
    assert engine().call("judge", record, done["values"]) == 0


@pytest.mark.parametrize("kind_id", PLAYED)
def test_a_published_model_has_no_answer(kind_id: str) -> None:
    for record, solution in records(kind_id):
        assert str(next(iter(solution.values()))) not in str(record["model"])
        assert {*record["model"]} - {"blank", "drawing"} == {
            "schema", "variables", "counts", "globals", "reasons", "keys", "texts", "looks",
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
    assert hint["message"]["key"] == "hint_wrong"
    assert faults
    assert faults[0]["text"]


@cache
def fault_engine() -> Engine:
    made = Engine("kinds/kinds.js")
    made.define("faults", "(record, values) => makeGame(record).findFaults(values)")
    made.define("slots", "(record, places) => places.map((p) => makeGame(record).slotAt(...p))")
    made.define("looks", LOOKS)
    return made


LOOKS = """(record, most) => {
  const game = makeGame(record);
  const values = game.begin();
  const seen = [];
  for (let k = 0; k < most; k++) {
    const hint = game.hint(values);
    if (!hint?.changes?.length) break;
    seen.push([hint.targets, hint.cells]);
    for (const [slot, value] of hint.changes) values[slot] = value;
  }
  return seen;
}"""


@pytest.mark.parametrize("kind_id", cases(PLAYED, part=6))
def test_hints_frame_what_changes_among_the_cells_of_their_reason(kind_id: str) -> None:
    for record, _ in records(kind_id):
        puzzle = record["puzzle"]
        for targets, cells in fault_engine().call("looks", record, 400):
            assert targets
            assert {*targets} <= {*cells}
            assert all(0 <= cell < puzzle["rows"] * puzzle["cols"] for cell in cells)


def draw(record: dict[str, Any], places: list[list[int]]) -> list[int]:
    slots = fault_engine().call("slots", record, places)
    values = [0] * sum(
        len(block[1]) // (2 if block[0] in ("edges", "borders", "strokes") else 1)
        for block in record["model"]["variables"]
    )
    for slot in slots:
        values[slot] = 1
    return values


def named(record: dict[str, Any], values: list[int]) -> list[set[int]]:
    """Return the cells of each fault that is found."""
    return [set(fault["cells"]) for fault in fault_engine().call("faults", record, values)]


def declared(kind_id: str, clues: list[list[int]]) -> dict[str, Any]:
    kind = get_kind(kind_id)
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "clues": clues}
    model = kind.play(kind.decode(puzzle), None, "en") if kind.play else None
    return {"id": "x", "kind": kind_id, "puzzle": puzzle, "model": model}


def test_all_numbers_that_repeat_are_named_and_no_others() -> None:
    record, _ = records("sudoku")[0]
    values = [number for row in record["puzzle"]["clues"] for number in row] + [0] * 16
    values[0] = values[3] = 1  # one row
    values[12] = values[8] = 2  # one column and one region
    found = named(record, values)
    assert {0, 3} in found
    assert {8, 12} in found
    assert set().union(*found) == {0, 3, 8, 12}


def test_lamps_that_see_each_other_and_walls_with_too_many_are_named() -> None:
    record = declared("akari", [[-1, -1, -1], [-1, 0, -1], [-1, -1, -1]])
    assert named(record, draw(record, [[0], [2], [8]])) == [{0, 2}, {2, 8}]
    found = named(record, draw(record, [[1]]))
    assert found == [{4, 1}]


def test_a_loop_that_closes_early_names_the_cells_beside_it() -> None:
    record = declared("slitherlink", [[-1] * 4 for _ in range(4)])
    ring = [[0, 1], [1, 6], [5, 6], [0, 5]]
    other = [[18, 19], [19, 24], [23, 24], [18, 23]]
    found = named(record, draw(record, [*ring, *other]))
    assert len(found) == 1
    assert found[0] in ({0, 1, 4}, {15, 14, 11})


def test_a_loop_of_masyu_that_closes_early_names_its_cells() -> None:
    record = declared("masyu", [[0] * 4 for _ in range(4)])
    ring = [[0, 1], [1, 5], [4, 5], [0, 4]]
    other = [[10, 11], [11, 15], [14, 15], [10, 14]]
    found = named(record, draw(record, [*ring, *other]))
    assert {0, 1, 4, 5} in found or {10, 11, 14, 15} in found


@pytest.mark.parametrize(
    "kind_id", [kind for kind in PLAYED if kind not in ("numberlink", "hashi")]
)
def test_a_right_answer_has_no_faults(kind_id: str) -> None:
    for record, solution in records(kind_id):
        if "numbers" in solution:
            size = record["puzzle"]["rows"] * record["puzzle"]["cols"]
            values = [number for row in solution["numbers"] for number in row] + [0] * size
        else:
            items = next(iter(solution.values()))
            values = draw(record, [item if isinstance(item, list) else [item] for item in items])
        assert named(record, values) == []


@cache
def board(kind_id: str, seed: int) -> tuple[dict[str, Any], JsonObject]:
    """Return the published record of a generated board without a band, and its solution."""
    kind = get_kind(kind_id)
    side = {"hashi": 8, "starbattle": 8, "numberlink": 9, "samurai": 8}.get(kind_id, 6)
    rows = 5 if kind_id in ("dominosa", "pips") else side  # whose boards are not square
    made = kind.generate(kind.parse_params(rows, side, None, {}), seed)
    puzzle = kind.encode(made.clues)
    model = the(kind.play)(made.clues, made.solution, "en")
    record = {"id": "x", "kind": kind_id, "puzzle": puzzle, "model": model}
    return record, kind.encode_solution(made.solution)


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", PLAYED)
def test_hints_alone_solve_a_board(kind_id: str) -> None:
    for seed in range(share(3)):
        record, _ = board(kind_id, seed)
        done = engine().call("help", record, 2000)
        assert done["last"] is None
        assert engine().call("judge", record, done["values"]) == 0


@pytest.mark.parametrize("kind_id", ["slitherlink", "akari", "hitori", "starbattle"])
def test_a_hint_names_a_mistake_before_anything_else(kind_id: str) -> None:
    record, solution = board(kind_id, 0)
    items = {tuple(x) if isinstance(x, list) else (x,) for x in next(iter(solution.values()))}
    (_, places, *_), *_ = record["model"]["variables"]
    width = 2 if kind_id == "slitherlink" else 1
    every = [tuple(places[k : k + width]) for k in range(0, len(places), width)]
    wrong = next(place for place in every if place not in items)
    engine().define("hint", "(record, values) => makeGame(record).hint(values)")
    hint = engine().call("hint", record, draw(record, [[*wrong]]))
    assert hint["message"]["key"] == "hint_wrong"
    assert hint["cells"]
    assert not hint.get("changes")
    if width == 1:
        assert hint["cells"] == [*wrong]


def argument(one: Decision) -> dict[str, Any]:
    return {"names": [*one.names, one.reason], "rule": "", "scope": one.about, "chain": 0} | (
        {} if one.number is None else {"number": one.number}
    )


@pytest.mark.sliced
@pytest.mark.parametrize(
    ("kind_id", "language"),
    cases([one for one in PLAYED if get_kind(one).declared], ["en", "de", "fr"]),
)
def test_hints_have_the_sentences_of_books(kind_id: str, language: str) -> None:
    made = Engine("constraints/model.js", "constraints/sentences.js")
    made.define("say", "(json, size, argument) => sentenceOf(new Model(json, size), argument)")
    kind, tried = get_kind(kind_id), 0
    assert kind.deductions is not None
    assert kind.declared is not None
    assert kind.play is not None
    for seed in range(share(2)):
        record, solution = board(kind_id, seed)
        texts = kind.deductions.reasons(language, record["puzzle"].get("rule"))
        clues = kind.decode(record["puzzle"])
        model = kind.declared.declare(clues)
        place = {mark: k for k, mark in enumerate(model.marks, 1)}
        size = {"rows": clues.rows, "cols": clues.cols}
        for step in kind.deductions.explain_steps(clues, kind.decode_solution(clues, solution)):
            if step.assumed is None:
                one, shown = step.decisions[0], step
                if one.left:  # the player has sentences of its own for what is left
                    own = tuple(name for name in one.names if not name.endswith("-alone"))
                    plain = [replace(each, names=own, left=()) for each in step.decisions]
                    one, shown = plain[0], replace(step, decisions=tuple(plain))
                marks = [(x.family, x.place or x.cells, x.value) for x in step.decisions]
                literals = [place[mark] * (1 if one.least else -1) for mark in marks]
                data = argument(one) | {"literals": literals}
                json = kind.play(clues, None, language)
                assert made.call("say", json, size, data) == step_text(shown, clues.cols, texts)
                tried += 1
    assert tried


REVEAL = """(record) => {
  const deduce = deduceNext;
  deduceNext = () => null;
  const game = makeGame(record);
  const values = game.begin();
  const given = [];
  for (let hint; (hint = game.hint(values))?.changes?.length; ) {
    for (const [slot, value] of hint.changes) values[slot] = value;
    given.push([hint.message, hint.cells, hint.changes, [...values]]);
  }
  deduceNext = deduce;
  return given;
}"""


@pytest.mark.parametrize("kind_id", ["akari", "hitori", "masyu", "slitherlink", "starbattle"])
def test_where_nothing_is_deduced_the_answer_is_shown_piece_by_piece(kind_id: str) -> None:
    engine().define("reveal", REVEAL)
    record, solution = records(kind_id)[0]
    given = engine().call("reveal", record)
    items = next(iter(solution.values()))
    right = {tuple(one) if isinstance(one, list) else (one,) for one in items}
    assert given
    shown = [value for *_, ((_, value),), _ in given]
    assert shown == sorted(shown)  # first what is there, then what is not
    for message, cells, changes, values in given:
        assert message["key"] == "hint_why"
        assert message["values"]["reason"].strip()
        assert cells
        assert len(changes) == 1
        said = drawn(record, values)
        assert said["drawn"] <= right
        assert not said["out"] & right
    assert drawn(record, given[-1][-1])["drawn"] == right


@pytest.mark.parametrize("rule", ["tree-1", "tree-2"])
def test_islands_that_are_cut_off_are_framed_in_their_own_cells(rule: str) -> None:
    kind = get_kind("hashi")
    clues = make_hashi(3, 3, (1, 0, 1, 0, 0, 0, 1, 0, 1), rule)
    assert kind.play is not None
    model = kind.play(clues, None, "en")
    record = {"id": "x", "kind": "hashi", "puzzle": kind.encode(clues), "model": model}
    engine().define("cut_off", "(record) => makeGame(record).hint([1, 0, 0, 0])")
    hint = engine().call("cut_off", record)
    assert hint["message"]["key"] == "hint_broken"
    assert hint["cells"] == [6, 8]
