"""Bridges in the player: what gestures mean, what is named, drawn and cannot be right."""

from random import Random
from typing import Any

import pytest

from tests.web import boards
from tests.web.engine import games_with
from tests.web.test_drawing import PAINT, strokes

CALLS = {
    "spans": "(game) => game.spans.map(({ one, other, isAcross }) => [one, other, isAcross])",
    "begin": "(game) => game.begin()",
    "flags": "(game) => [game.hasMarks, game.hasOutline]",
    "accepts": "(game, slot, values) => values.map((value) => game.accepts(slot, value))",
    "faults": "(game, values) => game.findFaults(values)",
    "check": "(game, values) => game.check(values)",
    "measure": "(game, values) => game.measure(values)",
    "judge": "(game, values) => game.judge(values)",
    "drag": """(game, values, cell, spot) => {
      const hold = game.grab(values, cell);
      if (!hold) return null;
      return [game.drag(values, hold, cell, spot), hold, game.drop(values, hold)];
    }""",
    "tap": "(game, values, hold, cell, spot) => game.tap(values, hold, cell, spot)",
    "nudge": "(game, values, hold, letter) => game.nudge(values, hold, letter)",
    "erase": "(game, values, cell) => game.erase(values, cell)",
    "mark": "(game, values, cell, spot) => game.mark(values, cell, spot)",
    "hear": "(game, values) => [...game.islands.keys()].map(game.describer(values))",
    "clues": "(game) => game.islands.map((_, cell) => game.isClue(cell))",
    "announce": "(game, values, slots) => game.announce([], values, slots)",
    "trails": "(game, values) => game.trails(values)",
    "paint_over": """(game, base, before, values, hold) => {
      const [layers, top] = ["g", "g"].map((tag) => document.createElementNS("", tag));
      game.base = base;
      game.draw(layers, top);
      for (const now of [before, values]) game.show(now, [...now.keys()]);
      game.showHold(hold);
      const parts = [...layers.all, ...top.all];
      return parts.map(({ attributes, words }) => ({ class: "", ...attributes, words }));
    }""",
}
WAYS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}

engine = games_with(CALLS, paint=PAINT)


class Isles:
    """A random board, its spans by definition, and values of its slots of which some cross."""

    def __init__(self, random: Random) -> None:
        self.most = random.randint(1, 4)
        self.connected, self.loops = random.random() < 0.5, random.random() < 0.5
        self.rows, self.cols = random.randint(4, 7), random.randint(4, 7)
        rows, cols = (random.sample(range(side), 3) for side in (self.rows, self.cols))
        lattice = [row * self.cols + col for row in rows for col in cols]
        more = random.sample(range(self.rows * self.cols), random.randint(0, 3))
        self.cells = sorted({*random.sample(lattice, random.randint(2, 9)), *more})
        self.spans: list[tuple[int, int]] = []
        self.between: list[list[int]] = []
        for cell in self.cells:
            for letter in "RD":
                way = self.way(cell, letter)
                ends = [k for k, other in enumerate(way) if other in self.cells]
                if ends:
                    self.spans.append((cell, way[ends[0]]))
                    self.between.append(way[: ends[0]])
        self.numbers = [0] * (self.rows * self.cols)
        for pair in self.spans:
            count = random.randint(0, self.most)
            for cell in pair:
                self.numbers[cell] += count
        for cell in self.cells:
            if not self.numbers[cell] or random.random() < 0.1:
                self.numbers[cell] = -1
        clues = [self.numbers[k : k + self.cols] for k in range(0, len(self.numbers), self.cols)]
        head = {"max_bridges": self.most, "connected": self.connected, "loops": self.loops}
        puzzle = {"rows": self.rows, "cols": self.cols, "clues": clues}
        usual = {"max_bridges": 2, "connected": True, "loops": True}
        for name, value in usual.items():
            if head[name] == value and random.random() < 0.5:
                del head[name]
        self.record = {"kind": "hashi", "puzzle": puzzle | head}
        self.values = [random.choice((-1, 0, 0, *range(1, self.most + 1))) for _ in self.spans] + [
            random.choice((0, 1)) for _ in self.cells
        ]

    def way(self, cell: int, letter: str) -> list[int]:
        found: list[int] = []
        while (cell := boards.shift(self.rows, self.cols, cell, letter)) >= 0:
            found.append(cell)
        return found

    def slot(self, cell: int, letter: str) -> int:
        """Return the span that leaves an island that way, -1 if there is none."""
        other = next((one for one in self.way(cell, letter) if one in self.cells), -1)
        pair = min(cell, other), max(cell, other)
        return self.spans.index(pair) if pair in self.spans else -1

    def over(self, cell: int) -> list[int]:
        return [slot for slot, cells in enumerate(self.between) if cell in cells]

    def crossed(self, slot: int) -> list[int]:
        own = {*self.between[slot]}
        return [k for k, cells in enumerate(self.between) if k != slot and own & {*cells}]

    def is_across(self, slot: int) -> bool:
        one, other = self.spans[slot]
        return one // self.cols == other // self.cols

    def drawn(self, slot: int) -> int:
        return max(self.values[slot], 0)

    def count(self, cell: int) -> int:
        return sum(self.drawn(k) for k, pair in enumerate(self.spans) if cell in pair)

    def turned(self, slot: int) -> dict[str, Any]:
        """Return what one bridge more on a span comes to."""
        if slot < 0:
            return {"changes": []}
        if any(self.drawn(k) for k in self.crossed(slot)):
            return {"changes": [], "message": {"key": "would_cross"}}
        return {"changes": [[slot, (self.drawn(slot) + 1) % (self.most + 1)]]}

    def meant(self, cell: int, is_flat: bool) -> int:
        """Return the span that a tap on water means, which lies nearer to the flat one or not."""
        slots = self.over(cell)
        drawn = [k for k in slots if self.drawn(k)]
        if len(slots) < 2 or drawn:
            return (drawn or slots or [-1])[0]
        return next(k for k in slots if self.is_across(k) == is_flat)

    def groups(self) -> list[set[int]]:
        found = [{cell} for cell in self.cells]
        for slot, pair in enumerate(self.spans):
            if self.drawn(slot):
                near = [one for one in found if one & {*pair}]
                found = [one for one in found if one not in near] + [set().union(*near)]
        return found

    def name(self, cell: int) -> str:
        return "?" if self.numbers[cell] < 0 else str(self.numbers[cell])

    def centre(self, cell: int) -> tuple[float, float]:
        return cell % self.cols + 0.5, cell // self.cols + 0.5

    def ask(self, name: str, *rest: Any) -> Any:
        return engine().call(name, self.record, *rest)


def isles(seed: str, count: int = 25) -> list[tuple[Isles, Random]]:
    random = Random(seed)
    return [(Isles(random), random) for _ in range(count)]


def test_spans_join_islands_with_nothing_but_water_between() -> None:
    for own, _ in isles("spans"):
        expected = [[*pair, own.is_across(k)] for k, pair in enumerate(own.spans)]
        assert own.ask("spans") == expected
        assert own.ask("begin") == [0] * len(own.values)
        assert own.ask("flags") == [True, False]
        tried = [-2, -1, 0, 1, own.most, own.most + 1, 0.5, "1"]
        for slot in range(len(own.values)):
            low, high = (-1, own.most) if slot < len(own.spans) else (0, 1)
            fits = [isinstance(one, int) and low <= one <= high for one in tried]
            assert own.ask("accepts", slot, tried) == fits
        assert own.ask("clues") == [clue != 0 for clue in own.numbers]


def test_a_drag_from_an_island_bridges_the_span_that_way() -> None:
    for own, random in isles("drags"):
        for cell, clue in enumerate(own.numbers):
            x, y = own.centre(cell)
            for letter, (right, down) in WAYS.items():
                far, aside = random.choice((0.3, 0.6, 2)), random.choice((-0.25, 0, 0.25))
                spot = {"x": x + (right * far or aside), "y": y + (down * far or aside)}
                dragged = own.ask("drag", own.values, cell, spot)
                if not clue:
                    assert dragged is None
                    continue
                slot = own.slot(cell, letter) if far > 0.5 else -1
                after = own.turned(slot) | {"hold": None}
                assert dragged == [[], {"cell": cell, "slot": slot}, after]
                nudged = own.turned(own.slot(cell, letter)) | {"hold": {"cell": cell}, "cell": cell}
                assert own.ask("nudge", own.values, {"cell": cell}, letter) == nudged
                assert own.ask("nudge", own.values, None, letter) is None


def test_taps_bridge_islands_and_the_span_nearest_on_water() -> None:
    for own, random in isles("taps"):
        for cell, clue in enumerate(own.numbers):
            x, y = own.centre(cell)
            is_flat = random.random() < 0.5
            aside = random.choice((-0.3, 0.3))
            spot = {"x": x + (aside if is_flat else 0.1), "y": y + (0.1 if is_flat else aside)}
            held = random.choice(own.cells)
            tapped = own.ask("tap", own.values, {"cell": held}, cell, spot)
            marked = own.ask("mark", own.values, cell, spot)
            if not clue:
                slot = own.meant(cell, is_flat)
                assert tapped == own.turned(slot) | {"hold": None}
                value = 0 if slot >= 0 and own.values[slot] == -1 else -1
                assert marked == ([] if slot < 0 else [[slot, value]])
                middle = {"x": x, "y": y}  # as near to both: the flat one
                flat = own.turned(own.meant(cell, True)) | {"hold": None}
                assert own.ask("tap", own.values, None, cell, middle) == flat
                continue
            slot = len(own.spans) + own.cells.index(cell)
            assert marked == [[slot, 1 - own.values[slot]]]
            taken = {"changes": [], "hold": {"cell": cell, "slot": -1}}
            assert own.ask("tap", own.values, None, cell, spot) == taken
            pair = min(held, cell), max(held, cell)
            if held == cell:
                assert tapped == {"changes": [], "hold": None}
            elif pair in own.spans:
                assert tapped == own.turned(own.spans.index(pair)) | {"hold": {"cell": held}}
            else:
                assert tapped == taken


def test_what_is_erased_is_at_an_island_or_over_the_water() -> None:
    for own, _ in isles("erased", 20):
        for cell in range(len(own.numbers)):
            slots = [k for k, pair in enumerate(own.spans) if cell in pair] + own.over(cell)
            assert own.ask("erase", own.values, cell) == [[slot, 0] for slot in slots]


def test_what_is_heard_is_what_is_drawn() -> None:
    for own, _ in isles("heard"):
        heard = own.ask("hear", own.values)
        for cell, clue in enumerate(own.numbers):
            if clue:
                is_marked = own.values[len(own.spans) + own.cells.index(cell)]
                key = "island_marked" if is_marked else "island"
                values = {"clue": own.name(cell)}
                expected = {"key": key, "values": values, "count": own.count(cell)}
            else:
                slot = own.meant(cell, True)
                value = own.values[slot] if slot >= 0 else 0
                key = "bridge" if value > 0 else "no_bridge" if value else "water"
                expected = {"key": key} | ({"count": value} if value > 0 else {})
            assert heard[cell] == expected
        for slot, (one, other) in enumerate(own.spans):
            names = {"one": own.name(one), "other": own.name(other)}
            expected = {"key": "now_no_bridge", "values": names, "cells": [one, other]}
            if own.values[slot] >= 0:
                expected |= {"key": "now_bridges", "count": own.values[slot]}
            assert own.ask("announce", own.values, [len(own.spans), slot]) == expected
        for slot in range(len(own.spans), len(own.values)):
            assert own.ask("announce", own.values, [slot]) == {"key": "mark_changed"}


def test_rules_and_progress_are_those_of_the_islands() -> None:
    for own, random in isles("rules", 200):
        if random.random() < 0.7:  # few islands are left alone
            own.values = [one if random.random() < 0.2 else abs(one) or 1 for one in own.values]
        full = [
            cell for cell in own.cells
            if own.count(cell) == own.numbers[cell] or own.numbers[cell] < 0 < own.count(cell)
        ]  # fmt: skip
        assert own.ask("measure", own.values) == {"done": len(full), "total": len(own.cells)}
        found = own.ask("check", own.values)
        wrong = [one["cells"] for one in found if one["code"] == "wrong-count"]
        assert wrong == [[cell] for cell in own.cells if cell not in full]
        crossing = [
            sorted({*own.between[one]} & {*own.between[other]})
            for one in range(len(own.spans)) for other in own.crossed(one)
            if one < other and own.drawn(one) and own.drawn(other)
        ]  # fmt: skip
        assert [one["cells"] for one in found if one["code"] == "crossing"] == crossing
        groups = sorted((len(group), min(group), sorted(group)) for group in own.groups())
        parted = [groups[0][2]] if own.connected and len(groups) > 1 else []
        assert [one["cells"] for one in found if one["code"] == "not-connected"] == parted
        edges = sum(own.drawn(slot) > 0 for slot in range(len(own.spans)))
        loops = 0 if own.loops else edges - len(own.cells) + len(groups)
        assert len([one for one in found if one["code"] == "loop"]) == loops
        trails = [[cell] for cell in own.cells]
        for slot, (one, other) in enumerate(own.spans):
            if own.drawn(slot):
                trails.append([one, *own.between[slot], other])
        assert own.ask("trails", own.values) == [{"cells": one, "look": 0} for one in trails]


def test_what_no_bridge_more_can_mend_is_a_fault() -> None:
    seen = set()
    for own, random in isles("faults", 300):
        if random.random() < 0.5:  # few are drawn, so that more is open
            own.values = [one if random.random() < 0.4 else 0 for one in own.values]
        inf = float("inf")
        need = {
            cell: inf if own.numbers[cell] < 0 else own.numbers[cell] - own.count(cell)
            for cell in own.cells
        }
        more = {
            slot: 0 if any(own.drawn(k) for k in own.crossed(slot)) else
            max(0, min(own.most - own.drawn(slot), need[one], need[other]))
            for slot, (one, other) in enumerate(own.spans)
        }  # fmt: skip
        expected = []
        for cell in own.cells:
            room = sum(more[slot] for slot, pair in enumerate(own.spans) if cell in pair)
            least = need[cell] if own.numbers[cell] > 0 else 1 - own.count(cell)
            expected += [["too-many-here", [cell]]] * (need[cell] < 0)
            expected += [["too-few-here", [cell]]] * (least > room)
        over = [cells[0] for code, cells in expected if code == "too-many-here"]
        groups = own.groups()
        edges = sum(own.drawn(slot) > 0 for slot in range(len(own.spans)))
        if own.connected and len(groups) > 1:
            for group in sorted(groups, key=min):
                if not any(more[slot] for slot, pair in enumerate(own.spans) if {*pair} & group):
                    expected.append(["shut-off", sorted(group)])
        found = [[one["code"], one["cells"]] for one in own.ask("faults", own.values)]
        loops = 0 if own.loops else edges - len(own.cells) + len(groups)
        assert sum(code == "loop" for code, _ in found) == loops
        assert sorted(one for one in found if one[0] != "loop") == sorted(expected)
        assert own.ask("judge", own.values) == over
        seen |= {code for code, _ in found}
    assert seen == {"too-many-here", "too-few-here", "shut-off", "loop"}


def test_bridges_crosses_and_islands_are_drawn_where_they_are() -> None:
    for own, random in isles("drawn"):
        base = random.choice((None, [random.choice((0, one)) for one in own.values]))
        before = [random.choice((0, one)) for one in own.values]
        cell = random.choice(own.cells)
        slot = random.choice((-1, *range(len(own.spans))))
        hold = random.choice((None, {"cell": cell, "slot": slot}))
        parts = own.ask("paint_over", base, before, own.values, hold)

        def of(name: str, parts: list[dict[str, Any]] = parts) -> list[dict[str, Any]]:
            return [part for part in parts if name in part["class"].split()]

        (paper,), (tip,), (aim,) = of("paper"), of("tip"), of("aim")
        assert (paper["width"], paper["height"]) == (str(own.cols), str(own.rows))
        assert ("hidden" in tip) == (hold is None)
        if hold:
            assert (float(tip["cx"]), float(tip["cy"])) == own.centre(cell)
        ends = [own.centre(one) for one in own.spans[slot]] if hold and slot >= 0 else []
        assert strokes(aim["d"]) == [ends][: bool(ends)]
        ever = [max(before[k], own.values[k]) > 0 for k in range(len(own.spans))]
        assert len(of("bridge")) == sum(ever)
        drawn: dict[tuple[float, ...], bool] = {}
        for part in of("bridge"):
            for line in strokes(part["d"]):
                ((x, y), (x1, y1)) = line
                drawn[tuple(round(one, 6) for one in (x, y, x1, y1))] = "tried" in part["class"]
        expected = {}
        for k, (one, other) in enumerate(own.spans):
            (x, y), (x1, y1) = own.centre(one), own.centre(other)
            places = [0.2 * (at - (own.drawn(k) - 1) / 2) for at in range(own.drawn(k))]
            for off in places:
                right, down = (0, off) if own.is_across(k) else (off, 0)
                span = tuple(round(at, 6) for at in (x + right, y + down, x1 + right, y1 + down))
                expected[span] = base is not None and base[k] != own.values[k]
        assert drawn == expected
        middles = []
        for line in strokes(of("crosses")[0]["d"]):
            xs, ys = zip(*line, strict=True)
            assert max(xs) - min(xs) == pytest.approx(0.24)
            assert max(ys) - min(ys) == pytest.approx(0.24)
            middles.append((round(sum(xs) / 2, 6), round(sum(ys) / 2, 6)))
        crossed = []
        for k, (one, other) in enumerate(own.spans):
            if own.values[k] == -1:
                (x, y), (x1, y1) = own.centre(one), own.centre(other)
                crossed += [((x + x1) / 2, (y + y1) / 2)] * 2
        assert sorted(middles) == sorted(crossed)
        rings = {(float(part["cx"]), float(part["cy"])): part for part in of("island")}
        names = {(float(part["x"]), float(part["y"])): part["words"] for part in of("number")}
        assert names == {own.centre(one): own.name(one) for one in own.cells}
        assert {*rings} == {*names}
        for one in own.cells:
            if not any(one in pair for pair in own.spans):
                continue
            count, number = own.count(one), own.numbers[one]
            assert ("full" in rings[own.centre(one)]["class"]) == (0 < count == number)
            assert ("over" in rings[own.centre(one)]["class"]) == (count > number > 0)
        marked = [one for k, one in enumerate(own.cells) if own.values[len(own.spans) + k]]
        dots = [points[0] for points in strokes(of("marks")[0]["d"])]
        assert dots == [own.centre(one) for one in marked]
