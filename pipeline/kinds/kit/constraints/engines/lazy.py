"""Lazy clauses of global constraints: loops, connectivity, paths and regions.

`find_lazy_clauses` returns clauses that an assignment violates. `is_lazy_clause` checks a clause
independently of how it was found: if all its literals are false, a global constraint must be
violated by its definition. No code is shared with the propagator.
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
"""By node, its neighbours, each with the literal of the edge."""

Known: TypeAlias = Callable[[int], bool | None]
"""(literal): its value, None if undecided."""


def find_lazy_clauses(model: Model, values: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return clauses that every solution satisfies and these values do not; [] for a solution.

    ``values`` is an ndarray[bool] indexed by variable that satisfies all counts. It may be shorter
    than the variables, as from a solver that omits unused ones; the rest is False.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.connected(model.cells(), "whole")
    >>> find_lazy_clauses(model, np.array([False, True, False, True]))
    [(-3, -1, 2)]
    """
    padded = [*values.tolist(), *[False] * (len(model.marks) + 1 - len(values))]

    def holds(literal: int) -> bool:
        return literal == ALWAYS or padded[abs(literal)] == (literal > 0)

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
        loops = find_cycles([edge for edge in edges if holds(edge[0])])
        found += [tuple(-literal for literal in loop) for loop in loops]
    return found


def is_lazy_clause(model: Model, clause: Sequence[int]) -> bool:
    """Return whether a clause follows from a single global constraint by its definition.

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

    has_loop = any(any(find_cycles([e for e in edges if known(e[0])])) for edges in model.forests)
    return has_loop or any(_is_broken(constraint, known) for constraint in model.globals)


# Finding


def _loops_apart(loop: Loop, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    """Yield for each of several loops that an edge leaves it, or one of its edges is absent."""
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
    """Yield for each component but the largest that an edge leaves it, if it is present."""
    present = [holds(literal) for literal in graph.nodes]
    used = ((a, b) for literal, a, b in graph.edges if present[a] and present[b] and holds(literal))
    groups = groups_of(used, (node for node, is_present in enumerate(present) if is_present))
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
    """Yield for each wrong region that it is larger, smaller or divided."""
    present = [holds(literal) for literal in regions.nodes]
    ways = _add_ways({}, ((ALWAYS, a, b) for a, b in regions.edges))
    seen: set[int] = set()
    # Nodes with a size first, so that clauses on regions that are too large are near one.
    for start in sorted(range(len(present)), key=lambda node: regions.sizes[node] == 0):
        if start in seen or not present[start]:
            continue
        before = _walk(ways, start, lambda node: present[node])
        part = [*before]
        seen.update(part)
        sized = [node for node in part if regions.sizes[node]]
        if len(sized) > 1:
            way = [sized[1]]
            while way[-1] != start:
                way.append(before[way[-1]][0])
            yield tuple(-regions.nodes[node] for node in way)
        elif 0 < regions.sizes[start] < len(part):
            yield tuple(-regions.nodes[node] for node in part[: regions.sizes[start] + 1])
        elif not sized or len(part) < regions.sizes[start]:
            rim = dict.fromkeys(b for a in part for b, _ in ways.get(a, ()) if not present[b])
            own = [] if sized else [-regions.nodes[start]]
            yield (*own, *(regions.nodes[node] for node in rim))


# Checking


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
    """Return whether no edge is left, a loop is not alone, or drawn edges cannot be connected."""
    drawn = [edge for edge in loop.edges if known(edge[0])]
    left = [edge for edge in loop.edges if known(edge[0]) is not False]
    if not left:
        return True
    cycle = next(find_cycles(drawn), None)
    if cycle and len(cycle) < len(drawn):
        return True
    groups = groups_of((a, b) for _, a, b in left)
    return len({groups[a] for _, a, _ in drawn}) > 1


def _is_connection_broken(graph: Connected, known: Known) -> bool:
    """Return whether two present nodes cannot be connected."""
    left = [known(literal) is not False for literal in graph.nodes]
    ways = (
        (a, b)
        for literal, a, b in graph.edges
        if left[a] and left[b] and known(literal) is not False
    )
    groups = groups_of(ways, range(len(graph.nodes)))
    return len({groups[k] for k, literal in enumerate(graph.nodes) if known(literal)}) > 1


def _are_paths_broken(paths: Paths, known: Known) -> bool:
    drawn = [edge for edge in paths.edges if known(edge[0])]
    return any(find_cycles(drawn)) or any(True for _ in _ways_between_labels(paths, drawn))


def _are_regions_broken(regions: Regions, known: Known) -> bool:
    """Return whether a region has two sizes or too many nodes, or cannot reach its size."""
    ways = _add_ways({}, ((ALWAYS, a, b) for a, b in regions.edges))
    for start, literal in enumerate(regions.nodes):
        size = regions.sizes[start]
        if not size and not known(literal):
            continue
        reach = _walk(ways, start, lambda node: known(regions.nodes[node]) is not False)
        if len(reach) < size or not any(regions.sizes[node] for node in reach):
            return True
        if known(literal):
            part = _walk(ways, start, lambda node: bool(known(regions.nodes[node])))
            inside = [node for node in part if regions.sizes[node]]
            if len(inside) > 1 or any(0 < regions.sizes[node] < len(part) for node in inside):
                return True
    return False


# Graphs


def find_cycles(edges: Iterable[Edge]) -> Iterator[list[int]]:
    """Yield the literals of a cycle for each edge that closes one with earlier edges.

    Examples
    --------
    >>> [*find_cycles([(1, 7, 8), (2, 8, 9), (3, 9, 7)])]
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
    """Yield the literals of each path between consecutive labels that do not match."""
    ways, labels = _add_ways({}, drawn), paths.labels
    ends = dict.fromkeys(node for node in ways if labels[node])
    for start in ends:
        before = _walk(ways, start, ends=ends)
        for other in before:
            own, label = labels[start], labels[other]
            is_match = abs(own - label) == 1 if paths.in_order else own == label
            if label and other > start and not is_match:
                yield _way_back(before, other)


def _add_ways(ways: Ways, edges: Iterable[Edge]) -> Ways:
    for literal, a, b in edges:
        ways.setdefault(a, []).append((b, literal))
        ways.setdefault(b, []).append((a, literal))
    return ways


def _walk(
    ways: Ways,
    start: int,
    is_present: Callable[[int], bool] = lambda node: True,
    ends: Container[int] = (),
) -> dict[int, tuple[int, int]]:
    """Return the predecessor and the edge's literal of each node reached, breadth first.

    Absent nodes are not entered; the walk does not continue past ``ends`` other than the start.
    """
    before, met = {start: (start, ALWAYS)}, [start]
    for node in met:
        for other, literal in ways.get(node, ()) if node == start or node not in ends else ():
            if other not in before and is_present(other):
                before[other] = (node, literal)
                met.append(other)
    return before


def _way_back(before: Mapping[int, tuple[int, int]], node: int) -> list[int]:
    """Return the literals on the way from a node back to the start of a walk."""
    way = []
    while before[node][0] != node:
        node, literal = before[node]
        way.append(literal)
    return way
