"""What a declared board shows while it is played, from its constraints alone."""

import random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from tests.browser.conftest import DECLARED
from tests.web.engine import Engine, games_with
from tests.web.extra_samples import nonogram
from tests.web.test_drawing import PAINT
from tests.web.test_hints import declared, records

CALLS = {
    "answer": """(game) => {
      const values = game.begin();
      for (let hint; (hint = game.hint(values))?.changes?.length; ) {
        for (const [slot, value] of hint.changes) values[slot] = value;
      }
      return values;
    }""",
    "begin": "(game) => game.begin()",
    "broken": "(game, values) => [...game.judge(values)].length",
    "report": """(game, values) => {
      const { cells, lines, clues, met } = game.feedback.look(game.stateOf(values));
      return { cells: [...cells], lines: [...lines], clues: [...clues], met: [...met] };
    }""",
    "facts": """(game, values) => {
      const { feedback, model } = game;
      const { broken, cells, lines, clues, met } = feedback.look(game.stateOf(values));
      const state = [...game.stateOf(values)];
      const plain = feedback.plain.filter((literal) => !valueOf(state, literal));
      for (const literal of plain) setLiteral(state, literal);
      const found = [...broken].map((one) => [one.at, "sums" in one ? {} : lookAt(one, state)]);
      const own = [...feedback.ofClue].map(([cell, some]) => [cell, some.map(({ at }) => at)]);
      const counts = model.counts.map(({ literals, sums, about }) => ({ literals, sums, about }));
      const abouts = model.constraints.map(({ about }) => about ?? []);
      return { state, found, own, counts, abouts, cells: [...cells], lines: [...lines],
        clues: [...clues], met: [...met], marks: model.marks, family: model.family };
    }""",
    "clues": """(game) =>
      game.isFilled || game.isWay ? [] : [...game.clues.keys()].filter((at) => game.isClue(at))""",
    "extend": "(game, values, slots, isAuto) => game.extend(values, slots, isAuto)",
    "enter": """(game, values, cell, symbol) => {
      for (const [slot, value] of game.enter(values, cell, symbol, false)) values[slot] = value;
      for (const [slot, value] of game.extend(values, [cell], false)) values[slot] = value;
      return values;
    }""",
    "notes": "(game, values) => game.fillNotes(values)",
    "left": "(game, values) => game.leftOf(values)",
    "lit": "(game, values) => [...game.litBy(values)]",
    "linked": "(game, values, cell) => game.linked(values, cell)",
    "lead": """(game, values, cells) => {
      const hold = game.grab(values, cells[0]);
      for (const cell of cells.slice(1)) {
        const spot = { x: (cell % game.cols) + 0.5, y: Math.floor(cell / game.cols) + 0.5 };
        for (const [slot, value] of game.drag(values, hold, cell, spot) ?? []) values[slot] = value;
      }
      return values;
    }""",
    "tap": """(game, values, hold, cell) => {
      const answer = game.tap(values, hold, cell, { x: 0, y: 0 });
      for (const [slot, value] of answer.changes) values[slot] = value;
      return { values, hold: answer.hold };
    }""",
    "sums": "(game, values, cage) => game.sumsOf(values, cage)",
    "slot": "(game, ...place) => game.slotAt(...place)",
    "sides": "(game, values) => [...game.sidesOf(values)]",
    "enclose": """(game, values, one, other) => {
      const hold = { first: one, cell: other, isRectangle: true };
      for (const [slot, value] of game.drop(values, hold, {}).changes) values[slot] = value;
      return values;
    }""",
    "area": "(game, values, cell) => [...game.areaOf(values, cell)]",
}

#: All parts of a drawing, whatever their order, after some states of which the last is shown.
PLAYED = (
    PAINT.replace(
        "const now = values ?? game.begin();",
        """for (const one of values.slice(0, -1)) {
      game.show(one, [...one.keys()]);
      game.judge(one);
    }
    const now = values[values.length - 1];""",
    )
    .replace("return { tag,", "return JSON.stringify({ tag,")
    .replace(
        "...attributes, text };\n    });",
        """...attributes, text,
          class: String(attributes.class ?? "").split(" ").sort().join(" ") });
    }).sort();""",
    )
)

engine = games_with(CALLS, runs="(line, numbers) => [...finishedRuns(line, numbers)].sort()")


def record_of(kind: str) -> dict[str, Any]:
    """Return the record of the first example of a kind."""
    return records(kind)[0][0]


def ask(name: str, kind: str, *rest: object) -> Any:
    return engine().call(name, record_of(kind), *rest)


@pytest.mark.part(5)
@pytest.mark.parametrize("kind", DECLARED)
def test_nothing_that_belongs_to_the_answer_is_ever_flagged(kind: str) -> None:
    answer, empty = ask("answer", kind), ask("begin", kind)
    rng = random.Random(kind)
    for share in (0.0, 0.3, 0.7, 1.0):
        part = [a if rng.random() < share else e for a, e in zip(answer, empty, strict=True)]
        assert ask("broken", kind, part) == 0


def has_met_clues(kind: str) -> bool:
    """Return whether clues of a kind are neither given, nor on the way, nor without a demand."""
    model = record_of(kind)["model"]
    is_given = model["variables"][0][0] == "numbers" or model["looks"]["symbols"]
    return not is_given and kind not in ("hitori", "zip", "wordsearch")


@pytest.mark.part(3)
@pytest.mark.parametrize("kind", [*filter(has_met_clues, DECLARED)])
def test_the_clues_of_an_answer_are_met(kind: str) -> None:
    record = record_of(kind)
    report = ask("report", kind, ask("answer", kind))
    empty = record["model"]["looks"]["empty"]
    cells = [clue for row in record["puzzle"]["clues"] for clue in row]
    numbers = [
        cell
        for cell, clue in enumerate(cells)
        if clue != empty and record["model"]["looks"]["signs"].get(str(clue), ["", True])[1]
    ]
    assert set(numbers) <= set(report["met"])
    assert report["met"] or not numbers
    before = ask("report", kind, ask("begin", kind))["met"]
    assert set(before) < set(report["met"]) or not report["met"]


@pytest.mark.parametrize(
    ("kind", "places", "lines"),
    [
        ("slitherlink", [(7, 8), (7, 13), (7, 6)], 3),  # three lines meet at a dot
        ("masyu", [(7, 8), (7, 13), (7, 6)], 3),
    ],
)
def test_lines_that_part_are_flagged(kind: str, places: list[tuple[int, int]], lines: int) -> None:
    values = ask("begin", kind)
    for place in places:
        values[ask("slot", kind, *place)] = 1
    assert len(ask("report", kind, values)["lines"]) >= lines


def test_equal_numbers_and_touching_shades_and_pools_are_flagged() -> None:
    sudoku = ask("begin", "sudoku")
    free = [cell for cell in range(4) if not sudoku[cell]][:2]
    for cell in free:
        sudoku[cell] = 1
    assert set(free) <= set(ask("report", "sudoku", sudoku)["cells"])
    assert ask("report", "hitori", [1, 1, *[0] * 14])["cells"] == [0, 1]
    pool = [0] * 16
    for cell in (5, 6, 9, 10):
        pool[cell] = 1
    assert {5, 6, 9, 10} <= set(ask("report", "nurikabe", pool)["cells"])


def test_lamps_light_cells_and_see_each_other() -> None:
    values = ask("begin", "akari")
    first, second = (ask("slot", "akari", cell) for cell in (6, 9))
    assert min(first, second) >= 0
    values[first] = 1
    lit = ask("lit", "akari", values)
    assert {6, 7, 8, 9} <= set(lit)
    values[second] = 1
    assert {6, 9} <= set(ask("report", "akari", values)["cells"])


@pytest.mark.parametrize("seed", range(20))
def test_lamps_light_all_that_they_see(seed: int) -> None:
    rng = random.Random(seed)
    rows, cols = rng.randint(1, 5), rng.randint(2, 5)
    walls = {cell for cell in range(rows * cols) if rng.random() < 0.3} - {0}
    clues = [[4 if r * cols + c in walls else -1 for c in range(cols)] for r in range(rows)]
    record = declared("akari", clues)
    values, lit = engine().call("begin", record), set()
    for cell in {*range(rows * cols)} - walls:
        if rng.random() < 0.7:
            continue
        values[engine().call("slot", record, cell)] = 1
        lit.add(cell)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            row, col = cell // cols + down, cell % cols + right
            while row in range(rows) and col in range(cols) and row * cols + col not in walls:
                lit.add(row * cols + col)
                row, col = row + down, col + right
    assert {*engine().call("lit", record, values)} == lit


def test_a_written_number_clears_the_notes_that_it_rules_out() -> None:
    values = ask("begin", "sudoku")
    for slot, mask in ask("notes", "sudoku", values):
        values[slot] = mask
    cell = next(at for at in range(16) if not values[at])
    number = next(k for k in range(1, 5) if values[16 + cell] & (1 << k))
    after = ask("enter", "sudoku", values[:], cell, str(number))
    changed = {slot - 16 for slot in range(16, 32) if after[slot] != values[slot]}
    row, col = divmod(cell, 4)
    assert changed
    for at in changed:
        y, x = divmod(at, 4)
        assert y == row or x == col or (y // 2, x // 2) == (row // 2, col // 2)
        assert values[16 + at] & ~after[16 + at] == 1 << number


def test_automatic_notes_are_what_rows_columns_and_boxes_leave() -> None:
    values = ask("begin", "sudoku")
    for slot, mask in ask("notes", "sudoku", values):
        row, col = divmod(slot - 16, 4)
        seen = {
            values[at]
            for at in range(16)
            if at // 4 == row or at % 4 == col or (at // 8, at % 4 // 2) == (row // 2, col // 2)
        }
        assert mask == sum(1 << k for k in range(1, 5) if k not in seen)


def test_the_pad_counts_what_is_left_of_each_digit() -> None:
    values, answer = ask("begin", "sudoku"), ask("answer", "sudoku")
    assert ask("left", "sudoku", values) == [4 - values[:16].count(k) for k in range(1, 5)]
    assert ask("left", "sudoku", answer) == [0] * 4


def test_cells_that_belong_together_are_linked() -> None:
    values = ask("begin", "sudoku")
    cell = next(at for at in range(16) if values[at])
    linked = ask("linked", "sudoku", values, cell)
    assert set(linked["equal"]) == {at for at in range(16) if values[at] == values[cell]}
    assert len(set(linked["peers"])) == 8  # the cell, its row, its column and its box
    assert set(ask("linked", "hitori", [0] * 16, 0)["equal"]) == {0, 2, 4}


def test_only_who_wants_it_gets_crosses_that_follow() -> None:
    kind = "starbattle"
    values = ask("begin", kind)
    values[1] = 1
    assert ask("extend", kind, values, [1], False) == []
    crossed = {slot for slot, value in ask("extend", kind, values, [1], True) if value == 2}
    assert {0, 2, 3, 4, 5, 6, 7, 8, 13, 19, 25, 31} <= crossed
    answer = ask("answer", kind)
    assert not any(answer[slot] == 1 for slot in crossed) or answer[1] != 1


def test_a_finished_line_crosses_out_what_is_left_of_it() -> None:
    record, _ = nonogram(5, ["##.##", "#####", "#####", ".###.", "..#.."])
    values = engine().call("begin", record)
    for cell in (16, 17, 18):
        values[cell] = 1
    assert engine().call("extend", record, values, [18], True) == [[15, 2], [19, 2]]
    assert engine().call("extend", record, values, [18], False) == []
    values[18] = 0
    assert engine().call("extend", record, values, [18], True) == [], "what is erased stays open"


def test_a_way_never_parts_and_goes_back_on_itself() -> None:
    record = record_of("zip")
    values = engine().call("begin", record)
    there = engine().call("lead", record, values, [0, 1, 5, 4])
    assert sum(there) == 3
    back = engine().call("lead", record, there, [4, 5, 1])
    assert sum(back) == 1
    forked = engine().call("lead", record, there, [1, 2])
    assert forked == there, "a cell in the middle of a way has no third line"


def test_a_tap_in_line_extends_a_way() -> None:
    record = record_of("zip")
    values = engine().call("lead", record, engine().call("begin", record), [1, 0])
    found = engine().call("tap", record, values, None, 12)
    assert sum(found["values"]) == 4
    assert found["hold"]["cell"] == 12


def test_the_inside_of_a_loop_is_known_where_lines_and_crosses_are() -> None:
    values = ask("begin", "slitherlink")
    values[ask("slot", "slitherlink", 0, 1)] = 1
    values[ask("slot", "slitherlink", 1, 7)] = 2
    assert dict(ask("sides", "slitherlink", values)) == {0: True, 1: True}


def test_a_rectangle_takes_the_place_of_what_it_covers() -> None:
    values = ask("begin", "shikaku")
    one = ask("enclose", "shikaku", values, 0, 5)
    assert sorted(ask("area", "shikaku", one, 0)) == [0, 1, 4, 5]
    other = ask("enclose", "shikaku", one, 4, 6)
    assert sorted(ask("area", "shikaku", other, 5)) == [4, 5, 6]


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ([0, 0, 0, 0, 0], []),
        ([2, 1, 1, 2, 0], [0]),
        ([0, 0, 2, 1, 2], [1]),
        ([1, 1, 2, 1, 2], [0, 1]),
        ([1, 2, 0, 2, 1], [1]),
        ([1, 1, 0, 0, 1], []),
    ],
)
def test_runs_are_done_when_they_are_closed_from_an_end(line: list[int], done: list[int]) -> None:
    assert engine().call("runs", line, [2, 1]) == done


def test_a_line_that_cannot_have_its_runs_is_flagged() -> None:
    record, _ = nonogram(5, ["##.##", "#####", "#####", ".###.", "..#.."])
    values = engine().call("begin", record)
    values[2] = 1
    assert engine().call("broken", record, values) == 1


@pytest.mark.parametrize(
    ("cells", "total", "said"),
    [
        ([0, 1], 5, "5 = 2+3 / 1+4"),
        ([0, 1, 2], 6, "6 = 1+2+3"),
        ([0, 1], 9, "9"),
        ([4, 0], 5, "1 = 1"),
        ([4, 5], 6, ""),
    ],
)
def test_a_cage_says_what_is_left_of_its_sum(cells: list[int], total: int, said: str) -> None:
    """Of the first row nothing is written; row 2 begins with 4 and 2."""
    values = ask("begin", "sudoku")
    assert ask("sums", "sudoku", values, {"cells": cells, "total": total}) == said


def test_only_cages_that_are_sums_say_what_is_left_of_one() -> None:
    engine().define(
        "heard",
        "(record) => JSON.stringify(makeGame(record).describe(makeGame(record).begin(), 0))",
    )
    assert "Σ" not in engine().call("heard", record_of("calcudoku"))
    assert '"text"' in engine().call("heard", record_of("killer"))


def test_a_cage_without_a_sign_says_its_number_alone() -> None:
    """On sheets of janko.at its result is that of any operation: no sums are listed."""
    engine().define("said", "(record) => makeGame(record).describer(makeGame(record).begin())(0)")
    record = record_of("calcudoku")
    cage = {"cells": [0, 1], "total": 7}
    kind = get_kind("calcudoku")
    puzzle = {**record["puzzle"], "cages": [cage, *record["puzzle"]["cages"][1:]]}
    model = kind.play(kind.decode(puzzle), None, "en")  # type: ignore[misc]
    said = engine().call("said", {**record, "puzzle": puzzle, "model": model})
    assert [part["key"] for part in said["parts"]] == ["board_empty", "cage"]
    assert said["parts"][1]["more"] == "7"


@pytest.mark.parametrize("kind", ["akari", "sudoku", "slitherlink"])
def test_what_is_seen_is_worked_out_once_for_a_move(kind: str) -> None:
    engine().define(
        "looks",
        """(record) => {
          const game = makeGame(record);
          const { feedback } = game;
          let looks = 0;
          const look = feedback.look.bind(feedback);
          feedback.look = (state) => (looks++, look(state));
          const values = game.begin();
          game.judge(values);
          game.describer(values)(0);
          const [[slot, value]] = game.hint(values).changes;
          values[slot] = value;
          game.judge(values);
          game.describer(values)(0);
          return looks;
        }""",
    )
    assert engine().call("looks", record_of(kind)) == 2


def test_a_move_looks_at_its_own_lines_alone() -> None:
    record, _ = nonogram(5, ["##.##", "#####", "#####", ".###.", "..#.."])
    engine().define(
        "looks",
        """(record) => {
          let looks = 0;
          const look = lookAtAutomaton;
          lookAtAutomaton = (...of) => (looks++, look(...of));
          const game = makeGame(record);
          const values = game.begin();
          return [12, 12].map((slot) => {
            looks = 0;
            values[slot] = 1 - values[slot];
            game.extend(values, [slot], true);
            game.measure(values);
            game.judge(values);
            return looks;
          });
        }""",
    )
    _, own = engine().call("looks", record)
    assert own == 4  # a row and a column, as they are and with nothing more drawn


@pytest.mark.parametrize("kind", DECLARED)
def test_a_board_shows_the_same_whatever_was_drawn_before(kind: str) -> None:
    record = record_of(kind)
    engine().define("paint", PLAYED)
    states, rng = [engine().call("begin", record)], random.Random(kind)
    for _ in range(30):
        now = list(states[-1])
        for slot in rng.sample(range(len(now)), rng.choice((1, 1, 3))):
            now[slot] = rng.choice((0, 1, 2, now[slot]))
        states.append(now)
    assert engine().call("paint", record, states) == engine().call("paint", record, states[-1:])


def some_values(rng: random.Random, answer: list[int], empty: list[int]) -> list[int]:
    """Return a part of the answer, with a few slots spoilt."""
    share, spoilt = rng.random(), rng.choice((0, 0.05, 0.3))
    return [
        rng.choice((1, 2)) if not e and rng.random() < spoilt else a if rng.random() < share else e
        for a, e in zip(answer, empty, strict=True)
    ]


@pytest.mark.part(5)
@pytest.mark.parametrize("kind", DECLARED)
def test_what_is_flagged_is_at_fault(kind: str) -> None:
    """Too many: those that are drawn. Too few: the cells of the clue, where cells are shaded."""
    rng, tried = random.Random(kind), 0
    for record, _ in records(kind)[:2]:
        answer, empty = (engine().call(name, record) for name in ("answer", "begin"))
        for _ in range(8):
            facts = engine().call("facts", record, some_values(rng, answer, empty))
            state, family = facts["state"], facts["family"]
            holds = {x: state[x] for x in range(1, len(state))}
            holds |= {-x: -y for x, y in holds.items()}
            broken, cells, lines = set(), set(), set()
            for at, count in enumerate(facts["counts"]):
                held = [x for x in count["literals"] if holds[x] > 0]
                most = len(held) + sum(holds[x] == 0 for x in count["literals"])
                sums = count["sums"] or range(1, len(count["literals"]) + 1)
                if any(len(held) <= one <= most for one in sums):
                    continue
                broken.add(at)
                is_over = count["sums"] is not None and len(held) > max(sums)
                if not is_over and count["sums"] is not None:
                    cells |= {*count["about"]} if family == "cells" else set()
                    continue
                for x in held if is_over else count["literals"]:
                    mark = facts["marks"][abs(x)]
                    if mark["family"] in ("edges", "borders"):
                        lines.add(abs(x))
                    else:
                        cells |= {*mark["place"]}
            for at, finding in facts["found"]:
                if finding:
                    broken.add(at)
                    lines |= {abs(x) for x in finding.get("lines") or ()}
                    if not finding.get("lines") and family != "borders":
                        cells |= {*(finding.get("about") or facts["abouts"][at])}
            assert {at for at, _ in facts["found"]} == broken
            assert ({*facts["cells"]}, {*facts["lines"]}) == (cells, lines)
            own, clues = dict(facts["own"]), engine().call("clues", record)
            assert {*own} <= {*clues}
            assert {*facts["clues"]} == {cell for cell, some in own.items() if {*some} & broken}
            assert not {*facts["met"]} & {*facts["clues"]}
            tried += len(broken)
    assert tried


def test_a_sea_that_numbers_cut_off_is_flagged_at_once() -> None:
    record = declared("nurikabe", [[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    values = engine().call("begin", record)
    values[0] = values[8] = 1
    assert engine().call("broken", record, values)
    values[8] = 0
    assert not engine().call("broken", record, values)


def test_islands_are_met_where_sea_is_all_around_them() -> None:
    record = declared("nurikabe", [[1, 0, 0], [0, 0, 0], [0, 0, 3]])
    values = engine().call("begin", record)
    for some, met in (((), []), ((1,), []), ((1, 3), [0]), ((1, 3, 2, 4, 6), [0, 8])):
        drawn = [1 if cell in some else value for cell, value in enumerate(values)]
        assert engine().call("report", record, drawn)["met"] == met
    # One white cell more or fewer, or a second number in the island.
    for cells in ((1, 3, 2, 6), (1, 3, 2, 4, 6, 5)):
        drawn = [1 if cell in cells else value for cell, value in enumerate(values)]
        assert engine().call("report", record, drawn)["met"] == [0]
    pair = declared("nurikabe", [[2, 2, 0], [0, 0, 0], [0, 0, 0]])
    drawn = [1 if cell in (2, 3, 4) else 0 for cell in range(9)]
    assert engine().call("report", pair, drawn)["met"] == []


def test_a_clue_is_met_only_once_something_is_drawn_or_all_is_ruled_out() -> None:
    record = declared("akari", [[-1, 0, -1], [-1, -1, -1], [-1, 1, -1]])
    values = engine().call("begin", record)
    slot = {cell: engine().call("slot", record, cell) for cell in range(9)}
    assert engine().call("report", record, values)["met"] == []
    for cell in (0, 2, 4):
        assert 1 not in engine().call("report", record, values)["met"]
        values[slot[cell]] = 2
    assert engine().call("report", record, values)["met"] == [1]
    values[slot[8]] = 1
    assert engine().call("report", record, values)["met"] == [1, 7]
    values[slot[6]] = 1
    report = engine().call("report", record, values)
    assert (report["met"], report["clues"]) == ([1], [7])


def test_a_clue_that_alone_decides_its_cell_is_finished_when_that_is_filled_in() -> None:
    engine = Engine("constraints/feedback.js", "constraints/model.js")
    engine.define(
        "met",
        """(json, state) => [...new Feedback(new Model(json, { rows: 1, cols: 3 }),
          (cell) => cell < 2, () => null).look(Int8Array.from(state)).met]""",
    )
    model = {
        "variables": [["cells", [0, 1, 2]]], "reasons": ["a", "b"], "keys": ["a", "b"],
        "counts": [[0, [1], None, [0]], [0, [-2], None, [1]], [1, [2, 3], [1], [1]]],
        "globals": [], "texts": {},
    }  # fmt: skip
    for drawn, met in (([0, 0, 0], []), ([1, 0, 0], [0]), ([0, 0, 1], [1]), ([-1, 0, 0], [])):
        assert engine.call("met", model, [1, *drawn]) == met
