"""What each constraint of the player forces, against every completion of small boards.

Some constraints force all that follows, as is checked; of the others each deduction that they are
to make is defined here.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import networkx as nx
import pytest

from pipeline.kinds.kit.words.accepted.rule import Accepted, unroll
from pipeline.kinds.kit.words.base import Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.distinct_lines.rule import DistinctLines
from pipeline.kinds.kit.words.loop.rule import Loop
from pipeline.kinds.kit.words.matching.rule import Matching
from pipeline.kinds.kit.words.paths.rule import Paths
from pipeline.kinds.kit.words.regions.rule import Regions
from tests.naive.broken import is_broken
from tests.web.engine import Engine

State = list[int]
"""1, -1 or 0 (open) of each variable from 1."""
Literals = set[int]


@cache
def engine() -> Engine:
    made = Engine("constraints/words.js")
    made.define(
        "look",
        "(one, states) => states.map((state) => lookAtGlobal(one, Int8Array.from([1, ...state])))",
    )
    return made


def look(one: Global, states: list[State]) -> list[dict[str, Any]]:
    json = dict(one.to_json())
    if isinstance(one, AllDifferent | Consecutive):
        json["literals"] = one.literals
    found: list[dict[str, Any]] = engine().call("look", json, states)
    return found


def grid_edges(rows: int, cols: int) -> list[tuple[int, int]]:
    cells = range(rows * cols)
    across = [(cell, cell + 1) for cell in cells if (cell + 1) % cols]
    return sorted(across + [(cell, cell + cols) for cell in cells if cell + cols < rows * cols])


def value(literal: int, state: State) -> int:
    return 1 if literal == 0 else state[abs(literal) - 1] * (1 if literal > 0 else -1)


def solutions(one: Global, size: int, is_allowed: Callable[[State], bool]) -> list[State]:
    ways = ([*way] for way in product((1, -1), repeat=size))
    return [
        way for way in ways
        if is_allowed(way) and not is_broken(one, {k: x > 0 for k, x in enumerate(way, 1)})
    ]  # fmt: skip


def states(random: Random, size: int, whole: list[State]) -> Iterator[State]:
    """Yield states by chance, most of them parts of a solution."""
    for _ in range(25):
        base = random.choice(whole) if whole and random.random() < 0.7 else None
        share = random.random()
        yield [
            0 if random.random() < share else base[k] if base else random.choice((1, -1))
            for k in range(size)
        ]
    for solution in whole[:5]:
        yield [*solution]
        at = random.randrange(size)
        yield [-x if k == at else x for k, x in enumerate(solution)]


def completions(state: State, whole: list[State]) -> list[State]:
    return [way for way in whole if all(x in (0, y) for x, y in zip(state, way, strict=True))]


def agreed(state: State, ways: list[State]) -> Literals:
    """Return the open literals that hold in every way."""
    signs = [{way[k] for way in ways} for k in range(len(state))]
    return {
        (k + 1) * min(sign)
        for k, sign in enumerate(signs)
        if not state[k] and len(sign) == 1
    }  # fmt: skip


def anything(_: State) -> bool:
    return True


def connected(random: Random) -> tuple[Connected, int]:
    """Nodes of a small grid, some of them always there, and edges, some of which may be missing."""
    rows, cols = random.choice(((2, 3), (3, 2), (2, 2), (1, 5)))
    has_edges = random.random() < 0.5
    count, nodes = 0, []
    for _ in range(rows * cols):
        if has_edges and random.random() < 0.4:
            nodes.append(0)
        else:
            count += 1
            nodes.append(count * random.choice((1, -1)))
    edges = []
    for a, b in grid_edges(rows, cols):
        if has_edges and count < 10:
            count += 1
            edges.append((count, a, b))
        else:
            edges.append((0, a, b))
    return Connected("c", tuple(nodes), tuple(edges)), count


def matching(random: Random) -> tuple[Matching, int]:
    slots, cells = random.randint(1, 4), random.randint(1, 6)
    pairs = [*product(range(slots), range(cells))]
    edges = random.sample(pairs, random.randint(1, len(pairs)))
    return Matching("m", slots, tuple(range(1, cells + 1)), tuple(edges)), cells


def choice(random: Random) -> tuple[Choice, int]:
    size = random.randint(2, 6)
    options = [
        tuple(x * random.choice((1, -1)) for x in range(1, size + 1) if random.random() < 0.6)
        for _ in range(random.randint(1, 4))
    ]  # fmt: skip
    return Choice("c", tuple(options)), size


def accepted(random: Random) -> tuple[Accepted, int]:
    size = random.randint(1, 7)
    weights, aim = [random.randint(0, 3) for _ in range(size)], random.randint(0, 8)
    layers = unroll([2] * size, 0, lambda all_, k, on: all_ + on * weights[k], aim.__eq__)
    return Accepted("a", tuple((-x, x) for x in range(1, size + 1)), layers), size


EXACT: dict[str, Callable[[Random], tuple[Any, int]]] = {
    "accepted": accepted, "choice": choice, "connected": connected, "matching": matching,
}  # fmt: skip


@pytest.mark.parametrize("word", EXACT)
def test_constraints_force_what_all_completions_have(word: str) -> None:
    random, forced = Random(word), 0
    for _ in range(60):
        one, size = EXACT[word](random)
        whole = solutions(one, size, anything)
        tried = [*states(random, size, whole)] if size else [[]]
        for state, found in zip(tried, look(one, tried), strict=True):
            ways = completions(state, whole)
            assert found["isBroken"] == (not ways), (one, state)
            assert not ways or {*found["forced"]} == agreed(state, ways), (one, state)
            forced += len(found["forced"])
    assert forced > 100


def candidates(literals: Sequence[Sequence[int]], state: State) -> list[set[int]]:
    """Return what is open in each line in which nothing holds, by its place in the line."""
    lines = [line for line in literals if not any(value(x, state) > 0 for x in line)]
    return [{k for k, x in enumerate(line) if not value(x, state)} for line in lines]


def smallest_set(literals: Sequence[Sequence[int]], state: State) -> tuple[int, str] | None:
    """Return the size and name of the smallest set that rules something out."""
    ways = {"set": literals, "hidden": [*zip(*literals, strict=True)]}
    lines = {name: candidates(way, state) for name, way in ways.items()}
    for size in range(1, len(lines["set"]) // 2 + 1):
        for name in ("set", *(["hidden"] if len(lines["hidden"]) == len(lines["set"]) else [])):
            for chosen in combinations(range(len(lines[name])), size):
                union = set().union(*(lines[name][k] for k in chosen))
                rest = [line for k, line in enumerate(lines[name]) if k not in chosen]
                if len(union) == size and any(union & line for line in rest):
                    return size, name
    return None


@pytest.mark.parametrize("more", [0, 1, 2])
def test_the_smallest_set_of_candidates_rules_out_others(more: int) -> None:
    random, names = Random(more), set()
    for _ in range(60):
        places = random.randint(1, 6 - more)
        width = places + more
        literals = tuple(tuple(width * p + k + 1 for k in range(width)) for p in range(places))
        whole = []
        for way in permutations(range(width), places):
            chosen = {literals[p][k] for p, k in enumerate(way)}
            whole.append([1 if x in chosen else -1 for x in range(1, places * width + 1)])
        tried = []
        for _ in range(12):
            base, least = random.choice(whole), random.random()
            state = [0 if x > 0 or random.random() < least else -1 for x in base]
            few = random.sample(range(places), random.randrange(places))
            kept = {base.index(1, width * place) % width for place in few}
            state = [-1 if k // width in few and k % width not in kept else x
                     for k, x in enumerate(state)]  # fmt: skip
            if random.random() < 0.3:  # a value is written, and so nowhere else
                at = base.index(1)
                near = {
                    k
                    for k in range(len(state))
                    if k // width == at // width or not (k - at) % width
                }
                state = [-1 if k in near else x for k, x in enumerate(state)]
                state[at] = 1
            tried.append(state)
        for state, found in zip(tried, look(AllDifferent("d", literals), tried), strict=True):
            ways = [
                way for way in whole if all(x in (0, y) for x, y in zip(state, way, strict=True))
            ]
            assert ways
            assert not found["isBroken"]
            expected = smallest_set(literals, state)
            assert bool(found["forced"]) == (expected is not None)
            if expected:
                size, name = expected
                assert found["name"] == f"{name}-{size}"
                assert {*found["forced"]} <= agreed(state, ways)
                line = 1 if name == "set" else 0
                cells = [divmod(x - 1, width) for x in found["set"]]
                assert not {*found["set"]} & {-x for x in found["forced"]}
                assert not any(value(x, state) for x in found["set"])
                assert len({cell[1 - line] for cell in cells}) == size
                # All that the set rules out is, and nothing else.
                values = {cell[line] for cell in cells}
                assert {-x for x in found["forced"]} == {
                    x for row in literals for x in row
                    if divmod(x - 1, width)[line] in values and not value(x, state)
                } - {*found["set"]}  # fmt: skip
                names.add(found["name"])
    assert {"set-1", "set-2"} <= names
    assert ({"hidden-1", "hidden-2"} <= names) == (more == 0)


def test_a_place_without_candidates_is_a_fault() -> None:
    one = AllDifferent("d", ((1, 2, 3), (4, 5, 6), (7, 8, 9)))
    for place in range(3):
        state = [-1 if k // 3 == place else 0 for k in range(9)]
        assert look(one, [state])[0]["isBroken"]


def are_even(width: int, way: Sequence[int]) -> bool:
    """Return whether each line has as many of one value as of the other."""
    return all(sum(way[k : k + width]) == 0 for k in range(0, len(way), width))


def test_lines_are_completed_unlike_finished_ones() -> None:
    random, forced = Random("lines"), 0
    for _ in range(60):
        count, width = random.randint(2, 3), random.choice((2, 4))
        lines = [[width * k + x + 1 for x in range(width)] for k in range(count)]
        one = DistinctLines("d", tuple(map(tuple, lines)))
        whole = solutions(one, count * width, partial(are_even, width))
        tried = [*states(random, count * width, whole)]
        for state, found in zip(tried, look(one, tried), strict=True):
            values = [[value(x, state) for x in line] for line in lines]
            pairs = [
                (a, b) for a, b in permutations(range(count), 2)
                if 0 not in values[a] and values[b].count(0) < 3
                and all(y in (0, x) for x, y in zip(values[a], values[b], strict=True))
            ]  # fmt: skip
            assert bool(found["forced"] or found["isBroken"]) == bool(pairs), (lines, state)
            if pairs:
                near = {frozenset((*lines[a], *lines[b])) for a, b in pairs}
                assert frozenset(found["lines"]) in near
                assert found["isBroken"] == (not any(value(x, state) == 0 for x in found["lines"]))
            is_even = all(sum(row) == 0 for row in values if 0 not in row) and all(
                abs(sum(row)) <= row.count(0) for row in values
            )
            if found["forced"] and is_even:
                ways = completions(state, whole)
                assert not ways or {*found["forced"]} <= agreed(state, ways)
                forced += 1
    assert forced > 20


def board_edges(random: Random) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the number of nodes and the edges of a small grid, some of which are missing."""
    rows, cols = random.choice(((2, 3), (3, 3), (2, 4), (3, 4)))
    pairs = [pair for pair in grid_edges(rows, cols) if random.random() < 0.95]
    random.shuffle(pairs)
    pairs = [pair if random.random() < 0.5 else pair[::-1] for pair in pairs]
    return rows * cols, [(k, *pair) for k, pair in enumerate(pairs, 1)]


def graph_of(edges: Sequence[tuple[int, int, int]], state: State, least: int = 1) -> nx.Graph:
    return nx.Graph((a, b) for x, a, b in edges if value(x, state) >= least)


def random_lines(random: Random, edges: Sequence[tuple[int, int, int]]) -> State:
    """Return a state in which at most two lines meet at a node."""
    state, degree = [0] * len(edges), dict[int, int]()
    share = random.random()
    for x, a, b in random.sample([*edges], len(edges)):
        if random.random() < share and degree.get(a, 0) < 2 > degree.get(b, 0):
            state[x - 1] = 1
            degree[a], degree[b] = degree.get(a, 0) + 1, degree.get(b, 0) + 1
        elif random.random() < 0.3:
            state[x - 1] = -1
    return state


def test_a_loop_does_not_close_early_and_meets_all_that_is_drawn() -> None:
    random, forced, faults = Random("loop"), 0, 0
    for _ in range(60):
        _, edges = board_edges(random)
        tried = [random_lines(random, edges) for _ in range(10)] + [[-1] * len(edges)]
        for state, found in zip(tried, look(Loop("l", tuple(edges)), tried), strict=True):
            drawn, left = graph_of(edges, state), graph_of(edges, state, 0)
            parts = [drawn.subgraph(part) for part in nx.connected_components(drawn)]
            closed = [part for part in parts if part.number_of_edges() == len(part)]
            reach = [part for part in nx.connected_components(left) if part & {*drawn}]
            is_bad = not left or (closed and len(parts) > 1) or len(reach) > 1
            assert found["isBroken"] == bool(is_bad), (edges, state)
            if is_bad:
                faults += 1
                named = set(found.get("lines") or ())
                assert all(value(x, state) > 0 for x in named)
                lines = graph_of([edge for edge in edges if edge[0] in named], state)
                assert {*lines.edges} <= {*drawn.edges}
                if closed and len(parts) > 1:
                    assert {*lines} in [{*part} for part in closed]
                elif drawn:
                    assert {*lines}
                    assert any({*lines} == {*drawn} - part for part in reach)
                continue
            expected = set()
            for x, a, b in edges:
                joined = nx.Graph([*drawn.edges, (a, b)])
                is_far = drawn and not {a, b} & reach[0]
                is_cycle = drawn.has_node(a) and drawn.has_node(b) and nx.has_path(drawn, a, b)
                part = joined.subgraph(nx.node_connected_component(joined, a))
                is_early = is_cycle and part.number_of_edges() < joined.number_of_edges()
                if not value(x, state) and (closed or is_far or is_early):
                    expected.add(-x)
            assert {*found["forced"]} == expected, (edges, state)
            forced += len(expected)
    assert forced > 50 < faults


@pytest.mark.parametrize("in_order", [False, True])
def test_paths_join_only_labels_that_match(in_order: bool) -> None:
    random, forced, faults = Random(in_order), 0, 0
    for _ in range(60):
        count, edges = board_edges(random)
        labels = [random.choice((0, 0, 0, 1, 2, 3)) for _ in range(count)]
        one = Paths("p", tuple(edges), tuple(labels), in_order)
        tried = [random_lines(random, edges) for _ in range(10)]
        for state, found in zip(tried, look(one, tried), strict=True):
            shown = {x: y > 0 for x, y in enumerate(state, 1) if y}
            assert found["isBroken"] == one.is_broken(shown.get), (one, state)
            if found["isBroken"]:
                faults += 1
                drawn = graph_of(edges, state)
                assert nx.has_path(drawn, *found["about"])
                continue
            expected = set()
            degree = dict(graph_of(edges, state).degree)
            for x, a, b in edges:
                if value(x, state) or max(degree.get(a, 0), degree.get(b, 0)) > 1:
                    continue
                if one.is_broken({**shown, x: True}.get):
                    expected.add(-x)
            ends = {x for x, a, b in edges if max(degree.get(a, 0), degree.get(b, 0)) < 2}
            assert {x for x in found["forced"] if -x in ends} == expected, (one, state)
            assert all(x < 0 == value(x, state) for x in found["forced"])
            forced += len(expected)
    assert forced > 50 < faults


def regions(random: Random) -> tuple[Regions, int]:
    rows, cols = random.choice(((1, 6), (2, 3), (3, 3), (2, 4)))
    size = rows * cols
    sizes = [0] * size
    for cell in random.sample(range(size), random.randint(1, 3)):
        sizes[cell] = random.choice((-1, 1, 2, 3, 4))
    return Regions(
        "r", tuple(range(1, size + 1)), tuple(grid_edges(rows, cols)), tuple(sizes)
    ), size


def region_deductions(one: Regions, state: State) -> Literals | None:
    """Return what the rules for single regions force, None where one is broken."""
    graph = nx.Graph(one.edges)
    known = [1 if size else value(x, state) for x, size in zip(one.nodes, one.sizes, strict=True)]
    present = graph.subgraph(k for k in graph if known[k] > 0)
    parts = [{*part} for part in nx.connected_components(present)]
    forced: Literals = set()
    reached: set[int] = set()
    for part in parts:
        sizes = [one.sizes[k] for k in part if one.sizes[k]]
        rim = {b for a in part for b in graph[a] if not known[b]}
        if len(sizes) > 1 or (sizes and 0 < sizes[0] < len(part)):
            return None
        if sizes == [len(part)]:
            reached |= part
            forced |= {-one.nodes[k] for k in rim}
            continue
        if sizes != [-1] and not rim:
            return None
        if sizes != [-1] and len(rim) == 1:
            forced |= {one.nodes[k] for k in rim}
        if not sizes:
            continue
        others = {
            k
            for other in parts
            if other != part and any(one.sizes[a] for a in other)
            for k in other
        }
        free = {k for k in graph if known[k] >= 0 and not ({k, *graph[k]} & others)} | part
        steps = len(graph) if sizes == [-1] else sizes[0] - len(part)
        ways = nx.multi_source_dijkstra_path_length(graph.subgraph(free), part)
        reach = {k for k, way in ways.items() if way <= steps}
        if len(reach) < sizes[0]:
            return None
        reached |= reach
        if len(reach) == sizes[0]:
            forced |= {one.nodes[k] for k in reach if not known[k]}
    left = {k for k in graph if known[k] >= 0} - reached
    if any(known[k] > 0 for k in left):
        return None
    return forced | {-one.nodes[k] for k in left}


def test_regions_grow_to_their_sizes_and_no_further() -> None:
    random, forced, faults = Random("regions"), 0, 0
    for _ in range(80):
        one, size = regions(random)
        whole = solutions(one, size, anything)
        given = {k for k, number in enumerate(one.sizes) if number}
        # Counts say that numbers are present.
        tried = [[1 if k in given else x for k, x in enumerate(state)]
                 for state in states(random, size, whole)]  # fmt: skip
        for state, found in zip(tried, look(one, tried), strict=True):
            ways = completions(state, whole)
            expected = region_deductions(one, state)
            assert found["isBroken"] == (expected is None), (one, state)
            if expected is None:
                assert not ways
                faults += 1
                assert {*found["about"]} <= {k for k, x in enumerate(state) if x >= 0}
                continue
            assert {*found["forced"]} == expected, (one, state)
            assert not ways or {x for x in expected if not value(x, state)} <= agreed(state, ways)
            assert 0 in state or ways
            forced += len(found["forced"])
    assert forced > 50 < faults


def pigeons(count: int, holes: int) -> dict[str, Any]:
    """Return a model in which each pigeon has a hole of its own."""
    place = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(count)]
    homes = [[0, row, [1], [0]] for row in place]
    guests = [[0, [*column], [0, 1], [0]] for column in zip(*place, strict=True)]
    return {
        "variables": [["cells", [*range(count * holes)], None]], "counts": [*homes, *guests],
        "globals": [], "reasons": ["why"], "keys": ["why"], "texts": {},
    }  # fmt: skip


def test_the_answer_keeps_all_counts_and_a_long_search_is_given_up() -> None:
    made = Engine("constraints/answer.js", "constraints/model.js")
    made.define(
        "answer",
        """(json) => {
          const model = new Model(json, { rows: 1, cols: 200 });
          return [answerOf(model), answerOf(model)].map((state) => state && [...state]);
        }""",
    )
    for size in (1, 2, 5, 9):
        answer, again = made.call("answer", pigeons(size, size))
        holes = [place for place, state in enumerate(answer[1:]) if state > 0]
        assert [place // size for place in holes] == [*range(size)]
        assert sorted(place % size for place in holes) == [*range(size)]
        assert again == answer
    for size in (1, 3, 13):  # The last is refuted by many millions of states
        assert made.call("answer", pigeons(size + 1, size)) == [None, None]
