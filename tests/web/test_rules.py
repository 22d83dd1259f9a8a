"""The player's rules against the rules by definition: the page itself knows no answer."""

import itertools
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from tests.slices import share
from tests.source import ROOT
from tests.web import boards
from tests.web.engine import Engine, games

PLAYED = ("hashi", "npuzzle", "numberlink")
NO_SPAN = Counter({("no-span", ()): 1})
"""Statements about bridges that cannot be drawn on the page."""
UNDRAWABLE = {"loose-end", "slanted", "over-island", "too-many"}
NAMELESS = {"loop"}
"""Which bridges close the loops is a choice; how many loops there are is not."""


@pytest.fixture(scope="module")
def engine() -> Engine:
    engine = games()
    engine.define(
        "check",
        """(kind, puzzle, solution) => {
          const judgeBridges = (game, { bridges }) => {
            const values = game.begin();
            for (const [a, b, count] of bridges) {
              const [one, other] = [Math.min(a, b), Math.max(a, b)];
              const isHere = (span) => span.one === one && span.other === other;
              const slot = game.spans.findIndex(isHere);
              // A span takes one number of bridges, and a board has no other places for them.
              const hasPlace = slot >= 0 && !values[slot] && game.accepts(slot, count);
              if (!hasPlace) return [{ code: "no-span", cells: [] }];
              values[slot] = count;
            }
            return game.check(values);
          };
          // A letter is the way the blank goes; tiles go the other way.
          const judgeMoves = (game, { moves }) => {
            const values = game.begin();
            for (const letter of moves) {
              const changes = game.shift(values, OPPOSITE[letter]);
              if (!changes.length) return [{ code: "off-board", cells: [values.indexOf(0)] }];
              for (const [slot, value] of changes) values[slot] = value;
            }
            return game.check(values);
          };
          const checks = { hashi: judgeBridges, npuzzle: judgeMoves, numberlink: checkNumberlink };
          return checks[kind](makeGame({ kind, puzzle }), solution);
        }""",
    )
    return engine


def by_page(engine: Engine, kind: str, puzzle: Any, solution: Any) -> Counter[Any]:
    return tally((v["code"], v["cells"]) for v in engine.call("check", kind, puzzle, solution))


def by_definition(kind: str, puzzle: Any, solution: Any) -> Counter[Any]:
    own = get_kind(kind)
    clues = own.decode(puzzle)
    return tally((v.code, v.cells) for v in own.check(clues, own.decode_solution(clues, solution)))


def tally(found: Any) -> Counter[Any]:
    return Counter(
        (code, () if code in NAMELESS else tuple(sorted(set(cells)))) for code, cells in found
    )


@pytest.mark.parametrize("kind", PLAYED)
def test_the_page_judges_the_examples_of_a_kind_as_its_rules_do(engine: Engine, kind: str) -> None:
    file = ROOT / "pipeline" / "kinds" / kind / "examples.json"
    examples = json.loads(file.read_text(encoding="utf-8"))
    for example in examples["solved"]:
        assert by_page(engine, kind, example["puzzle"], example["solution"]) == Counter()
    for example in examples["breaking"]:
        found = by_page(engine, kind, example["puzzle"], example["solution"])
        if example["code"] in UNDRAWABLE:
            assert found == NO_SPAN
        else:
            assert {code for code, _ in found} == {example["code"]}


@pytest.mark.sliced
@pytest.mark.parametrize("rule", ["free", "cover", "no-uturn", "no-touch"])
def test_the_page_judges_lines_as_the_rules_do(engine: Engine, rule: str) -> None:
    rng = Random(rule)
    clean = 0
    for _ in range(share(1000)):
        rows, cols = rng.randint(2, 7), rng.randint(2, 7)
        puzzle, paths = boards.lay_lines(rng, rows, cols, rule)
        drawn = boards.spoil_lines(rng, puzzle, paths)
        solution = {"paths": drawn}
        expected = by_definition("numberlink", puzzle, solution)
        assert by_page(engine, "numberlink", puzzle, solution) == expected, (puzzle, drawn)
        clean += not expected
    assert share(20) < clean < share(900)


@pytest.mark.sliced
@pytest.mark.parametrize("connected", [True, False])
@pytest.mark.parametrize("loops", [True, False])
def test_the_page_judges_bridges_as_the_rules_do(
    engine: Engine, connected: bool, loops: bool
) -> None:
    rng = Random(f"{connected} {loops}")
    clean = judged = 0
    for most in itertools.islice(itertools.cycle((1, 2, 3, 4)), share(1000)):
        size = rng.randint(3, 7), rng.randint(3, 7)
        puzzle, bridges = boards.build_bridges(rng, *size, (most, connected, loops))
        drawn = boards.spoil_bridges(rng, puzzle, bridges)
        solution = {"bridges": drawn}
        expected = by_definition("hashi", puzzle, solution)
        found = by_page(engine, "hashi", puzzle, solution)
        if found == NO_SPAN:
            ends = {frozenset(bridge[:2]) for bridge in drawn}
            assert UNDRAWABLE & {code for code, _ in expected} or len(ends) < len(drawn), drawn
            continue
        assert found == expected, (puzzle, drawn)
        judged += bool(expected)
        clean += not expected
    assert share(20) < clean < share(900)
    assert judged > share(200)


@pytest.mark.sliced
def test_the_page_judges_moves_as_the_rules_do(engine: Engine) -> None:
    rng = Random("moves")
    clean = 0
    for _ in range(share(1000)):
        record, moves = boards.scramble_tiles(rng)
        puzzle = record["puzzle"]
        tried = list(moves)
        for _ in range(rng.randrange(3)):
            tried.insert(rng.randrange(len(tried) + 1), rng.choice("UDLR"))
        solution = {"moves": "".join(tried)}
        expected = by_definition("npuzzle", puzzle, solution)
        assert by_page(engine, "npuzzle", puzzle, solution) == expected, (puzzle, tried)
        clean += not expected
    assert share(20) < clean < share(900)
