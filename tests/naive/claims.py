"""What the sentence of a step claims, judged from the constraints that it names.

A step names a constraint by its reason and by cells. `follows` looks for a way to keep just these
constraints, on the board as the reader has it, without what the step concludes. Slow and obvious:
nothing here is shared with the propagator or with the steps.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, permutations

import networkx as nx

from pipeline.kinds.kit.telling.deduction import Decision, Step
from pipeline.kinds.kit.telling.sentences import Texts
from pipeline.kinds.kit.words.accepted.rule import Accepted
from pipeline.kinds.kit.words.areas.rule import Areas
from pipeline.kinds.kit.words.base import ALWAYS, Global, flat
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.connected.rule import Connected
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import MOST_SUM, Count, Mark, Model
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


class Reader:
    """The board of somebody who has read the steps so far."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.known: Known = {}
        self.is_silent = model.marks[0].family == "numbers"
        self.variables = {mark: k for k, mark in enumerate(model.marks, 1)}
        for count in model.counts:
            if len(count.literals) == 1:
                self.learn(forced(count, self.known))

    def literal(self, one: Decision) -> int:
        """Return what a decision states of its variable."""
        place = one.place or one.cells
        variable = self.variables[Mark(one.family, place, one.value)]  # type: ignore[arg-type]
        return variable if one.least else -variable

    def learn(self, literals: Iterable[int]) -> None:
        self.known.update({abs(literal): literal > 0 for literal in literals})

    def look(self) -> None:
        """Rule out, as notes in the cells do, the numbers that single counts rule out."""
        size = -1
        while self.is_silent and size < len(self.known):
            size = len(self.known)
            for count in self.model.counts:
                found = forced(count, self.known)
                if all(literal < 0 for literal in found):
                    self.learn(found)
            for one in self.model.globals:  # which numbers are too far is seen as well
                if isinstance(one, Consecutive):
                    self.learn(
                        -row[k] for k, cells in enumerate(walks(one, self.known))
                        for cell, row in enumerate(one.literals) if cell not in cells
                    )  # fmt: skip

    def cells(self, variable: int) -> set[int]:
        mark = self.model.marks[variable - 1]
        if mark.family == "borders":
            return {*self.model.grid.cells_beside((mark.place[0], mark.place[1]))}
        return {*mark.place}

    def open_cells(self, count: Count) -> set[int]:
        left = (abs(x) for x in count.literals if abs(x) not in self.known)
        return {cell for variable in left for cell in self.cells(variable)}


def value_of(literal: int, known: Known) -> bool | None:
    if literal == ALWAYS:
        return True
    value = known.get(abs(literal))
    return None if value is None else value == (literal > 0)


def allows(count: Count, number: int) -> bool:
    return bool(count.sums >> min(number, MOST_SUM) & 1)


def forced(count: Count, known: Known) -> list[int]:
    """Return the open literals, with their signs, of a count that leaves them one way."""
    values = [value_of(x, known) for x in count.literals]
    left = [x for x, value in zip(count.literals, values, strict=True) if value is None]
    held = values.count(True)
    fits = [k for k in range(len(left) + 1) if allows(count, held + k)]
    if fits == [0]:
        return [-x for x in left]
    return left if fits == [len(left)] else []


def key_of(one: Decision, texts: Texts) -> str:
    """Return the key of the text that gives the reason of a decision."""
    sign = "on" if one.least else "off"
    names = (key for name in (*one.names, one.reason) for key in (f"{name}-{sign}", name))
    has_number = one.number is not None
    keys = (key for key in names if key in texts and (has_number or "{number}" not in texts[key]))
    return next(keys, "rule")


def is_true(reader: Reader, step: Step, one: Decision, texts: Texts) -> bool:
    """Return whether a decision follows from what its sentence names.

    That is the constraint of its reason, or the assumption that breaks one, and the framed cells.
    """
    literal, key = reader.literal(one), key_of(one, texts)
    seen = {*one.cells, *one.about, *one.facts}
    if step.assumed is not None:
        if key.startswith("fish"):
            return _is_fish(reader, one)
        if key != "rule":  # a pattern of clues alone
            clues = [x for x in reader.model.counts if {*x.about} <= {*one.facts}]
            return follows(clues, [], {}, literal)
        if step.rounds != 1:  # the sentence has only the length of a trial
            return True
        reason, cells = step.assumed.reason, step.assumed.about
        counts = [x for x in reader.model.counts if (x.reason, x.about) == (reason, cells)]
        globals_ = [x for x in reader.model.globals if x.reason == reason]
        return follows(counts, globals_, reader.known, literal)
    if one.reason == "set":
        return _is_set(reader, one, key)
    if not _is_there(reader, one, key):
        return False
    if one.reason == "overlap":
        return follows([*_overlapping(reader, one, key)], [], reader.known, literal)
    counts = [x for x in reader.model.counts if (x.reason, x.about) == (one.reason, one.about)]
    globals_ = [x for x in reader.model.globals if x.reason == one.reason]
    if "-only" not in key:
        globals_ = [x for x in globals_ if x.about in ((), one.about)]
    known = {k: value for k, value in reader.known.items() if reader.cells(k) <= seen}
    named = [*(([x], []) for x in counts), *(([], [x]) for x in globals_)]
    return _is_pattern(reader, one, key) and any(follows(*x, known, literal) for x in named)


def _is_pattern(reader: Reader, one: Decision, key: str) -> bool:
    """Return whether the words of a text that is not only about a constraint are true."""
    name = key.removesuffix("-on").removesuffix("-off").rpartition("-")[2]
    about, known = {*one.about}, reader.known
    filled = {cell for mark, k in reader.variables.items() if known.get(k) for cell in mark.place}
    if name == "full":
        return about - {*one.cells} <= filled and not filled & {*one.cells}
    if name == "only":
        return len(about) == one.number and any(
            [{*area} for area, option in zip(x.areas, x.options, strict=True)
             if all(value_of(y, known) is not False for y in option)] == [about]
            for x in reader.model.globals
            if isinstance(x, Choice) and x.reason == one.reason
        )  # fmt: skip
    if name in ("between", "from", "alone") and key.startswith("next"):
        return _is_next(reader, one, name)
    if name not in ("complete", "between"):
        return True
    (regions,) = [x for x in reader.model.globals if isinstance(x, Regions)]
    place = {cell: k for k, x in enumerate(regions.nodes) for cell in reader.cells(abs(x))}
    present = {c for c, k in place.items() if value_of(regions.nodes[k], known) or regions.sizes[k]}
    near = {*reader.model.grid.neighbours(one.cells[0])}
    given = [cell for cell in about if regions.sizes[place[cell]]]
    if not about <= present or not near & about:
        return False
    if name == "complete":
        return len(given) == 1 and regions.sizes[place[given[0]]] == len(about)
    return len(given) > 1


def _is_next(reader: Reader, one: Decision, name: str) -> bool:
    """Return whether a number is the only one for its cell, or has one place between others."""
    chain = next(x for x in reader.model.globals if isinstance(x, Consecutive))
    ways = walks(chain, reader.known)
    if name == "alone":
        return [k for k, cells in enumerate(ways, 1) if cells & {*one.cells}] == [one.value]
    numbers = {
        mark.value: mark.place[0] for mark, k in reader.variables.items() if reader.known.get(k)
    }
    below = max((x for x in numbers if x < one.value), default=0)
    above = min((x for x in numbers if x > one.value), default=0)
    bounds = [x for x in (below, above) if x]
    is_well = [*one.left] == bounds and {*one.about} == {numbers[x] for x in bounds}
    return (
        is_well
        and len(bounds) == (2 if name == "between" else 1)
        and (ways[one.value - 1] == {*one.cells})
    )


def _is_there(reader: Reader, one: Decision, key: str) -> bool:
    """Return whether a line is where the text of a pattern has it."""
    grid, place = reader.model.grid, key.removesuffix("-on").removesuffix("-off").rpartition("-")[2]
    rows, cols = grid.rows, grid.cols
    ends = [divmod(cell, cols) for cell in one.about]
    if one.family == "edges" and place == "edge":  # of a pearl: inwards if black, along if white
        (row, _), *_ = ends
        is_down = one.cells[1] - one.cells[0] == cols
        return is_down == ((row in (0, rows - 1)) == key.startswith("black")) or one.least == 0
    if not key.startswith("overlap-") or place not in ("corner", "adjacent", "diagonal"):
        return True
    if place == "corner":  # the sides of the board
        return one.cells == one.about
    is_flat, (top, bottom) = one.place[1] == one.place[0] + 1, ends
    if place == "adjacent":  # the side between two cells, and those opposite
        return is_flat == (top[1] == bottom[1]) and not {*one.about}.isdisjoint(one.cells)
    shared = bottom[0] * (cols + 1) + max(top[1], bottom[1])
    return shared not in one.place and not {*one.about}.isdisjoint(one.cells)


def _overlapping(reader: Reader, one: Decision, key: str) -> Iterator[Count]:
    """Yield the counts at cells that a decision names, and the rules that join these to it."""
    about, decided = {*one.about}, {*one.cells}
    literal, words = abs(reader.literal(one)), key.split("-")
    # Some texts name one constraint, beside rules for the cell itself.
    is_single = len(words) > 2 and words[1] != "three" and one.family in ("cells", "numbers")
    # How a line passes a cell follows from the rules at its corners.
    passed = {
        abs(x)
        for count in reader.model.counts
        if {*count.about} <= about and one.family in ("borders", "edges")
        for x in count.literals
    }
    for count in reader.model.counts:
        left, literals = reader.open_cells(count), {*map(abs, count.literals)}
        is_named = left == about or {*count.about} <= about
        is_rule = count.clue is None and (passed & literals or literal in literals)
        if is_single:
            is_named = is_named and count.reason in words
        elif left and left <= about | decided:
            is_named = True
        if is_named or is_rule:
            yield count


def _is_set(reader: Reader, one: Decision, key: str) -> bool:
    """Return whether the candidates of some cells are as many, or some have no other cells."""
    about, wanted = {*one.about}, one.value
    for group in reader.model.globals:
        if not isinstance(group, AllDifferent) or not about | {*one.cells} <= {*group.about}:
            continue
        marks = [
            (mark.place[0], mark.value)
            for x in flat(group.literals)
            if reader.known.get(x) is not False
            for mark in [reader.model.marks[x - 1]]
        ]
        inside = {value for cell, value in marks if cell in about}
        outside = {value for cell, value in marks if cell not in about}
        size = len(about)
        if key.startswith("hidden") and one.cells[0] in about:
            everything = len(group.literals) == len(group.literals[0])
            if everything and len(inside - outside - {wanted}) >= size:
                return True
        is_naked = not key.startswith("hidden") and one.cells[0] not in about
        if is_naked and len(inside) == size and wanted in inside:
            return True
    return False


def _is_fish(reader: Reader, one: Decision) -> bool:
    """Return whether a number has no place but some cells in lines that cross as many others."""
    about, cols = {*one.about}, reader.model.grid.cols
    lines = [{cell // cols for cell in about}, {cell % cols for cell in about}]
    places = {
        mark.place[0]
        for mark, k in reader.variables.items()
        if mark.value == one.value and reader.known.get(k) is not False
    }
    (cell,) = one.cells
    if len(lines[0]) != len(lines[1]) or cell in about:
        return False
    in_rows = {c for c in places if c // cols in lines[0]} == about and cell % cols in lines[1]
    in_columns = {c for c in places if c % cols in lines[1]} == about and cell // cols in lines[0]
    return in_rows or in_columns


def follows(
    counts: Sequence[Count], globals_: Sequence[Global], known: Known, literal: int
) -> bool:
    """Return whether what is named has no way on with the opposite of a literal."""
    if abs(literal) in known:
        return known[abs(literal)] == (literal > 0)
    assumed = {**known, abs(literal): literal < 0}
    return any(is_broken(one, assumed) for one in globals_) or not has_way(counts, assumed)


def has_way(counts: Sequence[Count], known: Known) -> bool:
    """Return whether some values keep all counts, trying one variable after the other."""
    left = []
    for count in counts:
        values = [value_of(x, known) for x in count.literals]
        held, is_open = values.count(True), values.count(None)
        if not any(allows(count, held + k) for k in range(is_open + 1)):
            return False
        if is_open and not all(allows(count, held + k) for k in range(is_open + 1)):
            left.append((is_open, count))
    if not left:
        return True
    count = min(left, key=lambda pair: pair[0])[1]
    variable = next(abs(x) for x in count.literals if value_of(x, known) is None)
    kept = [count for _, count in left]
    return any(has_way(kept, {**known, variable: value}) for value in (True, False))


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


def ways(counts: Sequence[Count], known: Known) -> Iterator[Known]:
    """Yield the values that keep all counts, of the variables that these leave open."""
    if not has_way(counts, known):
        return
    literals = (x for count in counts for x in count.literals)
    variable = next((abs(x) for x in literals if value_of(x, known) is None), None)
    if variable is None:
        yield known
        return
    for value in (True, False):
        yield from ways(counts, {**known, variable: value})
