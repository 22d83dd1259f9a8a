"""Declared models, judged by their definition and solved by trying every assignment.

Slow and obvious: nothing here is shared with the clauses or the propagator.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product

import networkx as nx

from pipeline.kinds.kit.words.accepted.rule import Accepted
from pipeline.kinds.kit.words.areas.rule import Areas
from pipeline.kinds.kit.words.bank.rule import Bank
from pipeline.kinds.kit.words.base import ALWAYS, Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import MOST_SUM, Model
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.distinct_lines.rule import DistinctLines
from pipeline.kinds.kit.words.fleet.rule import Fleet
from pipeline.kinds.kit.words.loop.rule import Loop
from pipeline.kinds.kit.words.matching.rule import Matching
from pipeline.kinds.kit.words.paths.rule import Paths
from pipeline.kinds.kit.words.pieces.rule import Pieces
from pipeline.kinds.kit.words.regions.rule import Regions
from pipeline.kinds.kit.words.total.rule import Total


def solutions(model: Model) -> Iterator[tuple[bool, ...]]:
    """Yield each assignment that keeps every constraint; its first value is variable 1's."""
    for values in product((False, True), repeat=len(model.marks)):
        if is_solution(model, values):
            yield values


def is_solution(model: Model, values: Sequence[bool]) -> bool:
    def holds(literal: int) -> bool:
        return literal == ALWAYS or values[abs(literal) - 1] == (literal > 0)

    for count in model.counts:
        number = sum(map(holds, count.literals))
        if not count.sums >> min(number, MOST_SUM) & 1:
            return False
    there = {literal for k in range(len(values)) for literal in (k + 1, -k - 1) if holds(literal)}
    return all(_is_kept(constraint, there | {ALWAYS}) for constraint in model.globals)


def _is_kept(constraint: Global, there: set[int]) -> bool:
    match constraint:
        case Loop():
            graph = nx.Graph((a, b) for literal, a, b in constraint.edges if literal in there)
            degrees = {degree for _, degree in graph.degree}
            return degrees == {2} and nx.is_connected(graph)
        case Connected():
            graph = nx.Graph()
            graph.add_nodes_from(
                k for k, literal in enumerate(constraint.nodes) if literal in there
            )
            graph.add_edges_from(
                (a, b)
                for literal, a, b in constraint.edges
                if literal in there and a in graph and b in graph
            )
            return len(graph) == 0 or nx.is_connected(graph)
        case Paths():
            return _are_paths(constraint, there)
        case Regions():
            return _are_regions(constraint, there)
        case AllDifferent():
            found = [
                value
                for place in constraint.literals
                for value, literal in enumerate(place)
                if literal in there
            ]
            return len(set(found)) == len(found)
        case Total():
            found = [
                value
                for place in constraint.literals
                for value, literal in zip(constraint.values, place, strict=True)
                if literal in there
            ]
            return len(set(found)) == len(found) and sum(found) == constraint.total
        case Accepted():
            return _is_accepted(constraint, there)
        case Bank():
            numbers = [{k for k, x in enumerate(row) if x in there} for row in constraint.literals]
            pairs = [
                Counter(tuple(sorted(pair)) for pair in product(numbers[a], numbers[b]))
                for x, a, b in constraint.edges
                if x in there
            ]
            known = {(low, high): times for low, high, times in constraint.pieces}
            return all(map(len, pairs)) and sum(pairs, Counter()) == Counter(known)
        case Choice():
            return any(there.issuperset(option) for option in constraint.options)
        case Matching():
            graph = nx.Graph()
            slots = [("slot", k) for k in range(constraint.slots)]
            cells = [k for k, literal in enumerate(constraint.literals) if literal in there]
            graph.add_nodes_from((*slots, *cells))
            graph.add_edges_from((("slot", a), b) for a, b in constraint.edges if b in cells)
            return len(slots) == len(cells) == len(nx.max_weight_matching(graph))
        case Areas():
            graph = nx.Graph()
            at = [
                (divmod(cell, constraint.cols), k)
                for cell, row in enumerate(constraint.literals)
                for k, literal in enumerate(row, 1)
                if literal in there
            ]
            graph.add_nodes_from(at)
            graph.add_edges_from(
                (a, b)
                for a, b in combinations(at, 2)
                if a[1] == b[1] and abs(a[0][0] - b[0][0]) + abs(a[0][1] - b[0][1]) == 1
            )
            parts = [(len(part), min(part)[1]) for part in nx.connected_components(graph)]
            return all(
                size <= number if constraint.is_limit else size == number for size, number in parts
            )
        case Fleet():
            return is_fleet(constraint, {k for k, x in enumerate(constraint.nodes) if x in there})
        case Consecutive():
            places = [
                (k, divmod(cell, constraint.cols))
                for cell, row in enumerate(constraint.literals)
                for k, literal in enumerate(row)
                if literal in there
            ]
            steps = [(0, 1), (1, 0), *[(1, 1)] * constraint.has_corners]
            return len(places) == len(constraint.literals) and all(
                (abs(y - row), abs(x - col)) in steps
                for (_, (y, x)), (_, (row, col)) in pairwise(sorted(places))
            )
        case Pieces():
            return _are_pieces(constraint, there)
        case DistinctLines():
            lines = [tuple(one in there for one in line) for line in constraint.lines]
            return len(set(lines)) == len(lines)
        case _:
            raise AssertionError(constraint)


Cells = frozenset[int]


@cache
def find_pieces(
    cells: tuple[int, ...], cols: int, shapes: tuple[tuple[tuple[int, int], ...], ...]
) -> list[tuple[int, Cells]]:
    """Return each connected part of some cells that has a shape, with the number of the shape."""
    places = {divmod(cell, cols) for cell in cells}
    known = {turned: number for number, shape in enumerate(shapes) for turned in turns(shape)}
    parts = {frozenset({place}) for place in places}
    for _ in shapes[0][1:]:
        parts = {
            part | {(y + down, x + right)}
            for part in parts
            for y, x in part
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (y + down, x + right) in places - part
        }
    return [
        (known[shape], frozenset(y * cols + x for y, x in part))
        for part in parts
        for shape in [min(turns(part))]
        if shape in known
    ]


def turns(shape: Collection[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """Return a shape in all directions, moved to the upper left corner."""
    found = []
    for _ in range(4):
        shape = [(x, -y) for y, x in shape]
        for one in (shape, [(y, -x) for y, x in shape]):
            top, left = min(y for y, _ in one), min(x for _, x in one)
            found.append(tuple(sorted((y - top, x - left) for y, x in one)))
    return found


def excludes(one: tuple[int, Cells], other: tuple[int, Cells], pieces: Pieces) -> bool:
    """Return whether two pieces of different groups are equal and touch, or fill a block."""
    cols = pieces.cols
    if pieces.is_block:
        both = one[1] | other[1]
        blocks = [{k, k + 1, k + cols, k + cols + 1} for k in both if (k + 1) % cols]
        return any(block <= both and block & one[1] and block & other[1] for block in blocks)
    pairs = [(divmod(a, cols), divmod(b, cols)) for a in one[1] for b in other[1]]
    is_near = any(abs(y - v) + abs(x - w) == 1 for (y, x), (v, w) in pairs)
    return one[0] == other[0] and is_near


def _are_pieces(pieces: Pieces, there: set[int]) -> bool:
    """Return whether the one group is a piece, or the first piece excludes no other."""
    found = []
    for cells, nodes in zip(pieces.groups, pieces.nodes, strict=True):
        held = {cell for cell, node in zip(cells, nodes, strict=True) if node in there}
        found.append([x for x in find_pieces(cells, pieces.cols, pieces.shapes) if x[1] == held])
    own, *others = found
    if not others:
        return bool(own)
    return not any(excludes(x, y, pieces) for x in own for other in others for y in other)


def is_fleet(fleet: Fleet, there: set[int]) -> bool:
    places = {divmod(node, fleet.cols) for node in there}
    graph = nx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from(
        (a, b) for a in places for b in places if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
    )
    parts = [*nx.connected_components(graph)]
    ships = [
        len(part)
        for part in parts
        if 1 in (len({row for row, _ in part}), len({c for _, c in part}))
    ]
    if fleet.length:
        return ships.count(fleet.length) == fleet.fleet[fleet.length - 1]
    most = dict(enumerate(fleet.fleet, 1))
    return len(ships) == len(parts) and all(ships.count(k) <= most.get(k, 0) for k in ships)


def _is_accepted(line: Accepted, there: set[int]) -> bool:
    states = {0}
    for options, arcs in zip(line.options, line.layers.arcs, strict=True):
        states = {b for a, k, b in arcs if a in states and options[k] in there}
    return bool(states)


def _are_paths(paths: Paths, there: set[int]) -> bool:
    graph = nx.Graph((a, b) for literal, a, b in paths.edges if literal in there)
    for part in nx.connected_components(graph):
        path = graph.subgraph(part)
        ends = [node for node, degree in path.degree if degree == 1]
        if len(ends) != 2 or path.number_of_edges() != len(part) - 1:
            return False
        way = nx.shortest_path(path, *ends)
        labels = [paths.labels[node] for node in way if paths.labels[node]]
        for one, other in pairwise(labels):
            if (one != other and not paths.in_order) or (paths.in_order and abs(one - other) != 1):
                return False
    return True


def _are_regions(regions: Regions, there: set[int]) -> bool:
    graph = nx.Graph()
    graph.add_nodes_from(k for k, literal in enumerate(regions.nodes) if literal in there)
    if any(size and node not in graph for node, size in enumerate(regions.sizes)):
        return False
    graph.add_edges_from((a, b) for a, b in regions.edges if a in graph and b in graph)
    for part in nx.connected_components(graph):
        given = [regions.sizes[node] for node in part if regions.sizes[node]]
        if given not in ([len(part)], [-1]):
            return False
    return True
