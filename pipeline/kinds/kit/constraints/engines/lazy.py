"""Lazy clauses: what a model breaks of loops, connection, paths and regions, as clauses.

`find_lazy_clauses` makes them as models break them. `is_lazy_clause` judges a clause without
looking at how it was made: assume that none of its literals holds; what is then drawn or left out
must break a global constraint by its definition. It shares nothing with the propagator.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.model import (
    ALWAYS,
    AllDifferent,
    Connected,
    Global,
    Loop,
    Model,
    Paths,
    Regions,
)
from pipeline.kinds.kit.groups import find_root, groups_of

Edge: TypeAlias = tuple[int, int, int]
"""Literal, node, node."""

Ways: TypeAlias = dict[int, list[tuple[int, int]]]
"""By node, the nodes that an edge leads to, each with the edge's literal."""

Known: TypeAlias = Callable[[int], bool | None]
"""Takes a literal to whether it holds; None where that is open."""


def find_lazy_clauses(model: Model, values: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return clauses that all solutions keep and these values break; none if they break no rule.

    ``values`` is ndarray[bool], indexed by variable; it keeps all counts. Where it ends early, as
    with a solver that tells only of variables in clauses, the rest is False.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.connected(model.cells(), "whole")
    >>> find_lazy_clauses(model, np.array([False, True, False, True]))
    [(-3, -1, 2)]
    """
    said = [*values.tolist(), *[False] * (len(model.marks) + 1 - len(values))]

    def holds(literal: int) -> bool:
        return literal == ALWAYS or said[abs(literal)] == (literal > 0)

    found: list[tuple[int, ...]] = []
    for constraint in model.globals:
        match constraint:
            case Loop():
                found += _loops_apart(constraint, holds)
            case Connected():
                found += _parts_apart(constraint, holds)
            case Paths():
                found += _wrong_paths(constraint, holds)
            case Regions():
                found += _wrong_regions(constraint, holds)
            case AllDifferent():
                pass
    for edges in model.forests:
        loops = find_circles([edge for edge in edges if holds(edge[0])])
        found += [tuple(-literal for literal in loop) for loop in loops]
    return found


def is_lazy_clause(model: Model, clause: Sequence[int]) -> bool:
    """Return whether a clause follows from one of the global constraints by its definition.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.connected(model.cells(), "whole")
    >>> is_lazy_clause(model, [-1, -3, 2]), is_lazy_clause(model, [-1, 2])
    (True, False)
    """
    assumed = {abs(literal): literal < 0 for literal in clause}

    def known(literal: int) -> bool | None:
        if literal == ALWAYS:
            return True
        value = assumed.get(abs(literal))
        return None if value is None else value == (literal > 0)

    has_loop = any(any(find_circles([e for e in edges if known(e[0])])) for edges in model.forests)
    return has_loop or any(_is_broken(constraint, known) for constraint in model.globals)


# Finding


def _loops_apart(loop: Loop, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    """Yield for each of several loops: some edge leads out of it, or it is not drawn whole."""
    drawn = [edge for edge in loop.edges if holds(edge[0])]
    if not drawn:
        yield tuple(literal for literal, _, _ in loop.edges)
        return
    groups = groups_of((a, b) for _, a, b in drawn)
    whole: dict[int, list[int]] = {}
    for literal, a, _ in drawn:
        whole.setdefault(groups[a], []).append(literal)
    if len(whole) == 1:
        return
    first = {group: literals[0] for group, literals in whole.items()}
    for group, literals in whole.items():
        other = next(literal for name, literal in first.items() if name != group)
        yield (*(-literal for literal in literals), -other)
        leaving = (
            literal
            for literal, a, b in loop.edges
            if (groups.get(a) == group) != (groups.get(b) == group)
        )
        yield (-literals[0], -other, *leaving)


def _parts_apart(graph: Connected, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    """Yield for each part but the largest: something leads out of it, if it is there at all."""
    there = [holds(literal) for literal in graph.nodes]
    used = ((a, b) for literal, a, b in graph.edges if there[a] and there[b] and holds(literal))
    groups = groups_of(used, (node for node, is_there in enumerate(there) if is_there))
    parts: dict[int, list[int]] = {}
    for node, group in groups.items():
        parts.setdefault(group, []).append(node)
    largest = max(parts, key=lambda group: (len(parts[group]), -group), default=-1)
    for group, nodes in parts.items():
        if group == largest:
            continue
        ways = dict.fromkeys(
            literal if not holds(literal) else graph.nodes[b if groups.get(a) == group else a]
            for literal, a, b in graph.edges
            if (groups.get(a) == group) != (groups.get(b) == group)
        )
        ends = (graph.nodes[nodes[0]], graph.nodes[parts[largest][0]])
        yield (*(-literal for literal in ends if literal != ALWAYS), *ways)


def _wrong_paths(paths: Paths, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    """Yield what forbids each closed path, and each that joins labels that do not fit."""
    drawn = [edge for edge in paths.edges if holds(edge[0])]
    groups = groups_of((a, b) for _, a, b in drawn)
    parts: dict[int, list[Edge]] = {}
    for edge in drawn:
        parts.setdefault(groups[edge[1]], []).append(edge)
    for edges in parts.values():
        if len({node for _, *ends in edges for node in ends}) == len(edges):
            yield tuple(-literal for literal, _, _ in edges)
    for way in _ways_between_labels(paths, drawn):
        yield tuple(-literal for literal in way)


def _wrong_regions(regions: Regions, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    """Yield for each wrong region that it is larger, or smaller, or parted."""
    there = [holds(literal) for literal in regions.nodes]
    ways = _add_ways({}, ((ALWAYS, a, b) for a, b in regions.edges))
    seen: set[int] = set()
    # From the nodes that tell a size first, so that what is too large is cut out round one.
    for start in sorted(range(len(there)), key=lambda node: regions.sizes[node] == 0):
        if start in seen or not there[start]:
            continue
        before = _walk(ways, start, lambda node: there[node])
        part = [*before]
        seen.update(part)
        told = [node for node in part if regions.sizes[node]]
        if len(told) > 1:
            way = [told[1]]
            while way[-1] != start:
                way.append(before[way[-1]][0])
            yield tuple(-regions.nodes[node] for node in way)
        elif 0 < regions.sizes[start] < len(part):
            yield tuple(-regions.nodes[node] for node in part[: regions.sizes[start] + 1])
        elif not told or len(part) < regions.sizes[start]:
            rim = dict.fromkeys(b for a in part for b, _ in ways.get(a, ()) if not there[b])
            own = [] if told else [-regions.nodes[start]]
            yield (*own, *(regions.nodes[node] for node in rim))


# Judging


def _is_broken(constraint: Global, known: Known) -> bool:
    match constraint:
        case Loop():
            return _is_loop_broken(constraint, known)
        case Connected():
            return _is_connection_broken(constraint, known)
        case Paths():
            return _are_paths_broken(constraint, known)
        case Regions():
            return _are_regions_broken(constraint, known)
        case AllDifferent():
            return False


def _is_loop_broken(loop: Loop, known: Known) -> bool:
    """Return whether nothing is drawn, a loop and more, or edges that can no longer meet."""
    drawn = [edge for edge in loop.edges if known(edge[0])]
    left = [edge for edge in loop.edges if known(edge[0]) is not False]
    if not left:
        return True
    circle = next(find_circles(drawn), None)
    if circle and len(circle) < len(drawn):
        return True
    groups = groups_of((a, b) for _, a, b in left)
    return len({groups[a] for _, a, _ in drawn}) > 1


def _is_connection_broken(graph: Connected, known: Known) -> bool:
    """Return whether two nodes that are there can no longer be joined."""
    left = [known(literal) is not False for literal in graph.nodes]
    ways = (
        (a, b)
        for literal, a, b in graph.edges
        if left[a] and left[b] and known(literal) is not False
    )
    groups = groups_of(ways, range(len(graph.nodes)))
    return len({groups[k] for k, literal in enumerate(graph.nodes) if known(literal)}) > 1


def _are_paths_broken(paths: Paths, known: Known) -> bool:
    """Return whether a path is closed, or joins labels that do not fit."""
    drawn = [edge for edge in paths.edges if known(edge[0])]
    return any(find_circles(drawn)) or any(True for _ in _ways_between_labels(paths, drawn))


def _are_regions_broken(regions: Regions, known: Known) -> bool:
    """Return whether a region has two sizes or too many nodes, or one can no longer be made."""
    ways = _add_ways({}, ((ALWAYS, a, b) for a, b in regions.edges))
    for start, literal in enumerate(regions.nodes):
        told = regions.sizes[start]
        if not told and not known(literal):
            continue
        reach = _walk(ways, start, lambda node: known(regions.nodes[node]) is not False)
        if len(reach) < told or not any(regions.sizes[node] for node in reach):
            return True
        if known(literal):
            part = _walk(ways, start, lambda node: bool(known(regions.nodes[node])))
            inside = [node for node in part if regions.sizes[node]]
            if len(inside) > 1 or any(0 < regions.sizes[node] < len(part) for node in inside):
                return True
    return False


# Graphs


def find_circles(edges: Iterable[Edge]) -> Iterator[list[int]]:
    """Yield for each edge that closes a circle with those before it the literals of one.

    Examples
    --------
    >>> [*find_circles([(1, 7, 8), (2, 8, 9), (3, 9, 7)])]
    [[3, 1, 2]]
    """
    ways: Ways = {}
    groups: dict[int, int] = {}
    for literal, a, b in edges:
        if find_root(groups, a) == find_root(groups, b):
            yield [literal, *_way_back(_walk(ways, a), b)]
        else:
            groups[find_root(groups, a)] = find_root(groups, b)
            _add_ways(ways, [(literal, a, b)])


def _ways_between_labels(paths: Paths, drawn: Iterable[Edge]) -> Iterator[list[int]]:
    """Yield the literals of each way between two labels that do not fit, others not on it."""
    ways, labels = _add_ways({}, drawn), paths.labels
    ends = dict.fromkeys(node for node in ways if labels[node])
    for start in ends:
        before = _walk(ways, start, ends=ends)
        for other in before:
            own, label = labels[start], labels[other]
            is_fit = abs(own - label) == 1 if paths.in_order else own == label
            if label and other > start and not is_fit:
                yield _way_back(before, other)


def _add_ways(ways: Ways, edges: Iterable[Edge]) -> Ways:
    for literal, a, b in edges:
        ways.setdefault(a, []).append((b, literal))
        ways.setdefault(b, []).append((a, literal))
    return ways


def _walk(
    ways: Ways,
    start: int,
    is_there: Callable[[int], bool] = lambda node: True,
    ends: Container[int] = (),
) -> dict[int, tuple[int, int]]:
    """Return for each node met, nearest first, the one before it and the literal between.

    Nodes that are not there are not met; beyond other ``ends`` than the start no more are.
    """
    before, met = {start: (start, ALWAYS)}, [start]
    for node in met:
        for other, literal in ways.get(node, ()) if node == start or node not in ends else ():
            if other not in before and is_there(other):
                before[other] = (node, literal)
                met.append(other)
    return before


def _way_back(before: Mapping[int, tuple[int, int]], node: int) -> list[int]:
    """Return the literals between a node and the start of a walk."""
    way = []
    while before[node][0] != node:
        node, literal = before[node]
        way.append(literal)
    return way
