"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

The engine that finds does not vouch alone. ``unique`` is confirmed by a second way, the plain
encoding in a fresh SAT solver, within its budget; the method names both: ``search+sat:glucose4``,
or ``lemmas:glucose4+sat:glucose4`` where the lemmas of `normal_form` came first. Where the second
ran out of budget, only the first is named. A witness is put to the rules by definition first.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.encode_sat import Encoding, differs_from, encode_plain
from pipeline.kinds.numberlink.model import Clues, Solution, encode_solution
from pipeline.kinds.numberlink.normal_form import normal_form_clauses, suits_normal_form
from pipeline.kinds.numberlink.refuse import why_unsolvable
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.search import Search
from pipeline.kinds.numberlink.solve import QUICK_NODES, collect, next_by_sat, warm_up
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

VERSION: Final = 1
"""Raised when an equal puzzle and budget may give another verdict."""

_SAT: Final = SAT_SOLVERS[0]


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle under its rule.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    hint : Solution or None
        A solution believed right; a wrong one is ignored. The witness differs from a right one.
    budget : Budget
        ``nodes`` for the exhaustive search, ``conflicts`` for each SAT solver asked.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> verdict = prove(clues, None, Budget(nodes=1000, conflicts=1000))
    >>> verdict.status.value, verdict.method
    ('unique', 'search+sat:glucose4')
    """
    reason = why_unsolvable(clues)
    if reason is not None:
        return Verdict(Status.UNSOLVABLE, clues.rule, reason, VERSION)
    known = hint if hint is not None and not check(clues, hint) else None
    return _Proof(clues, known, budget).run()


class _Proof:
    """One proof under way: the puzzle, the first solution known, the engines still to ask."""

    def __init__(self, clues: Clues, known: Solution | None, budget: Budget) -> None:
        warm_up()
        self.clues = clues
        self.known = known
        self.budget = budget
        self.search = Search(clues) if Search.suits(clues) else None
        self.encoding: Encoding | None = None

    def run(self) -> Verdict:
        """Ask the engines in turn until one decides."""
        quick = min(self.budget.nodes, QUICK_NODES[self.clues.rule])
        return (
            self._by_search(quick)
            or self._by_lemmas()
            or self._by_sat()
            or self._by_search(self.budget.nodes)
            or self._verdict(Status.UNDECIDED, f"search+sat:{_SAT}")
        )

    def _by_search(self, nodes: int) -> Verdict | None:
        """Search until a second solution is found or no more exist."""
        if self.search is None:
            return None
        while True:
            found = collect(self.search, 1, nodes)
            if not found:
                break
            if self.known is not None and found[0] != self.known:
                return self._multiple(found[0], "search")
            self.known = found[0]
        if not self.search.is_complete:
            return None
        if self.known is None:
            return self._verdict(Status.UNSOLVABLE, "search")
        return self._confirmed("search")

    def _by_lemmas(self) -> Verdict | None:
        """Look for a second solution in normal form, where the first allows it."""
        clues, known = self.clues, self.known
        if clues.rule != "free" or known is None or not suits_normal_form(clues, known):
            return None
        encoding = self._encoding()
        ends = frozenset(cell for pair in clues.ends() for cell in pair)
        with SatSolver(_SAT, encoding.clauses) as solver:
            solver.add_clauses(normal_form_clauses(encoding.edges, ends))
            solver.add_clause(differs_from(encoding.edges, known))
            other, answer = next_by_sat(clues, encoding.edges, solver, self.budget.conflicts)
        if other is not None:
            return self._multiple(other, f"lemmas:{_SAT}")
        return None if answer is None else self._confirmed(f"lemmas:{_SAT}")

    def _by_sat(self) -> Verdict | None:
        """Look for a first solution, if none is known, and then for a second."""
        encoding = self._encoding()
        with SatSolver(_SAT, encoding.clauses) as solver:
            if self.known is None:
                first, answer = next_by_sat(
                    self.clues, encoding.edges, solver, self.budget.conflicts
                )
                if first is None:
                    return (
                        None if answer is None else self._verdict(Status.UNSOLVABLE, f"sat:{_SAT}")
                    )
                self.known = first
            return self._second_by_sat(encoding, solver)

    def _second_by_sat(self, encoding: Encoding, solver: SatSolver) -> Verdict | None:
        assert self.known is not None
        solver.add_clause(differs_from(encoding.edges, self.known))
        other, answer = next_by_sat(self.clues, encoding.edges, solver, self.budget.conflicts)
        if other is not None:
            return self._multiple(other, f"sat:{_SAT}")
        return None if answer is None else self._verdict(Status.UNIQUE, f"sat:{_SAT}")

    def _confirmed(self, method: str) -> Verdict:
        """Return "unique" after asking the plain encoding for another solution as well."""
        encoding = self._encoding()
        with SatSolver(_SAT, encoding.clauses) as solver:
            second = self._second_by_sat(encoding, solver)
        if second is None:
            return self._verdict(Status.UNIQUE, method)
        if second.status is not Status.UNIQUE:
            raise AssertionError(f"{method} says unique, the plain encoding knows {second.witness}")
        return self._verdict(Status.UNIQUE, f"{method}+{second.method}")

    def _encoding(self) -> Encoding:
        if self.encoding is None:
            self.encoding = encode_plain(self.clues)
        return self.encoding

    def _multiple(self, witness: Solution, method: str) -> Verdict:
        if check(self.clues, witness):
            raise AssertionError(f"{method} gave a solution that breaks the rules: {witness}")
        return self._verdict(Status.MULTIPLE, method, witness)

    def _verdict(self, status: Status, method: str, witness: Solution | None = None) -> Verdict:
        shown = None if witness is None else encode_solution(witness)
        return Verdict(status, self.clues.rule, method, VERSION, shown)
