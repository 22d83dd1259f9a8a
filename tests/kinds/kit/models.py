"""Small models at random, with every global: what propagation and clauses are held against."""

from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.arrays import new_state
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.engine.kernels.propagate import reset
from pipeline.kinds.kit.words.accepted.rule import Accepted, unroll
from pipeline.kinds.kit.words.base import ALWAYS, Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.core import MOST_SUM, Model
from pipeline.kinds.kit.words.distinct_lines.rule import DistinctLines
from pipeline.kinds.kit.words.fleet.rule import Fleet
from pipeline.kinds.kit.words.loop.rule import Loop
from pipeline.kinds.kit.words.matching.rule import Matching
from pipeline.kinds.kit.words.paths.rule import Paths
from pipeline.kinds.kit.words.pieces.rule import Pieces
from pipeline.kinds.kit.words.regions.rule import Regions


def open_state(arrays: Arrays) -> State:
    """Return a state on which nothing is decided."""
    state = new_state(arrays)
    reset(arrays, state)
    return state


KINDS = (
    "loop", "connected", "paths", "regions", "accepted", "distinct", "matching", "choice", "fleet",
    "pieces",
)  # fmt: skip


@st.composite
def models(draw: st.DrawFn, kinds: tuple[str, ...] = KINDS, most_counts: int = 3) -> Model:
    """Return a model of up to nine variables, a few counts on them, and one or two globals."""
    variables = draw(st.integers(3, 9))
    model = Model(Grid(1, variables))
    model.cells()
    for _ in range(draw(st.integers(0, most_counts))):
        chosen = draw(st.lists(st.integers(1, variables), min_size=1, max_size=6, unique=True))
        literals = [draw(st.sampled_from((x, -x))) for x in chosen]
        sums = draw(st.sets(st.sampled_from((0, 1, 2, 3, 4, MOST_SUM)), min_size=1, max_size=3))
        model.count(literals, sums, "count", about=())
    for _ in range(draw(st.integers(1, 2)) if kinds else 0):
        made = draw(globals_of(draw(st.sampled_from(kinds)), variables))
        model.globals.append(made)
        if isinstance(made, DistinctLines):
            total = draw(st.integers(0, len(made.lines[0])))
            for line in made.lines:
                model.count(line, (total,), "total", about=())
    return model


@st.composite
def globals_of(draw: st.DrawFn, kind: str, variables: int) -> Global:
    """Return a global constraint of a kind on a graph of up to six nodes."""
    if kind == "accepted":
        chosen = draw(st.permutations(range(1, variables + 1)))[: draw(st.integers(1, variables))]
        weights, aim = (
            draw(st.lists(st.integers(0, 3), min_size=9, max_size=9)),
            draw(st.integers(0, 9)),
        )
        layers = unroll(
            [2] * len(chosen), 0, lambda sum_, k, option: sum_ + option * weights[k], aim.__eq__
        )
        return Accepted(kind, tuple((-x, x) for x in chosen), layers)
    if kind == "distinct":
        width = draw(st.integers(1, variables // 2))
        return DistinctLines(
            kind,
            tuple(tuple(range(at, at + width)) for at in range(1, variables - width + 2, width)),
        )
    if kind == "choice":
        either = st.integers(1, variables).flatmap(lambda x: st.sampled_from((x, -x)))
        option = st.lists(either, min_size=1, max_size=4, unique=True).map(tuple)
        return Choice(kind, tuple(draw(st.lists(option, max_size=4))))
    if kind == "matching":
        chosen = draw(st.permutations(range(1, variables + 1)))[: draw(st.integers(1, variables))]
        slots = draw(st.integers(1, 4))
        places = st.sampled_from([*product(range(slots), range(len(chosen)))])
        places_of = draw(st.lists(places, unique=True, max_size=12))
        return Matching(kind, slots, tuple(chosen), tuple(places_of))
    if kind == "fleet":
        cols = draw(st.integers(1, variables))
        chosen = draw(st.permutations(range(1, variables + 1)))[: variables - variables % cols]
        fleet = draw(st.lists(st.integers(0, 2), min_size=1, max_size=min(3, len(chosen))))
        length = draw(st.integers(0, len(fleet)))
        return Fleet(kind, tuple(chosen), cols, tuple(fleet), length)
    if kind == "pieces":
        cols = draw(st.integers(1, variables))
        chosen = draw(st.permutations(range(1, variables + 1)))[: draw(st.integers(1, variables))]
        size = draw(st.integers(1, 3))
        bars: dict[int, Any] = {1: ((0, 0),), 2: ((0, 0), (1, 0)), 3: ((0, 0), (0, 1), (0, 2))}
        shapes = [bars[size], *[((0, 0), (0, 1), (1, 0))] * (size == 3)]
        group = tuple(range(len(chosen)))
        return Pieces(kind, (group,), (tuple(chosen),), cols, tuple(shapes))
    nodes = draw(st.integers(2, 6))
    literal = st.integers(1, variables).flatmap(lambda x: st.sampled_from((x, -x)))
    pairs = draw(
        st.lists(st.sampled_from([*combinations(range(nodes), 2)]), unique=True, max_size=9)
    )
    here = st.one_of(st.just(ALWAYS), literal)
    if kind == "loop":
        return Loop(kind, tuple((draw(literal), a, b) for a, b in pairs))
    if kind == "paths":
        labels = tuple(draw(st.integers(0, 3)) for _ in range(nodes))
        edges = tuple((draw(literal), a, b) for a, b in pairs)
        return Paths(kind, edges, labels, draw(st.booleans()))
    there = tuple(draw(here) for _ in range(nodes))
    if kind == "connected":
        return Connected(kind, there, tuple((draw(here), a, b) for a, b in pairs))
    sizes = tuple(draw(st.sampled_from((0, 0, 1, 2, 3, 4, -1))) for _ in range(nodes))
    return Regions(kind, there, tuple(pairs), sizes)


@st.composite
def squares(draw: st.DrawFn) -> Model:
    """Return a model of places with different values, and counts that narrow them."""
    side = draw(st.integers(2, 3))
    model = Model(Grid(1, side))
    variables = model.numbers(range(1, draw(st.integers(side, 3)) + 1), "number")
    values = sorted({value for _, value in variables})
    model.all_different(variables, range(side), values, "different")
    if draw(st.booleans()):
        size = draw(st.integers(1, side))
        model.total(variables, range(size), values, draw(st.integers(1, 7)), "total")
    for _ in range(draw(st.integers(0, 3))):
        every = st.sampled_from([*variables.values()])
        chosen = draw(st.lists(every, min_size=1, max_size=3, unique=True))
        model.count(chosen, (0, 1), "count", about=())
    return model
