"""Whether values that are known already break a constraint; slow, and shared with nothing."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, permutations

import networkx as nx

from pipeline.kinds.kit.words.accepted.rule import Accepted
from pipeline.kinds.kit.words.areas.rule import Areas
from pipeline.kinds.kit.words.bank.rule import Bank
from pipeline.kinds.kit.words.base import ALWAYS, Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.distinct_lines.rule import DistinctLines
from pipeline.kinds.kit.words.fleet.rule import Fleet
from pipeline.kinds.kit.words.loop.rule import Loop
from pipeline.kinds.kit.words.matching.rule import Matching
from pipeline.kinds.kit.words.paths.rule import Paths
from pipeline.kinds.kit.words.pieces.rule import Pieces
from pipeline.kinds.kit.words.regions.rule import Regions
from pipeline.kinds.kit.words.total.rule import Total
from tests.naive.models import excludes, find_pieces

Known = dict[int, bool]  # By variable
Place = tuple[int, int]  # Row and column

_MOST_AREAS = 2000  # If a number has as many, nothing that they have in common is looked for


def value_of(literal: int, known: Known) -> bool | None:
    if literal == ALWAYS:
        return True
    value = known.get(abs(literal))
    return None if value is None else value == (literal > 0)


def is_broken(one: Global, known: Known) -> bool:
    """Return whether no values keep a global constraint; for loops and paths, whether it shows."""
    match one:
        case Accepted():
            states = {0}
            for options, arcs in zip(one.options, one.layers.arcs, strict=True):
                may = _candidates(options, known)
                states = {b for a, k, b in arcs if a in states and k in may}
            return not states
        case Total():
            addends = [[one.values[k] for k in _candidates(x, known)] for x in one.literals]
            return not _has_total(sorted(addends, key=len), one.total)
        case AllDifferent():
            graph = nx.Graph(
                (("cell", place), value)
                for place, literals in enumerate(one.literals)
                for value in _candidates(literals, known)
            )
            top = [node for node in graph if isinstance(node, tuple)]
            pairs = nx.bipartite.maximum_matching(graph, top)
            return len(pairs) < 2 * len(one.literals)
        case Choice():
            return not any(
                all(value_of(x, known) is not False for x in option) for option in one.options
            )
        case DistinctLines():
            return any(_is_repeated(*pair, known) for pair in permutations(one.lines, 2))
        case Matching():
            return not _is_matched(one, known)
        case Connected():
            left = nx.Graph()
            nodes = [k for k, x in enumerate(one.nodes) if value_of(x, known) is not False]
            left.add_nodes_from(nodes)
            left.add_edges_from(
                (a, b)
                for x, a, b in one.edges
                if a in left and b in left and value_of(x, known) is not False
            )
            present = {k for k in nodes if value_of(one.nodes[k], known)}
            return bool(present) and not present <= nx.node_connected_component(left, min(present))
        case Loop():
            return _is_no_loop(one, known)
        case Paths():
            return _are_no_paths(one, known)
        case Regions():
            return not _have_islands(one, known)
        case Areas():
            return _has_no_areas(one, known)
        case Fleet():
            return _is_no_fleet(one, known)
        case Consecutive():
            ways = walks(one, known)
            return not all(ways) or len(set().union(*ways)) < len(one.literals)
        case Pieces():
            return _has_no_piece(one, known)
        case Bank():
            return _is_no_bank(one, known)
        case _:
            raise AssertionError(one)


def walks(one: Consecutive, known: Known) -> list[set[int]]:
    """Return the cells that each number has on a walk from 1 on, which may enter a cell twice.

    But a known number stays in its cell, which no other number enters.
    """
    places = [divmod(cell, one.cols) for cell in range(len(one.literals))]
    values = [[value_of(x, known) for x in row] for row in one.literals]
    written = {cell: row.index(True) for cell, row in enumerate(values) if True in row}
    cells = [
        {cell for cell, row in enumerate(values)
         if row[k] is not False and written.get(cell, k) == k
         and (k not in written.values() or cell in written)}
        for k in range(len(places))
    ]  # fmt: skip

    def touch(a: int, b: int) -> bool:
        away = sorted(abs(p - q) for p, q in zip(places[a], places[b], strict=True))
        return away == [0, 1] or (one.has_corners and away == [1, 1])

    for order in (cells, cells[::-1]):
        for before, after in pairwise(order):
            after -= {b for b in after if not any(touch(a, b) for a in before)}
    return cells


def _has_no_piece(one: Pieces, known: Known) -> bool:
    """Return whether each piece of the first group is impossible, or excludes all of another."""
    left = []
    for cells, nodes in zip(one.groups, one.nodes, strict=True):
        values = {cell: value_of(x, known) for cell, x in zip(cells, nodes, strict=True)}
        held = {cell for cell, value in values.items() if value}
        out = {cell for cell, value in values.items() if value is False}
        pieces = find_pieces(cells, one.cols, one.shapes)
        left.append([x for x in pieces if held <= x[1] and not out & x[1]])
    own, *others = left
    return not any(
        all(any(not excludes(piece, x, one) for x in other) for other in others) for piece in own
    )


def _has_no_areas(one: Areas, known: Known) -> bool:
    """Return whether a known number is in no area of its size, or only after what is sure.

    What all areas of a number have in common is sure, for the areas of other numbers as well.
    """
    values = [[value_of(x, known) for x in row] for row in one.literals]
    places = nx.grid_2d_graph(len(values) // one.cols, one.cols)
    near = {r * one.cols + c: [a * one.cols + b for a, b in places[r, c]] for r, c in places}

    def areas(start: int, k: int) -> Iterator[frozenset[int]]:
        met, waiting = {frozenset({start})}, [frozenset({start})]
        for shape in waiting:
            rim = {b for a in shape for b in near[a]} - shape
            sure = {b for b in rim if values[b][k]}
            if sure and len(shape) + len(sure) > k + 1:
                continue
            if not sure and (one.is_limit or len(shape) == k + 1):
                yield shape
            for cell in sure or rim if len(shape) <= k else ():
                larger = shape | {cell}
                if values[cell][k] is not False and larger not in met:
                    met.add(larger)
                    waiting.append(larger)

    is_new = True
    while is_new:
        is_new = False
        for cell, k in [(c, row.index(True)) for c, row in enumerate(values) if True in row]:
            found = [*islice(areas(cell, k), _MOST_AREAS)]
            if not found:
                return True
            for other in frozenset.intersection(*found) if len(found) < _MOST_AREAS else ():
                is_new = is_new or values[other][k] is None
                values[other] = [number == k for number in range(len(values[other]))]
    return False


def _is_no_fleet(one: Fleet, known: Known) -> bool:
    """Return whether ships cannot be placed: those of a length, or else on all known cells."""
    rows, cols = len(one.nodes) // one.cols, one.cols
    values = {divmod(k, cols): value_of(x, known) for k, x in enumerate(one.nodes)}
    held = {place for place, value in values.items() if value}

    def around(ship: frozenset[Place]) -> set[Place]:
        near = {(row + y, col + x) for row, col in ship for y in (-1, 0, 1) for x in (-1, 0, 1)}
        return (near & values.keys()) - ship

    ships = {
        frozenset((row + down * k, col + (1 - down) * k) for k in range(length))
        for length in ([one.length] if one.length else range(1, len(one.fleet) + 1))
        for down in (0, 1)
        for row in range(rows - down * (length - 1))
        for col in range(cols - (1 - down) * (length - 1))
    }
    fitting = sorted(
        (ship for ship in ships
         if not around(ship) & held and all(values[place] is not False for place in ship)),
        key=sorted,
    )  # fmt: skip
    whole = [
        ship for ship in fitting if ship <= held and all(values[x] is False for x in around(ship))
    ]
    if one.length and len(whole) > one.fleet[one.length - 1]:
        return True

    def place(left: Sequence[int], free: Sequence[frozenset[Place]], missing: set[Place]) -> bool:
        if not (any(left) if one.length else missing):
            return True
        for k, ship in enumerate(free):
            if left[len(ship) - 1] and (one.length or min(missing) in ship):
                fewer = [n - (size == len(ship)) for size, n in enumerate(left, 1)]
                apart = [
                    x for x in free[k + 1 if one.length else 0 :] if not x & (around(ship) | ship)
                ]
                if place(fewer, apart, missing - ship):
                    return True
        return False

    own = [n if one.length in (0, size) else 0 for size, n in enumerate(one.fleet, 1)]
    return not place(own, fitting, held)


def _candidates(options: Sequence[int], known: Known) -> list[int]:
    """Return the options that may hold at a place, which has just one."""
    values = [value_of(x, known) for x in options]
    return (
        [values.index(True)] if True in values else [k for k, v in enumerate(values) if v is None]
    )


def _has_total(places: Sequence[Sequence[int]], left: int, used: tuple[int, ...] = ()) -> bool:
    if len(used) == len(places):
        return left == 0
    values = (value for value in places[len(used)] if value <= left and value not in used)
    return any(_has_total(places, left - value, (*used, value)) for value in values)


def _is_repeated(one: Sequence[int], other: Sequence[int], known: Known) -> bool:
    """Return whether a line must repeat a finished one, as both have as many of each."""
    ours = [value_of(x, known) for x in one]
    theirs = [value_of(x, known) for x in other]
    if None in ours or any(b is not None and a != b for a, b in zip(ours, theirs, strict=True)):
        return False
    wanted = {a for a, b in zip(ours, theirs, strict=True) if b is None}
    return len(wanted) < 2


def _is_no_bank(one: Bank, known: Known) -> bool:
    """Return whether a drawn edge can be no piece, or a piece is at too many or too few edges."""
    uses: list[list[int]] = []
    for literal, *ends in one.edges:
        a, b = (_candidates(one.literals[end], known) for end in ends)
        at = [
            k
            for k, (x, y, _) in enumerate(one.pieces)
            if (x in a and y in b) or (y in a and x in b)
        ]
        if value_of(literal, known) and not at:
            return True
        uses.append([] if value_of(literal, known) is False else at)
    for k, piece in enumerate(one.pieces):
        sure = [at for at, edge in zip(uses, one.edges, strict=True)
                if at == [k] and value_of(edge[0], known)]  # fmt: skip
        if len(sure) > piece.times or sum(k in at for at in uses) < piece.times:
            return True
    return False


def _is_matched(one: Matching, known: Known) -> bool:
    graph = nx.Graph()
    graph.add_nodes_from(("slot", k) for k in range(one.slots))
    present = {k for k, x in enumerate(one.literals) if value_of(x, known)}
    graph.add_nodes_from(present)
    for slot, k in one.edges:
        if value_of(one.literals[k], known) is not False:
            graph.add_edge(("slot", slot), k, weight=1 + (k in present))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    met = {node for pair in pairs for node in pair}
    return len(pairs) == one.slots and present <= met


def _is_no_loop(one: Loop, known: Known) -> bool:
    drawn = nx.Graph((a, b) for x, a, b in one.edges if value_of(x, known))
    left = nx.Graph((a, b) for x, a, b in one.edges if value_of(x, known) is not False)
    if not left or any(degree > 2 for _, degree in drawn.degree):
        return True
    parts = [drawn.subgraph(part) for part in nx.connected_components(drawn)]
    closed = [part for part in parts if part.number_of_edges() == len(part)]
    if closed:
        return len(parts) > 1
    on_ways = [
        {node for edge in part for node in edge} for part in nx.biconnected_component_edges(left)
    ]
    return not any({*drawn} <= part for part in on_ways if len(part) > 2)


def _are_no_paths(one: Paths, known: Known) -> bool:
    drawn = nx.Graph((a, b) for x, a, b in one.edges if value_of(x, known))
    for part in nx.connected_components(drawn):
        path = drawn.subgraph(part)
        ends = [node for node, degree in path.degree if degree == 1]
        if len(ends) != 2 or path.number_of_edges() != len(part) - 1:
            return True
        labels = [k for k in map(one.labels.__getitem__, nx.shortest_path(path, *ends)) if k]
        for a, b in pairwise(labels):
            if abs(a - b) != 1 if one.in_order else a != b:
                return True
    return False


def _have_islands(one: Regions, known: Known) -> bool:
    """Return whether islands of the given sizes keep apart and take in all that is present."""
    near: dict[int, set[int]] = {k: set() for k in range(len(one.nodes))}
    for a, b in one.edges:
        near[a].add(b)
        near[b].add(a)
    values = [value_of(x, known) for x in one.nodes]
    present = {k for k, value in enumerate(values) if value}
    sized = [k for k, size in enumerate(one.sizes) if size]
    if any(values[k] is False for k in sized):
        return False

    def shapes(start: int, size: int, barred: set[int]) -> Iterator[set[int]]:
        """Yield the islands of a size, any if it is negative, around a start."""
        met, waiting = {frozenset({start})}, [frozenset({start})]
        for shape in waiting:
            around = {b for a in shape for b in near[a]} - shape
            if (size < 0 or len(shape) == size) and not around & present:
                yield {*shape}
            for cell in around - barred if size < 0 or len(shape) < size else ():
                larger = shape | {cell}
                if values[cell] is not False and larger not in met:
                    met.add(larger)
                    waiting.append(larger)

    def place(left: Sequence[int], taken: set[int]) -> bool:
        if not left:
            return present <= taken
        start, *others = left
        barred = taken | {b for a in taken for b in near[a]} | {*others}
        if start in barred:
            return False
        size = one.sizes[start]
        return any(place(others, taken | shape) for shape in shapes(start, size, barred))

    return place(sized, set())
