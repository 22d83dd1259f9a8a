"""What hands may change on boards of every family, and which cells belong together."""

from functools import cache
from math import hypot
from random import Random
from typing import Any

import pytest
import quickjs

from pipeline.kinds.samurai.boards import groups as samurai_groups
from tests.browser.conftest import DECLARED
from tests.web.engine import games_with
from tests.web.test_hints import records

CALLS = {
    "begin": "(game) => game.begin()",
    "accepts": "(game, slot, values) => values.map((value) => game.accepts(slot, value))",
    "erase": "(game, values, cell) => game.erase(values, cell)",
    "mark": "(game, values, cell, spot) => game.mark(values, cell, spot)",
    "linked": "(game, values, cell) => game.linked(values, cell)",
    "extend": "(game, values, slots) => game.extend(values, slots, true)",
    "notes": "(game, values) => game.fillNotes(values)",
    "left": "(game, values) => game.leftOf(values)",
    "drag": "(game, values, hold, cell) => game.drag(values, hold, cell, {})",
    "state": "(game, values) => [...game.stateOf(values)].slice(1)",
    "traits": "(game) => [game.hasMarks, game.hasOutline, Boolean(game.isAuto), game.rim > 0]",
    "tap": "(game, values, hold, cell, spot) => game.tap(values, hold, cell, spot)",
    "grab": "(game, values, cell) => game.grab(values, cell)",
    "stroke": """(game, values, cells, spots) => {
      const hold = { ...game.grab(values, cells[0]), from: spots[0] };
      const changes = spots.flatMap((spot, k) => game.drag(values, hold, cells[k], spot));
      return [Boolean(hold.isRectangle), changes];
    }""",
}
NUMBERS = (
    "samurai",
    "sudoku",
    "killer",
    "variantsudoku",
    "suguru",
    "ripple",
    "fillomino",
    "kakuro",
    "futoshiki",
    "calcudoku",
    "skyscrapers",
)
CHAINS = ("hidato", "numbrix")
WRITTEN = (*NUMBERS, *CHAINS)
GROWING = ("suguru", "ripple")
"""Kinds whose regions have numbers up to their size."""
SIDES = {"U": (0.5, 0.1), "D": (0.5, 0.9), "L": (0.1, 0.5), "R": (0.9, 0.5)}
engine = games_with(CALLS)


class Board:
    """The record of a kind, the places of its slots, and what belongs to each cell."""

    def __init__(self, kind: str) -> None:
        self.kind, self.record = kind, records(kind)[0][0]
        self.puzzle, self.model = self.record["puzzle"], self.record["model"]
        self.rows, self.cols = self.puzzle["rows"], self.puzzle["cols"]
        self.cells = range(self.rows * self.cols)
        self.clues = [clue for row in self.puzzle["clues"] for clue in row]
        self.is_filled = kind in WRITTEN or bool(self.model["looks"]["symbols"])
        self.slots: list[tuple[str, tuple[int, ...]]] = []
        for family, places, *_ in self.model["variables"]:
            width = 2 if family in ("edges", "borders", "strokes") else 1
            for k in range(0, len(places), width):
                self.slots.append((family, tuple(places[k : k + width])))

    @property
    def digits(self) -> int:
        """The largest number."""
        return max(max(values) for _, _, values, *_ in self.model["variables"])

    def call(self, name: str, *rest: Any) -> Any:
        return engine().call(name, self.record, *rest)

    def is_given(self, cell: int) -> bool:
        return self.is_filled and self.clues[cell] != self.model["looks"]["empty"]

    def beside(self, cell: int) -> dict[str, tuple[int, ...]]:
        """Return the place of the slot on each side of a cell."""
        row, col = divmod(cell, self.cols)
        if any(family == "borders" for family, _ in self.slots):
            corner, below = cell + row, cell + row + self.cols + 1
            return {
                "U": (corner, corner + 1), "D": (below, below + 1),
                "L": (corner, below), "R": (corner + 1, below + 1),
            }  # fmt: skip
        return {
            "U": (cell - self.cols, cell), "D": (cell, cell + self.cols),
            "L": (cell - 1, cell) if col else (), "R": (cell, cell + 1) if col + 1 < self.cols
            else (),
        }  # fmt: skip

    def slot(self, place: tuple[int, ...]) -> int:
        return next((k for k, (_, own) in enumerate(self.slots) if own == place), -1)

    def region(self, cell: int) -> set[int]:
        regions = [one for row in self.puzzle.get("regions", ()) for one in row]
        return {k for k in self.cells if regions and regions[k] == regions[cell]}

    def steps(self, one: int, other: int) -> tuple[int, int]:
        """Return how many rows and columns two cells are apart."""
        return abs(one // self.cols - other // self.cols), abs(one % self.cols - other % self.cols)

    @cache  # noqa: B019
    def peers(self, cell: int, number: int = 0) -> frozenset[int]:
        """Return the cells whose numbers differ from a cell's: in a line, a region, a cage.

        Of a Ripple Effect those in a line are as far as the number.
        """
        groups = [{k for k in self.cells if k // self.cols == cell // self.cols},
                  {k for k in self.cells if k % self.cols == cell % self.cols}]  # fmt: skip
        parts = [self.region(cell)]
        runs = [{*one["cells"]} for one in self.puzzle.get("runs", ()) if cell in one["cells"]]
        if self.kind == "suguru":
            near = {k for k in self.cells if max(self.steps(k, cell)) < 2}
            groups = [near, *parts]
        elif self.kind == "fillomino":
            groups = []
        elif self.kind == "samurai":
            size = self.puzzle["rows"], self.puzzle["cols"]
            groups = [{*cells} for _, cells in samurai_groups(*size) if cell in cells]
        elif self.kind == "kakuro":
            groups = runs
        elif self.kind == "ripple":
            groups = [{k for k in group if sum(self.steps(k, cell)) <= number} for group in groups]
            groups += parts
        else:
            groups += parts
        if self.kind == "killer":
            cages = self.puzzle["cages"]
            groups += [{*one["cells"]} for one in cages if cell in one["cells"]]
        return frozenset({*set().union(*groups)} - {cell})


@cache
def board_of(kind: str) -> Board:
    return Board(kind)


@pytest.mark.parametrize("kind", [kind for kind in DECLARED if kind != "pips"])
def test_only_what_a_hand_can_write_is_accepted(kind: str) -> None:
    board = board_of(kind)
    tried = [-1, 0, 1, 2, 3, 1.5, "1", None, 30, 2**30]
    if kind in WRITTEN:
        digits = board.digits
        tried += [digits, digits + 1, 2 ** (digits + 1) - 2, 2 ** (digits + 1)]
        bounds = [digits] * len(board.cells) + [2 ** (digits + 1) - 1] * len(board.cells)
        fixed = [*map(board.is_given, board.cells)] + [False] * len(board.cells)
    elif kind == "colournonogram":  # cells with a colour, or a cross
        bounds, fixed = [3] * len(board.cells), [False] * len(board.cells)
    else:
        bounds = [2] * len(board.slots)
        fixed = [board.is_given(place[0]) for _, place in board.slots]
    for slot in (0, 1, len(bounds) // 2 - 1, len(bounds) // 2, len(bounds) - 1):
        expected = [
            type(one) is int and 0 <= one <= bounds[slot] and not fixed[slot] for one in tried
        ]
        assert board.call("accepts", slot, tried) == expected, slot


@pytest.mark.parametrize(
    "kind", [k for k in DECLARED if k not in (*WRITTEN, "wordsearch", "colournonogram", "pips")]
)
def test_erasures_and_crosses_are_for_the_slots_of_a_cell(kind: str) -> None:
    board, random = board_of(kind), Random(kind)
    for cell in board.cells:
        values = [random.choice((0, 1, 2, 2)) for _ in board.slots]
        sides = board.beside(cell)
        has_sides = board.slots[0][0] != "cells"
        places = [*(sides.values() if has_sides else ()), (cell,)]
        own = [k for place in places if (k := board.slot(place)) >= 0]
        is_fixed = board.is_given(cell)
        if kind not in ("shikaku", "dominosa"):  # which take a rectangle away
            erased = {k: 0 for k in own if values[k] and not is_fixed}
            assert dict(board.call("erase", values, cell)) == erased
        for side, (x, y) in SIDES.items():
            spot = {"x": cell % board.cols + x, "y": cell // board.cols + y}
            slot = board.slot(sides[side] if has_sides else (cell,))
            marked = [] if slot < 0 else [[slot, 0 if values[slot] == 2 else 2]]
            assert board.call("mark", values, cell, spot) == marked


@pytest.mark.part(2)
@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_that_exclude_each_other_are_linked_and_strike_notes(kind: str) -> None:
    board, random = board_of(kind), Random(kind)
    digits = board.digits
    white = [cell for cell in board.cells if kind != "kakuro" or board.clues[cell] >= 0]
    begin, size = board.call("begin"), len(board.cells)
    for _ in range(3):
        values = [*begin]
        for cell in white:
            if not board.is_given(cell):
                most = len(board.region(cell)) if kind in GROWING else digits
                values[cell] = random.choice((0, 0, random.randint(1, most)))
                values[size + cell] = random.randrange(2**most) * 2
        notes = dict(board.call("notes", values))
        for cell in white:
            number = values[cell]
            linked = board.call("linked", values, cell)
            assert linked["peers"][0] == cell
            if kind not in GROWING:  # where a number may be too large for a neighbour
                assert {*linked["peers"]} == {cell, *board.peers(cell)}
            alike = [k for k in board.cells if number and values[k] == number]
            assert linked["equal"] == alike
            if not number:
                seen = {values[k] for k in board.cells if k in board.peers(cell, values[k])}
                most = len(board.region(cell)) if kind in GROWING else digits
                free = {one for one in range(1, most + 1) if one not in seen}
                assert notes[size + cell] == sum(2**one for one in free)
                continue
            peers = board.peers(cell, number)
            struck = {
                size + k: values[size + k] & ~(1 << number) for k in peers
                if values[size + k] & (1 << number)
            }  # fmt: skip
            assert dict(board.call("extend", values, [cell])) == struck, (cell, linked)
            assert {*linked["peers"]} <= {cell, *peers}
            assert board.call("extend", values, [size + cell]) == []


@pytest.mark.parametrize("kind", [kind for kind in DECLARED if kind not in WRITTEN])
def test_equal_numbers_of_a_line_are_shown_where_they_may_come_once(kind: str) -> None:
    board = board_of(kind)
    for cell in board.cells:
        alike = {
            k for k in board.cells
            if board.clues[k] == board.clues[cell]
            and (k // board.cols == cell // board.cols or k % board.cols == cell % board.cols)
        }  # fmt: skip
        expected = alike if kind == "hitori" and len(alike) > 1 else set()
        if kind == "dominosa":  # where the domino with twice this number may be
            same = {k for k in board.cells if board.clues[k] == board.clues[cell]}
            near = {k for k in same if any(sum(board.steps(k, one)) == 1 for one in same)}
            expected = near if len(near) > 2 else set()
        assert {*board.call("linked", [0] * len(board.slots), cell)["equal"]} == expected


def test_a_tap_on_numbers_takes_one_cell_and_a_second_lets_it_go() -> None:
    board = board_of("sudoku")
    values, taken = board.call("begin"), {"cell": 5, "cells": [5]}
    for hold in (None, {"cell": 4, "cells": [4]}, {"cell": 5, "cells": [4, 5]}):
        assert board.call("tap", values, hold, 5, {}) == {"changes": [], "hold": taken}
    assert board.call("tap", values, taken, 5, {}) == {"changes": [], "hold": None}


@pytest.mark.parametrize("kind", ["akari", "binairo", "nurikabe", "nonogram", "starbattle"])
def test_only_cells_that_are_not_given_are_painted(kind: str) -> None:
    board, random = board_of(kind), Random(kind)
    values = [random.choice((0, 1, 2)) for _ in board.slots]
    for cell in board.cells:
        slot, hold = board.slot((cell,)), board.call("grab", values, cell)
        assert (hold is None) == (slot < 0 or board.is_given(cell))
        paints = {0: 1, 1: 2, 2: 0}
        if kind == "starbattle":
            paints = {0: 2, 1: 2, 2: 0}
        elif kind == "binairo":
            paints = {0: 2, 1: 0, 2: 1}
        assert hold is None or hold == {"cell": cell, "paint": paints[values[slot]]}


@pytest.mark.parametrize("kind", ["shikaku", "slitherlink"])
def test_a_drag_that_begins_near_a_corner_draws_borders_and_another_a_rectangle(kind: str) -> None:
    board, random, ways = board_of(kind), Random(kind), set()
    for _ in range(120):
        x, y = (random.randint(1, 3) + random.uniform(-0.5, 0.5) for _ in range(2))
        is_near = hypot(x - round(x), y - round(y)) < 0.22
        to = {"x": round(x) + 1, "y": round(y)}
        spots = [{"x": x, "y": y}, to]
        cells = [int(y) * board.cols + int(x), int(to["y"]) * board.cols + int(to["x"])]
        is_rectangle, changes = board.call("stroke", [0] * len(board.slots), cells, spots)
        corner = round(y) * (board.cols + 1) + round(x)
        slot = board.slot((corner, corner + 1))
        assert is_rectangle == (kind == "shikaku" and not is_near)
        assert changes == ([] if is_rectangle else [[slot, 1]])
        ways.add(is_near)
    assert ways == {False, True}


def test_a_tap_within_a_rectangle_takes_it_away_and_one_near_a_line_that_line() -> None:
    board, random, seen = board_of("shikaku"), Random("taps"), set()
    for _ in range(120):
        row, col = random.randrange(1, board.rows - 1), random.randrange(1, board.cols - 1)
        cell, (x, y) = row * board.cols + col, (random.random(), random.random())
        values = [0] * len(board.slots)
        around = [board.slot(place) for place in board.beside(cell).values()]
        for slot in around:
            values[slot] = 1
        spot = {"x": col + x, "y": row + y}
        changes = board.call("tap", values, None, cell, spot)["changes"]
        is_inside = all(min(at, 1 - at) > 0.22 for at in (x, y))
        seen.add(is_inside)
        if is_inside:
            assert sorted(changes) == sorted([slot, 0] for slot in around)
        elif hypot(x - 0.5, y - 0.5) > 0.16:
            side = min({"U": y, "D": 1 - y, "L": x, "R": 1 - x}.items(), key=lambda one: one[1])[0]
            assert changes == [[board.slot(board.beside(cell)[side]), 2]]
    assert seen == {False, True}


WRONG: list[tuple[str, Any]] = [
    ("under", None), ("over", 3), ("margins", [0, 0, 0]), ("margins", [0, 0, 0, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_drawing_without_its_parts_is_refused(name: str, value: Any) -> None:
    record = {**board_of("sudoku").record}
    record["model"] = {**record["model"], "drawing": {**record["model"]["drawing"], name: value}}
    with pytest.raises(quickjs.JSException, match=r"expected model\.drawing"):
        engine().call("begin", record)


@pytest.mark.parametrize("kind", WRITTEN)
def test_given_numbers_are_there_and_a_number_rules_out_the_others_of_its_cell(kind: str) -> None:
    board, random = board_of(kind), Random(kind)
    begin = [clue if clue > 0 and board.is_given(k) else 0 for k, clue in enumerate(board.clues)]
    assert board.call("begin") == begin + [0] * 2 * len(begin)
    values = [one or random.choice((0, 1, 2)) for one in begin] + [0] * 2 * len(begin)
    state, at = board.call("state", values), 0
    for _, places, numbers, *_ in board.model["variables"]:
        for cell, number in zip(places, numbers, strict=True):
            expected = 0 if not values[cell] else 1 if values[cell] == number else -1
            assert state[at] == expected
            at += 1


@pytest.mark.parametrize("kind", DECLARED)
def test_boards_have_marks_unless_symbols_are_written_and_some_cross_out_by_themselves(
    kind: str,
) -> None:
    is_auto = kind in ("starbattle", "tents", "nonogram", "colournonogram")
    has_rim = kind == "slitherlink"  # lines on the edge
    unmarked = ("binairo", "wordsearch", "colournonogram", *CHAINS)
    has_marks, follows = kind not in unmarked, kind not in CHAINS
    assert board_of(kind).call("traits") == [has_marks, follows, is_auto, has_rim]


def test_an_erased_rectangle_keeps_the_sides_of_others_with_a_number() -> None:
    board, random, taken = board_of("shikaku"), Random("erased"), 0

    def area_of(cell: int, values: list[int]) -> set[int]:
        area, todo = {cell}, [cell]
        for at in todo:
            for side, place in board.beside(at).items():
                other = at + {"U": -board.cols, "D": board.cols, "L": -1, "R": 1}[side]
                slot = board.slot(place)
                if slot >= 0 and values[slot] != 1 and other not in area:
                    area.add(other)
                    todo.append(other)
        return area

    def is_whole(area: set[int]) -> bool:
        rows, cols = {k // board.cols for k in area}, {k % board.cols for k in area}
        wide, high = max(cols) - min(cols) + 1, max(rows) - min(rows) + 1
        return wide * high == len(area)

    for _ in range(60):
        values = [int(random.random() < random.choice((0.1, 0.5))) for _ in board.slots]
        one, other = (random.choice(board.cells) for _ in range(2))
        rows, cols = (sorted((f(one), f(other))) for f in (lambda k: k // board.cols,
                                                           lambda k: k % board.cols))  # fmt: skip
        inside = {k for k in board.cells if rows[0] <= k // board.cols <= rows[1]
                  and cols[0] <= k % board.cols <= cols[1]}  # fmt: skip
        for k, (_, place) in enumerate(board.slots):
            touched = [cell for cell in board.cells if place in board.beside(cell).values()]
            parts = {cell in inside for cell in touched}
            loose = int(random.random() < 0.1)
            values[k] = 1 if len(parts) == 2 else loose if parts == {True} else values[k]
        expected = {}
        area = area_of(one, values)
        for cell in area if is_whole(area) else ():
            for side, place in board.beside(cell).items():
                beyond = cell + {"U": -board.cols, "D": board.cols, "L": -1, "R": 1}[side]
                slot = board.slot(place)
                if slot < 0 or beyond in area or values[slot] != 1:
                    continue
                near = area_of(beyond, values)
                clues = [k for k in near if board.clues[k] != board.model["looks"]["empty"]]
                if not (is_whole(near) and len(clues) == 1):
                    expected[slot] = 0
        taken += bool(expected)
        if expected:
            assert sorted(board.call("erase", values, one)) == sorted(map(list, expected.items()))
    assert taken > 20


@pytest.mark.parametrize("kind", ["akari", "binairo", "nurikabe", "starbattle"])
def test_a_drag_paints_what_is_neither_given_nor_so_already_nor_a_star(kind: str) -> None:
    board, random = board_of(kind), Random(kind)
    for _ in range(40):
        values = [random.choice((0, 1, 2)) for _ in board.slots]
        one, other = (random.choice(board.cells) for _ in range(2))
        paint = random.choice((0, 1, 2))
        expected = {
            slot: paint for cell in (one, other) if (slot := board.slot((cell,))) >= 0
            and values[slot] != paint and not board.is_given(cell)
            and not (kind == "starbattle" and values[slot] == 1)
        }  # fmt: skip
        changes = board.call("drag", values, {"cell": one, "paint": paint}, other)
        assert sorted(changes) == sorted(map(list, expected.items()))


@pytest.mark.parametrize("kind", ["sudoku", "killer", "futoshiki", "calcudoku", "kakuro"])
def test_as_many_of_a_number_are_left_as_there_are_rows_where_each_has_all(kind: str) -> None:
    board, random = board_of(kind), Random(kind)
    values = [one or random.randint(0, board.rows) for one in board.call("begin")]
    for number, left in enumerate(board.call("left", values), 1):
        written = sum(values[cell] == number for cell in board.cells)
        assert left == (None if kind == "kakuro" else board.rows - written)
