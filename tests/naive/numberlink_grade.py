"""The reference search of grades once more, slow and plain, to hold the kernels against.

Nothing here is shared with ``pipeline``: sets instead of bits, copies instead of a trail, and the
whole board looked at again until nothing changes. Boards are rows of labels: None is empty, False
blocked, anything else the name of a pair.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Grid = Sequence[Sequence[object]]

EMPTY = "empty"
ALL_CLAIMS = ("cover", "no-uturn", "no-touch")


class ContradictionError(Exception):
    """Nothing can come of this state."""


def images(grid: Grid) -> Iterator[list[list[object]]]:
    image = [list(row) for row in grid]
    for _ in range(2):
        for _ in range(4):
            yield image
            image = [list(row) for row in zip(*image[::-1], strict=True)]
        image = [row[::-1] for row in image]


def renamed(grid: Grid) -> list[list[int]]:
    """Blocked is -1, empty 0, pairs 1..n in reading order."""
    names: dict[object, int] = {}
    return [
        [
            -1
            if label is False
            else 0
            if label is None
            else names.setdefault(label, len(names) + 1)
            for label in row
        ]
        for row in grid
    ]


def canonical(grid: Grid) -> list[list[int]]:
    return min((renamed(image) for image in images(grid)), key=lambda image: (len(image), image))


def ranks(seed: int, count: int) -> list[int]:
    """0..count-1 shuffled by Fisher and Yates from the SplitMix64 stream of a seed."""
    mask = (1 << 64) - 1
    state = seed

    def bits() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    values = list(range(count))
    for last in range(count - 1, 0, -1):
        other = ((bits() >> 32) * (last + 1)) >> 32
        values[last], values[other] = values[other], values[last]
    return values


@dataclass
class State:
    """What is known: of each edge True, False or None, of each cell the labels it may carry."""

    edges: dict[Edge, bool | None]
    domains: dict[Cell, set[object]]

    def copy(self) -> "State":
        return State(dict(self.edges), {cell: set(d) for cell, d in self.domains.items()})


class Search:
    """The search on one board; ``grid`` in canonical form for the reference grade."""

    def __init__(self, grid: Grid, claims: Sequence[str] = ALL_CLAIMS) -> None:
        numbers = renamed(grid)
        self.is_covering = "cover" in claims
        self.has_no_three_sides = "no-uturn" in claims
        self.never_touches = "no-touch" in claims
        self.number = {
            (r, c): number
            for r, row in enumerate(numbers)
            for c, number in enumerate(row)
            if number >= 0
        }
        self.edge_list: list[Edge] = [
            (cell, other)
            for cell in self.number
            for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
            if other in self.number
        ]
        self.edges_of = {
            cell: [edge for edge in self.edge_list if cell in edge] for cell in self.number
        }
        pairs: set[object] = {number for number in self.number.values() if number}
        if not self.is_covering:
            pairs = pairs | {EMPTY}
        self.root = State(
            dict.fromkeys(self.edge_list),
            {cell: {number} if number else set(pairs) for cell, number in self.number.items()},
        )

    def needed(self, cell: Cell) -> int:
        return 1 if self.number[cell] else 2

    def count(self, state: State, cell: Cell, value: bool | None) -> int:
        return sum(state.edges[edge] is value for edge in self.edges_of[cell])

    def propagate(self, state: State) -> None:
        while True:
            before = (dict(state.edges), {cell: set(d) for cell, d in state.domains.items()})
            for cell in self.number:
                self.use_degree(state, cell)
            for edge in self.edge_list:
                self.use_domains(state, edge)
            self.use_chains(state)
            if self.has_no_three_sides:
                self.use_squares(state)
            if before == (state.edges, state.domains):
                return

    def decide(self, state: State, edge: Edge, value: bool) -> None:
        if state.edges[edge] is (not value):
            raise ContradictionError
        state.edges[edge] = value

    def keep(self, state: State, cell: Cell, labels: set[object]) -> None:
        state.domains[cell] &= labels
        if not state.domains[cell]:
            raise ContradictionError

    def use_degree(self, state: State, cell: Cell) -> None:
        lines, unknown = self.count(state, cell, True), self.count(state, cell, None)
        if EMPTY in state.domains[cell]:
            if lines:
                self.keep(state, cell, state.domains[cell] - {EMPTY})
            elif unknown < 2 or state.domains[cell] == {EMPTY}:
                self.keep(state, cell, {EMPTY})
                for edge in self.edges_of[cell]:
                    self.decide(state, edge, False)
            return
        if lines > self.needed(cell) or lines + unknown < self.needed(cell):
            raise ContradictionError
        for edge in self.edges_of[cell]:
            if state.edges[edge] is None and lines == self.needed(cell):
                self.decide(state, edge, False)
            elif state.edges[edge] is None and lines + unknown == self.needed(cell):
                self.decide(state, edge, True)

    def use_domains(self, state: State, edge: Edge) -> None:
        one, two = edge
        common = (state.domains[one] & state.domains[two]) - {EMPTY}
        if state.edges[edge] is True:
            self.keep(state, one, common)
            self.keep(state, two, common)
            return
        if not common:
            self.decide(state, edge, False)
        singles = [
            cell
            for cell in edge
            if len(state.domains[cell]) == 1 and EMPTY not in state.domains[cell]
        ]
        if not self.never_touches:
            return
        if state.edges[edge] is None and common and len(singles) == 2:
            self.decide(state, edge, True)
        elif state.edges[edge] is False:
            for cell in singles:
                other = two if cell == one else one
                self.keep(state, other, state.domains[other] - state.domains[cell])

    def use_chains(self, state: State) -> None:
        """Edges between two cells of one chain are off, but for those that make it."""
        chain = {cell: cell for cell in self.number}
        for (one, two), value in state.edges.items():
            if value is True:
                if chain[one] == chain[two]:
                    raise ContradictionError
                old = chain[one]
                chain = {cell: chain[two] if c == old else c for cell, c in chain.items()}
        for (one, two), value in state.edges.items():
            if value is None and chain[one] == chain[two]:
                self.decide(state, (one, two), False)

    def use_squares(self, state: State) -> None:
        for r, c in self.number:
            around = [
                ((r, c), (r, c + 1)),
                ((r, c), (r + 1, c)),
                ((r, c + 1), (r + 1, c + 1)),
                ((r + 1, c), (r + 1, c + 1)),
            ]
            if any(edge not in state.edges for edge in around):
                continue
            on = sum(state.edges[edge] is True for edge in around)
            if on > 2:
                raise ContradictionError
            for edge in around:
                if on == 2 and state.edges[edge] is None:
                    self.decide(state, edge, False)

    def key(self, state: State, cell: Cell) -> int:
        is_end = self.needed(cell) - self.count(state, cell, True) == 1
        return self.count(state, cell, None) + (0 if is_end else 4)

    def branch(self, state: State, rank: dict[Edge, int]) -> Edge | None:
        choices = [
            (self.key(state, cell), rank[edge], edge)
            for cell in self.number
            for edge in self.edges_of[cell]
            if state.edges[edge] is None
        ]
        return min(choices)[2] if choices else None

    def assume(self, state: State, edge: Edge, value: bool) -> State | None:
        state = state.copy()
        state.edges[edge] = value
        try:
            self.propagate(state)
        except ContradictionError:
            return None
        return state

    def deduced(self) -> State | None:
        state = self.root.copy()
        try:
            self.propagate(state)
        except ContradictionError:
            return None
        return state

    def nodes(self, seed: int) -> int:
        """The nodes of the whole tree in the order of one seed; no budget."""
        order = ranks(seed, len(self.edge_list))
        rank = dict(zip(self.edge_list, order, strict=True))

        def below(state: State | None) -> int:
            edge = self.branch(state, rank) if state else None
            if state is None or edge is None:
                return 0
            return sum(1 + below(self.assume(state, edge, value)) for value in (True, False))

        return below(self.deduced())

    def probes(self) -> tuple[int, int]:
        """Tries of probing to the depth of one edge in rounds, and edges left unknown."""
        state, tries = self.deduced(), 0
        assert state is not None
        while True:
            unknown = [edge for edge in self.edge_list if state.edges[edge] is None]
            key = {edge: min(self.key(state, cell) for cell in edge) for edge in unknown}
            is_progress = False
            for edge in sorted(unknown, key=lambda edge: (key[edge], edge[0], edge[1][0])):
                if state.edges[edge] is not None:
                    continue
                for value in (True, False):
                    tries += 1
                    if self.assume(state, edge, value) is None:
                        forced = self.assume(state, edge, not value)
                        assert forced is not None
                        state, is_progress = forced, True
                        break
            if not is_progress:
                return tries, sum(value is None for value in state.edges.values())
