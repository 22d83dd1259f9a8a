"""Puzzles with cages, numbers outside, signs, stars and symbols in the page, without a browser."""

from itertools import combinations, pairwise, permutations, product
from math import prod
from random import Random
from typing import Any

import pytest

from pipeline.kinds.kit.words.accepted.rule import Accepted, unroll
from pipeline.kinds.kit.words.distinct_lines.rule import DistinctLines
from pipeline.kinds.kit.words.regions.rule import Regions
from pipeline.kinds.kit.words.total.rule import Total
from pipeline.model import JsonObject
from tests.browser.conftest import DECLARED
from tests.web.engine import games_with
from tests.web.extra_samples import samples
from tests.web.test_hints import HELP, records

CALLS = {
    "begin": "(game) => game.begin()",
    "judge": """(game, values) => {
      const { done, total } = game.measure(values);
      return done === total && !game.check(values).length;
    }""",
    "tap": """(game, values, cell) => {
      const spot = { x: cell % game.cols + 0.5, y: Math.floor(cell / game.cols) + 0.5 };
      return game.tap(values, null, cell, spot).changes;
    }""",
    "drag": """(game, values, [first, ...cells]) => {
      const hold = game.grab(values, first);
      return cells.flatMap((cell) => game.drag(values, hold, cell, { x: 0, y: 0 }));
    }""",
    "enter": """(game, values, cell, key) =>
      game.keys.includes(key) ? game.enter(values, cell, key, false) : null""",
    "finished": "(game, values) => game.finishedLines(values)",
    "lines": "(game) => game.findLines().map(({ key }) => key)",
    "put": "(game, cell) => [[game.slotAt(cell), 1]]",
    "paint": """(game, [first, ...cells]) => {
      const hold = game.grab(game.begin(), first);
      const found = cells.flatMap((cell) => game.drag(game.begin(), hold, cell, { x: 0, y: 0 }));
      return [found, hold.length];
    }""",
    "hear": "(game, values, cell) => game.describer(values)(cell)",
    "margins": "(game) => game.margins",
    "say": """(game, cell) => speakOf(speak("en"), game)(game.describer(game.begin())(cell))""",
    "parts": "(game, cell) => game.describer(game.begin())(cell).parts",
}

engine = games_with(CALLS, look="(global, state) => lookAtGlobal(global, state)", help=HELP)


def look(json: Any, state: list[int]) -> dict[str, Any]:
    return engine().call("look", json, [1, *state])


def fits(state: list[int], literals: Any) -> bool:
    return all(state[abs(one) - 1] * one >= 0 for one in literals)


def agreed(state: list[int], fillings: list[list[int]]) -> set[int]:
    """Return the open literals that are true in every filling."""
    common = set.intersection(*map(set, fillings))
    return {one for one in common if not state[abs(one) - 1]}


@pytest.mark.parametrize("seed", range(40))
def test_a_total_forces_what_all_fillings_have(seed: int) -> None:
    random = Random(seed)
    values, places = random.sample(range(1, 8), 4), random.randint(2, 3)
    literals = [[4 * p + k + 1 for k in range(4)] for p in range(places)]
    total = sum(random.sample(values, places))
    state = [random.choice((0, 0, 0, -1)) for _ in range(4 * places)]
    fillings = []
    for way in permutations(range(4), places):
        chosen = {literals[p][k] for p, k in enumerate(way)}
        whole = [one if one in chosen else -one for one in range(1, 4 * places + 1)]
        if sum(values[k] for k in way) == total and fits(state, whole):
            fillings.append(whole)
    json = Total("t", tuple(map(tuple, literals)), tuple(values), total).to_json()
    found = look(json, state)
    assert found["isBroken"] == (not fillings)
    if fillings:
        assert set(found["forced"]) == {one for one in agreed(state, fillings) if one < 0}


@pytest.mark.parametrize("seed", range(40))
def test_an_automaton_forces_what_all_sequences_have(seed: int) -> None:
    random = Random(seed)
    weights, aim = [random.randint(0, 3) for _ in range(6)], random.randint(0, 8)
    layers = unroll([2] * 6, 0, lambda all_, k, on: all_ + on * weights[k], aim.__eq__)
    json = Accepted("a", tuple((-x, x) for x in range(1, 7)), layers).to_json()
    state = [random.choice((0, 0, 1, -1)) for _ in range(6)]
    fillings = [
        [x if on else -x for x, on in enumerate(way, 1)]
        for way in product((0, 1), repeat=6)
        if sum(weight * on for weight, on in zip(weights, way, strict=True)) == aim
    ]
    fillings = [one for one in fillings if fits(state, one)]
    found = look(json, state)
    assert found["isBroken"] == (not fillings)
    assert not fillings or set(found["forced"]) == agreed(state, fillings)


def test_lines_that_would_be_alike_are_completed_otherwise() -> None:
    json = DistinctLines("d", ((1, 2, 3, 4), (5, 6, 7, 8))).to_json()
    finished = [1, -1, 1, -1]
    assert set(look(json, [*finished, 1, -1, 0, 0])["forced"]) == {-7, 8}
    assert look(json, [*finished, 1, 1, 0, 0])["forced"] == []
    assert look(json, [*finished, 1, 0, 0, 0])["forced"] == []
    assert look(json, [*finished, *finished])["isBroken"]
    assert look(json, [*finished, *(-one for one in finished)]) == {
        "isBroken": False, "forced": [],
    }  # fmt: skip


def row_of_regions(*sizes: int) -> JsonObject:
    """Return the constraint on a board of one row; 0 for cells without a number."""
    cells = tuple(range(1, len(sizes) + 1))
    return Regions("r", cells, tuple(pairwise(range(len(sizes)))), sizes).to_json()


def test_regions_rule_out_what_none_can_reach() -> None:
    assert {-3, -4, -5} <= set(look(row_of_regions(2, 0, 0, 0, 0), [1, 0, 0, 0, 0])["forced"])
    assert set(look(row_of_regions(5, 0, 0, 0, 0), [1, 0, 0, 0, 0])["forced"]) == {2, 3, 4, 5}


def test_regions_do_not_grow_beside_others() -> None:
    assert look(row_of_regions(1, 0, 0, 3), [1, 0, 0, 1])["isBroken"]
    assert look(row_of_regions(3, 0, 0, 1), [1, 0, 0, 1])["isBroken"]
    assert not look(row_of_regions(1, 0, 0, 2), [1, 0, 0, 1])["isBroken"]


def filled(name: str) -> list[int]:
    """Return the slots of a sample that is solved."""
    _, answer = samples()[name]
    if name == "killer":
        return [*answer, *([0] * len(answer))]
    return [1 if one else 2 for one in answer]


@pytest.mark.parametrize("name", samples())
def test_hints_lead_to_the_answer(name: str) -> None:
    record, answer = samples()[name]
    done = engine().call("help", record, 500)
    assert done["last"] is None
    own = done["values"][: len(answer)]
    assert [value == 1 for value in own] == [value == 1 for value in filled(name)[: len(answer)]]
    assert engine().call("judge", record, done["values"])


def test_hints_name_the_number_of_a_view() -> None:
    reasons = engine().call("help", samples()["views"][0], 500)["reasons"]
    assert any("7 seen" in reason for reason in reasons)
    assert any(reason.startswith("Only 3 of row ") for reason in reasons)
    assert not any("?" in reason for reason in reasons)


@pytest.mark.parametrize("name", samples())
def test_one_wrong_cell_is_not_solved(name: str) -> None:
    record, answer = samples()[name]
    values = filled(name)
    assert engine().call("judge", record, values)
    for cell in range(len(answer)):
        wrong = values[cell] % 4 + 1 if name == "killer" else 3 - values[cell]
        spoilt = [*values[:cell], wrong, *values[cell + 1 :]]
        assert not engine().call("judge", record, spoilt)


def test_a_board_of_symbols_is_solved_only_when_it_is_full() -> None:
    record, _ = samples()["binairo"]
    values = [value if value == 1 else 0 for value in filled("binairo")]
    assert not engine().call("judge", record, values)


def tango() -> tuple[dict[str, Any], Any]:
    return next(one for one in records("binairo") if one[0]["puzzle"]["rule"] == "signs")


def test_suns_and_moons_are_entered_with_keys_and_heard() -> None:
    record, answer = tango()
    values = engine().call("begin", record)
    cell = values.index(0)
    assert engine().call("enter", record, values, cell, "1") == [[cell, 1]]
    heard = {}
    for value in (1, 2):
        values[cell] = value
        heard[value] = engine().call("hear", record, values, cell)["parts"][0]["values"]["number"]
    assert heard == {1: "sun", 2: "moon"}
    for given, value in enumerate(engine().call("begin", record)):
        if value:
            said = engine().call("say", record, given)
            assert said.startswith("sun, given" if given in answer["cells"] else "moon, given")


@pytest.mark.parametrize(
    ("name", "cycle"),
    [
        ("nonogram", [1, 2, 0]),
        ("stars", [2, 1, 0]),
        ("binairo", [2, 1, 0]),
        ("tango", [1, 2, 0]),
    ],
)
def test_taps_cycle_as_players_expect(name: str, cycle: list[int]) -> None:
    record, _ = tango() if name == "tango" else samples()[name]
    values = engine().call("begin", record)
    for wanted in cycle:
        ((slot, value),) = engine().call("tap", record, values, 1)
        assert (slot, value) == (1, wanted)
        values[slot] = value


def test_a_cage_lists_the_numbers_that_make_its_result_while_they_are_few() -> None:
    record, _ = records("calcudoku")[0]
    cage = next(
        one for one in record["puzzle"]["cages"] if (one["sign"], one["total"]) == ("x", 24)
    )
    values = engine().call("begin", record)
    size, cols = record["puzzle"]["rows"] ** 2, record["puzzle"]["cols"]

    def ways(left: list[int]) -> str:
        found = set()
        for numbers in product(range(1, cols + 1), repeat=len(cage["cells"])):
            pairs = combinations(zip(cage["cells"], numbers, strict=True), 2)
            clash = any(
                n == m and (a % cols == b % cols or a // cols == b // cols)
                for (a, n), (b, m) in pairs
            )
            given = zip(cage["cells"], numbers, strict=True)
            if prod(numbers) == cage["total"] and not clash and all(
                values[cell] in (0, number) for cell, number in given
            ):  # fmt: skip
                own = [n for cell, n in zip(cage["cells"], numbers, strict=True) if cell in left]
                found.add(" ".join(map(str, sorted(own))))
        return " / ".join(sorted(found))

    said = str(engine().call("hear", record, values, cage["cells"][1]))
    assert f"24× = {ways(cage['cells'])}" in said
    values[cage["cells"][0]] = 3
    said = str(engine().call("hear", record, values, cage["cells"][1]))
    assert f"24× = {ways(cage['cells'][1:])}" in said
    other = next(cell for cell in range(size) if cell not in cage["cells"])
    assert "24×" not in str(engine().call("hear", record, values, other))


def test_a_given_symbol_cannot_be_changed() -> None:
    record, _ = samples()["binairo"]
    values = engine().call("begin", record)
    assert (values[0], values[6]) == (2, 2)
    for cell in (0, 6):
        assert engine().call("tap", record, values, cell) == []
        assert engine().call("enter", record, values, cell, "1") == []
    assert engine().call("enter", record, values, 1, "1") == [[1, 1]]
    assert engine().call("enter", record, values, 1, "0") == [[1, 2]]
    assert engine().call("enter", record, values, 1, "7") is None


def test_a_drag_over_a_board_of_stars_draws_dots_and_spares_stars() -> None:
    record, _ = samples()["stars"]
    values = engine().call("begin", record)
    values[1] = 1
    assert engine().call("drag", record, values, [0, 1, 2]) == [[0, 2], [2, 2]]


def test_a_number_outside_is_quieted_when_its_line_is_right_whatever_else_is_open() -> None:
    record, solution = records("tents")[0]
    puzzle = record["puzzle"]
    values = engine().call("begin", record)
    done = dict(zip(*(engine().call(name, record, *rest) for name, rest in (
        ("lines", ()), ("finished", (values,)))), strict=True))  # fmt: skip
    numbers = {(side, at): n for side in ("left", "top") for at, (n,) in enumerate(puzzle[side])}
    assert done == {f"{side},{at}": n == 0 for (side, at), n in numbers.items()}
    for cell in solution["cells"]:
        row, col = divmod(cell, puzzle["cols"])
        engine().call("begin", record)
        ((slot, value),) = engine().call("put", record, cell)
        values[slot] = value
        finished = engine().call("finished", record, values)
        done = dict(zip(engine().call("lines", record), finished, strict=True))
        tents = [divmod(at, puzzle["cols"]) for at in solution["cells"]]
        placed = tents[: tents.index((row, col)) + 1]
        assert done[f"left,{row}"] == (sum(r == row for r, _ in placed) == numbers["left", row])
        assert done[f"top,{col}"] == (sum(c == col for _, c in placed) == numbers["top", col])
    assert all(done.values())


@pytest.mark.parametrize(("way", "row"), [([6, 7, 13, 14], True), ([6, 11, 17, 16, 21], False)])
def test_a_drag_over_a_nonogram_keeps_to_its_line_and_is_counted(way: list[int], row: bool) -> None:
    record, _ = records("nonogram")[0]
    assert record["puzzle"]["cols"] == 5
    changes, length = engine().call("paint", record, way)
    cells = {slot for slot, _ in changes}
    assert cells == ({6, 7, 8, 9} if row else {6, 11, 16, 21})
    assert length == 4


def test_finished_lines_of_a_nonogram_are_known() -> None:
    record, answer = samples()["nonogram"]
    values = [0] * 25
    assert not any(engine().call("finished", record, values))
    values[:5] = answer[:5]
    assert engine().call("finished", record, values) == [True, *[False] * 9]
    assert all(engine().call("finished", record, answer))


def test_margins_are_as_wide_as_the_longest_lists() -> None:
    margins = engine().call("margins", samples()["nonogram"][0])
    assert margins["left"] > 0 < margins["top"]
    assert margins["right"] == margins["bottom"] == 0
    assert set(engine().call("margins", samples()["killer"][0]).values()) == {0}


def test_screen_readers_hear_clues_outside_of_cells() -> None:
    record, _ = samples()["nonogram"]
    assert engine().call("say", record, 0) == "empty, left 2 2, top 3"
    assert engine().call("say", record, 6) == "empty"
    assert engine().call("say", samples()["killer"][0], 2).endswith("cage 2 Σ 9")
    signs, other = samples()["binairo"][0], "different from row {}, column 1"
    assert engine().call("say", signs, 4) == f"empty, {other.format(3)}"
    assert engine().call("say", signs, 8).endswith(other.format(2))


def test_signs_are_heard_from_both_of_their_cells() -> None:
    record, _ = records("futoshiki")[0]
    cols, names = record["puzzle"]["cols"], {"<": "less", ">": "greater"}
    for one, other, sign in record["puzzle"]["between"]:
        for cell, beside, name in ((one, other, sign), (other, one, "<>"[sign == "<"])):
            place = f"row {beside // cols + 1}, column {beside % cols + 1}"
            assert f"{names[name]} than {place}" in engine().call("say", record, cell)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("starbattle", "region"), ("heyawake", "region"), ("suguru", "box"), ("calcudoku", "cage")],
)
def test_the_region_room_or_cage_of_each_cell_is_heard(kind: str, name: str) -> None:
    record, _ = records(kind)[0]
    puzzle, heard = record["puzzle"], dict[int, str]()
    for cell in range(puzzle["rows"] * puzzle["cols"]):
        named = (part for part in engine().call("say", record, cell).split(", "))
        heard[cell] = next(part for part in named if part.startswith(name)).split()[1]
    if kind == "calcudoku":
        groups = {frozenset(cage["cells"]) for cage in puzzle["cages"]}
    else:
        flat = [region for row in puzzle["regions"] for region in row]
        groups = {frozenset(c for c, own in enumerate(flat) if own == r) for r in {*flat}}
    assert {frozenset(c for c in heard if heard[c] == r) for r in {*heard.values()}} == groups


@pytest.mark.parametrize("kind", DECLARED)
def test_no_cell_is_silent_and_no_arrow_is_heard(kind: str) -> None:
    record, _ = records(kind)[0]
    for cell in range(record["puzzle"]["rows"] * record["puzzle"]["cols"]):
        said = engine().call("say", record, cell)
        assert said.strip()
        assert not {*"←↑→↓"} & {*said}


def test_screen_readers_hear_the_sums_of_runs_before_them() -> None:
    record, _ = records("kakuro")[0]
    cols, heard = record["puzzle"]["cols"], dict[int, list[str]]()
    for run in record["puzzle"]["runs"]:
        first, second, *_ = run["cells"]
        is_across = second - first == 1
        before = first - (1 if is_across else cols)
        heard.setdefault(before, []).append(f"{'right' if is_across else 'bottom'} {run['total']}")
    for cell in range(record["puzzle"]["rows"] * cols):
        said = engine().call("say", record, cell).split(", ")
        sums = [part for part in said if part.startswith(("right", "bottom"))]
        assert sorted(sums) == sorted(heard.get(cell, []))


@pytest.mark.parametrize("kind", ["killer", "calcudoku"])
def test_only_totals_that_are_sums_are_heard_as_such(kind: str) -> None:
    signs = {"x": "×", "/": "÷", "-": "−"}
    for record, _ in records(kind):
        sums = [one["about"] for one in record["model"]["globals"] if one["type"] == "total"]
        for cage in record["puzzle"]["cages"]:
            parts = engine().call("parts", record, cage["cells"][0])
            more = next(part["more"] for part in parts if part.get("key") == "cage")
            sign = cage.get("sign", "")
            is_sum = cage["cells"] in sums
            assert more == (
                f"Σ {cage['total']}" if is_sum else f"{cage['total']}{signs.get(sign, sign)}"
            )


@pytest.mark.parametrize(
    "kind", [kind for kind in DECLARED if kind not in ("wordsearch", "colournonogram")]
)
def test_the_overview_shows_clues_and_what_is_drawn(kind: str) -> None:
    random, record = Random(kind), records(kind)[0][0]
    engine().define("trails", "(record, values) => makeGame(record).trails(values)")
    cols = record["puzzle"]["cols"]
    (family, places, *_), *others = record["model"]["variables"]
    if others:
        return
    width = 2 if family in ("edges", "borders", "strokes") else 1
    size = len(places) // width
    values = [random.choice((0, 1, 2)) for _ in range(size)]
    clues, shown = engine().call("trails", record, values)
    assert (clues["look"], shown["look"]) == (4, 0)
    empty = record["model"]["looks"]["empty"]
    given = [clue for row in record["puzzle"]["clues"] for clue in row]
    arrows = {one[0] for one in record["puzzle"].get("arrows", ())}
    assert {*clues["cells"]} == {k for k, clue in enumerate(given) if clue != empty} | arrows
    expected = set()
    for k in range(size):
        if values[k] != 1 or family == "numbers":
            continue
        place = places[k * width : (k + 1) * width]
        if family == "borders":  # the cell below and to the right, or the last one
            row, col = divmod(place[0], cols + 1)
            place = [min(row, record["puzzle"]["rows"] - 1) * cols + min(col, cols - 1)]
        expected |= {*place}
    assert {*shown["cells"]} == expected


STATES = {
    "akari": ("board_empty", "lamp", "ruled_out"),
    "hitori": ("board_empty", "shaded", "white"),
    "nurikabe": ("board_empty", "sea", "island"),
    "starbattle": ("board_empty", "queen", "ruled_out"),
    "tents": ("board_empty", "tent", "ruled_out"),
}


@pytest.mark.part(3)
@pytest.mark.parametrize("kind", STATES)
def test_screen_readers_hear_what_a_cell_is(kind: str) -> None:
    record, _ = records(kind)[0]
    engine().define("slot", "(record, cell) => makeGame(record).slotAt(cell)")
    engine().define("announce", "(record, values, s) => makeGame(record).announce([], values, [s])")
    engine().define("hear", "(record, values, cell) => makeGame(record).describer(values)(cell)")
    clues = [clue for row in record["puzzle"]["clues"] for clue in row]
    empty = record["model"]["looks"]["empty"]
    for cell, clue in enumerate(clues):
        slot = engine().call("slot", record, cell)
        for value in (0, 1, 2) if slot >= 0 else ():
            values = engine().call("begin", record)
            values[slot] = value
            keys = [
                part.get("key") for part in engine().call("hear", record, values, cell)["parts"]
            ]
            assert engine().call("announce", record, values, slot)["key"] == STATES[kind][value]
            is_named = clue == empty or kind == "hitori"
            assert not is_named or STATES[kind][value] in keys
        if kind == "nurikabe" and clue != empty:
            (part, *_) = engine().call("hear", record, engine().call("begin", record), cell)[
                "parts"
            ]
            assert (part["key"], part["values"]["number"]) == ("island_of", clue)
        if kind == "akari" and clue != empty:
            cols, values, around = record["puzzle"]["cols"], engine().call("begin", record), 0
            near = [cell - cols, cell + cols]
            near += [cell - 1] * (cell % cols > 0) + [cell + 1] * ((cell + 1) % cols > 0)
            for other in near:
                slot = engine().call("slot", record, other) if 0 <= other < len(clues) else -1
                if slot >= 0:
                    values[slot], around = 1, around + 1
            wall, *others = engine().call("hear", record, values, cell)["parts"]
            assert wall["parts"][0] == {"key": "wall"}
            counted = [part["count"] for part in others if part.get("key") == "lamps"]
            has_number = wall["parts"][1]["text"] != ""
            assert wall["parts"][1]["text"] == (str(clue) if has_number else "")
            assert counted == ([around] if around and has_number else [])


def test_screen_readers_hear_symbols_that_are_written() -> None:
    engine().define("hear", "(record, values, at) => makeGame(record).describer(values)(at)")
    engine().define(
        "announced", "(record, values, s) => makeGame(record).announce([], values, [s])"
    )
    record, _ = records("binairo")[0]
    for looks, symbols in ((["0", "1"], "01"), (["white", "black"], "○●")):
        record["model"]["looks"]["symbols"] = looks
        clues = [clue for row in record["puzzle"]["clues"] for clue in row]
        empty = record["model"]["looks"]["empty"]
        for cell, clue in enumerate(clues):
            values = engine().call("begin", record)
            for value in (0, 1, 2):
                if clue == empty:
                    values[cell] = value
                    (part, *_) = engine().call("hear", record, values, cell)["parts"]
                    wanted = {0: "", 1: symbols[1], 2: symbols[0]}[value]
                    key = "board_number" if value else "board_empty"
                    assert (part["key"], part["values"]["number"]) == (key, wanted)
                    announced = engine().call("announced", record, values, cell)
                    assert announced["values"]["number"] == wanted
                    assert announced["key"] == ("board_now_number" if value else "board_now_empty")
            if clue != empty:
                (part, *_) = engine().call("hear", record, values, cell)["parts"]
                assert (part["key"], part["values"]["number"]) == (
                    "board_given",
                    symbols[bool(clue)],
                )
