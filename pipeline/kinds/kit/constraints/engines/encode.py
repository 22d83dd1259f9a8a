"""Encode a model as clauses: all counts, and for complete encodings the global constraints.

The first variables are those of the model, followed by auxiliary variables. SAT solvers get the
clauses of global constraints lazily, see `lazy`. No code is shared with the propagator.
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
"""Clauses of a count without auxiliary variables; longer counts get a counter."""


@dataclass(slots=True)
class Encoding:
    """Clauses and the number of their variables."""

    variables: int
    clauses: list[list[int]] = field(default_factory=list)

    def new(self) -> int:
        """Return a new auxiliary variable."""
        self.variables += 1
        return self.variables

    def add_less(self, arc: int, lower: Sequence[int], upper: Sequence[int]) -> None:
        """Require that ``arc`` implies lower < upper, binary numbers, least bit first."""
        less: list[int] = []
        for low, high in zip(lower, upper, strict=True):
            # True if the bits so far of the one number are less than those of the other.
            bit = self.new()
            self.clauses += [[-bit, -low, high], [-bit, high, *less], [-bit, -low, *less]]
            less = [bit]
        self.clauses.append([-arc, *less])

    def either(self, literals: Sequence[int]) -> int:
        """Return a variable that is true if and only if one of the literals is."""
        variable = self.new()
        self.clauses += [[variable, -literal] for literal in literals]
        self.clauses.append([-variable, *literals])
        return variable


def encode(model: Model) -> Encoding:
    """Return the clauses of all counts; of global constraints only that sizes are present.

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
            nodes = zip(constraint.nodes, constraint.sizes, strict=True)
            encoding.clauses += [[literal] for literal, size in nodes if size]
    return encoding


def _add_count(encoding: Encoding, count: Count, further: Set[int]) -> None:
    """Add the clauses of a count. Each variable in ``further`` implies the one before it."""
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
    """Yield the first and last of each run of forbidden sums."""
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
    """Return clauses as places: k for "the k-th is false", width + k for "the k-th is true".

    A sum is between a and b if and only if some a literals are true and width - b others are false.
    Literals with ``follows`` imply the one before them; of such a chain the last true and the first
    false literal are enough. None if there were too many clauses.
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
    """Return clauses whose models are exactly the solutions of the puzzle.

    Connectivity is encoded as a forest: each node but a root has a predecessor of smaller depth.
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
                pass  # its counts suffice
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
    """Require that each present node is a root or has a predecessor; one root if none is given.

    ``nodes`` and ``edges`` are as in `Connected`.
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
    """Require that the drawn edges (literal, node, node) close no loop.

    Each is directed to a node of greater depth, and no two to the same node.
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
    """Require that each path is directed to larger numbers and passes matching labels."""
    clauses, size = encoding.clauses, len(paths.labels)
    place = _numbers(encoding, size, size)
    out: list[list[int]] = [[] for _ in paths.labels]
    into: list[list[int]] = [[] for _ in paths.labels]
    kept = max(paths.labels).bit_length()
    label = _numbers(encoding, size, 1 << kept)
    for node, own in enumerate(paths.labels):
        if own:
            bits = enumerate(label[node])
            clauses += [[bit if own >> k & 1 else -bit] for k, bit in bits]
    for literal, a, b in paths.edges:
        forth, back = encoding.new(), encoding.new()
        clauses += [[-literal, forth, back], [-forth, literal], [-back, literal], [-forth, -back]]
        for arc, lower, upper in ((forth, a, b), (back, b, a)):
            encoding.add_less(arc, place[lower], place[upper])
            out[lower].append(arc)
            into[upper].append(arc)
            # A node without a label takes that of its predecessor.
            own = paths.labels[upper]
            if not own or not paths.in_order:
                clauses += _equal(arc, label[lower], label[upper])
            else:
                clauses += [[-arc, bit if own - 1 >> k & 1 else -bit]
                            for k, bit in enumerate(label[lower])]  # fmt: skip
    for arcs in (*out, *into):
        clauses += [[-one, -other] for one, other in combinations(arcs, 2)]


def _equal(arc: int, one: Sequence[int], other: Sequence[int]) -> Iterator[list[int]]:
    for a, b in zip(one, other, strict=True):
        yield from ([-arc, -a, b], [-arc, a, -b])


def _add_regions(encoding: Encoding, regions: Regions) -> None:
    """Require that each present node belongs to one node with a size, and that sizes are exact."""
    clauses, size = encoding.clauses, len(regions.nodes)
    roots = [node for node, given in enumerate(regions.sizes) if given]
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
        given = regions.sizes[root]
        members = [belongs[node][k] for node in range(size)]
        if given > 0:
            made, encoding.variables = sum_clauses(members, given, given, encoding.variables)
            clauses += made
    edges = [(ALWAYS, a, b) for a, b in regions.edges]
    _add_forest(encoding, regions.nodes, edges, roots)


def _numbers(encoding: Encoding, count: int, most: int) -> list[list[int]]:
    """Return auxiliary variables for binary numbers below ``most``, least bit first."""
    width = max(1, (most - 1).bit_length())
    return [[encoding.new() for _ in range(width)] for _ in range(count)]
