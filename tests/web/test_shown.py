"""What boards show and say of a state: finished runs, sums that are left, trials, faults."""

from collections import Counter
from functools import cache
from itertools import combinations, groupby, product
from random import Random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.masyu.kind import BOARDS
from tests.browser.conftest import DECLARED
from tests.known import the
from tests.web.engine import Engine, games_with
from tests.web.extra_samples import nonogram
from tests.web.test_drawing import PAINT, Board, record_of, segments, strokes
from tests.web.test_hints import HELP, records

CALLS = {
    "area": "(game, values, cell) => [...game.areaOf(values, cell)]",
    "begin": "(game) => game.begin()",
    "hear": "(game, values, cell) => game.describer(values)(cell).parts.map(({ text }) => text)",
    "keys": "(game, values, cell) => game.describer(values)(cell).parts.map(({ key }) => key)",
    "sums": "(game) => game.hasSums",
    "extras": "(game, cell) => game.nameExtras()[cell]",
    "name": "(game, cell) => game.nameClue(cell)",
    "measure": "(game, values) => [game.measure(values), game.check(values).length]",
    "taps": """(game, value) => {
      const values = game.begin();
      const cell = game.clues.findIndex((_, at) => game.slotAt(at) >= 0 && !game.isGiven(at));
      const slot = game.slotAt(cell);
      let count = 0;
      for (; values[slot] !== value; count++) {
        values[slot] = game.tap(values, null, cell, {}).changes[0][1];
      }
      return [count, game.tapsTo(value)];
    }""",
}
STICK = PAINT.replace("game.draw(layers, top);", "game.draw(layers, top); game.stick(values);")
STICK = STICK.replace("const now = values ??", "const now =")
FRAMED = """(record, pairs) => {
  const game = makeGame(record);
  const state = game.model.blank();
  for (const [one, other, value] of pairs) state[game.slotAt(one, other) + 1] = value;
  return deduceNext(game.model, state, () => true).about;
}"""
engine = games_with(CALLS, help=HELP, beside="neighboursOf")


@cache
def drawing() -> Engine:
    made = Engine("kinds/kinds.js", "constraints/hints.js")
    made.define("paint", PAINT)
    made.define("framed", FRAMED)
    made.define("stick", STICK)
    made.define("runs", "(line, numbers) => [...finishedRuns(line, numbers)]")
    made.define(
        "try",
        f"""(record, base, values) => {{
          const make = makeGame;
          makeGame = (one) => Object.assign(make(one), {{ base }});
          const parts = {PAINT}(record, values);
          makeGame = make;
          return parts;
        }}""",
    )
    return made


def test_runs_are_finished_that_are_whole_from_an_end_of_their_line() -> None:
    random, shown = Random("runs"), 0
    for _ in range(400):
        line = [random.choice((0, 1, 1, 2, 2)) for _ in range(random.randint(1, 9))]
        runs = [len([*own]) for value, own in groupby(line) if value == 1]
        numbers = [one + (random.random() < 0.1) for one in runs] + [1] * (random.random() < 0.2)
        if 0 not in line and runs != numbers:
            continue
        known = [[*own] for _, own in groupby("".join(map(str, line)).split("0")[0])]
        back = [[*own] for _, own in groupby("".join(map(str, line)).split("0")[-1][::-1])]
        done = set()
        places = range(len(numbers))
        for ends, at in ((known, places), (back, places[::-1])):
            is_cut = 0 in line  # then a run that reaches what is open may go on
            whole = ends[:-1] if is_cut and ends and ends[-1][0] == "1" else ends
            for k, run in enumerate(one for one in whole if one[0] == "1"):
                if k >= len(numbers) or len(run) != numbers[at[k]]:
                    break
                done.add(at[k])
        assert {*drawing().call("runs", line, numbers)} == done, (line, numbers)
        shown += bool(done)
    assert shown > 50


def test_numbers_beside_a_nonogram_are_quieted_in_their_own_places() -> None:
    record, answer = nonogram(5, ["#.#.#", "#...#", "..#..", "##.##", "#.#.#"])
    values = [1 if one else 2 for one in answer]
    for cell in (0, 6, 12, 18, 24):
        values[cell] = 0
    board = Board(record, values)
    size = board.rows
    lines = [range(k * size, k * size + size) for k in range(size)]
    lines += [range(k, size * size, size) for k in range(size)]
    for k, line in enumerate(lines):
        numbers = (board.puzzle["left"] + board.puzzle["top"])[k]
        done = {*drawing().call("runs", [values[cell] for cell in line], numbers)}
        along, across = ("x", "y") if k < size else ("y", "x")
        parts = [part for part in board.outside if float(part[across]) == k % size + 0.5]
        parts = [part for part in parts if float(part[along]) < 0]
        places = {float(part[along]): part for part in parts}
        parts = [places[at] for at in sorted(places)]
        assert [part["text"] for part in parts] == [*map(str, numbers)]
        quiet = ["met" in part["class"].split() for part in parts]
        assert quiet == [at in done for at in range(len(numbers))]


@pytest.mark.dear
@pytest.mark.parametrize("kind", ["killer", "kakuro", "calcudoku"])
def test_what_is_left_of_a_sum_or_a_result_is_heard_while_it_is_short(kind: str) -> None:
    random, heard, signs = Random(kind), Counter[int](), "+-x/"
    groups = [
        (published, group) for published, _ in records(kind) * 4
        for group in published["puzzle"].get("cages") or published["puzzle"]["runs"]
    ]  # fmt: skip
    for published, was in groups:
        puzzle, begin = published["puzzle"], engine().call("begin", published)
        cols, most = puzzle["cols"], 9 if kind == "kakuro" else puzzle["rows"]
        numbers = tuple(random.randint(1, most) for _ in was["cells"])
        sums = [one["about"] for one in published["model"]["globals"] if one["type"] == "total"]
        is_sum = was["cells"] in sums
        sign = was.get("sign") and (random.choice("+x-") if not is_sum else "+")
        group = (
            was | {"total": int(result(numbers, sign or "+"))} | ({"sign": sign} if sign else {})
        )
        name = "runs" if "runs" in puzzle else "cages"
        others = [group if one is was else one for one in puzzle[name]]
        record = published | {"puzzle": puzzle | {name: others}}
        cells, values = group["cells"], [*begin]
        for cell in cells:
            if random.random() < 0.2:
                values[cell] = random.randint(1, most)
        own = [values[cell] for cell in cells if values[cell]]
        ways = set()
        for numbers in product(*(
            [values[cell]] if values[cell] else range(1, most + 1) for cell in cells
        )) if len(cells) < 5 else ():  # fmt: skip
            pairs = combinations(zip(cells, numbers, strict=True), 2)
            if kind == "calcudoku" and any(
                n == m and (a % cols == b % cols or a // cols == b // cols)
                for (a, n), (b, m) in pairs
            ):
                continue
            left = tuple(sorted(n for c, n in zip(cells, numbers, strict=True) if not values[c]))
            if kind == "calcudoku" and result(numbers, group.get("sign")) == group["total"]:
                ways.add(left)
        if is_sum:
            rest, free = group["total"] - sum(own), [n for n in range(1, most + 1) if n not in own]
            ways = {one for one in combinations(free, len(cells) - len(own)) if sum(one) == rest}
            first, join = str(rest), "+"
        elif not group.get("sign"):
            continue
        else:
            first = f"{group['total']}{dict(zip(signs, '+−×÷', strict=True))[group['sign']]}"
            join = " "
        texts = sorted(join.join(map(str, one)) for one in ways)
        is_open = len(own) < len(cells)
        is_short = is_open and 0 < len(ways) <= 8
        found = [one for one in engine().call("hear", record, values, cells[-1]) if one is not None]
        expected = f"{first} = {' / '.join(texts)}" if is_short else first if is_sum else ""
        if not is_open:
            assert not [one for one in found if one.startswith(f"{first} =")]
            continue
        parts = [(one.split(" = ")[0], {*one.partition(" = ")[2].split(" / ")}) for one in found]
        if expected:
            assert (first, {*expected.partition(" = ")[2].split(" / ")}) in parts, (group, found)
            heard[len(ways)] += 1
        else:
            assert first not in dict(parts)
    assert heard.total() > 20


@pytest.mark.parametrize("kind", ["sudoku", "suguru", "killer", "kakuro", "calcudoku"])
def test_what_is_heard_of_sums_is_worth_seeing_where_there_are_any(kind: str) -> None:
    assert engine().call("sums", records(kind)[0][0]) == (kind not in ("sudoku", "suguru"))


def result(numbers: tuple[int, ...], sign: str) -> float:
    first, *rest = sorted(numbers, reverse=True)
    found = float(first)
    for one in rest:
        found = {"+": found + one, "-": found - one, "x": found * one, "/": found / one}[sign]
    return found


@pytest.mark.parametrize("kind", [kind for kind in DECLARED if kind != "colournonogram"])
def test_a_board_is_measured_by_the_rules_that_hold_or_by_its_full_cells(kind: str) -> None:
    record, _ = records(kind)[0]
    random, begin = Random(kind), engine().call("begin", record)
    looks, clues = record["model"]["looks"], [c for row in record["puzzle"]["clues"] for c in row]
    is_filled = record["model"]["variables"][0][0] == "numbers" or looks["symbols"]
    for _ in range(3):
        values = [value or random.choice((0, 1, 2)) for value in begin]
        measured, broken = engine().call("measure", record, values)
        if is_filled:
            free = [cell for cell, clue in enumerate(clues) if clue == looks["empty"]]
            filled = sum(bool(values[cell]) for cell in free)
            assert measured == {"done": filled, "total": len(free)}
        else:
            assert measured["total"] - measured["done"] == broken
            assert measured["done"] >= 0


@pytest.mark.parametrize("kind", ["akari", "nurikabe", "starbattle", "tents"])
def test_as_many_taps_are_announced_as_lead_to_a_value(kind: str) -> None:
    record, _ = records(kind)[0]
    for value in (1, 2):
        count, announced = engine().call("taps", record, value)
        assert count == announced


@pytest.mark.parametrize("kind", ["slitherlink", "masyu", "nurikabe"])
def test_what_is_tried_is_drawn_apart(kind: str) -> None:
    record, random = record_of(kind), Random(kind)
    base = [random.choice((0, 1, 2)) for _ in engine().call("begin", record)]
    values = [random.choice((one, 0, 1, 2)) for one in base]
    board = Board(record, values)
    board.parts = drawing().call("try", record, base, values)
    alone = {
        is_tried: Board(record, [
            value if (value != was) == is_tried else 0
            for value, was in zip(values, base, strict=True)
        ])
        for is_tried in (False, True)
    }  # fmt: skip
    name = "tint" if kind == "nurikabe" else "drawn"
    for is_tried, other in alone.items():
        own = [part for part in board.of(name) if ("tried" in part["class"].split()) == is_tried]
        own = [part for part in own if "wrong" not in part["class"].split()]
        expected = [part for part in other.of(name) if "tried" not in part["class"].split()]
        expected = [part for part in expected if "wrong" not in part["class"].split()]
        assert [part.get("d", "") for part in own] == [part.get("d", "") for part in expected]


def test_numbers_that_are_tried_are_marked() -> None:
    record = record_of("sudoku")
    base = engine().call("begin", record)
    size = len(base) // 2
    one, other = [cell for cell in range(size) if not base[cell]][:2]
    base[one], values = 1, [*base]
    values[one], values[other] = 1, 2
    board = Board(record, values)
    board.parts = drawing().call("try", record, base, values)
    shown = {part["text"]: part["class"].split() for part in board.of("number", "own")
             if part["text"]}  # fmt: skip
    tried = {(part["x"], part["y"]) for part in board.of("tried") if part["tag"] == "text"}
    assert shown
    assert tried == {tuple(map(str, board.centre(other)))}


@pytest.mark.parametrize(("kind", "family"), [("slitherlink", "borders"), ("masyu", "edges")])
def test_lines_at_fault_are_drawn_as_such(kind: str, family: str) -> None:
    record = record_of(kind)
    cols, places = record["puzzle"]["cols"], record["model"]["variables"][0][1]
    pairs = [*zip(places[::2], places[1::2], strict=True)]
    wide, shift = (cols + 1, 0.0) if family == "borders" else (cols, 0.5)
    at = wide + 1  # three lines at a place
    chosen = [pair for pair in pairs if at in pair][:3]
    values = [int(pair in chosen) for pair in pairs]
    board = Board(record, values)
    assert segments(board.strokes("wrong")) == Counter(
        frozenset((float(k % wide + shift), float(k // wide + shift)) for k in pair)
        for pair in chosen
    )


@pytest.mark.parametrize("name", DECLARED)
def test_no_state_is_too_wrong_to_be_shown(name: str) -> None:
    record, random = records(name)[0][0], Random(name)
    begin, is_shown = engine().call("begin", record), False
    most = 4 if record["model"]["variables"][0][0] == "numbers" else 2
    for values in ([0], [1], [2], [0, 1], [1, 2], range(most + 1)):
        state = [own or random.choice(values) for own in begin]
        is_shown |= bool(Board(record, state).squares("clash"))
        engine().call("hear", record, state, 0)
    unseen = "slitherlink masyu zip shikaku nonogram countryroad dominosa kakurasu "
    unseen += "battleships maze colournonogram"
    assert is_shown or name in unseen.split()


def test_equal_rows_are_shown_as_a_fault_of_both() -> None:
    record = record_of("binairo")
    cols, row = record["puzzle"]["cols"], [1, 2] * 5
    values = [0] * len(engine().call("begin", record))
    for start in (0, 2 * cols):
        values[start : start + cols] = row[:cols]
    rows = {*range(cols), *range(2 * cols, 3 * cols)}
    assert Board(record, values).squares("clash") >= rows


@pytest.mark.parametrize("at", range(2))
def test_regions_beside_one_another_differ_in_colour_and_colours_are_as_frequent(at: int) -> None:
    record, _ = records("starbattle")[at]
    board = Board(record)
    regions = [one for row in board.puzzle["regions"] for one in row]
    hue_of: dict[int, int] = {}
    for hue in range(10):
        for cell in board.squares(f"hue-{hue}"):
            hue_of[cell] = hue
    hues: dict[int, int] = {}
    for cell in board.cells:
        assert hues.setdefault(regions[cell], hue_of[cell]) == hue_of[cell]
        for other in (cell + 1, cell + board.cols):
            is_beside = other in board.cells and (other != cell + 1 or other % board.cols)
            if is_beside and regions[other] != regions[cell]:
                assert hue_of[other] != hue_of[cell]
    counts = Counter(hues.values())
    assert max(counts.values()) == -(-len(hues) // 10)


COMPLETE = ("slitherlink", "masyu", "akari", "nurikabe", "heyawake", "mosaic", "shikaku", "yajilin")
NAMES = {
    "masyu": {"white_pearl", "black_pearl"}, "tents": {"tree"}, "kakuro": {("wall", "")},
    "akari": {("wall", text) for text in ("", "0", "1", "2", "3", "4")},
}  # fmt: skip


@pytest.mark.parametrize("kind", COMPLETE)
def test_every_clue_with_a_rule_of_its_own_is_complete_at_the_end(kind: str) -> None:
    record, _ = records(kind)[0]
    solved = engine().call("help", record, 900)["values"]
    begin, puzzle = engine().call("begin", record), record["puzzle"]
    clues = [clue for row in puzzle["clues"] for clue in row]
    own = {k for k, clue in enumerate(clues) if clue != record["model"]["looks"]["empty"]}
    own = {k for k in own if kind != "akari" or clues[k] >= 0} | {
        arrow[0] for arrow in puzzle.get("arrows", ())
    }
    for values, expected in ((solved, own), (begin, set())):
        heard = {
            k for k in range(len(clues)) if "complete" in engine().call("keys", record, values, k)
        }
        assert heard == expected


@pytest.mark.parametrize("kind", DECLARED)
def test_clues_are_called_by_their_number_or_the_name_of_their_sign(kind: str) -> None:
    record, _ = records(kind)[0]
    puzzle, empty = record["puzzle"], record["model"]["looks"]["empty"]
    arrows = {cell: (str(n), f"side_{side[0].replace('t', 'u').replace('b', 'd')}")
              for cell, n, side in puzzle.get("arrows", ())}  # fmt: skip
    for cell, clue in enumerate(clue for row in puzzle["clues"] for clue in row):
        if clue == empty and cell not in arrows:
            continue
        named = engine().call("name", record, cell)
        name = named.get("key") or named.get("text")
        if parts := named.get("parts"):
            name = tuple(part.get("key") or part.get("text", "") for part in parts)
        number = " ".join(str(clue)) if kind == "tapa" else str(clue)  # digits apart
        names: Any = {arrows[cell]} if cell in arrows else NAMES.get(kind, {number})
        symbols = record["model"]["looks"].get("names", {})
        assert name in ({symbols[str(clue)]} if str(clue) in symbols else names), (cell, clue)
        if kind == "kakuro" and clue < 0:
            begin = engine().call("begin", record)
            assert engine().call("keys", record, begin, cell)[0] is None
        if kind == "akari":
            assert name == ("wall", str(clue) if clue >= 0 else "")
        if kind == "masyu":
            assert name == {1: "white_pearl", 2: "black_pearl"}[clue]


@pytest.mark.parametrize(
    "sides",
    [
        ("left",),
        ("top",),
        ("right",),
        ("bottom",),
        ("left", "top"),
        ("left", "bottom"),
        ("top", "right"),
    ],
)
def test_strips_have_an_edge_at_the_board_and_stay_in_sight(sides: tuple[str, ...]) -> None:
    record, _ = records("skyscrapers")[0]
    size, names = record["puzzle"]["rows"], ("left", "top", "right", "bottom")
    picture = {"margins": [0.7 * (name in sides) for name in names], "under": [], "over": []}
    record = record | {"model": record["model"] | {"drawing": picture}}
    parts = drawing().call("stick", record, {"x": 0.3, "y": 0.4})
    edges = {part["d"] for part in parts if part.get("class") == "edge"}
    ends = {"left": f"M0,0v{size}", "top": f"M0,0h{size}", "right": f"M{size},0v{size}",
            "bottom": f"M0,{size}h{size}"}  # fmt: skip
    assert edges == {ends[side] for side in sides}
    moves = {"left": "translate(0.3,0)", "top": "translate(0,0.4)"}
    moved = [part["transform"] for part in parts if "transform" in part]
    corner = "translate(0.3,0.4)"
    assert sorted(moved) == sorted([*(moves[side] for side in sides if side in moves), corner])
    (paper,) = [part for part in parts if part.get("transform") == corner]
    deep = {side: 0.7 + 0.08 + 0.2 if side in sides else 0 for side in names}
    assert float(paper["width"]) == pytest.approx(deep["left"] and deep["left"] + 0.03)
    assert float(paper["height"]) == pytest.approx(deep["top"] and deep["top"] - 0.03)
    whole = [part for part in parts if part.get("class") == "paper" and part.get("x") == str(
        -0.2 - (0.78 if "left" in sides else 0))]  # fmt: skip
    assert any(float(part["width"]) > size for part in whole)


@pytest.mark.parametrize(
    ("colour", "dash", "cap"),
    [("frame", [], "round"), ("frame", [0.1], "round"), ("cells", [0.1], "square"),
     ("cells", [], "butt")],
)  # fmt: skip
def test_walls_have_round_ends_and_dashes_square_ones(
    colour: str, dash: list[float], cap: str
) -> None:
    marks = [["line", colour, 0.1, dash, [0, 0, 1, 0]]]
    record, _ = records("sudoku")[0]
    picture = {"margins": [0, 0, 0, 0], "under": [], "over": [{"marks": marks}]}
    record = record | {"model": record["model"] | {"drawing": picture}}
    (line,) = [part for part in drawing().call("paint", record)
               if part["class"] == f"line-{colour}"]  # fmt: skip
    assert (line["stroke-linecap"], line["stroke"]) == (cap, f"var(--pp-{colour})")


def test_written_symbols_are_shown_in_their_cells() -> None:
    record, _ = records("binairo")[0]
    begin = engine().call("begin", record)
    for looks, shown in ((["0", "1"], ["0", "1"]), (["white", "black"], ["white", "black"])):
        record["model"]["looks"]["symbols"] = looks
        for value in (1, 2):
            board = Board(record, [own or value for own in begin])
            texts = [part["text"] for part in board.of("number", "own") if part["text"]]
            circles = [part["class"].split()[2] for part in board.of("pearl", "own")]
            symbol = shown[0 if value == 2 else 1]
            assert {*texts, *circles} == {symbol}
            assert not (texts and looks[0] == "white")
            assert len(texts + circles) == begin.count(0)
    record["model"]["looks"]["symbols"] = ["0", "1"]


def test_suns_and_moons_are_drawn_smaller_where_they_are_not_given() -> None:
    (record,) = [one for one, _ in records("binairo") if one["puzzle"]["rule"] == "signs"]
    begin = engine().call("begin", record)
    corners = set()
    for value in (1, 2):
        board = Board(record, [own or value for own in begin])
        own = [part for part in board.of("number", "own") if part["tag"] == "path"]
        written, given = ([strokes(part["d"])[0] for part in parts]
                          for parts in (own, board.of("shape")))  # fmt: skip
        assert (len(written), len(given)) == (begin.count(0), len(begin) - begin.count(0))
        assert not [part for part in board.of("number", "own") if part.get("text")]
        widths = [[max(outline)[0] - min(outline)[0] for outline in outlines]
                  for outlines in (written, given)]  # fmt: skip
        assert 0.5 < max(widths[0]) < 0.9 * min(widths[1])
        corners |= {len(outline) for outline in written}
    assert len(corners) == 2


def test_notes_are_in_pencil_and_what_is_taken_is_framed() -> None:
    record = record_of("sudoku")
    values = engine().call("begin", record)
    cell, size = values.index(0), len(values) // 2
    values[size + cell] = 0b110
    board = Board(record, values, {"cell": cell, "cells": [cell]})
    assert [part["text"].split() for part in board.of("pencil") if part["text"]] == [["1", "2"]]
    assert not [part for part in board.of("number", "own") if part["text"].strip()]
    (tip,) = board.of("tip")
    assert "hidden" not in tip


@pytest.mark.parametrize(("kind", "name"), [("tents", "done"), ("killer", "met"),
                                            ("calcudoku", "met")])  # fmt: skip
def test_clues_that_are_met_are_quiet(kind: str, name: str) -> None:
    record, _ = records(kind)[0]
    begin, solved = engine().call("begin", record), engine().call("help", record, 900)["values"]
    for values, is_met in ((begin, False), (solved, True)):
        board = Board(record, values)
        clues = board.outside if kind == "tents" else board.of("clue", "small")
        assert clues
        for part in clues:  # a line of none is right from the start
            assert (name in part["class"].split()) == (is_met or part["text"] == "0")
        assert not board.of("met" if name == "done" else "done")


def test_a_number_with_too_many_sides_is_shown_as_broken() -> None:
    record = record_of("slitherlink")
    clues = [clue for row in record["puzzle"]["clues"] for clue in row]
    board = Board(record, [1] * len(engine().call("begin", record)))
    broken = {(float(part["x"]), float(part["y"])) for part in board.of("clue", "broken")}
    assert broken == {board.centre(cell) for cell, clue in enumerate(clues) if 0 <= clue < 4}
    assert not Board(record).of("clue", "broken")


def test_the_cells_inside_a_loop_are_tinted() -> None:
    record, solution = records("slitherlink")[0]
    drawn = {tuple(pair) for pair in solution["borders"]}
    cols, inside = record["puzzle"]["cols"], set()
    for cell in range(record["puzzle"]["rows"] * cols):
        row, col = divmod(cell, cols)
        above = [(k * (cols + 1) + col, k * (cols + 1) + col + 1) for k in range(row + 1)]
        if sum(pair in drawn for pair in above) % 2:
            inside.add(cell)
    values = engine().call("help", record, 900)["values"]
    assert Board(record, values).squares("sides") == inside
    assert Board(record).squares("sides") == set()


def test_rectangles_that_are_right_differ_in_colour_from_those_beside_them() -> None:
    for record, _ in records("shikaku"):
        size = {name: record["puzzle"][name] for name in ("rows", "cols")}
        values = engine().call("help", record, 900)["values"]
        board = Board(record, values)
        hues = {cell: hue for hue in range(10) for cell in board.squares(f"hue-{hue}")}
        assert {*hues} == {*board.cells}
        for cell in hues:
            area = {*engine().call("area", record, values, cell)}
            assert {hues[at] for at in area} == {hues[cell]}
            beside = {at for one in area for at in engine().call("beside", size, one)} - area
            assert hues[cell] not in {hues[at] for at in beside}
        assert not any(Board(record).squares(f"hue-{hue}") for hue in range(10))
        assert not board.of("met")  # the colour says it


def test_what_lamps_shine_on_is_tinted() -> None:
    record, random = record_of("akari"), Random("lamps")
    clues = [clue for row in record["puzzle"]["clues"] for clue in row]
    places, cols = record["model"]["variables"][0][1], record["puzzle"]["cols"]
    rows = [[*range(k, k + cols)] for k in range(0, len(clues), cols)]
    runs = [
        [*own] for line in [*rows, *map(list, zip(*rows, strict=True))]
        for is_white, own in groupby(line, lambda cell: clues[cell] == -1) if is_white
    ]  # fmt: skip
    for _ in range(5):
        values = [int(random.random() < 0.15) for _ in places]
        lamps = {cell for cell, value in zip(places, values, strict=True) if value}
        lit = {cell for run in runs if lamps & {*run} for cell in run} | lamps
        assert Board(record, values).squares("lit") == lit


def test_equal_numbers_of_a_row_are_broken() -> None:
    record = record_of("sudoku")
    values = engine().call("begin", record)
    free = [cell for cell in range(record["puzzle"]["cols"]) if not values[cell]][:2]
    for cell in free:
        values[cell] = 1
    board = Board(record, values)
    broken = {(part["x"], part["y"]) for part in board.of("number", "own", "broken")}
    assert broken == {tuple(map(str, board.centre(cell))) for cell in free}


@pytest.mark.parametrize("kind", ["killer", "calcudoku", "suguru", "starbattle"])
def test_regions_and_cages_have_their_numbers_and_the_result_is_heard_once(kind: str) -> None:
    record, _ = records(kind)[0]
    puzzle, model = record["puzzle"], record["model"]
    if kind == "killer":  # a total that is no sum of different numbers, as in kinds of one's own
        totals = [one for one in model["globals"] if one["type"] == "total"]
        others = [one for one in model["globals"] if one is not totals[0]]
        record = record | {"model": model | {"globals": others}}
        sums = [one["about"] for one in totals[1:]]
    signs = {"x": "×", "/": "÷", "-": "−"}
    for number, cage in enumerate(puzzle.get("cages", ()), 1):
        for at, cell in enumerate(cage["cells"]):
            (part,) = [one for one in engine().call("extras", record, cell)
                       if one.get("key") == "cage"]  # fmt: skip
            sign = cage.get("sign", "")
            result = f"{cage['total']}{signs.get(sign, sign)}"
            if kind == "killer" and cage["cells"] in sums:
                result = f"Σ {cage['total']}"
            assert (part["values"], part["more"]) == ({"number": number}, "" if at else result)
    regions = [one for row in puzzle.get("regions", ()) for one in row]
    for cell, region in enumerate(regions):
        first, *_ = engine().call("extras", record, cell)
        assert first["values"] == {"number": region + 1}


def test_a_number_of_an_island_is_heard_alone_until_its_cell_is_decided() -> None:
    record, _ = records("nurikabe")[0]
    begin, clues = engine().call("begin", record), record["puzzle"]["clues"]
    for cell, clue in enumerate(one for row in clues for one in row):
        keys = engine().call("keys", record, begin, cell)
        assert keys == (["island_of"] if clue else ["board_empty"])


def test_a_loop_that_is_closed_early_is_framed() -> None:
    kind, clues = get_kind("masyu"), BOARDS.make_clues(4, 4, [0] * 16)
    record = {
        "id": "x", "kind": "masyu", "puzzle": kind.encode(clues),
        "model": the(kind.play)(clues, None, "en"),
    }  # fmt: skip
    drawn = [(0, 1), (0, 4), (4, 5), (10, 11), (10, 14)]
    crossed = [(1, 2), (4, 8), (5, 9), (5, 6)]
    pairs = [[*pair, 1] for pair in drawn] + [[*pair, -1] for pair in crossed]
    assert drawing().call("framed", record, pairs) == [0, 1, 4, 5]
