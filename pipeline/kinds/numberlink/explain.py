"""In which cells, and on which edges, all solutions of a puzzle agree.

A cell agrees if in every solution it is used by the same pair and its line takes the same edges
there, or if every solution leaves it empty. Few solutions are listed and compared; of many the
backbone is found by SAT (`backbone`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.numberlink.counting.backbone import Findings, edges_of, find_common, owners
from pipeline.kinds.numberlink.encode_sat import EdgeMap, edge_map, suits_sat
from pipeline.kinds.numberlink.model import Clues, Solution, decode_solution
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import solve
from pipeline.model import Json, Status
from pipeline.solvers.sat import SAT_SOLVERS

FIRST_STEPS: Final = 2_000
"""Nodes and conflicts that listing may spend before the backbone is asked for."""

SHORT_LIST: Final = 100
"""Solutions that are listed and compared; of more the backbone is quicker."""

_NEEDED: Final = {Status.UNIQUE: 1, Status.MULTIPLE: 2}
"""Solutions that must be known to be shown, by status."""


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
        ``nodes`` and ``conflicts`` for the proof that there is one solution; ``conflicts`` and
        ``states`` for the backbone where there are more.

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
        return _explained(clues, Status.MULTIPLE, found, listed.method, listed.steps)
    witnesses, status, method = listed.solutions[:2], Status.MULTIPLE, listed.method
    if len(witnesses) < 2:
        # One solution, or none: a claim that needs a second way.
        witnesses, status, method = _two_solutions(clues, witnesses, budget)
    if status is not Status.MULTIPLE or not suits_sat(clues):
        found = Findings(witnesses)
        if status in (Status.MULTIPLE, Status.UNDECIDED):
            found = _nothing_decided(clues, _compare(clues, witnesses))
        return _explained(clues, status, found, method, listed.steps)
    known = listed.solutions if len(listed.solutions) > 1 else witnesses
    found = _compare(clues, known)
    spent = find_common(clues, found, budget)
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


def _compare(clues: Clues, solutions: Sequence[Solution]) -> Findings:
    """Return where some of these solutions differ."""
    found = Findings(tuple(solutions[:2]))
    if not solutions:
        return found
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    first_edges, first_owner = edges_of(edges, solutions[0]), owners(solutions[0])
    for solution in solutions[1:]:
        found.varying |= first_edges ^ edges_of(edges, solution)
        found.mixed |= {
            cell for cell, pair in owners(solution).items() if first_owner.get(cell, pair) != pair
        }
    return found


def _nothing_decided(clues: Clues, found: Findings) -> Findings:
    """Return the findings with all open that is not known to vary."""
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    found.open_edges = set(range(len(edges.edges))) - found.varying
    found.open_cells = {
        cell
        for cell in range(clues.rows * clues.cols)
        if cell not in clues.blocked and cell not in found.mixed
    }
    return found


def _explained(
    clues: Clues, status: Status, found: Findings, method: str, steps: int
) -> Explained[Solution]:
    """Return the findings in the form that every kind gives them."""
    if not found.witnesses and status is Status.UNSOLVABLE:
        return Explained(status, (), (), (), (), {"edges": _named([], [], [])}, method, steps)
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    varying = found.mixed | {cell for edge in found.varying for cell in edges.edges[edge]}
    still_open = found.open_cells | {c for edge in found.open_edges for c in edges.edges[edge]}
    cells = [cell for cell in range(clues.rows * clues.cols) if cell not in clues.blocked]
    always = edges_of(edges, found.witnesses[0]) if found.witnesses else set()
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
