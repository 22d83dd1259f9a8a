"""A bank of dominoes: what it forces, in the kernel and in the player, against all ways."""

from itertools import product
from random import Random

import numpy as np

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.arrays import compile_model, encode, new_state
from pipeline.kinds.kit.engine.encode import complete
from pipeline.kinds.kit.engine.kernels.board import GLOBALS
from pipeline.kinds.kit.engine.kernels.search import run_trials
from pipeline.kinds.kit.words.bank.rule import ALL, Bank, Piece
from pipeline.kinds.kit.words.core import Model
from pipeline.solvers.sat import SatSolver
from tests.naive.models import is_solution
from tests.web.engine import Engine

WIDTH, CELLS = 3, 4
EDGES = ((0, 1), (0, 2), (1, 3), (2, 3))
PAIRS = [(low, high) for high in range(WIDTH) for low in range(high + 1)]
Way = tuple[bool, ...]


def bank(random: Random) -> Model:
    """Return a board of two by two cells with two dominoes, which need not be different."""
    model = Model(Grid(2, 2))
    number = model.numbers(range(WIDTH), "cell")
    side = model.strokes(EDGES)
    found: dict[tuple[int, int], int] = {}
    for _ in range(2):
        pair = random.choice(PAIRS)
        found[pair] = found.get(pair, 0) + 1
    pieces = tuple(Piece(*pair, times) for pair, times in sorted(found.items()))
    rows = tuple(tuple(number[cell, k] for k in range(WIDTH)) for cell in range(CELLS))
    edges = tuple((side[pair], *pair) for pair in EDGES)
    for aim in range(ALL, len(pieces)):
        model.globals.append(Bank("bank", rows, edges, pieces, aim))
    return model


def ways_of(model: Model) -> list[Way]:
    """Return each way to have one number in each cell and dominoes of the bank at sides."""
    found = []
    for numbers in product(range(WIDTH), repeat=CELLS):
        for sides in product((False, True), repeat=len(EDGES)):
            way = (*(k == one for one in numbers for k in range(WIDTH)), *sides)
            if is_solution(model, way):
                found.append(way)
    return found


def deduced(model: Model, known: list[int]) -> set[int] | None:
    """Return what the kernel deduces of literals, None for a contradiction."""
    arrays = compile_model(model, has_overlaps=False)
    state = new_state(arrays)
    out = np.zeros(len(state.value), dtype=np.int32)
    chains = np.zeros(len(state.value), dtype=np.int64)
    codes = np.array([*map(encode, known)], dtype=np.int32)
    if run_trials(arrays, state, codes, GLOBALS, 0, out, chains) <= 0:
        return None
    return {
        k * int(state.value[2 * k]) for k in range(1, len(model.marks) + 1) if state.value[2 * k]
    }


def played(engine: Engine, model: Model, known: list[int]) -> set[int] | None:
    """Return the same of the player."""
    banks = [one for one in model.globals if isinstance(one, Bank)]
    whole = {**banks[0].to_json(), "literals": banks[0].literals}
    rules = [{**whole, "aim": one.aim} for one in banks]
    counts = [[list(one.literals), one.sums] for one in model.counts]
    found = engine.call("follow", rules, counts, len(model.marks), known)
    return None if found is None else {*found}


def test_kernel_and_player_force_alike_what_all_ways_have() -> None:
    engine = Engine("constraints/words.js")
    engine.define(
        "follow",
        """(rules, counts, size, known) => {
          const state = new Int8Array(size + 1);
          for (const x of known) state[Math.abs(x)] = Math.sign(x);
          for (let hasChanged = true; hasChanged; ) {
            hasChanged = false;
            const next = [];
            for (const [literals] of counts) {
              const values = literals.map((x) => state[x]);
              const held = values.filter((value) => value > 0).length;
              const open = literals.filter((x) => !state[x]);
              if (held > 1 || (!held && !open.length)) return null;
              if (held) next.push(...open.map((x) => -x));
              else if (open.length === 1) next.push(open[0]);
            }
            if (!next.length) for (const one of rules) {
              const found = lookAtGlobal(one, state);
              if (found.isBroken) return null;
              next.push(...found.forced);
            }
            for (const x of next) {
              if (state[Math.abs(x)] === -Math.sign(x)) return null;
              hasChanged ||= !state[Math.abs(x)];
              state[Math.abs(x)] = Math.sign(x);
            }
          }
          return [...state.keys()].slice(1).filter((k) => state[k]).map((k) => k * state[k]);
        }""",
    )
    random, forced, broken = Random(7), 0, 0
    for _ in range(15):
        model = bank(random)
        ways = ways_of(model)
        for _ in range(12):
            base = random.choice(ways) if random.random() < 0.8 else None
            share = random.random()
            known = [
                k if (base[k - 1] if base else random.random() < 0.3) else -k
                for k in range(1, len(model.marks) + 1)
                if random.random() < share
            ]
            found = deduced(model, known)
            assert found == played(engine, model, known), known
            fitting = [way for way in ways if all(way[abs(x) - 1] == (x > 0) for x in known)]
            assert found is not None or not fitting
            for x in found or ():
                assert all(way[abs(x) - 1] == (x > 0) for way in fitting)
            forced += len(found or ()) - len(known) * (found is not None)
            broken += found is None
    assert forced > 200
    assert broken > 10


def test_whole_states_are_judged_exactly() -> None:
    random = Random(3)
    for _ in range(2):
        model = bank(random)
        ways = {*ways_of(model)}
        for numbers in product(range(WIDTH), repeat=CELLS):
            for sides in product((False, True), repeat=len(EDGES)):
                way = (*(k == one for one in numbers for k in range(WIDTH)), *sides)
                known = [k if on else -k for k, on in enumerate(way, 1)]
                assert (deduced(model, known) is not None) == (way in ways)


def test_clauses_have_the_same_solutions() -> None:
    random = Random(5)
    for _ in range(3):
        model = bank(random)
        encoding = complete(model)
        size, found = len(model.marks), set[Way]()
        with SatSolver(clauses=encoding.clauses) as solver:
            while solver.solve():
                way = tuple(solver.model().tolist()[1 : size + 1])
                found.add(way)
                solver.add_clauses([[-k if on else k for k, on in enumerate(way, 1)]])
        assert found == {*ways_of(model)}
