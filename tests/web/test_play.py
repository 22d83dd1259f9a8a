"""Playing without a browser: gestures, undo, the text that is saved, what "right so far" says."""

from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from tests.web import boards
from tests.web.engine import Engine, games

OTHER_DEEDS = ["tap", "nudge", "erase", "mark", "undo", "redo", "cancel"]
RULES = ("free", "cover", "no-uturn", "no-touch")


@pytest.fixture(scope="module")
def engine() -> Engine:
    engine = games()
    engine.define("loads", "(record, text) => new Log(makeGame(record)).load(text, Infinity)")
    engine.define("play", PLAY)
    return engine


PLAY = """(record, deeds, isJudged) => {
  const log = new Log(makeGame(record));
  const { game } = log;
  let hold = null;
  const faults = [];
  for (const [deed, ...rest] of deeds) {
    let answer = null;
    if (deed === "tap") answer = game.tap(log.values, hold, rest[0], rest[1]);
    if (deed === "nudge") answer = game.nudge(log.values, hold, rest[0]);
    if (deed === "erase") log.sketch(game.erase(log.values, rest[0]));
    if (deed === "mark") log.sketch(game.mark(log.values, rest[0], rest[1]));
    if (deed === "stroke") {
      hold = game.grab(log.values, rest[0][0]);
      for (const cell of hold ? rest[0] : []) {
        const spot = { x: cell % game.cols + 0.5, y: Math.floor(cell / game.cols) + 0.5 };
        hold.from ??= spot;
        log.sketch(game.drag(log.values, hold, cell, spot) ?? []);
        if (cell === rest[0].at(-1)) answer = game.drop(log.values, hold, spot);
      }
    }
    if (answer) {
      hold = answer.hold;
      log.sketch(answer.changes);
    }
    if (deed === "cancel") {
      log.sketch(game.erase(log.values, rest[0]));
      log.cancel();
    }
    if (deed === "undo") log.undo();
    if (deed === "redo") log.redo();
    log.settle();
    if (isJudged) faults.push(game.findFaults(log.values).map((fault) => fault.code));
  }
  const after = [...log.values], text = log.text(), at = log.at;
  const paths = game.paths?.(log.values) ?? null, bridges = game.bridges?.(log.values) ?? null;
  const fresh = new Log(game);
  const isLoaded = fresh.load(text, at);
  const again = [...fresh.values];
  while (log.at) log.undo();
  const empty = [...log.values];
  while (log.at < log.moves.length) log.redo();
  while (log.at > at) log.undo();
  return { after, text, at, isLoaded, again, empty, redone: [...log.values], paths, bridges,
    begin: game.begin(), faults, violations: game.check(log.values).map((v) => v.code),
    progress: game.measure(log.values) };
}"""


def numberlink(rng: Random, rule: str = "cover") -> tuple[dict[str, Any], boards.Paths]:
    puzzle, paths = boards.lay_lines(rng, rng.randint(3, 7), rng.randint(3, 7), rule)
    return {"kind": "numberlink", "puzzle": puzzle}, paths


def hashi(rng: Random) -> tuple[dict[str, Any], boards.Bridges]:
    rule = rng.randint(1, 4), rng.random() < 0.5, rng.random() < 0.5
    puzzle, bridges = boards.build_bridges(rng, rng.randint(4, 8), rng.randint(4, 8), rule)
    return {"kind": "hashi", "puzzle": puzzle}, bridges


def lines(clues: list[list[int]], rule: str = "free") -> dict[str, Any]:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "rule": rule, "clues": clues}
    return {"kind": "numberlink", "puzzle": puzzle}


def isles(clues: list[list[int]], loops: bool = True) -> dict[str, Any]:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "loops": loops, "clues": clues}
    return {"kind": "hashi", "puzzle": puzzle}


def spot(cell: int, cols: int) -> dict[str, float]:
    return {"x": cell % cols + 0.5, "y": cell // cols + 0.5}


def random_deeds(rng: Random, record: dict[str, Any], count: int) -> list[list[Any]]:
    puzzle = record["puzzle"]
    rows = puzzle.get("rows") or len(puzzle["start"])
    cols = puzzle.get("cols") or len(puzzle["start"][0])
    deeds: list[list[Any]] = []
    for _ in range(count):
        cell = rng.randrange(rows * cols)
        match rng.choice(["stroke"] * 6 + OTHER_DEEDS):
            case "stroke":
                walk = [cell]
                for _ in range(rng.randrange(12)):
                    walk.append(rng.choice(boards.beside(rows, cols, walk[-1])))
                deeds.append(["stroke", walk])
            case "nudge":
                deeds.append(["nudge", rng.choice("UDLR")])
            case "tap" | "mark" as deed:
                deeds.append([deed, cell, spot(cell, cols)])
            case deed:
                deeds.append([deed, cell])
    return deeds


@pytest.mark.parametrize("make", [numberlink, hashi, boards.scramble_tiles])
def test_undo_redo_and_saving_keep_every_move(engine: Engine, make: Any) -> None:
    rng = Random(make.__name__)
    for _ in range(60):
        record, _ = make(rng)
        game = engine.call("play", record, random_deeds(rng, record, rng.randint(1, 60)))
        assert game["empty"] == game["begin"]
        assert game["redone"] == game["after"]
        assert game["isLoaded"]
        assert game["again"] == game["after"]


def test_lines_never_share_a_cell_nor_leave_the_board(engine: Engine) -> None:
    rng = Random(5)
    for _ in range(60):
        record, _ = numberlink(rng, "free")
        game = engine.call("play", record, random_deeds(rng, record, 40))
        cells = [cell for path in game["paths"] for cell in path]
        assert len(cells) == len(set(cells))
        assert not {"repeated-cell", "crossing", "foreign-end", "blocked-cell", "wrong-ends"} & set(
            game["violations"]
        )


def test_bridges_never_cross(engine: Engine) -> None:
    rng = Random(6)
    for _ in range(60):
        record, _ = hashi(rng)
        game = engine.call("play", record, random_deeds(rng, record, 40))
        assert not {"crossing", "over-island", "loose-end", "slanted", "too-many"} & set(
            game["violations"]
        )


def test_sliding_never_loses_a_tile(engine: Engine) -> None:
    rng = Random(7)
    for _ in range(60):
        record, _ = boards.scramble_tiles(rng)
        game = engine.call("play", record, random_deeds(rng, record, 40))
        assert sorted(game["after"]) == list(range(len(game["after"])))


@pytest.mark.parametrize("rule", RULES)
def test_drawing_the_lines_from_either_end_solves_and_is_right_so_far(
    engine: Engine, rule: str
) -> None:
    rng = Random(rule)
    for _ in range(40):
        record, paths = numberlink(rng, rule)
        deeds: list[list[Any]] = []
        for path in rng.sample(paths, len(paths)):
            at = rng.randrange(len(path))
            strokes = [path[: at + 1], path[at:][::-1]]
            deeds += [["stroke", stroke] for stroke in rng.sample(strokes, 2)]
        game = engine.call("play", record, deeds, True)
        assert game["violations"] == []
        assert game["faults"] == [[] for _ in deeds], (record, deeds)
        assert game["progress"]["done"] == game["progress"]["total"] == len(paths)


def test_a_line_drawn_backwards_in_one_stroke_is_the_same_line(engine: Engine) -> None:
    record = lines([[1, 0, 0, 1]], "cover")
    for stroke in ([0, 1, 2, 3], [3, 2, 1, 0]):
        assert engine.call("play", record, [["stroke", stroke]])["violations"] == []


def test_dragging_back_erases_and_a_crossing_line_cuts(engine: Engine) -> None:
    record = lines([[1, 0, 1], [2, 0, 2], [0, 0, 0]])
    back = engine.call("play", record, [["stroke", [0, 1, 4, 7, 4, 1]]])
    assert back["after"][:2] == ["R", ""]
    cut = engine.call("play", record, [["stroke", [3, 4, 5]], ["stroke", [0, 1, 4]]])
    assert cut["after"][:4] == ["RD", "", "", ""]
    both = engine.call("play", record, [["stroke", [0, 1]], ["stroke", [2, 1]]])
    assert both["progress"]["done"] == 1


def test_a_tap_leads_a_line_straight_and_stops_at_numbers(engine: Engine) -> None:
    record = lines([[1, 0, 0, 2], [0, 0, 0, 0], [2, 0, 0, 1]])
    taps = [
        ["tap", 0, spot(0, 4)],
        ["tap", 2, spot(2, 4)],
        ["tap", 10, spot(10, 4)],
        ["nudge", "R"],
    ]
    assert engine.call("play", record, taps)["after"][0] == "RRDDR"
    refused = [["tap", 0, spot(0, 4)], ["nudge", "R"], ["nudge", "R"], ["nudge", "R"]]
    assert engine.call("play", record, refused)["after"][0] == "RR"


def test_building_the_bridges_solves_and_is_right_so_far(engine: Engine) -> None:
    rng, played = Random(8), 0
    while played < 60:
        record, bridges = hashi(rng)
        cols = record["puzzle"]["cols"]
        deeds = [
            deed
            for one, other, count in rng.sample(bridges, len(bridges))
            for _ in range(count)
            for deed in ([["stroke", [one, other]]])
        ]
        game = engine.call("play", record, deeds, True)
        if game["violations"]:
            continue
        played += 1
        assert sorted(map(tuple, game["bridges"])) == sorted(map(tuple, bridges))
        assert game["faults"] == [[] for _ in deeds], (record, deeds)
        taps = [
            ["tap", cell, spot(cell, cols)]
            for one, other, _ in bridges[:1]
            for cell in (one, other)
        ]
        assert engine.call("play", record, taps)["bridges"][0] == [*bridges[0][:2], 1]


def test_swipes_arrows_and_taps_slide_tiles(engine: Engine) -> None:
    rng = Random(9)
    for _ in range(100):
        record, moves = boards.scramble_tiles(rng)
        cols = len(record["puzzle"]["start"][0])
        flat = [tile for row in record["puzzle"]["start"] for tile in row]
        blank, deeds = flat.index(0), []
        for letter in moves:
            tile = boards.shift(len(flat) // cols, cols, blank, letter)
            tile_goes = {"U": "D", "D": "U", "L": "R", "R": "L"}[letter]
            deeds.append(
                rng.choice(
                    [
                        ["tap", tile, spot(tile, cols)],
                        ["nudge", tile_goes],
                        ["stroke", [tile, blank]],
                    ]
                )
            )
            blank = tile
        game = engine.call("play", record, deeds)
        assert game["violations"] == []
        assert game["progress"]["done"] == game["progress"]["total"]


def test_faults_are_named(engine: Engine) -> None:
    def codes(record: Any, deeds: Any) -> set[str]:
        return set(engine.call("play", record, deeds, True)["faults"][-1])

    cover = lines([[1, 0, 0], [2, 0, 2], [0, 0, 1]], "cover")
    assert codes(cover, [["stroke", [3, 4, 5]]]) == {"no-way", "no-line"}
    block = lines([[1, 1, 0], [0, 0, 0]], "no-uturn")
    assert codes(block, [["stroke", [0, 3, 4, 5]]]) == {"uturn"}
    touch = lines([[1, 0, 1], [0, 0, 0]], "no-touch")
    assert "self-touch" in codes(touch, [["stroke", [0, 3, 4, 1]]])
    assert codes(touch, [["stroke", [0, 1, 2]]]) == {"no-line"}
    square = [[1, 0, 1], [0, 0, 0], [1, 0, 1]]
    assert codes(isles(square), [["stroke", [0, 2]]]) == {"shut-off"}
    both = codes(isles(square), [["stroke", [0, 2]], ["stroke", [0, 6]]])
    assert both == {"too-many-here", "too-few-here", "shut-off"}
    around = [["stroke", pair] for pair in ([0, 2], [2, 8], [6, 8], [0, 6])]
    assert codes(isles([[2, 0, 2], [0, 0, 0], [2, 0, 2]], loops=False), around) == {"loop"}


@pytest.mark.parametrize(
    "text",
    ["x", "0=", "0=7", "99999=1", "0=RRRRRRRRRR", "0=R;;", "0=R,", "-1=R", "0=<b>", "0=R;0=Q"],
)
def test_text_that_is_no_game_is_refused(engine: Engine, text: str) -> None:
    record = {"kind": "numberlink", "puzzle": {"rows": 1, "cols": 3, "clues": [[1, 0, 1]]}}
    assert engine.call("loads", record, "0=RR;0=R")
    assert engine.call("loads", record, text) is (text == "0=")


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "chess", "puzzle": {}},
        {"kind": "constructor", "puzzle": {}},
        {"kind": "numberlink", "puzzle": {"rows": 2, "cols": 2, "clues": [[1, 1]]}},
        {"kind": "numberlink", "puzzle": {"rows": 1, "cols": 2, "clues": [[1, 2]]}},
        {"kind": "numberlink", "puzzle": {"rows": 1, "cols": 2, "rule": "any", "clues": [[1, 1]]}},
        {"kind": "hashi", "puzzle": {"rows": 1, "cols": 2, "clues": [["<b>", 1]]}},
        {"kind": "hashi", "puzzle": {"rows": 1, "cols": 2, "max_bridges": 9, "clues": [[1, 1]]}},
        {"kind": "npuzzle", "puzzle": {"start": [[1, 1]], "goal": [[1, 0]]}},
        {"kind": "npuzzle", "puzzle": {}},
    ],
)
def test_records_that_are_no_puzzle_are_refused(engine: Engine, record: Any) -> None:
    with pytest.raises(Exception, match="expected"):
        engine.call("loads", record, "")


def test_a_sliding_hint_is_on_a_shortest_way(engine: Engine) -> None:
    engine.define("hint", "(record, values) => makeGame(record).hint(values)")
    goal = (8, 0, 6, 5, 4, 7, 2, 3, 1)
    depths: dict[tuple[int, ...], int] = {goal: 0}
    front: list[tuple[int, ...]] = [goal]
    while depths[front[0]] < 14:  # breadth first: the least moves, by definition
        tiles = front.pop(0)
        blank = tiles.index(0)
        for step in (-3, 3, -1, 1):
            cell = blank + step
            if 0 <= cell < 9 and (abs(step) == 3 or cell // 3 == blank // 3):
                after = list(tiles)
                after[blank], after[cell] = after[cell], 0
                if depths.setdefault(tuple(after), depths[tiles] + 1) > depths[tiles]:
                    front.append(tuple(after))
    grid = [list(goal[k : k + 3]) for k in (0, 3, 6)]
    for tiles in Random(2).sample(sorted(depths), 12):
        record = {"kind": "npuzzle", "puzzle": {"start": grid, "goal": grid}}
        hint = engine.call("hint", record, tiles)
        if tiles == goal:
            assert hint is None
            continue
        assert hint["message"]["count"] == depths[tiles]
        after = list(tiles)
        for cell, tile in hint["changes"]:
            after[cell] = tile
        assert depths[tuple(after)] == depths[tiles] - 1


def test_a_far_sliding_board_gets_a_way_that_ends(engine: Engine) -> None:
    engine.define(
        "end",
        """(record, most) => {
      const game = makeGame(record);
      const values = game.begin();
      const counts = [];
      for (let moves = 0; moves < most; moves++) {
        const hint = game.nextMove(values, 500);
        if (!hint) return [moves, game.check(values).length, counts];
        counts.push(hint.message.values.moves ?? hint.message.count);
        for (const [cell, tile] of hint.changes) values[cell] = tile;
      }
      return null;
    }""",
    )
    goal = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 0]]
    rng = Random(4)
    for _ in range(5):
        tiles = list(range(1, 16))
        rng.shuffle(tiles)
        turns = sum(one > other for one, other in combinations(tiles, 2))
        if turns % 2:
            tiles[:2] = tiles[1::-1]
        start = [[*tiles, 0][k : k + 4] for k in (0, 4, 8, 12)]
        board = {"kind": "npuzzle", "puzzle": {"start": start, "goal": goal}}
        moves, faults, counts = engine.call("end", board, 400)
        assert faults == 0
        assert moves > 30
        assert counts[0] >= moves
        assert all(one > other for one, other in pairwise(counts)), (
            "each hint follows the announced way"
        )


def test_moves_are_measured_and_slots_beyond_the_board_refused() -> None:
    engine = games()
    engine.define(
        "measure",
        """(record, text) => {
          const log = new Log(makeGame(record));
          const isLoaded = log.load(text, Infinity);
          return [isLoaded, log.values.length, log.length((slots) => slots.length)];
        }""",
    )
    rng = Random("lengths")
    record, _ = hashi(rng)
    _, size, none = engine.call("measure", record, "")
    assert none == 0
    assert engine.call("measure", record, "0=1") == [True, size, 1]
    assert engine.call("measure", record, f"0=1;{size - 1}=1;0=0") == [True, size, 3]
    assert engine.call("measure", record, "0=1;0=0,1=1") == [True, size, 3]
    assert engine.call("measure", record, f"{size}=1") == [False, size, 0]
