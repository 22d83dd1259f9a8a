"""What all solutions of a puzzle share, found by SAT where there are too many to be listed.

First the edges of a known solution, and whose its cells are: are there solutions without them?
Then the edges that no solution seen so far uses: is there one that does? The second question is
hard where the plain encoding allows closed loops, so edges that no line can reach are left out
before (`reach`), and what is still open after that is counted, if the board is narrow enough
(`settle`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.backbone import Values, find_backbone
from pipeline.kinds.numberlink.counting.reach import edges_between_ports
from pipeline.kinds.numberlink.counting.settle import Counting, anchored_cells
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    encode_plain,
    loop_clause,
    read_model,
)
from pipeline.kinds.numberlink.engines.dimacs import add_distances
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.kinds.numberlink.tuning import TUNING, Tuning
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver


@dataclass(slots=True)
class Findings:
    """What is known: two solutions, the edges on which some differ, and those still open.

    ``mixed`` are cells that not always belong to one pair. ``open_edges`` and ``open_cells`` are
    those of which it is not known whether they differ.
    """

    witnesses: tuple[Solution, ...]
    varying: set[int] = field(default_factory=set)
    mixed: set[int] = field(default_factory=set)
    open_edges: set[int] = field(default_factory=set)
    open_cells: set[int] = field(default_factory=set)


def edges_of(edges: EdgeMap, solution: Solution) -> set[int]:
    """Return the numbers of a solution's edges."""
    steps = (step for path in solution.paths for step in pairwise(path))
    return {edges.index[min(one, other), max(one, other)] for one, other in steps}


def owners(solution: Solution) -> dict[int, int]:
    """Return the pair of each used cell, counted from 0."""
    return {cell: pair for pair, path in enumerate(solution.paths) for cell in path}


def find_common(clues: Clues, found: Findings, budget: Budget, tuning: Tuning = TUNING) -> int:
    """Add to ``found`` what varies, as far as the budget allows; return the conflicts spent.

    Parameters
    ----------
    clues : Clues
        A board small enough for SAT.
    found : Findings
        With at least one solution.
    budget : Budget
        ``conflicts`` for SAT, ``states`` for counting what SAT leaves open.
    """
    states = min(budget.states, tuning.most_states_for_edges)
    models = Models(clues, found, budget.conflicts, tuning.most_loops)
    try:
        is_sure = _test_used(clues, found, models) or _settle_used(clues, found, models, states)
        if is_sure:
            _test_unused(clues, found, models, states)
        else:
            edges = set(range(len(models.edges.edges)))
            found.open_edges = edges - found.varying
            found.open_cells = set(range(clues.rows * clues.cols)) - clues.blocked - found.mixed
        return models.conflicts
    finally:
        models.close()


def _test_used(clues: Clues, found: Findings, models: Models) -> bool:
    """Find which edges of the first solution, and which owners of cells, others do without.

    Return whether that is sure. A closed loop is taken out of a model under ``free``: what the
    model denies, it then denies all the same.
    """
    edges, bits = models.edges, models.bits
    owner = owners(found.witnesses[0])
    said = [edge + 1 for edge in sorted(edges_of(edges, found.witnesses[0]) - found.varying)]
    said += [bit for cell in sorted(set(owner) - found.mixed) for bit in bits[cell]]
    literals = [variable if models.first[variable] else -variable for variable in said]
    left, is_sure = find_backbone(literals, models.deny, models.next_values)
    kept = {abs(literal) for literal in left}
    found.varying |= {v - 1 for v in said if v <= len(edges.edges) and v not in kept}
    found.mixed |= {cell for cell in set(owner) - found.mixed if not kept.issuperset(bits[cell])}
    return is_sure


def _settle_used(clues: Clues, found: Findings, models: Models, states: int) -> bool:
    """Find by counting what `_test_used` could not; return whether all edges are settled.

    Counts say nothing of owners: a cell whose line does not lead to a number for certain is left
    open.
    """
    edges, first = models.edges, found.witnesses[0]
    counting = Counting(clues, edges, states)
    varying, still_open = counting.settle_used(edges_of(edges, first) - found.varying)
    found.varying |= varying
    if still_open:
        return False
    if clues.pairs > 1:
        anchored = anchored_cells(edges, first, edges_of(edges, first) - found.varying)
        found.open_cells = set(owners(first)) - anchored - found.mixed
    return True


def _test_unused(clues: Clues, found: Findings, models: Models, states: int) -> None:
    """Find which edges that no solution seen so far uses are used by another."""
    edges = models.edges
    always = edges_of(edges, found.witnesses[0]) - found.varying
    open_edges = _within_reach(clues, found, edges, always) - found.varying
    models.start_again([edge + 1 for edge in sorted(always)])
    left, is_sure = find_backbone(
        [-edge - 1 for edge in sorted(open_edges)], models.deny, models.next_values
    )
    still_open = {-literal - 1 for literal in left}
    found.varying |= open_edges - still_open
    if not is_sure:
        counting = Counting(clues, edges, states)
        varying, found.open_edges = counting.settle_unused(still_open)
        found.varying |= varying


def _within_reach(
    clues: Clues, found: Findings, edges: EdgeMap, always: set[int]
) -> frozenset[int]:
    """Return the edges that may be used in some solutions and not in all.

    Without the edges of every solution, what is left of the lines are paths that end in a cell
    with one such edge, or at a number without one. No path passes a cell that has its edges.
    """
    fixed = [
        sum(edge in always for edge in edges.around[cell]) for cell in range(len(edges.around))
    ]
    goal = [1 if number else 2 for number in clues.numbers]
    left = {
        edge: (one, other)
        for edge, (one, other) in enumerate(edges.edges)
        if edge not in always and fixed[one] < goal[one] and fixed[other] < goal[other]
    }
    ports = [c for c in range(len(goal)) if goal[c] - fixed[c] == 1 and c not in clues.blocked]
    return edges_between_ports(left, ports) | found.varying


class Models:
    """Solutions one after another, each keeping all clauses given since the start.

    In the first round loops are taken out of models under ``free``; after `start_again` they are
    forbidden under every rule, as always under the others. What varies is noted in ``found``.
    """

    def __init__(self, clues: Clues, found: Findings, conflicts: int, most_loops: int) -> None:
        self.clues = clues
        self._found = found
        self._most = conflicts
        self._most_loops = most_loops
        self._encoding = encode_plain(clues)
        self.edges = self._encoding.edges
        self.bits = self._encoding.bits
        self._solver = SatSolver(SAT_SOLVERS[0], self._encoding.clauses)
        self._added: list[Sequence[int]] = []
        self._spent_before = 0
        self._loops = 0
        self.takes_loops_out = clues.rule == "free"
        self.first: Values = np.zeros(1 + self._encoding.variables, dtype=np.bool_)
        self.first = self._values_of(found.witnesses[0])
        self._first_edges = edges_of(self.edges, found.witnesses[0])

    @property
    def conflicts(self) -> int:
        """Conflicts spent so far."""
        return self._spent_before + self._solver.conflicts

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def deny(self, clause: Sequence[int]) -> None:
        """Ask of all further solutions that one of these literals holds."""
        self._added.append(clause)
        self._solver.add_clause(clause)

    def start_again(self, literals: Sequence[int]) -> None:
        """Forget what was denied; all further solutions keep these literals."""
        self.takes_loops_out = False
        self._added = [[literal] for literal in literals]
        self._restart()

    def next_values(self) -> tuple[Values | None, bool]:
        """Return a solution as a model, and whether the search came to its end."""
        while True:
            left = self._most - self.conflicts
            answer = self._solver.solve(conflicts=left) if left > 0 else None
            if not answer:
                return None, answer is False
            solution, loops = read_model(self.clues, self.edges, self._solver.model())
            if not loops or self.takes_loops_out:
                self._found.varying |= self._first_edges ^ edges_of(self.edges, solution)
                return self._values_of(solution), True
            self._loops += 1
            if self._loops == self._most_loops:
                add_distances(self._encoding, self.clues)
                self._restart()
            else:
                for loop in loops:
                    self.deny(loop_clause(loop))

    def _restart(self) -> None:
        self._spent_before = self.conflicts
        self._solver.close()
        self._solver = SatSolver(SAT_SOLVERS[0], [*self._encoding.clauses, *self._added])

    def _values_of(self, solution: Solution) -> Values:
        # A cell left empty denies whatever the first solution said of it: its bits in the solver's
        # model are arbitrary, and one that kept a clause there must not be asked for again.
        values = ~self.first
        values[1 : 1 + len(self.edges.edges)] = False
        values[[edge + 1 for edge in sorted(edges_of(self.edges, solution))]] = True
        for cell, pair in owners(solution).items():
            for place, bit in enumerate(self.bits[cell]):
                values[bit] = pair >> place & 1
        return values
