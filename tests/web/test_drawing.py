"""What the player draws of a declared board: where numbers, lines and clues are."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
import quickjs

from tests.browser.conftest import DECLARED
from tests.web.engine import Engine
from tests.web.extra_samples import samples
from tests.web.test_hints import records

Point = tuple[float, float]
PAINT = """(() => {
  class Part {
    constructor(tag) { Object.assign(this, { tag, attributes: {}, children: [], words: "" }); }
    get textContent() { return this.words; }
    set textContent(text) { this.words = text; this.children = []; }
    setAttribute(name, value) { this.attributes[name] = value; }
    getAttribute(name) { return this.attributes[name] ?? null; }
    toggleAttribute(name, isOn) {
      if (isOn) this.attributes[name] = "";
      else delete this.attributes[name];
    }
    append(child) { child.parent = this; this.children.push(child); }
    after(other) {
      other.remove();
      other.parent = this.parent;
      this.parent.children.splice(this.parent.children.indexOf(this) + 1, 0, other);
    }
    remove() { this.parent.children = this.parent.children.filter((one) => one !== this); }
    get all() { return [this, ...this.children.flatMap(({ all }) => all)]; }
    get classes() { return (this.attributes.class ?? "").split(" ").filter(Boolean); }
    querySelector(name) { return this.all.find(({ classes }) => classes.includes(name.slice(1))); }
    get classList() {
      return { toggle: (name, isOn) => {
        const others = this.classes.filter((one) => one !== name);
        this.attributes.class = [...others, ...(isOn ? [name] : [])].join(" ");
      } };
    }
  }
  globalThis.document = { createElementNS: (_, tag) => new Part(tag) };
  return (record, values, hold, focus) => {
    const game = makeGame(record);
    const [layers, top] = [new Part("g"), new Part("g")];
    game.draw(layers, top);
    game.show(game.begin(), [...game.begin().keys()]);
    const now = values ?? game.begin();
    game.show(now, [...now.keys()]);
    game.judge?.(now);
    if (hold !== undefined) game.showHold(hold);
    if (focus !== undefined) game.showFocus(now, focus);
    return [...layers.all, ...top.all].map(({ tag, attributes, words, children }) => {
      const text = words + children.map(({ words }) => words).join(" ");
      return { tag, class: "", ...attributes, text };
    });
  };
})()"""


@cache
def engine() -> Engine:
    made = Engine("kinds/kinds.js")
    made.define("paint", PAINT)
    made.define("begin", "(record) => makeGame(record).begin()")
    return made


class Board:
    """A record, and what is drawn of it."""

    def __init__(self, record: dict[str, Any], values: Any = None, *rest: Any) -> None:
        self.record, self.puzzle, self.model = record, record["puzzle"], record["model"]
        self.rows, self.cols = self.puzzle["rows"], self.puzzle["cols"]
        self.looks, self.cells = self.model["looks"], range(self.rows * self.cols)
        self.values = values or engine().call("begin", record)
        self.parts = engine().call("paint", record, values, *rest)

    def of(self, *classes: str) -> list[dict[str, Any]]:
        return [part for part in self.parts if {*classes} <= {*part["class"].split()}]

    def strokes(self, *classes: str, without: str = "") -> list[list[Point]]:
        parts = [part for part in self.of(*classes) if without not in part["class"].split()]
        return [one for part in parts for one in strokes(part.get("d", ""))]

    @property
    def outside(self) -> list[dict[str, Any]]:
        """The numbers outside of the board."""
        return self.of("clue", "outside")

    def centre(self, cell: int) -> Point:
        return cell % self.cols + 0.5, cell // self.cols + 0.5

    def squares(self, *classes: str) -> set[int]:
        """Return the cells that are filled whole, each once."""
        found = []
        for points in self.strokes(*classes):
            (x, y), (right, bottom) = min(points), max(points)
            cell = int(y) * self.cols + int(x)
            inset = x - int(x)
            assert (right, bottom) == pytest.approx((x + 1 - 2 * inset, int(y) + 1 - inset))
            assert {(round(a, 6), round(b, 6)) for a, b in points} == {
                (round(a, 6), round(b, 6)) for a in (x, right) for b in (y, bottom)
            }
            found.append(cell)
        assert len(found) == len({*found})
        return {*found}


def strokes(data: str) -> list[list[Point]]:
    """Return the corners of each stroke of a path."""
    found: list[list[Point]] = []
    x = y = 0.0
    for letter, text in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", data):
        numbers = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", text)]
        match letter:
            case "M" | "m":
                x, y = (x + numbers[0], y + numbers[1]) if letter == "m" else numbers[:2]
                found.append([])
            case "L" | "l":
                for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                    x, y = (x + dx, y + dy) if letter == "l" else (dx, dy)
                    found[-1].append((x, y))
                found[-1].pop()
            case "H" | "h":
                x = x + numbers[0] if letter == "h" else numbers[0]
            case "V" | "v":
                y = y + numbers[0] if letter == "v" else numbers[0]
            case "a":
                assert numbers[2:5] == [0, 1, 0]  # the larger part of a circle, without a turn
                x, y = x + numbers[5], y + numbers[6]
            case "Q":
                x, y = numbers[2:]
            case "z":
                continue
            case _:
                raise AssertionError(letter)
        found[-1].append((x, y))
    return found


def segments(paths: list[list[Point]]) -> Counter[frozenset[tuple[float, float]]]:
    """Return how often each straight part between two corners comes."""
    return Counter(
        frozenset((round(a, 3), round(b, 3)) for a, b in pair)
        for points in paths
        for pair in pairwise(points)
    )


def units(paths: list[list[Point]]) -> Counter[frozenset[Point]]:
    """Return how often each side of a cell is drawn, by lines along borders."""
    found: Counter[frozenset[Point]] = Counter()
    for points in paths:
        for (x0, y0), (x1, y1) in map(sorted, pairwise(points)):
            length = round(abs(x1 - x0) + abs(y1 - y0))
            steps = [(x0 + (x1 - x0) * k / length, y0 + (y1 - y0) * k / length)
                     for k in range(length + 1)]  # fmt: skip
            found.update(map(frozenset, pairwise(steps)))
    return found


BOARDS = [
    *DECLARED,
    "sample of killer",
    "sample of binairo",
    "sample of nonogram",
    "sample of stars",
]


def record_of(name: str) -> dict[str, Any]:
    if name.startswith("sample of "):
        return samples()[name.removeprefix("sample of ")][0]
    return records(name)[-1][0]


def marks(record: dict[str, Any]) -> list[tuple[str, tuple[int, ...], int]]:
    """Return the family, place and value of each variable."""
    found = []
    for family, places, *values in record["model"]["variables"]:
        width = 2 if family in ("edges", "borders", "strokes") else 1
        for k in range(len(places) // width):
            place = tuple(places[width * k : width * (k + 1)])
            found.append((family, place, values[0][k] if values and values[0] else 1))
    return found


def is_numbered(board: Board) -> bool:
    return marks(board.record)[0][0] == "numbers"


@pytest.mark.parametrize("name", BOARDS)
def test_numbers_are_in_the_middle_of_their_cells(name: str) -> None:
    board = Board(record_of(name))
    shown = {
        (float(part["x"]), float(part["y"])): part
        for part in [*board.of("clue"), *board.of("number")] if "x" in part
    }  # fmt: skip
    clues = [clue for row in board.puzzle["clues"] for clue in row]
    below = 0.09 if board.puzzle.get("cages") else 0
    for cell, clue in enumerate(clues):
        x, y = board.centre(cell)
        part = shown.get((x, y + below))
        look, has_number = board.looks["signs"].get(str(clue), board.looks["usual"])
        if look in ("corner", "digits") and clue != board.looks["empty"]:
            inside = [
                one
                for place, one in shown.items()
                if max(abs(place[0] - x), abs(place[1] - y)) < 0.5
            ]
            part = inside[0]
            if look == "digits":
                part = part | {"text": "".join(sorted(one["text"] for one in inside))}
        if clue != board.looks["empty"] and has_number:
            assert part
            symbols = board.looks["symbols"] or f"?{board.looks.get('letters', '')}"
            assert part["text"] == (symbols[clue] if len(symbols) > 1 else str(clue))
            assert "clue" in part["class"].split()
        elif part:
            assert part["class"].split()[:2] == ["number", "own"]
    signs, usual = board.looks["signs"], board.looks["usual"]
    walls = {
        cell for cell, clue in enumerate(clues)
        if clue != board.looks["empty"] and signs.get(str(clue), usual)[0] == "wall"
    }  # fmt: skip
    filled = [tuple(float(part[k]) for k in ("x", "y", "width", "height"))
              for part in board.of("wall")]  # fmt: skip
    assert sorted(filled) == sorted((cell % board.cols, cell // board.cols, 1, 1) for cell in walls)


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_drawn_is_where_its_variable_is(name: str) -> None:
    board = Board(record := record_of(name))
    if is_numbered(board) or board.looks["symbols"]:
        return
    for value, kind in ((1, "drawn"), (2, "crosses")):
        values = [value if one == 1 else 0 for *_, one in marks(record)]
        board = Board(record, values)
        lines: Counter[frozenset[Point]] = Counter()
        cells = []
        for family, place, one in marks(record):
            if one == 1 and family == "cells":
                cells.append(place[0])
            elif one == 1:
                wide = board.cols + (family == "borders")
                shift = 0 if family == "borders" else 0.5
                lines[frozenset((at % wide + shift, at // wide + shift) for at in place)] += 1
        if value == 1:
            assert segments(board.strokes(kind, without="wrong")) == lines
            if board.looks["shaded"] not in ("star", "tent", "lamp"):
                assert board.squares("tint") == {*cells}
            tints = board.strokes("tint")
        else:
            tints = board.strokes(kind)
        middles = Counter(
            (round(sum(x for x, _ in one) / 2, 3), round(sum(y for _, y in one) / 2, 3))
            for one in lines
        )
        if value == 2:
            for at, count in middles.items():
                near = [
                    points for points in tints
                    if max(abs(x - at[0]) + abs(y - at[1]) for x, y in points) < 0.3
                ]  # fmt: skip
                assert len(near) == 2 * count
        for cell in cells:
            x, y = board.centre(cell)
            inside = [
                points for points in tints
                if max(max(abs(a - x), abs(b - y)) for a, b in points) <= 0.5
            ]  # fmt: skip
            assert inside
            xs, ys = zip(*(point for points in inside for point in points), strict=True)
            assert min(xs) + max(xs) == pytest.approx(2 * x)
            assert abs(min(ys) + max(ys) - 2 * y) < 0.1


@pytest.mark.parametrize("name", BOARDS)
def test_regions_are_parted_by_heavy_lines(name: str) -> None:
    board = Board(record_of(name))
    regions = [one for row in board.puzzle.get("regions") or [] for one in row]
    if board.looks.get("walled"):
        regions = [-1 for _ in board.cells]  # of Pips some have no cage
        for number, cage in enumerate(board.puzzle["cages"]):
            for cell in cage["cells"]:
                regions[cell] = number
    expected: Counter[frozenset[Point]] = Counter()
    for cell in board.cells if regions else ():
        row, col = divmod(cell, board.cols)
        if col + 1 < board.cols and regions[cell] != regions[cell + 1]:
            expected[frozenset(((col + 1, row), (col + 1, row + 1)))] += 1
        if row + 1 < board.rows and regions[cell] != regions[cell + board.cols]:
            expected[frozenset(((col, row + 1), (col + 1, row + 1)))] += 1
    if board.looks["fives"]:
        expected += units([[(col, 0), (col, board.rows)] for col in range(5, board.cols, 5)])
        expected += units([[(0, row), (board.cols, row)] for row in range(5, board.rows, 5)])
    for one, other, sign in board.puzzle.get("between", ()):
        if sign == "|":
            (x, y), (x1, y1) = board.centre(one), board.centre(other)
            half = (0, 0.5) if y == y1 else (0.5, 0)
            middle = (x + x1) / 2, (y + y1) / 2
            expected[
                frozenset((middle[0] + k * half[0], middle[1] + k * half[1]) for k in (-1, 1))
            ] += 1
    assert units(board.strokes("line-frame")) == expected
    hues = {part["class"]: part for part in board.parts if part["class"].startswith("hue-")}
    if board.looks["shaded"] == "star":
        assert hues
        coloured = [(name, board.squares(name)) for name in hues]
        assert sorted(cell for _, cells in coloured for cell in cells) == [*board.cells]
        colour = {cell: name for name, cells in coloured for cell in cells}
        for cell in board.cells:
            for other in (cell + 1,) * ((cell + 1) % board.cols > 0) + (cell + board.cols,):
                if other in colour and regions[other] != regions[cell]:
                    assert colour[cell] != colour[other]


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_drawn_outside_of_the_board_and_its_margins(name: str) -> None:
    board = Board(record_of(name), None, {"cell": 0}, 0)
    engine().define("margins", "(record) => makeGame(record).margins")
    margins = engine().call("margins", board.record)
    air = 0.2 if any(margins.values()) else 0
    left, right = -margins["left"] - air, board.cols + margins["right"] + air
    top, bottom = -margins["top"] - air, board.rows + margins["bottom"] + air
    points = [point for part in board.parts for one in strokes(part.get("d", "")) for point in one]
    for part in board.parts:
        if part["tag"] in ("text", "circle", "tspan") and ("x" in part or "cx" in part):
            points.append(
                (float(part.get("x", part.get("cx"))), float(part.get("y", part.get("cy"))))
            )
        is_empty = "0" in (part.get("width", ""), part.get("height", ""))
        if part["tag"] == "rect" and not is_empty and "hidden" not in part:
            x, y = float(part.get("x", 0)), float(part.get("y", 0))
            points += [(x, y), (x + float(part["width"]), y + float(part["height"]))]
    assert min(x for x, _ in points) == pytest.approx(left)
    assert max(x for x, _ in points) == pytest.approx(right)
    assert min(y for _, y in points) == pytest.approx(top)
    assert max(y for _, y in points) == pytest.approx(bottom)
    if board.looks["dotted"]:
        dots = [points[0] for points in board.strokes("corners")]
        corners = [(x, y) for y in range(board.rows + 1) for x in range(board.cols + 1)]
        assert dots == corners
    elif board.looks.get("parted"):
        drawn = board.strokes("cells")
        assert len(drawn) == board.rows * board.cols
        for cell, points in enumerate(drawn):
            (x, y), across = board.centre(cell), {round(x - int(x), 3) for x, _ in points}
            assert across == {round(x - int(x) + side, 3) for side in (-0.36, 0.36)}
            assert {round(point - y, 3) for _, point in points} == {-0.36, 0.36}
    elif board.looks.get("open"):
        assert not board.strokes("cells")
    elif "starbattle" not in board.record["kind"]:
        grid = segments(board.strokes("cells"))
        for k in range(1, board.cols):
            assert frozenset(((k, 0), (k, board.rows))) in grid
        for k in range(1, board.rows):
            assert frozenset(((0, k), (board.cols, k))) in grid


def sided_boards() -> list[dict[str, Any]]:
    return [record_of("skyscrapers"), record_of("nonogram"), record_of("sample of nonogram")]


@pytest.mark.parametrize("at", range(3))
def test_numbers_outside_are_in_order_beside_their_lines(at: int) -> None:
    board = Board(sided_boards()[at])
    lines: dict[tuple[str, int], list[tuple[float, str]]] = {}
    for part in board.outside:
        x, y = float(part["x"]), float(part["y"])
        if 0 < y < board.rows:
            side, middle, far = ("left", y, -x) if x < 0 else ("right", y, x - board.cols)
        else:
            side, middle, far = ("top", x, -y) if y < 0 else ("bottom", x, y - board.rows)
        assert middle % 1 == 0.5
        assert far > 0.2
        lines.setdefault((side, int(middle)), []).append((far, part["text"]))
    expected = {
        (side, at): [*map(str, numbers[::-1] if side in ("left", "top") else numbers)]
        for side in ("left", "top", "right", "bottom")
        for at, numbers in enumerate(board.puzzle.get(side, []))
        if numbers
    }
    assert len(expected) > 3
    assert {line: [text for _, text in sorted(own)] for line, own in lines.items()} == expected
    distances = sorted({far for own in lines.values() for far, _ in own})
    assert all(b - a > 0.3 for a, b in pairwise(sorted({round(far, 1) for far in distances[:2]})))


@pytest.mark.parametrize("name", ["killer", "calcudoku", "sample of killer"])
def test_cages_are_outlined_within_their_cells(name: str) -> None:
    board, inset = Board(record_of(name)), 0.1
    expected: Counter[frozenset[Point]] = Counter()
    totals = {}
    for cage in board.puzzle["cages"] if not board.looks.get("walled") else ():
        cells = {(cell // board.cols, cell % board.cols) for cell in cage["cells"]}
        ends: Counter[tuple[float, float]] = Counter()
        for row, col in cells:
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if (row + down, col + right) not in cells:
                    ends[row, col] += 1
        lines = [
            one for part in board.of("line-ink") if part["stroke-dasharray"]
            for one in strokes(part["d"])
        ]  # fmt: skip
        own = [
            line for line in lines
            if all((int(y), int(x)) in cells for x, y in line)
        ]  # fmt: skip
        # As long as the border of its cells, but for the insets at corners outwards and inwards.
        assert all(x0 == x1 or y0 == y1 for (x0, y0), (x1, y1) in own)
        for (x0, y0), (x1, y1) in own:
            for x, y in ((x0, y0), (x1, y1)):
                near = min(abs(x - round(x)), abs(y - round(y)))
                assert near == pytest.approx(inset)
        length = sum(abs(x0 - x1) + abs(y0 - y1) for (x0, y0), (x1, y1) in own)
        assert length == pytest.approx(sum(ends.values()) - 8 * inset)
    first = {min(cage["cells"]): cage for cage in board.puzzle["cages"]}
    del expected
    for part in board.of("clue", "small"):
        cell = int(float(part["y"])) * board.cols + int(float(part["x"]))
        totals[cell] = part["text"]
        assert float(part["x"]) % 1 == pytest.approx(0.07)
        assert 0.2 < float(part["y"]) % 1 < 0.3
    signs = {"x": "×", "/": "÷", "-": "−"}
    assert totals == {
        cell: f"{cage['total']}{signs.get(cage.get('sign', ''), cage.get('sign', ''))}"
        for cell, cage in first.items() if "total" in cage
    }  # fmt: skip


def test_sums_of_runs_are_before_them() -> None:
    board = Board(record_of("kakuro"))
    places = Counter(
        (round(float(part["x"]), 2), round(float(part["y"]), 2), part["text"])
        for part in board.of("sum")
    )
    expected: Counter[tuple[float, float, str]] = Counter()
    for run in board.puzzle["runs"]:
        first, second = run["cells"][:2]
        is_across = second - first == 1
        x, y = board.centre(first - (1 if is_across else board.cols))
        shift = 0.23 if is_across else -0.23
        expected[round(x + shift, 2), round(y - shift, 2), str(run["total"])] += 1
    assert places == expected
    slashes = segments(board.strokes("line-white"))
    assert {*slashes.values()} == {1}
    assert {min(one) for one in slashes} == {
        (int(x), int(y)) for x, y, _ in expected
    }  # fmt: skip
    assert all(max(one) == (min(one)[0] + 1, min(one)[1] + 1) for one in slashes)


@pytest.mark.parametrize("name", ["futoshiki", "sample of binairo"])
def test_signs_are_between_their_cells_and_point_to_the_smaller_number(name: str) -> None:
    board = Board(record_of(name))
    plates = {(float(part["cx"]), float(part["cy"])) for part in board.of("plate")}
    middles = {}
    for one, other, sign in board.puzzle["between"]:
        (x, y), (x1, y1) = board.centre(one), board.centre(other)
        middles[(x + x1) / 2, (y + y1) / 2] = (sign, board.centre(one), board.centre(other))
    assert plates == (set() if board.looks.get("parted") else {*middles}), "on lines alone"
    words = {(float(part["x"]), float(part["y"])): part["text"] for part in board.of("clue")}
    tips = {}
    for points in board.strokes("line-ink"):
        (x0, y0), (x, y), (x1, y1) = points
        _, middle = min((abs(a - x) + abs(b - y), (a, b)) for a, b in middles)
        reach = 0.07 if board.looks.get("parted") else 0.11
        assert abs(middle[0] - x) + abs(middle[1] - y) == pytest.approx(reach)
        mean = (x0 + x1) / 2, (y0 + y1) / 2
        assert (mean[0] + x) / 2 == pytest.approx(middle[0])
        assert (mean[1] + y) / 2 == pytest.approx(middle[1])
        assert abs(x0 - x1) + abs(y0 - y1) == pytest.approx(
            0.24 if board.looks.get("parted") else 0.22
        )
        tips[middle] = (x, y)
    for middle, (sign, one, other) in middles.items():
        if sign in "<>":
            smaller = one if sign == "<" else other
            x, y = tips[middle]
            assert abs(x - smaller[0]) + abs(y - smaller[1]) < 0.5
        else:
            assert words[middle] == {"x": "×"}.get(sign, sign)


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_strips_of_numbers_stay_beside_the_board(side: str) -> None:
    """With numbers on one side alone no corner is covered; strips on the left and above move."""
    record = record_of("skyscrapers")
    size = record["puzzle"]["rows"]
    sides = ("left", "top", "right", "bottom")
    drawing = {"margins": [0.7 * (name == side) for name in sides], "under": [], "over": []}
    board = Board(record | {"model": record["model"] | {"drawing": drawing}})
    papers = [part for part in board.of("paper") if float(part["width"]) * float(part["height"])]
    boxes = {
        tuple(round(float(part.get(name, 0)), 2) for name in ("x", "y", "width", "height"))
        for part in papers
    }
    wide, air = 0.7 + 0.08, 0.2
    depth = {name: wide if name == side else 0 for name in sides}
    strip = {
        "left": (-wide - air, 0, wide + air, size), "top": (0, -wide - air, size, wide + air),
        "right": (size, 0, wide + air, size), "bottom": (0, size, size, wide + air),
    }[side]  # fmt: skip
    whole = (
        -depth["left"] - air, -depth["top"] - air,
        size + depth["left"] + depth["right"] + 2 * air,
        size + depth["top"] + depth["bottom"] + 2 * air,
    )  # fmt: skip
    expected = {(0, 0, size, size), strip, whole}
    assert boxes == {tuple(round(one, 2) for one in box) for box in expected}


@pytest.mark.parametrize(
    "wrong",
    [
        {"cages": [{"cells": []}]}, {"cages": [{"cells": [0, 99]}]}, {"runs": [{"cells": [-1]}]},
        {"cages": [{"cells": [0.5]}]}, {"between": [[0, 99, "<"]]}, {"between": [[99, 0, "<"]]},
        {"arrows": [[99, 1, "left"]]}, {"left": [[1]]}, {"bottom": [[1]]},
    ],
)  # fmt: skip
def test_clues_that_are_not_on_the_board_are_refused(wrong: dict[str, Any]) -> None:
    engine().define("read", "(puzzle) => readExtra(puzzle)")
    size = {"rows": 4, "cols": 5}
    right = {"cages": [{"cells": [0, 19]}], "left": [[1]] * 4, "bottom": [[1]] * 5}
    assert engine().call("read", size | right)["cages"] == right["cages"]
    with pytest.raises(quickjs.JSException, match="beside and between cells to be on the board"):
        engine().call("read", size | wrong)
