"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

The engine that finds does not vouch alone. ``unique`` and ``unsolvable`` are confirmed by a second
way: what the exhaustive search says by SAT, and what SAT says by a longer search or by another
solver. The method names both: ``search+sat:glucose4`` or ``sat:glucose4+sat:cadical195``. Where no
second way ended within its budget, only the first is named. A witness is put to the rules by
definition first.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.hashi.encode_sat import differs_from, encode, to_counts, to_solution
from pipeline.kinds.hashi.model import Clues, Solution, encode_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.hashi.search import Search
from pipeline.kinds.hashi.solve import QUICK_NODES, next_by_sat, warm_up
from pipeline.kinds.interface import Budget
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

VERSION: Final = 1
"""Raised when an equal puzzle and budget may give another verdict."""

CONFIRM_NODES: Final = 20_000
"""Nodes that the search may spend where it only confirms what SAT found."""

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"


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
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> verdict = prove(make_clues(1, 5, [2, 0, 3, 0, 1]), None, Budget(1000, 1000))
    >>> verdict.status.value, verdict.method
    ('unique', 'search+sat:glucose4')
    """
    known = hint if hint is not None and not check(clues, hint) else None
    return _Proof(clues, known, budget).run()


class _Proof:
    """One proof under way: the puzzle, the first solution known, what may be spent.

    Each engine says `Status.MULTIPLE` as soon as it meets a solution other than the known one.
    """

    def __init__(self, clues: Clues, known: Solution | None, budget: Budget) -> None:
        warm_up()
        self.clues = clues
        self.known = known
        self.witness: Solution | None = None
        self.budget = budget
        self.search = Search(clues)

    def run(self) -> Verdict:
        """Ask the engines in turn until one decides, and another to confirm."""
        status = self._by_search(min(self.budget.nodes, QUICK_NODES))
        if status is not None:
            return self._confirmed(status, "search", (_SAT,))
        status = self._by_sat(_SAT)
        if status is not None:
            return self._confirmed(status, f"sat:{_SAT}", ("search", _OTHER_SAT))
        status = self._by_search(self.budget.nodes)
        if status is not None:
            return self._verdict(status, "search")
        return self._verdict(Status.UNDECIDED, f"search+sat:{_SAT}")

    def _confirmed(self, status: Status, method: str, others: tuple[str, ...]) -> Verdict:
        """Return the verdict after asking further engines, in turn until one answers."""
        if status is Status.MULTIPLE:
            return self._verdict(status, method)
        for name in others:
            if name == "search":
                again = self._by_search(min(self.budget.nodes, CONFIRM_NODES))
            else:
                again = self._by_sat(name)
            if again is None:
                continue
            if again is not status:
                raise AssertionError(f"{method} says {status}, {name} {again}: {self.clues}")
            confirmed = name if name == "search" else f"sat:{name}"
            return self._verdict(status, f"{method}+{confirmed}")
        return self._verdict(status, method)

    def _by_search(self, nodes: int) -> Status | None:
        """Search until a second solution is found or no more exist."""
        while True:
            found = self.search.next_solution(nodes)
            if found is None:
                break
            if self._is_second(found):
                return Status.MULTIPLE
        if not self.search.is_complete:
            return None
        return Status.UNSOLVABLE if self.known is None else Status.UNIQUE

    def _by_sat(self, name: str) -> Status | None:
        """Ask for a solution that is not yet known, until there is a second one or no more."""
        encoding = encode(self.clues)
        with SatSolver(name, encoding.clauses) as solver:
            if self.known is not None:
                counts = to_counts(encoding.links, self.known)
                solver.add_clause(differs_from(encoding, counts))
            while True:
                found, answer = next_by_sat(self.clues, encoding, solver, self.budget.conflicts)
                if found is None:
                    break
                if self._is_second(to_solution(encoding.links, found)):
                    return Status.MULTIPLE
                solver.add_clause(differs_from(encoding, found))
        if answer is None:
            return None
        return Status.UNSOLVABLE if self.known is None else Status.UNIQUE

    def _is_second(self, found: Solution) -> bool:
        """Note a solution; return whether it is another than the one known."""
        if self.known is None:
            self.known = found
            return False
        if found == self.known:
            return False
        self.witness = found
        return True

    def _verdict(self, status: Status, method: str) -> Verdict:
        shown = None
        if self.witness is not None:
            if check(self.clues, self.witness):
                raise AssertionError(f"{method} gave a solution that breaks the rules: {self}")
            shown = encode_solution(self.witness)
        return Verdict(status, self.clues.rule, method, VERSION, shown)
