"""Sliding tiles in the player: what gestures move, what is named and drawn, the way to the goal."""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.web import boards
from tests.web.engine import Engine, games_with
from tests.web.test_drawing import PAINT

CALLS = {
    "begin": "(game) => game.begin()",
    "accepts": "(game, values) => values.map((value) => game.accepts(0, value))",
    "check": "(game, values) => game.check(values)",
    "measure": "(game, values) => game.measure(values)",
    "swipe": """(game, values, cell, from, spot) => {
      const hold = Object.assign(game.grab(values, cell), { from });
      const changes = game.drag(values, hold, cell, spot);
      const { far, moved } = hold;
      return { changes, far, moved, end: game.drop(values, hold, spot) };
    }""",
    "tap": "(game, values, cell) => game.tap(values, null, cell)",
    "nudge": "(game, values, letter) => game.nudge(values, null, letter)",
    "hear": "(game, values) => values.map((_, cell) => game.describer(values)(cell))",
    "announce": "(game, before, after, slots) => game.announce(before, after, slots)",
    "length": "(game, slots) => game.lengthOf(slots)",
    "still": """(game) => [
      game.erase(), game.mark(), game.findFaults(), game.trails(), game.isClue(),
      game.hasMarks, game.hasOutline,
    ]""",
    "note": "(game) => game.note()",
    "has_hint": "(game) => typeof game.hint === 'function'",
    "way": """(game, values, most) => {
      const hints = [];
      for (let k = 0; k < 200; k++) {
        const hint = game.nextMove(values, most);
        if (!hint) return hints;
        hints.push([hint, [...values]]);
        for (const [cell, tile] of hint.changes) values[cell] = tile;
      }
      return null;
    }""",
    "draw": """(game, before, values, holds) => {
      const [layers, note] = ["g", "g"].map((tag) => document.createElementNS("", tag));
      for (const part of [layers, note]) part.style = {};
      const make = document.createElementNS;
      document.createElementNS = (...rest) => Object.assign(make(...rest), { style: {} });
      game.draw(layers);
      game.drawGoal(note);
      document.createElementNS = make;
      for (const now of [before, values]) game.show(now, [...now.keys()]);
      const styles = holds.map((hold) => {
        game.showHold(hold);
        return game.tiles.map(({ style }) => ({ ...style }));
      });
      const show = ({ tag, attributes, words, style }) =>
        ({ tag, class: "", ...attributes, words, style });
      const [own, goal] = [layers, note].map(({ all }) => all.map(show));
      return { own, goal, styles };
    }""",
}
WAYS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}

engine = games_with(CALLS, paint=PAINT)


class Tray:
    """A random board whose goal is the usual one or not."""

    def __init__(self, random: Random) -> None:
        self.record, _ = boards.scramble_tiles(random)
        puzzle = self.record["puzzle"]
        self.rows, self.cols = puzzle["rows"], puzzle["cols"]
        self.size = self.rows * self.cols
        self.is_usual = random.random() < 0.5
        if not self.is_usual:  # the numbers of two tiles are exchanged everywhere
            one, other = random.sample(range(1, self.size), 2)
            names = {one: other, other: one}
            for name in ("start", "goal"):
                puzzle[name] = [[names.get(tile, tile) for tile in row] for row in puzzle[name]]
        self.values, self.goal = (
            [tile for row in puzzle[name] for tile in row] for name in ("start", "goal")
        )
        self.blank = self.values.index(0)

    def line(self, cell: int) -> tuple[str, list[int]]:
        """Return the way to the blank from a cell in line with it, and the cells up to that."""
        for letter in WAYS:
            cells, at = [cell], cell
            while (at := boards.shift(self.rows, self.cols, at, letter)) >= 0:
                if at == self.blank:
                    return letter, cells
                cells.append(at)
        return "", []

    def slid(self, cell: int) -> list[list[int]]:
        """Return the changes of sliding all tiles from a cell to the blank, the blank's first."""
        cells = [*self.line(cell)[1], self.blank][::-1]
        if len(cells) < 2:
            return []
        return [*([at, self.values[to]] for at, to in pairwise(cells)), [cell, 0]]

    def shifted(self, letter: str) -> list[list[int]]:
        cell = boards.shift(self.rows, self.cols, self.blank, BACK[letter])
        return [] if cell < 0 else self.slid(cell)

    def ask(self, name: str, *rest: Any) -> Any:
        return engine().call(name, self.record, *rest)


def trays(seed: str, count: int = 40) -> list[tuple[Tray, Random]]:
    random = Random(seed)
    return [(Tray(random), random) for _ in range(count)]


def test_progress_and_what_is_heard_are_about_tiles_at_home() -> None:
    for own, _ in trays("home"):
        assert own.ask("begin") == own.values
        tried = [-1, 0, 1, own.size - 1, own.size, 0.5, "1"]
        fits = [isinstance(one, int) and 0 <= one < own.size for one in tried]
        assert own.ask("accepts", tried) == fits
        away = [cell for cell in range(own.size) if own.values[cell] != own.goal[cell]]
        expected = [{"code": "not-solved", "cells": away}] if away else []
        assert own.ask("check", own.values) == expected
        home = [cell for cell in range(own.size) if cell not in away and own.values[cell]]
        assert own.ask("measure", own.values) == {"done": len(home), "total": own.size - 1}
        assert own.ask("check", own.goal) == []
        heard = [
            {"key": "tile_home" if cell in home else "tile", "values": {"tile": tile}}
            if tile else {"key": "blank"}
            for cell, tile in enumerate(own.values)
        ]  # fmt: skip
        assert own.ask("hear", own.values) == heard
        rows = [own.goal[k : k + own.cols] for k in range(0, own.size, own.cols)]
        text = " | ".join(" ".join(str(tile or "·") for tile in row) for row in rows)
        key = "goal_usual" if own.is_usual else "goal"
        assert own.ask("note") == {"key": key, "values": {"goal": text}}
        assert own.ask("still") == [[], [], [], [], False, False, False]
        assert own.ask("has_hint")


def test_taps_and_arrow_keys_slide_the_tiles_in_line_with_the_blank() -> None:
    for own, _ in trays("slides"):
        for cell in range(own.size):
            changes = own.slid(cell)
            assert own.ask("tap", own.values, cell) == {"changes": changes, "hold": None}
            if not changes:
                continue
            letter, cells = own.line(cell)
            after = [*own.values]
            for at, tile in changes:
                after[at] = tile
            slots = [at for at, _ in changes]
            assert own.ask("length", slots) == len(cells)
            said = {"key": f"moved_{letter.lower()}", "values": {"tile": own.values[cell]}}
            assert own.ask("announce", own.values, after, slots) == said | {"count": len(cells)}
        for letter in WAYS:
            changes = own.shifted(letter)
            at = changes[-1][0] if changes else own.blank
            expected = {"changes": changes, "hold": None, "cell": at}
            assert own.ask("nudge", own.values, letter) == expected
        corner = next(
            cell for cell in range(own.size) if not own.line(cell)[1] and cell != own.blank
        )
        after = [*own.values]
        after[own.blank], after[corner] = after[corner], 0
        moved = {"key": "tiles_moved", "count": 1}
        assert own.ask("announce", own.values, after, [own.blank, corner]) == moved


def test_tiles_follow_a_swipe_and_slide_when_it_ends() -> None:
    for own, random in trays("swipes"):
        for cell in range(own.size):
            at = {"x": cell % own.cols + 0.5, "y": cell // own.cols + 0.5}
            swiped, (right, down) = random.choice([*WAYS.items()])
            far, aside = random.choice((0.1, 0.25, 0.35, 0.8, 1.4)), random.choice((-0.05, 0, 0.05))
            moved = {"x": right * far or aside, "y": down * far or aside}
            spot = {name: at[name] + moved[name] for name in at}
            found = own.ask("swipe", own.values, cell, at, spot)
            letter, cells = own.line(cell)
            is_across = letter in ("L", "R")
            assert found["changes"] == []
            assert found["moved"] == [
                {"cell": one, "tile": own.values[one], "isAcross": is_across} for one in cells
            ]
            if letter:
                sign = 1 if letter in "RD" else -1
                along = sign * (moved["x"] if is_across else moved["y"])
                assert found["far"] == pytest.approx(sign * min(max(along, 0), 1))
            if far < 0.3:
                assert found["end"] == {"changes": [], "hold": None}
                continue
            changes = own.slid(cell) if letter == swiped else own.shifted(swiped)
            end = {"cell": next(one for one, tile in changes if not tile)} if changes else {}
            assert found["end"] == {"changes": changes, "hold": None} | end


@pytest.mark.parametrize("is_short", [False, True])
def test_hints_lead_home_and_say_how_many_moves_are_left(is_short: bool) -> None:
    said = set()
    for own, _ in trays("hints", 12):
        hints = own.ask("way", own.values, 5 if is_short else 300_000)
        left = None
        now = own.values
        for hint, values in hints:
            assert values == now
            (cell,) = hint["cells"]
            key, given = hint["message"]["key"], hint["message"]["values"]
            assert given["tile"] == values[cell]
            count = hint["message"]["count"] if key == "hint_shortest" else given["moves"]
            assert key == "hint_shortest" or is_short
            assert left is None or count <= left - 1
            left = count
            said.add(key)
            now = [*values]
            (blank, tile), (taken, none) = hint["changes"]
            assert (taken, tile, none, values[blank]) == (cell, values[cell], 0, 0)
            assert taken in boards.beside(own.rows, own.cols, blank)
            now[blank], now[taken] = tile, 0
        assert now == own.goal
        assert left in (None, 1)
    assert said == ({"hint_way", "hint_shortest"} if is_short else {"hint_shortest"})


@pytest.mark.parametrize("name", ["start", "goal"])
def test_trays_without_every_tile_are_refused_and_large_ones_have_no_hints(name: str) -> None:
    for own, random in trays("refused", 10):
        puzzle = own.record["puzzle"]
        cell = random.randrange(own.size)
        wrong = [[*row] for row in puzzle[name]]
        wrong[cell // own.cols][cell % own.cols] += random.choice((-1, 1, own.size))
        record = own.record | {"puzzle": puzzle | {name: wrong}}
        with pytest.raises(Exception, match="expected"):
            engine().call("begin", record)
    for rows, cols in ((4, 4), (3, 6), (1, 17)):
        tiles = [*range(1, rows * cols), 0]
        grid = [tiles[k : k + cols] for k in range(0, rows * cols, cols)]
        record = {"kind": "npuzzle", "puzzle": {"start": grid, "goal": grid}}
        assert engine().call("has_hint", record) == (rows * cols <= 16)


def place(cell: float, row: float) -> str:
    return f"translate({cell:g}px, {row:g}px)"


def test_tiles_are_drawn_on_their_cells_and_where_a_finger_drags_them() -> None:
    for own, random in trays("drawn"):
        before = random.choice((own.goal, own.values))
        cell = random.choice([one for one in range(own.size) if own.line(one)[1]])
        letter, cells = own.line(cell)
        is_across = letter in ("L", "R")
        moved = [{"cell": c, "tile": own.values[c], "isAcross": is_across} for c in cells]
        hold = {"cell": cell, "far": 0.25, "moved": moved}
        found = own.ask("draw", before, own.values, [None, hold, None, None])

        def tiles(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return [part for part in parts if "tile" in part["class"].split()]

        assert own.is_usual == (not tiles(found["goal"]))
        if not own.is_usual:
            picture = next(part for part in found["goal"] if part["tag"] == "svg")
            assert picture["viewBox"] == f"0 0 {own.cols} {own.rows}"
        for parts, values in ((found["own"], own.values), (found["goal"], own.goal)):
            if not (shown := tiles(parts)):
                continue
            tray = next(part for part in parts if "tray" in part["class"])
            assert (tray["width"], tray["height"]) == (str(own.cols), str(own.rows))
            texts = [part for part in parts if part["tag"] == "text"]
            assert [part["words"] for part in texts] == [str(k) for k in range(1, own.size)]
            assert {part["class"] for part in texts} == {f"number digits-{len(str(own.size - 1))}"}
            squares = [part for part in parts if "rx" in part]
            for part in squares:
                x, width = float(part["x"]), float(part["width"])
                assert (x, width) == (float(part["y"]), float(part["height"]))
                assert 2 * x + width == pytest.approx(1)
                assert 0 < x < 0.1
            assert {(part["x"], part["y"]) for part in texts} == {("0.5", "0.5")}
            assert len(squares) == len(texts) == len(shown)
            for at, tile in enumerate(values):
                if tile:
                    is_home = own.goal[at] == tile
                    assert ("home" in shown[tile - 1]["class"].split()) == is_home
                    if values is own.goal:
                        style = shown[tile - 1]["style"]
                        assert style == {"transform": place(at % own.cols, at // own.cols)}
        rest = {
            tile: place(at % own.cols, at // own.cols)
            for at, tile in enumerate(own.values) if tile
        }  # fmt: skip
        for number, styles in enumerate(found["styles"]):
            for tile, style in enumerate(styles, 1):
                at = own.values.index(tile)
                x, y = at % own.cols, at // own.cols
                is_moved = number == 1 and at in cells
                dragged = place(x + 0.25 * is_across, y + 0.25 * (not is_across))
                assert style["transform"] == (dragged if is_moved else rest[tile])
                assert style.get("transition", "") == ("none" if is_moved else "")


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (3, 3), (2, 5), (5, 5)])
def test_the_longest_number_says_how_large_all_are(rows: int, cols: int) -> None:
    tiles = [*range(1, rows * cols), 0]
    grid = [tiles[k : k + cols] for k in range(0, rows * cols, cols)]
    record = {"kind": "npuzzle", "puzzle": {"start": grid, "goal": grid}}
    parts = engine().call("draw", record, tiles, tiles, [None])["own"]
    texts = [part for part in parts if part["tag"] == "text"]
    longest = max(len(part["words"]) for part in texts)
    assert {part["class"] for part in texts} == {f"number digits-{longest}"}


@cache
def ways() -> Engine:
    made = Engine("kinds/npuzzle_way.js")
    made.define("find", "(...rest) => findWay(...rest)")
    return made


def distances(rows: int, cols: int, goal: tuple[int, ...], most: int) -> dict[Any, int]:
    """Return how far each board is from the goal that is at most so far."""
    found, last = {goal: 0}, [goal]
    for far in range(1, most + 1):
        near = []
        for tiles in last:
            blank = tiles.index(0)
            for cell in boards.beside(rows, cols, blank):
                moved = [*tiles]
                moved[blank], moved[cell] = moved[cell], 0
                if tuple(moved) not in found:
                    found[tuple(moved)] = far
                    near.append(tuple(moved))
        last = near
    return found


@pytest.mark.parametrize(
    ("rows", "cols"), [(1, 6), (2, 2), (2, 3), (3, 3), (4, 2), (2, 5), (5, 2), (6, 5)]
)
def test_no_way_is_shorter_than_the_one_that_is_found(rows: int, cols: int) -> None:
    random, size = Random(f"{rows} {cols}"), {"rows": rows, "cols": cols}
    for _ in range(6):
        goal = tuple(random.sample(range(rows * cols), rows * cols))
        found = distances(rows, cols, goal, 8 if rows * cols > 9 else 12)
        for tiles in random.sample(sorted(found), min(12, len(found))):
            way = ways().call("find", size, tiles, goal, 1, 100_000)
            assert len(way) == found[tiles]
            now = [*tiles]
            for cell in way:
                blank = now.index(0)
                assert cell in boards.beside(rows, cols, blank)
                now[blank], now[cell] = now[cell], 0
            assert tuple(now) == goal


def test_a_search_ends_when_its_steps_are_spent() -> None:
    size, goal = {"rows": 2, "cols": 2}, [1, 2, 3, 0]
    assert ways().call("find", size, goal, goal, 1, 1) == []
    assert ways().call("find", size, goal, goal, 1, 0) is None
    assert ways().call("find", size, [1, 0, 3, 2], goal, 1, 1) == [3]
    assert ways().call("find", size, [1, 0, 3, 2], goal, 1, 0) is None
    assert ways().call("find", size, [2, 1, 3, 0], goal, 1, 50_000) is None, "it has no way"


def test_the_shortest_way_of_a_larger_board_is_found_at_once() -> None:
    random = Random("larger")
    for _ in range(5):
        tiles, blank, last = [*range(1, 16), 0], 15, -1
        for _ in range(26):
            near = [cell for cell in boards.beside(4, 4, blank) if cell != last]
            last, blank = blank, random.choice(near)
            tiles[last], tiles[blank] = tiles[blank], 0
        goal = [*range(1, 16), 0]
        start, end = ([some[k : k + 4] for k in (0, 4, 8, 12)] for some in (tiles, goal))
        record = {"kind": "npuzzle", "puzzle": {"start": start, "goal": end}}
        ((hint, _), *_) = engine().call("way", record, tiles, 300_000)
        assert hint["message"]["key"] == "hint_shortest"
