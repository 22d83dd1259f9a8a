"""A model as clauses. Counts are said here; what is global is said lazily (`lazy`) or by a forest.

The variables of the clauses are those of the model; some that long counts and forests need follow.
It shares nothing with the propagator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, product
from math import comb
from operator import le
from typing import Final

from pipeline.kinds.kit.constraints.model import (
    ALWAYS,
    AT_LEAST_ONE,
    MOST_SUM,
    AllDifferent,
    Connected,
    Count,
    Loop,
    Model,
    Paths,
    Regions,
)
from pipeline.solvers.cardinality import sum_clauses

MOST_CLAUSES: Final = 64
"""Clauses without further variables that a count may take; longer ones are counted in steps."""


@dataclass(slots=True)
class Encoding:
    """Clauses, and how many variables they use."""

    variables: int
    clauses: list[list[int]] = field(default_factory=list)

    def new(self) -> int:
        """Return a further variable."""
        self.variables += 1
        return self.variables

    def add_less(self, arc: int, lower: Sequence[int], upper: Sequence[int]) -> None:
        """Add that ``arc`` implies lower < upper, numbers in binary, least bit first."""
        less: list[int] = []
        for low, high in zip(lower, upper, strict=True):
            # It says of the bits so far that those of one number are less than those of the other.
            bit = self.new()
            self.clauses += [[-bit, -low, high], [-bit, high, *less], [-bit, -low, *less]]
            less = [bit]
        self.clauses.append([-arc, *less])

    def either(self, literals: Sequence[int]) -> int:
        """Return a variable that says whether one of the literals holds."""
        if ALWAYS in literals:
            variable = self.new()
            self.clauses.append([variable])
            return variable
        variable = self.new()
        self.clauses += [[variable, -literal] for literal in literals]
        self.clauses.append([-variable, *literals])
        return variable


def encode(model: Model) -> Encoding:
    """Return the clauses of all counts; of what is global only that told sizes are there.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.count(model.cells().values(), (1,), "line", about=(0, 1))
    >>> encode(model).clauses
    [[1, 2], [-1, -2]]
    """
    encoding = Encoding(len(model.marks))
    edges = enumerate(model.marks, 1)
    further = {v for v, mark in edges if mark.family == "edges" and mark.value > 1}
    for count in model.counts:
        if count.sums == AT_LEAST_ONE:
            encoding.clauses.append([*count.literals])
        else:
            _add_count(encoding, count, further)
    for constraint in model.globals:
        if isinstance(constraint, Regions):
            told = zip(constraint.nodes, constraint.sizes, strict=True)
            encoding.clauses += [[literal] for literal, size in told if size]
    return encoding


def _add_count(encoding: Encoding, count: Count, further: Set[int]) -> None:
    """Add the clauses of a count. ``further`` variables hold only where the one before does."""
    literals = count.literals
    width = len(literals)
    follows = (False,) * width
    if not further.isdisjoint(literals):
        before = zip((0, *literals), literals, strict=False)
        follows = tuple([literal in further and last == literal - 1 for last, literal in before])
    patterns = _patterns(follows, count.sums)
    if patterns is not None:
        signed = (*(-literal for literal in literals), *literals)
        encoding.clauses += [[signed[k] for k in pattern] for pattern in patterns]
        return
    sums = [k for k in range(width + 1) if count.sums >> min(k, MOST_SUM) & 1]
    assert len(sums) == sums[-1] - sums[0] + 1, "a long count allows one range of sums"
    clauses, encoding.variables = sum_clauses(literals, sums[0], sums[-1], encoding.variables)
    encoding.clauses += clauses


def _gaps(width: int, sums: int) -> Iterator[tuple[int, int]]:
    """Yield the least and most of each run of sums that are not allowed."""
    start = None
    for number in range(width + 2):
        is_gap = number <= width and not sums >> min(number, MOST_SUM) & 1
        if is_gap and start is None:
            start = number
        elif not is_gap and start is not None:
            yield start, number - 1
            start = None


@cache
def _patterns(follows: tuple[bool, ...], sums: int) -> tuple[tuple[int, ...], ...] | None:
    """Return clauses as places: k for "the k-th fails", width + k for "the k-th holds".

    A sum lies from a to b just where some a literals hold and some width - b others do not. Of
    literals in a chain, of which each that ``follows`` holds only where the one before does, it is
    enough to name the last that holds and the first that does not. None where there would be too
    many clauses.
    """
    width = len(follows)
    gaps = [*_gaps(width, sums)]
    if not any(follows):
        if sum(comb(width, a) * comb(width - a, width - b) for a, b in gaps) > MOST_CLAUSES:
            return None
        return tuple(
            (*holding, *failing)
            for a, b in gaps
            for holding in combinations(range(width), a)
            for failing in combinations(
                [width + k for k in range(width) if k not in holding], width - b
            )
        )
    starts = [k for k, is_further in enumerate(follows) if not is_further]
    chains = [end - start for start, end in pairwise((*starts, width))]
    shares = sorted(product(*(range(length + 1) for length in chains)), reverse=True)
    return tuple(
        (
            *(start + held - 1 for start, held in zip(starts, low, strict=True) if held),
            *(
                width + start + held
                for start, held, length in zip(starts, high, chains, strict=True)
                if held < length
            ),
        )
        for a, b in gaps
        for low in shares
        if sum(low) == a
        for high in shares
        if sum(high) == b and all(map(le, low, high))
    )


def complete(model: Model) -> Encoding:
    """Return clauses that say all the rules, so that their models are the puzzle's solutions.

    All that hangs together does so in a forest: each node but a root has one before it, whose
    number is less.
    """
    encoding = encode(model)
    for constraint in model.globals:
        match constraint:
            case Loop():
                _add_loop(encoding, constraint)
            case Connected():
                _add_forest(encoding, constraint.nodes, constraint.edges, None)
            case Paths():
                _add_paths(encoding, constraint)
            case Regions():
                _add_regions(encoding, constraint)
            case AllDifferent():
                pass  # its counts say it
    for edges in model.forests:
        add_directions(encoding, edges)
    return encoding


def _add_loop(encoding: Encoding, loop: Loop) -> None:
    encoding.clauses.append([literal for literal, _, _ in loop.edges])
    at: dict[int, list[int]] = {}
    for literal, *ends in loop.edges:
        for node in ends:
            at.setdefault(node, []).append(literal)
    place = {node: k for k, node in enumerate(at)}
    nodes = [encoding.either(here) for here in at.values()]
    edges = [(literal, place[a], place[b]) for literal, a, b in loop.edges]
    _add_forest(encoding, nodes, edges, None)


def _add_forest(
    encoding: Encoding,
    nodes: Sequence[int],
    edges: Sequence[tuple[int, int, int]],
    roots: Sequence[int] | None,
) -> None:
    """Add that each node that is there is a root or has one before it; one root if none is named.

    ``nodes`` and ``edges`` are those of a graph as in `Connected`.
    """
    clauses = encoding.clauses
    if roots is None:
        is_root = [encoding.new() for _ in nodes]
        made, encoding.variables = sum_clauses(is_root, 0, 1, encoding.variables)
        clauses += made
    else:
        is_root = [0 if node in roots else -1 for node in range(len(nodes))]
    before: list[list[int]] = [[] for _ in nodes]
    depth = _numbers(encoding, len(nodes), len(nodes))
    for literal, a, b in edges:
        for lower, upper in ((a, b), (b, a)):
            arc = encoding.new()
            needs = (literal, nodes[lower], nodes[upper])
            clauses += [[-arc, needed] for needed in needs if needed != ALWAYS]
            encoding.add_less(arc, depth[lower], depth[upper])
            before[upper].append(arc)
    for node, literal in enumerate(nodes):
        if is_root[node] != 0:
            ways = before[node] if is_root[node] < 0 else [*before[node], is_root[node]]
            clauses.append([*ways, *([] if literal == ALWAYS else [-literal])])


def add_directions(encoding: Encoding, edges: Sequence[tuple[int, int, int]]) -> None:
    """Add that the edges (literal, node, node) that are drawn close no loop.

    Each leads one way, to a node with a larger number, and no two lead to one node.
    """
    clauses = encoding.clauses
    nodes = dict.fromkeys(node for _, *ends in edges for node in ends)
    depth = dict(zip(nodes, _numbers(encoding, len(nodes), len(nodes)), strict=True))
    before: dict[int, list[int]] = {node: [] for node in nodes}
    for literal, a, b in edges:
        forth, back = encoding.new(), encoding.new()
        clauses.append([-literal, forth, back])
        for arc, lower, upper in ((forth, a, b), (back, b, a)):
            encoding.add_less(arc, depth[lower], depth[upper])
            before[upper].append(arc)
    for arcs in before.values():
        clauses += [[-arc, -second] for arc, second in combinations(arcs, 2)]


def _add_paths(encoding: Encoding, paths: Paths) -> None:
    """Add that each line runs one way, to larger numbers, and labels are met as they must be."""
    clauses, size = encoding.clauses, len(paths.labels)
    place = _numbers(encoding, size, size)
    out: list[list[int]] = [[] for _ in paths.labels]
    into: list[list[int]] = [[] for _ in paths.labels]
    kept = max(paths.labels).bit_length()
    label = _numbers(encoding, size, 1 << kept)
    for node, told in enumerate(paths.labels):
        if told:
            bits = enumerate(label[node])
            clauses += [[bit if told >> k & 1 else -bit] for k, bit in bits]
    for literal, a, b in paths.edges:
        forth, back = encoding.new(), encoding.new()
        clauses += [[-literal, forth, back], [-forth, literal], [-back, literal], [-forth, -back]]
        for arc, lower, upper in ((forth, a, b), (back, b, a)):
            encoding.add_less(arc, place[lower], place[upper])
            out[lower].append(arc)
            into[upper].append(arc)
            # A node without a label of its own passes on the one that was met last.
            told = paths.labels[upper]
            if not told or not paths.in_order:
                clauses += _equal(arc, label[lower], label[upper])
            else:
                clauses += [[-arc, bit if told - 1 >> k & 1 else -bit]
                            for k, bit in enumerate(label[lower])]  # fmt: skip
    for arcs in (*out, *into):
        clauses += [[-one, -other] for one, other in combinations(arcs, 2)]


def _equal(arc: int, one: Sequence[int], other: Sequence[int]) -> Iterator[list[int]]:
    for a, b in zip(one, other, strict=True):
        yield from ([-arc, -a, b], [-arc, a, -b])


def _add_regions(encoding: Encoding, regions: Regions) -> None:
    """Add that each node that is there belongs to one told size, with as many others."""
    clauses, size = encoding.clauses, len(regions.nodes)
    roots = [node for node, told in enumerate(regions.sizes) if told]
    belongs = [[encoding.new() for _ in roots] for _ in range(size)]
    for node, literal in enumerate(regions.nodes):
        clauses.append([-literal, *belongs[node]])
        clauses += [[-one, -other] for one, other in combinations(belongs[node], 2)]
        clauses += [[-one, literal] for one in belongs[node]]
    for a, b in regions.edges:
        for one, other in zip(belongs[a], belongs[b], strict=True):
            clauses += [[-regions.nodes[b], -one, other], [-regions.nodes[a], -other, one]]
    for k, root in enumerate(roots):
        clauses += [[belongs[root][k]]]
        told = regions.sizes[root]
        members = [belongs[node][k] for node in range(size)]
        if told > 0:
            made, encoding.variables = sum_clauses(members, told, told, encoding.variables)
            clauses += made
    edges = [(ALWAYS, a, b) for a, b in regions.edges]
    _add_forest(encoding, regions.nodes, edges, roots)


def _numbers(encoding: Encoding, count: int, most: int) -> list[list[int]]:
    """Return further variables for numbers below ``most``, in binary, least bit first."""
    width = max(1, (most - 1).bit_length())
    return [[encoding.new() for _ in range(width)] for _ in range(count)]
