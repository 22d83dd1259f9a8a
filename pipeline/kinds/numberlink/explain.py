"""In which cells, and on which edges, all solutions of a puzzle agree.

A cell agrees if in every solution it is used by the same pair and its line takes the same edges
there, or if every solution leaves it empty. Few solutions are listed and compared; of many the
backbone is found by SAT (`pipeline.kinds.backbone`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import numpy as np

from pipeline.kinds.backbone import Values, find_backbone
from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.numberlink.dimacs import add_distances
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    edge_map,
    encode_plain,
    loop_clause,
    read_model,
    suits_sat,
)
from pipeline.kinds.numberlink.model import Clues, Solution, decode_solution
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import solve
from pipeline.model import Json, Status
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

FIRST_STEPS: Final = 2_000
"""Nodes and conflicts that listing may spend before the backbone is asked for."""

SHORT_LIST: Final = 100
"""Solutions that are listed and compared; of more the backbone is quicker."""

_NEEDED: Final = {Status.UNIQUE: 1, Status.MULTIPLE: 2}
"""Solutions that must be known to be shown, by status."""

MOST_LOOPS: Final = 200
"""Models with closed loops after which loops are forbidden by the encoding itself."""


@dataclass(slots=True)
class _Findings:
    """What is known: two solutions, the edges on which some differ, and those still open."""

    witnesses: tuple[Solution, ...]
    varying: set[int] = field(default_factory=set)
    mixed: set[int] = field(default_factory=set)
    """Cells that belong to different pairs."""
    open_edges: set[int] = field(default_factory=set)
    open_cells: set[int] = field(default_factory=set)


def explain(clues: Clues, budget: Budget) -> Explained[Solution]:
    """Return in which cells all solutions agree, in which they do not, and what is undecided.

    ``details`` holds the edges, as pairs of cells: under ``always`` those of every solution, under
    ``sometimes`` those of some, and under ``undecided`` those of which that is not known; edges of
    no solution are left out.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    budget : Budget
        ``nodes`` and ``conflicts`` for the proof that there is one solution; ``conflicts`` for the
        backbone where there are more.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 4, "free", ["a", "b", "b", 0, "a", 0, 0, 0])
    >>> found = explain(clues, Budget(nodes=1000, conflicts=1000))
    >>> found.status.value, found.agreeing, found.differing
    ('multiple', (0, 4), (1, 2, 3, 5, 6, 7))
    """
    first = replace(
        budget, nodes=min(budget.nodes, FIRST_STEPS), conflicts=min(budget.conflicts, FIRST_STEPS)
    )
    listed = solve(clues, SHORT_LIST, first)
    if listed.is_complete and len(listed.solutions) > 1:
        found = _compare(clues, listed.solutions)
        return _explained(clues, Status.MULTIPLE, found, listed.method, listed.nodes)
    witnesses, status, method = listed.solutions[:2], Status.MULTIPLE, listed.method
    if len(witnesses) < 2:
        # One solution, or none: a claim that needs a second way.
        witnesses, status, method = _two_solutions(clues, witnesses, budget)
    if status is not Status.MULTIPLE or not suits_sat(clues):
        found = _Findings(witnesses)
        if status in (Status.MULTIPLE, Status.UNDECIDED):
            found = _nothing_decided(clues, _compare(clues, witnesses))
        return _explained(clues, status, found, method, listed.nodes)
    known = listed.solutions if len(listed.solutions) > 1 else witnesses
    found, spent = _by_backbone(clues, _compare(clues, known), budget.conflicts)
    return _explained(clues, status, found, f"backbone:{SAT_SOLVERS[0]}", spent)


def _two_solutions(
    clues: Clues, known: tuple[Solution, ...], budget: Budget
) -> tuple[tuple[Solution, ...], Status, str]:
    """Return up to two solutions, how many there are as far as that is known, and the method."""
    known = known or solve(clues, 1, budget).solutions
    verdict = prove(clues, known[0] if known else None, budget)
    if verdict.witness is not None:
        other = decode_solution(clues, verdict.witness)
        known = (*known[:1], other) if known else solve(clues, 2, budget).solutions
    is_shown = len(known) >= _NEEDED.get(verdict.status, 0)
    return known, verdict.status if is_shown else Status.UNDECIDED, verdict.method or ""


def _compare(clues: Clues, solutions: Sequence[Solution]) -> _Findings:
    """Return where some of these solutions differ."""
    found = _Findings(tuple(solutions[:2]))
    if not solutions:
        return found
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    first_edges, first_owner = _edges_of(edges, solutions[0]), _owners(solutions[0])
    for solution in solutions[1:]:
        found.varying |= first_edges ^ _edges_of(edges, solution)
        found.mixed |= {
            cell for cell, pair in _owners(solution).items() if first_owner.get(cell, pair) != pair
        }
    return found


def _edges_of(edges: EdgeMap, solution: Solution) -> set[int]:
    """Return the numbers of a solution's edges."""
    steps = (step for path in solution.paths for step in pairwise(path))
    return {edges.index[min(one, other), max(one, other)] for one, other in steps}


def _owners(solution: Solution) -> dict[int, int]:
    """Return the pair of each used cell."""
    return {cell: pair for pair, path in enumerate(solution.paths) for cell in path}


def _nothing_decided(clues: Clues, found: _Findings) -> _Findings:
    """Return the findings with all open that is not known to vary."""
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    found.open_edges = set(range(len(edges.edges))) - found.varying
    found.open_cells = {
        cell
        for cell in range(clues.rows * clues.cols)
        if cell not in clues.blocked and cell not in found.mixed
    }
    return found


def _by_backbone(clues: Clues, found: _Findings, conflicts: int) -> tuple[_Findings, int]:
    """Find all that varies, or as much as the conflicts allow; return it and the conflicts spent.

    A solution says of each edge whether it is used, and of each used cell whose it is. The bits of
    cells that it leaves empty mean nothing.
    """
    models = _Models(clues, conflicts)
    try:
        bits = models.bits
        models.first = first = models.values_of(found.witnesses[0])
        owners = _owners(found.witnesses[0])
        said = list(range(1, len(models.edges.edges) + 1))
        said += [bit for cell in sorted(owners) for bit in bits[cell]]
        literals = [variable if first[variable] else -variable for variable in said]
        known = {edge + 1 for edge in found.varying}
        known |= {bit for cell in found.mixed for bit in bits[cell]}
        left, is_sure = find_backbone(
            [literal for literal in literals if abs(literal) not in known],
            models.deny,
            models.next_values,
        )
        kept = {abs(literal) for literal in left}
        found.varying |= {v - 1 for v in said if v <= len(models.edges.edges) and v not in kept}
        found.mixed |= {cell for cell in owners if bits[cell] and not kept.issuperset(bits[cell])}
        if not is_sure:
            found = _nothing_decided(clues, found)
        return found, models.conflicts
    finally:
        models.close()


class _Models:
    """Solutions one after another, each keeping all clauses given so far."""

    def __init__(self, clues: Clues, conflicts: int) -> None:
        self._clues = clues
        self._most = conflicts
        self._encoding = encode_plain(clues)
        self.edges = self._encoding.edges
        self.bits = self._encoding.bits
        self._solver = SatSolver(SAT_SOLVERS[0], self._encoding.clauses)
        self.first = np.zeros(1 + self._encoding.variables, dtype=np.bool_)
        self._denied: list[Sequence[int]] = []
        self._spent_before = 0
        self._loops = 0

    @property
    def conflicts(self) -> int:
        """Conflicts spent so far."""
        return self._spent_before + self._solver.conflicts

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def deny(self, clause: Sequence[int]) -> None:
        """Ask of all further solutions that one of these literals holds."""
        self._denied = [clause]  # each says more than those before it
        self._solver.add_clause(clause)

    def values_of(self, solution: Solution) -> Values:
        """Return a solution as a model of the plain encoding."""
        # A cell left empty denies whatever the first solution said of it: its bits in the solver's
        # model are arbitrary, and one that kept a clause there must not be asked for again.
        values = ~self.first
        values[1 : 1 + len(self.edges.edges)] = False
        values[[edge + 1 for edge in sorted(_edges_of(self.edges, solution))]] = True
        for cell, pair in _owners(solution).items():
            for place, bit in enumerate(self.bits[cell]):
                values[bit] = pair >> place & 1
        return values

    def next_values(self) -> tuple[Values | None, bool]:
        """Return a solution without closed loops, and whether the search came to its end."""
        while True:
            left = self._most - self.conflicts
            answer = self._solver.solve(conflicts=left) if left > 0 else None
            if not answer:
                return None, answer is False
            solution, loops = read_model(self._clues, self.edges, self._solver.model())
            if not loops:
                return self.values_of(solution), True
            self._loops += 1
            if self._loops == MOST_LOOPS:
                self._forbid_all_loops()
            else:
                self._solver.add_clauses(loop_clause(loop) for loop in loops)

    def _forbid_all_loops(self) -> None:
        """Start again with distances along the lines, so that no model has a loop."""
        self._spent_before = self.conflicts
        self._solver.close()
        add_distances(self._encoding, self._clues)
        self._solver = SatSolver(SAT_SOLVERS[0], [*self._encoding.clauses, *self._denied])


def _explained(
    clues: Clues, status: Status, found: _Findings, method: str, steps: int
) -> Explained[Solution]:
    """Return the findings in the form that every kind gives them."""
    if not found.witnesses and status is Status.UNSOLVABLE:
        return Explained(status, (), (), (), (), {"edges": _named([], [], [])}, method, steps)
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    varying = found.mixed | {cell for edge in found.varying for cell in edges.edges[edge]}
    still_open = found.open_cells | {c for edge in found.open_edges for c in edges.edges[edge]}
    cells = [cell for cell in range(clues.rows * clues.cols) if cell not in clues.blocked]
    always = _edges_of(edges, found.witnesses[0]) if found.witnesses else set()
    return Explained(
        status=status,
        agreeing=tuple(c for c in cells if c not in varying and c not in still_open),
        differing=tuple(c for c in cells if c in varying),
        undecided=tuple(c for c in cells if c in still_open and c not in varying),
        witnesses=found.witnesses,
        details={
            "edges": _named(
                _pairs(edges, always - found.varying - found.open_edges),
                _pairs(edges, found.varying),
                _pairs(edges, found.open_edges - found.varying),
            )
        },
        method=method,
        steps=steps,
    )


def _pairs(edges: EdgeMap, numbers: Iterable[int]) -> list[list[int]]:
    return [list(edges.edges[edge]) for edge in sorted(numbers)]


def _named(
    always: list[list[int]], sometimes: list[list[int]], undecided: list[list[int]]
) -> dict[str, Json]:
    return {"always": always, "sometimes": sometimes, "undecided": undecided}
