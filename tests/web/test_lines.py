"""Lines of Numberlink in the player: what gestures draw, erase, cut and join, as plain edges."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from tests.web import boards
from tests.web.engine import games_with
from tests.web.test_drawing import PAINT
from tests.web.test_hint_proofs import engine as hint_engine

CALLS = {
    "drag": """(game, values, hold, cell) => {
      const changes = game.drag(values, hold, cell);
      for (const [slot, value] of changes ?? []) values[slot] = value;
      return [changes !== null, hold.cell, [...values], changes?.map(([slot]) => slot)];
    }""",
    "tap": "(game, values, hold, cell, isKey) => game.tap(values, hold, cell, null, isKey)",
    "nudge": "(game, values, hold, letter) => game.nudge(values, hold, letter)",
    "erase": "(game, values, cell) => game.erase(values, cell)",
    "mark": "(game, values, cell) => game.mark(values, cell)",
    "begin": "(game) => [game.begin(), game.hasMarks, game.hasOutline]",
    "hear": "(game, values) => game.numbers.map((_, cell) => game.describer(values)(cell))",
    "clues": "(game) => game.numbers.map((_, cell) => game.isClue(cell))",
    "announce": "(game, before, after, slots) => game.announce(before, after, slots)",
    "trails": "(game, values) => game.trails(values)",
    "faults": "(game, values) => game.findFaults(values)",
    "judge": "(game, values) => game.check(values).map(({ code }) => code)",
}
TRIED = """(record, base, values) => {
  const parts = [];
  const make = document.createElementNS;
  document.createElementNS = (...rest) => (parts.push(make(...rest)), parts.at(-1));
  const game = makeGame(record);
  const layer = document.createElementNS("", "g");
  game.draw(layer, layer);
  document.createElementNS = make;
  game.base = base;
  game.show(values, [...values.keys()]);
  game.show([...game.ends.map(() => ""), 1], [game.firstMark]);
  if (!parts.some(({ attributes }) => attributes.d === "M0.5,0.5h0")) throw Error("not shown");
  const lines = parts.filter(({ classes }) => classes.includes("line"));
  return lines.map(({ classes }) => classes.includes("tried"));
}"""
engine = games_with(CALLS, paint=PAINT, tried=TRIED)
Edges = frozenset[frozenset[int]]


class Lines:
    """A random board, on which parts of its lines are drawn."""

    def __init__(self, random: Random, rule: str = "free") -> None:
        size = random.randint(2, 5), random.randint(2, 5)
        puzzle, self.paths = boards.lay_lines(random, *size, rule)
        while not self.paths:
            puzzle, self.paths = boards.lay_lines(random, *size, rule)
        self.rows, self.cols = size
        self.record: dict[str, Any] = {"kind": "numberlink", "puzzle": puzzle}
        self.blocked = {*puzzle.get("blocked", ())}
        self.ends = [cell for path in self.paths for cell in (path[0], path[-1])]
        self.first = len(self.ends)
        arms = [arm for path in self.paths for arm in self.part(random, path)]
        self.marks = [int(random.random() < 0.3) for _ in range(self.rows * self.cols)]
        self.values: list[Any] = [*map(self.letters, arms), *self.marks]

    @staticmethod
    def part(random: Random, path: list[int]) -> list[list[int]]:
        """Return both arms of a line: the whole of it in either, or two parts."""
        one = random.randint(0, len(path) - 1)
        other = random.randint(one + 1, len(path))
        whole = ([path, path[-1:]], [path[:1], path[::-1]])
        return random.choice((*whole, [path[: one + 1], path[other:][::-1] or path[-1:]]))

    def letters(self, cells: list[int]) -> str:
        names = {-self.cols: "U", self.cols: "D"} | ({-1: "L", 1: "R"} if self.cols > 1 else {})
        return "".join(names[b - a] for a, b in pairwise(cells))

    def arm(self, slot: int, values: list[Any] | None = None) -> list[int]:
        cells = [self.ends[slot]]
        for letter in (values or self.values)[slot]:
            cells.append(boards.shift(self.rows, self.cols, cells[-1], letter))
        return cells

    def whole(self, pair: int, values: list[Any] | None = None) -> bool:
        slots = (2 * pair, 2 * pair + 1)
        return any(self.arm(at, values)[-1] == self.ends[at ^ 1] for at in slots)

    def edges(self, values: list[Any] | None = None) -> list[Edges]:
        """Return the pairs of cells between which the line of each pair is drawn."""
        arms = [self.arm(slot, values) for slot in range(self.first)]
        drawn = [{*map(frozenset, pairwise(arm))} for arm in arms]
        return [frozenset(drawn[k] | drawn[k + 1]) for k in range(0, self.first, 2)]

    def owner(self, cell: int) -> int | None:
        arms = [self.arm(slot) for slot in range(self.first)]
        own = (at // 2 for at, arm in enumerate(arms) if cell in arm or cell == self.ends[at])
        return next(own, None)

    def ask(self, name: str, *rest: Any) -> Any:
        return engine().call(name, self.record, *rest)


def games(name: str, count: int = 60, rule: str = "free") -> Iterator[tuple[Lines, Random]]:
    random = Random(name)
    for _ in range(count):
        yield Lines(random, rule), random


def reach(edges: Edges, start: int) -> list[int]:
    """Return the cells of a line from one of its ends on."""
    cells = [start]
    while near := [*{c for e in edges if cells[-1] in e for c in e} - {*cells}]:
        cells += near
    return cells


def cut(own: Lines, pair: int, cell: int) -> Edges:
    """Return what is left of a line without a cell; of a part also without what goes on from it."""
    gone = {edge for edge in own.edges()[pair] if cell in edge}
    if not own.whole(pair):
        arm = next(arm for slot in (2 * pair, 2 * pair + 1) if cell in (arm := own.arm(slot)))
        gone |= {frozenset(edge) for edge in pairwise(arm[arm.index(cell) :])}
    return own.edges()[pair] - gone


def led(own: Lines, slot: int, cell: int, to: int) -> list[Edges] | None:
    """Return what is drawn when the line from an end is led from a cell of it, if it can."""
    lines, pair, far = own.edges(), slot // 2, own.ends[slot ^ 1]
    mine = reach(lines[pair], own.ends[slot])
    theirs = reach(lines[pair], far) if far not in mine else [far]
    at = mine.index(cell)
    if to in mine[at + 1 : at + 2]:
        return lines
    if cell == far and to != mine[at - 1]:
        return None
    kept, rest = mine[: at + 1], theirs
    if to in kept:
        kept = kept[: kept.index(to) + 1]
    else:
        if mine[-1] == far:
            rest = mine[at + 1 :][::-1]
        other = own.owner(to)
        if to in own.ends and to not in rest:
            return None
        if to in rest:
            kept, rest = [*kept, *rest[: rest.index(to) + 1][::-1]], [far]
        else:
            kept = [*kept, to]
            if other is not None and other != pair:
                lines[other] = cut(own, other, to)
    parts = [frozenset(pair) for one in (kept, rest) for pair in pairwise(one)]
    lines[pair] = frozenset(parts)
    return lines


def test_a_line_is_led_erased_cut_and_joined_cell_by_cell() -> None:
    led_on = 0
    for own, random in games("drag", 150):
        slot = random.randrange(own.first)
        pair = slot // 2
        cells = reach(own.edges()[pair], own.ends[slot])
        cell = random.choice(cells)
        for to in (*boards.beside(own.rows, own.cols, cell), cell, cells[0] ^ 1):
            is_near = to in boards.beside(own.rows, own.cols, cell) and to not in own.blocked
            wanted = own.edges() if to == cell else led(own, slot, cell, to) if is_near else None
            done, at, values, _ = own.ask("drag", own.values, {"slot": slot, "cell": cell}, to)
            assert done == (wanted is not None)
            assert at == (to if done else cell)
            assert own.edges(values) == (own.edges() if wanted is None else wanted)
            assert values[own.first :] == own.marks
            led_on += done
    assert led_on > 150


def run(own: Lines, slot: int, way: list[int]) -> tuple[list[Any], int]:
    """Return what is drawn when a line is dragged along a way as far as it goes, and where."""
    values, cell = own.values, way[0]
    for to in way[1:]:
        done, cell, now, _ = own.ask("drag", values, {"slot": slot, "cell": cell}, to)
        if not done:
            break
        values = now
    return values, cell


def test_taps_and_arrows_lead_as_far_as_a_finger_would() -> None:
    for own, random in games("tap", 120):
        slot = random.randrange(own.first)
        start = random.choice(own.arm(slot))
        hold = {"slot": slot, "cell": start}
        cell = random.choice([c for c in range(own.rows * own.cols) if c not in own.blocked])
        found, pair = own.ask("tap", own.values, hold, cell), own.owner(cell)
        first = own.ask("tap", own.values, None, cell)
        drawn = [[s, ""] for s in range(own.first) if s // 2 == pair and own.values[s]]
        assert sorted(first["changes"]) == (drawn if cell in own.ends else [])
        assert own.ask("tap", own.values, None, cell, True)["changes"] == []
        grabbed = first["hold"]
        if cell in own.ends:
            assert grabbed == {"slot": own.ends.index(cell), "cell": cell} or not drawn
        assert (grabbed is None) == (pair is None)
        if grabbed:
            assert (grabbed["cell"], grabbed["slot"] // 2) == (cell, pair)
        is_across, is_down = start // own.cols == cell // own.cols, (start - cell) % own.cols == 0
        if cell == start:
            assert found == {"changes": [], "hold": None}
        elif (cell in own.ends and pair != slot // 2) or not (is_across or is_down):
            if pair != slot // 2:
                assert found == first
            else:
                assert found["changes"] == []
                assert found["hold"]["cell"] == cell
        else:
            step = (1 if cell > start else -1) * (1 if is_across else own.cols)
            values, end = run(own, slot, [*range(start, cell + step, step)])
            now = [*own.values]
            for at, value in found["changes"]:
                now[at] = value
            assert (now, found["cell"], found["hold"]["cell"]) == (values, end, end)
        letter = random.choice("UDLR")
        to = boards.shift(own.rows, own.cols, start, letter)
        values, end = run(own, slot, [start, *([to] if to >= 0 else [])])
        nudged, now = own.ask("nudge", own.values, hold, letter), [*own.values]
        for at, value in nudged["changes"]:
            now[at] = value
        assert (now, nudged["cell"]) == (values, end)
        assert own.ask("nudge", own.values, None, letter) is None


def test_a_number_is_erased_with_its_line_and_a_cell_with_what_goes_on() -> None:
    for own, _ in games("erase"):
        for cell in range(own.rows * own.cols):
            now, pair, lines = [*own.values], own.owner(cell), own.edges()
            for at, value in own.ask("erase", own.values, cell):
                now[at] = value
            if pair is None:
                marks = [*own.marks]
                marks[cell] = 0
                assert (own.edges(now), now[own.first :]) == (lines, marks)
                continue
            arm = reach(lines[pair], cell)
            is_end = cell in own.ends
            whole = lines[pair] - {frozenset(edge) for edge in pairwise(arm)}
            lines[pair] = whole if is_end else cut(own, pair, cell)
            assert own.edges(now) == lines
            assert now[own.first :] == own.marks


def test_marks_are_set_and_taken_back_in_open_cells_alone() -> None:
    for own, _ in games("marks", 20):
        begin, *options = own.ask("begin")
        assert (begin, options) == ([""] * own.first + [0] * len(own.marks), [True, True])
        for cell, mark in enumerate(own.marks):
            is_open = cell not in own.blocked and cell not in own.ends
            expected = [[own.first + cell, 1 - mark]] if is_open else []
            assert own.ask("mark", own.values, cell) == expected
        assert own.ask("clues") == [cell in own.ends for cell in range(len(own.marks))]


def test_each_cell_is_heard_as_what_is_in_it() -> None:
    for own, _ in games("hear"):
        for cell, found in enumerate(own.ask("hear", own.values)):
            pair = own.owner(cell)
            if cell in own.blocked:
                assert found == {"key": "blocked"}
            elif pair is None:
                assert found == {"key": "marked" if own.marks[cell] else "empty"}
            else:
                key = "end_joined" if own.whole(pair) else "end"
                key = key if cell in own.ends else "line"
                assert found == {"key": key, "values": {"number": pair + 1}}


def test_a_change_is_announced_as_what_it_did_to_the_line_that_grew() -> None:
    seen = set()
    for own, random in games("announce", 150):
        slot = random.randrange(own.first)
        cell = own.arm(slot)[-1]
        to = random.choice([*boards.beside(own.rows, own.cols, cell), *own.arm(slot)[-2:-1]])
        _, _, after, slots = own.ask("drag", own.values, {"slot": slot, "cell": cell}, to)
        slots = [at for at in slots or () if after[at] != own.values[at]]
        if not slots:
            continue
        found = own.ask("announce", own.values, after, slots)
        lines = zip(own.edges(), own.edges(after), strict=True)
        cut = [at for at, (old, new) in enumerate(lines, 1) if old - new and at != slot // 2 + 1]
        values = {"number": slot // 2 + 1}
        if own.whole(slot // 2, after):
            expected: dict[str, Any] = {"key": "joined", "values": values}
        elif cut:
            expected = {"key": "cut", "values": values | {"other": cut[0]}}
        else:
            expected = {"key": "length", "values": values, "count": len(after[slot]) + 1}
            seen.add("shorter" if len(own.edges(after)[slot // 2]) < len(own.arm(slot)) - 1 else "")
        assert found == expected
        assert own.ask("announce", after, own.values, [own.first]) == {"key": "mark_changed"}
        seen.add(found["key"])
    assert seen >= {"joined", "cut", "length", "shorter"}


def test_lines_numbers_and_marks_are_drawn_on_their_cells_in_six_looks() -> None:
    for own, random in games("drawn", 25):
        cell = random.randrange(len(own.marks))
        parts = own.ask("paint", own.values, {"slot": 0, "cell": cell})

        def of(name: str, parts: list[dict[str, Any]] = parts) -> list[dict[str, Any]]:
            return [part for part in parts if name in part["class"].split()]

        def centre(cell: int, cols: int = own.cols) -> tuple[str, str]:
            return f"{cell % cols + 0.5:g}", f"{cell // cols + 0.5:g}"

        looks = [f"look-{slot // 2 % 6}" for slot in range(own.first)]
        for slot, (line, end) in enumerate(zip(of("line"), of("end"), strict=True)):
            assert looks[slot] in line["class"].split()
            assert looks[slot] in end["class"].split()
            assert (end["cx"], end["cy"]) == centre(own.ends[slot])
            arm = own.arm(slot)
            path = line["d"].replace("L", "M").split("M")
            drawn = [path[1], path[-1]] if len(arm) > 1 else []
            assert drawn == [",".join(centre(c)) for c in (arm[0], arm[-1])][: 2 * (len(arm) > 1)]
        texts = of("number")
        assert [part["text"] for part in texts] == [str(s // 2 + 1) for s in range(own.first)]
        assert [(part["x"], part["y"]) for part in texts] == [*map(centre, own.ends)]
        (marks,) = of("marks")
        at = [k for k, mark in enumerate(own.marks) if mark]
        assert marks["d"] == "".join(f"M{','.join(centre(k))}h0" for k in at)
        (tip,) = of("tip")
        assert (tip["cx"], tip["cy"], "hidden" in tip) == (*centre(cell), False)
        trails = own.ask("trails", own.values)
        assert trails == [{"cells": own.arm(s), "look": s // 2 % 6} for s in range(own.first)]


def test_what_was_drawn_since_a_trial_began_looks_tried() -> None:
    for own, random in games("tried", 20):
        begin, *_ = own.ask("begin")
        base = [*begin[: own.first], *own.marks]
        slot = random.randrange(own.first)
        base[slot] = own.values[slot]
        now = own.values[: own.first]
        expected = [old != new for old, new in zip(base, now, strict=False)]
        assert engine().call("tried", own.record, base, own.values) == expected
        assert not any(engine().call("tried", own.record, None, own.values))


def test_hints_lead_either_arm_of_every_pair() -> None:
    kind, seen = get_kind("numberlink"), set[int]()
    assert kind.play is not None
    for own, _ in games("hints", 12, "cover"):
        clues = kind.decode(own.record["puzzle"])
        answer = kind.decode_solution(clues, {"paths": own.paths})
        record = own.record | {"model": kind.play(clues, answer, "en")}
        seen.update(first[0] for _, (first, *_) in hint_engine().call("show", record))
    assert seen >= {0, 1, 2, 3}


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_pairs_that_cannot_meet_and_cells_that_no_line_reaches_are_faults(rule: str) -> None:
    codes = set[str]()
    for own, random in games(f"faults {rule}", 60, rule):
        for _ in range(random.choice((0, 12))):
            slot = random.randrange(own.first)
            hold = {"slot": slot, "cell": own.arm(slot)[-1]}
            to = random.choice(boards.beside(own.rows, own.cols, hold["cell"]))
            *_, own.values, _ = own.ask("drag", own.values, hold, to)
        arms = [own.arm(slot) for slot in range(own.first)]
        used = {*own.blocked, *own.ends, *(cell for arm in arms for cell in arm)}
        left, regions = {*range(len(own.marks))} - used, []
        while left:
            todo = [min(left)]
            region = set()
            while todo:
                cell = todo.pop()
                region.add(cell)
                near = boards.beside(own.rows, own.cols, cell)
                todo += [c for c in near if c in left and c not in region]
            left -= region
            regions.append(sorted(region))
        expected, met = list[dict[str, Any]](), set[int]()
        for pair in range(len(own.paths)):
            if own.whole(pair):
                continue
            tips = [arms[2 * pair][-1], arms[2 * pair + 1][-1]]
            sides = [{*boards.beside(own.rows, own.cols, tip)} for tip in tips]
            shared = [k for k, one in enumerate(regions) if all({*one} & some for some in sides)]
            met.update(shared)
            if not shared and tips[1] not in sides[0]:
                expected.append({"code": "no-way", "cells": tips})
        if rule == "cover":
            lost = (one for k, one in enumerate(regions) if k not in met)
            expected += [{"code": "no-line", "cells": one} for one in lost]
        assert own.ask("faults", own.values) == expected
        codes.update(one["code"] for one in expected)
    assert codes == ({"no-way"} if rule == "free" else {"no-way", "no-line"})
    record = {"kind": "numberlink", "puzzle": {"rows": 2, "cols": 2, "clues": [[1, 1], [0, 0]]}}
    assert engine().call("judge", record, ["R", "", 0, 0, 0, 0]) == [], (
        "free where no rule is given"
    )
