"""Deduction in rounds once more, slow and plain: levels, rounds and the longest chain of a grade.

Written from docs/grading.md; only the state of a board is shared with the naive search. Each round
looks at the whole board as it was before, gathers what can be seen, and then writes it down.
"""

from collections.abc import Iterator

import networkx as nx

from tests.naive.numberlink_grade import EMPTY, Cell, ContradictionError, Edge, Search, State

FORCED, SQUARE, BESIDE, CANDIDATES = range(4)


class Rounds(Search):
    """Rounds of deduction on one board."""

    def colour(self, seen: State, cell: Cell) -> object:
        """The one pair that a cell belongs to for sure, None if it is not known."""
        domain = seen.domains[cell]
        return next(iter(domain)) if len(domain) == 1 and EMPTY not in domain else None

    def squares(self) -> Iterator[list[Edge]]:
        for r, c in self.number:
            around = [
                ((r, c), (r, c + 1)),
                ((r, c), (r + 1, c)),
                ((r, c + 1), (r + 1, c + 1)),
                ((r + 1, c), (r + 1, c + 1)),
            ]
            if all(edge in self.edges_of.get(edge[0], ()) for edge in around):
                yield around

    def sights(self, seen: State, level: int) -> Iterator[tuple[Edge, bool]]:
        """Edges that can be decided from what is seen."""
        chain: nx.Graph[Cell] = nx.Graph([e for e, value in seen.edges.items() if value is True])
        for cell in self.number:
            lines, unknown = self.count(seen, cell, True), self.count(seen, cell, None)
            if EMPTY in seen.domains[cell]:
                if lines == 0 and (unknown < 2 or seen.domains[cell] == {EMPTY}):
                    yield from ((edge, False) for edge in self.edges_of[cell])
            elif lines == self.needed(cell):
                yield from ((edge, False) for edge in self.edges_of[cell])
            elif lines + unknown == self.needed(cell):
                yield from ((edge, True) for edge in self.edges_of[cell])
        for edge in self.edge_list:
            colours = [self.colour(seen, cell) for cell in edge]
            are_known = None not in colours
            common = (seen.domains[edge[0]] & seen.domains[edge[1]]) - {EMPTY}
            if not common and (are_known or level == CANDIDATES):
                yield edge, False
            if are_known and common and self.never_touches and level >= BESIDE:
                yield edge, True
            if (
                all(self.count(seen, cell, True) == 1 for cell in edge)
                and edge[0] in chain
                and nx.has_path(chain, *edge)
            ):
                yield edge, False
        if self.has_no_three_sides and level >= SQUARE:
            for around in self.squares():
                if sum(seen.edges[edge] is True for edge in around) == 2:
                    yield from ((edge, False) for edge in around)

    def narrowings(self, seen: State, level: int) -> Iterator[tuple[Cell, set[object]]]:
        """Labels that cells may keep by what is seen."""
        for cell in self.number:
            lines, unknown = self.count(seen, cell, True), self.count(seen, cell, None)
            if EMPTY in seen.domains[cell] and lines == 0 and unknown < 2:
                yield cell, {EMPTY}
        for edge, value in seen.edges.items():
            for cell, other in (edge, edge[::-1]):
                is_known = self.colour(seen, cell) is not None
                if value is True and (is_known or level == CANDIDATES):
                    yield other, seen.domains[cell] - {EMPTY}
                elif value is True:
                    yield other, seen.domains[other] - {EMPTY}
                elif value is False and is_known and self.never_touches and level == CANDIDATES:
                    yield other, seen.domains[other] - seen.domains[cell]

    def round(self, seen: State, level: int) -> State:
        """The state after one round; raises where it contradicts itself at sight."""
        state = seen.copy()
        for edge, value in self.sights(seen, level):
            if seen.edges[edge] is None:
                self.decide(state, edge, value)
        for cell, labels in self.narrowings(seen, level):
            self.keep(state, cell, labels)
        self.check(state)
        return state

    def check(self, state: State) -> None:
        for cell in self.number:
            lines, unknown = self.count(state, cell, True), self.count(state, cell, None)
            is_short = lines + unknown < self.needed(cell) and EMPTY not in state.domains[cell]
            if lines > self.needed(cell) or is_short:
                raise ContradictionError
        lines_drawn = nx.Graph([edge for edge, value in state.edges.items() if value is True])
        if not nx.is_forest(lines_drawn) if lines_drawn else False:
            raise ContradictionError
        if self.has_no_three_sides:
            for around in self.squares():
                if sum(state.edges[edge] is True for edge in around) > 2:
                    raise ContradictionError

    def fixed_point(self, level: int) -> tuple[State, int] | None:
        """The state where a level ends, and after how many rounds; None on a contradiction."""
        state, rounds = self.root.copy(), 0
        try:
            while (after := self.round(state, level)) != state:
                state, rounds = after, rounds + 1
        except ContradictionError:
            return None
        return state, rounds

    def rounds_to_refute(self, state: State, edge: Edge, value: bool) -> int | None:
        """In which round an assumption is refuted, None for never."""
        state, rounds = state.copy(), 0
        state.edges[edge] = value
        try:
            while True:
                rounds += 1
                after = self.round(state, CANDIDATES)
                if after == state:
                    return None
                state = after
        except ContradictionError:
            return rounds

    def longest_chain(self) -> int | None:
        """Always apply a refutation in the fewest rounds, and note the most; None if it ends."""
        state, longest = self.deduced(), 0
        assert state is not None
        while unknown := [edge for edge in self.edge_list if state.edges[edge] is None]:
            trials = [
                (rounds, edge, value)
                for edge in unknown
                for value in (True, False)
                if (rounds := self.rounds_to_refute(state, edge, value)) is not None
            ]
            if not trials:
                return None
            rounds, edge, value = min(trials)
            longest = max(longest, rounds)
            state = self.assume(state, edge, not value)
            assert state is not None
        return longest
