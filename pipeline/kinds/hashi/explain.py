"""Between which islands, and in which cells, all solutions of a puzzle agree.

A water cell agrees if the same bridges cross it in every solution, an island if the same bridges
start from it. Few solutions are listed and compared; of many the backbone is found by SAT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from pipeline.kinds.hashi.encode_sat import Encoding, encode, to_counts, to_solution
from pipeline.kinds.hashi.links import Links
from pipeline.kinds.hashi.model import Clues, Solution, decode_solution
from pipeline.kinds.hashi.prove import prove
from pipeline.kinds.hashi.solve import next_by_sat, solve
from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.backbone import Values, find_backbone
from pipeline.model import Json, Status
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

FIRST_STEPS: Final = 2_000
"""Nodes and conflicts that listing may spend before the backbone is asked for."""

SHORT_LIST: Final = 100
"""Solutions that are listed and compared; of more the backbone is quicker."""

_NEEDED: Final = {Status.UNIQUE: 1, Status.MULTIPLE: 2}
"""Solutions that must be known to be shown, by status."""


def explain(clues: Clues, budget: Budget) -> Explained[Solution]:
    """Return in which cells all solutions agree, in which they do not, and what is undecided.

    ``details`` holds the bridges: under ``always`` those of every solution, as cell, cell and
    number; under ``sometimes`` those whose number differs, as cell, cell, least and most; under
    ``undecided`` those of which that is not known, as cell, cell, least and most seen.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    budget : Budget
        ``nodes`` and ``conflicts`` for the proof that there is one solution; ``conflicts`` for the
        backbone where there are more.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> clues = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> found = explain(clues, Budget(nodes=1000, conflicts=1000))
    >>> found.status.value, found.agreeing, found.details["bridges"]["sometimes"][0]
    ('multiple', (4,), [0, 2, 0, 2])
    """
    first = replace(
        budget, nodes=min(budget.nodes, FIRST_STEPS), conflicts=min(budget.conflicts, FIRST_STEPS)
    )
    encoding = encode(clues)
    listed = solve(clues, SHORT_LIST, first)
    known = [to_counts(encoding.links, solution) for solution in listed.solutions]
    if listed.is_complete and len(known) > 1:
        return _explained(clues, Status.MULTIPLE, known, True, listed.method, listed.nodes)
    status, method = Status.MULTIPLE, listed.method
    if len(known) < 2:
        # One solution, or none: a claim that needs a second way.
        known, status, method = _two_solutions(clues, encoding, listed.solutions, budget)
    if status is not Status.MULTIPLE:
        is_sure = status is not Status.UNDECIDED
        return _explained(clues, status, known, is_sure, method, listed.nodes)
    known, is_sure, spent = _by_backbone(clues, encoding, known, budget.conflicts)
    return _explained(clues, status, known, is_sure, f"backbone:{SAT_SOLVERS[0]}", spent)


def _two_solutions(
    clues: Clues, encoding: Encoding, known: tuple[Solution, ...], budget: Budget
) -> tuple[list[list[int]], Status, str]:
    """Return up to two solutions, how many there are as far as that is known, and the method."""
    known = known or solve(clues, 1, budget).solutions
    verdict = prove(clues, known[0] if known else None, budget)
    if verdict.witness is not None:
        other = decode_solution(clues, verdict.witness)
        known = (*known[:1], other) if known else solve(clues, 2, budget).solutions
    counts = [to_counts(encoding.links, solution) for solution in known]
    is_shown = len(known) >= _NEEDED.get(verdict.status, 0)
    return counts, verdict.status if is_shown else Status.UNDECIDED, verdict.method or ""


def _by_backbone(
    clues: Clues, encoding: Encoding, known: list[list[int]], conflicts: int
) -> tuple[list[list[int]], bool, int]:
    """Return solutions that show all that varies, whether that is sure, and the conflicts spent."""
    seen = list(known)
    first = _values(encoding, known[0])
    literals = [v if first[v] else -v for v in range(1, encoding.variables + 1)]
    for counts in known[1:]:
        values = _values(encoding, counts)
        literals = [literal for literal in literals if values[abs(literal)] == (literal > 0)]
    with SatSolver(SAT_SOLVERS[0], encoding.clauses) as solver:

        def next_values() -> tuple[Values | None, bool]:
            counts, answer = next_by_sat(clues, encoding, solver, conflicts)
            if counts is None:
                return None, answer is False
            seen.append(counts)
            return _values(encoding, counts), True

        _, is_sure = find_backbone(literals, solver.add_clause, next_values)
        return seen, is_sure, solver.conflicts


def _values(encoding: Encoding, counts: Sequence[int]) -> Values:
    """Return a solution as a model of the encoding."""
    values = np.zeros(encoding.variables + 1, dtype=np.bool_)
    for link, count in enumerate(counts):
        for number in range(1, count + 1):
            values[encoding.at_least(link, number)] = True
    return values


def _explained(
    clues: Clues, status: Status, known: list[list[int]], is_sure: bool, method: str, steps: int
) -> Explained[Solution]:
    """Return the findings in the form that every kind gives them."""
    links = encode(clues).links
    always: list[Json] = []
    sometimes: list[Json] = []
    open_links: list[Json] = []
    varying: set[int] = set()
    still_open: set[int] = set() if known or is_sure else set(range(clues.rows * clues.cols))
    for link in range(len(links.ends)):
        numbers = [counts[link] for counts in known]
        ends = _end_cells(links, link)
        if len(set(numbers)) > 1:
            (sometimes if is_sure else open_links).append([*ends, min(numbers), max(numbers)])
            varying |= set(_cells(clues, links, link))
        elif not is_sure:
            open_links.append([*ends, *(numbers[:1] * 2 or [0, clues.max_bridges])])
            still_open |= set(_cells(clues, links, link))
        elif numbers and numbers[0]:
            always.append([*ends, numbers[0]])
    cells = range(clues.rows * clues.cols) if known or not is_sure else range(0)
    return Explained(
        status=status,
        agreeing=tuple(c for c in cells if c not in varying and c not in still_open),
        differing=tuple(c for c in cells if c in varying),
        undecided=tuple(c for c in cells if c in still_open and c not in varying),
        witnesses=tuple(to_solution(links, counts) for counts in known[:2]),
        details={"bridges": {"always": always, "sometimes": sometimes, "undecided": open_links}},
        method=method,
        steps=steps,
    )


def _end_cells(links: Links, link: int) -> tuple[int, int]:
    one, other = links.ends[link]
    return links.cells[one], links.cells[other]


def _cells(clues: Clues, links: Links, link: int) -> range:
    """Return the cells of a link, with its two islands."""
    one, other = _end_cells(links, link)
    step = 1 if one // clues.cols == other // clues.cols else clues.cols
    return range(one, other + 1, step)
