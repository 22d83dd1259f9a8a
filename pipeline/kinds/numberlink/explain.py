"""In which cells, and on which edges, all solutions of a puzzle agree.

A cell agrees if in every solution it is used by the same pair and its line takes the same edges
there, or if every solution leaves it empty. Few solutions are listed and compared; of many the
backbone is found by SAT (`backbone`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.explanation import Known, explained, find_known
from pipeline.kinds.numberlink.counting.backbone import Findings, edges_of, find_common, owners
from pipeline.kinds.numberlink.encode_sat import EdgeMap, edge_map, suits_sat
from pipeline.kinds.numberlink.model import Clues, Solution, decode_solution
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import solve
from pipeline.kinds.numberlink.tuning import TUNING, Tuning
from pipeline.model import Json, Status
from pipeline.solvers.sat import SAT_SOLVERS


def explain(clues: Clues, budget: Budget, tuning: Tuning = TUNING) -> Explained[Solution]:
    """Return in which cells all solutions agree, in which they do not, and what is undecided.

    ``details`` holds the edges, as pairs of cells: under ``always`` those of every solution, under
    ``sometimes`` those of some, and under ``undecided`` those of which that is not known; edges of
    no solution are left out.

    The budget is for the proof that there is one solution; its ``conflicts`` and ``states`` for the
    backbone where there are more.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 4, "free", ["a", "b", "b", 0, "a", 0, 0, 0])
    >>> found = explain(clues, Budget(nodes=1000, conflicts=1000))
    >>> found.status.value, found.agreeing, found.differing
    ('multiple', (0, 4), (1, 2, 3, 5, 6, 7))
    """
    known = find_known(clues, budget, solve, prove, decode_solution, tuning.compared)
    found = _compare(clues, known.solutions)
    if known.status is Status.MULTIPLE and not known.is_all and suits_sat(clues):
        spent = find_common(clues, found, budget, tuning)
        known = known._replace(method=f"backbone:{SAT_SOLVERS[0]}", steps=spent)
    elif not known.is_all:
        _leave_open(clues, found)
    return _explained(clues, known, found)


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


def _leave_open(clues: Clues, found: Findings) -> None:
    """Note as open all that is not known to vary."""
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    found.open_edges = set(range(len(edges.edges))) - found.varying
    found.open_cells = set(range(clues.rows * clues.cols)) - clues.blocked - found.mixed


def _explained(clues: Clues, known: Known[Solution], found: Findings) -> Explained[Solution]:
    """Return the findings in the form that every kind gives them."""
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    cells: list[int] = []
    if known.status is not Status.UNSOLVABLE:
        cells = [cell for cell in range(clues.rows * clues.cols) if cell not in clues.blocked]
    varying = found.mixed | {cell for edge in found.varying for cell in edges.edges[edge]}
    still_open = found.open_cells | {c for edge in found.open_edges for c in edges.edges[edge]}
    always = edges_of(edges, found.witnesses[0]) if found.witnesses else set()
    named: dict[str, Json] = {
        "always": _pairs(edges, always - found.varying - found.open_edges),
        "sometimes": _pairs(edges, found.varying),
        "undecided": _pairs(edges, found.open_edges - found.varying),
    }
    return explained(known, cells, varying, still_open, {"edges": named})


def _pairs(edges: EdgeMap, numbers: Iterable[int]) -> list[Json]:
    return [list(edges.edges[edge]) for edge in sorted(numbers)]
