"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

The engine that finds does not vouch alone. ``unique`` is confirmed by a second way, the plain
encoding in a fresh SAT solver, within its budget; the method names both: ``search+sat:glucose4``,
or ``lemmas:glucose4+sat:glucose4`` where the lemmas of `normal_form` came first. Large ``free``
puzzles are beyond the plain encoding: there the second way is another solver on the board upside
down, where the lemmas say other things of the same cells (``lemmas:glucose4+mirror:cadical195``).
Puzzles under the other rules may be unique under ``free`` already, which is the shorter proof
(``free-lemmas:glucose4``). Where only SAT answers, a solver of another make is asked as well
(``sat:glucose4+sat:cadical195``). Where no second way ended within its budget, only the first is
named. A witness is put to the rules by definition first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.encode_sat import (
    Encoding,
    differs_from,
    encode_plain,
    suits_sat,
)
from pipeline.kinds.numberlink.model import (
    Clues,
    Solution,
    encode_solution,
    make_solution,
    with_rule,
)
from pipeline.kinds.numberlink.normal_form import normal_form_clauses, suits_normal_form
from pipeline.kinds.numberlink.refuse import why_unsolvable
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.search import Search
from pipeline.kinds.numberlink.solve import QUICK_NODES, collect, next_by_sat, warm_up
from pipeline.kinds.numberlink.sweep import LEAST_CELLS_SWEPT, sweep
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

VERSION: Final = 1
"""Raised when an equal puzzle and budget may give another verdict."""

CONFIRM_CONFLICTS: Final = 10_000
"""Conflicts of the plain encoding when it only confirms: most boards to 10x10 need fewer, and the
hardest boards spend any budget."""

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
        """Look for a second solution in normal form, where the first allows it.

        That is a proof under ``free``. What is unique under ``free`` is so under every rule that
        its solution keeps; a rival that leaves cells empty says nothing of the other rules.
        """
        if not self._suits_lemmas() or not suits_sat(self.clues):
            return None
        assert self.known is not None
        is_free = self.clues.rule == "free"
        posed = self.clues if is_free else with_rule(self.clues, "free")
        encoding = self._encoding() if is_free else encode_plain(posed)
        other, answer = _second_in_normal_form(
            posed, self.known, encoding, _SAT, self.budget.conflicts
        )
        if other is not None:
            return self._multiple(other, f"lemmas:{_SAT}") if is_free else None
        if answer is None:
            return None
        return self._confirmed(f"lemmas:{_SAT}" if is_free else f"free-lemmas:{_SAT}")

    def _suits_lemmas(self) -> bool:
        return self.known is not None and suits_normal_form(
            with_rule(self.clues, "free"), self.known
        )

    def _by_sat(self) -> Verdict | None:
        """Look for a first solution, if none is known, and then for a second."""
        if not suits_sat(self.clues):
            return None
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
            verdict = self._second_by_sat(encoding, solver, self.budget.conflicts)
        if verdict is None or verdict.status is not Status.UNIQUE:
            return verdict
        return self._verdict(Status.UNIQUE, f"{verdict.method}{self._by_other_solver()}")

    def _by_other_solver(self) -> str:
        """Return what another solver adds to a proof by SAT alone: its name or nothing."""
        assert self.known is not None
        encoding = self._encoding()
        with SatSolver(_OTHER_SAT, encoding.clauses) as solver:
            solver.add_clause(differs_from(encoding.edges, self.known))
            other, answer = next_by_sat(self.clues, encoding.edges, solver, self.budget.conflicts)
        if other is not None:
            raise AssertionError(f"{_SAT} says unique, {_OTHER_SAT} knows {other}")
        return "" if answer is None else f"+sat:{_OTHER_SAT}"

    def _second_by_sat(
        self, encoding: Encoding, solver: SatSolver, conflicts: int
    ) -> Verdict | None:
        assert self.known is not None
        solver.add_clause(differs_from(encoding.edges, self.known))
        other, answer = next_by_sat(self.clues, encoding.edges, solver, conflicts)
        if other is not None:
            return self._multiple(other, f"sat:{_SAT}")
        return None if answer is None else self._verdict(Status.UNIQUE, f"sat:{_SAT}")

    def _confirmed(self, method: str) -> Verdict:
        """Return "unique" after asking for another solution in a second way as well."""
        if not suits_sat(self.clues):
            return self._verdict(Status.UNIQUE, method)
        conflicts = min(self.budget.conflicts, CONFIRM_CONFLICTS)
        encoding = self._encoding()
        with SatSolver(_SAT, encoding.clauses) as solver:
            second = self._second_by_sat(encoding, solver, conflicts)
        if second is not None:
            if second.status is not Status.UNIQUE:
                raise AssertionError(f"{method} says unique, plain SAT knows {second.witness}")
            return self._verdict(Status.UNIQUE, f"{method}+{second.method}")
        return self._verdict(Status.UNIQUE, f"{method}{self._mirrored()}")

    def _mirrored(self) -> str:
        """Return what the board upside down adds to the method: nothing if it does not answer."""
        if not self._suits_lemmas():
            return ""
        assert self.known is not None
        clues, known = upside_down(with_rule(self.clues, "free"), self.known)
        other, answer = _second_in_normal_form(
            clues, known, encode_plain(clues), _OTHER_SAT, self.budget.conflicts
        )
        if other is not None:
            raise AssertionError(f"unique, but not upside down: {clues}, {other}")
        return "" if answer is None else f"+mirror:{_OTHER_SAT}"

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


def upside_down(clues: Clues, solution: Solution) -> tuple[Clues, Solution]:
    """Return a puzzle and its solution with the rows in reverse order; pairs keep their numbers.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 2, "free", ["a", 0, "a", 0])
    >>> upside_down(clues, Solution(((0, 2),)))[1].paths
    ((0, 2),)
    """

    def turned(cell: int) -> int:
        row, col = divmod(cell, clues.cols)
        return (clues.rows - 1 - row) * clues.cols + col

    numbers = [0] * len(clues.numbers)
    for cell, number in enumerate(clues.numbers):
        numbers[turned(cell)] = number
    mirrored = replace(
        clues,
        numbers=tuple(numbers),
        blocked=frozenset(turned(cell) for cell in clues.blocked),
    )
    return mirrored, make_solution([[turned(cell) for cell in path] for path in solution.paths])


def _second_in_normal_form(
    clues: Clues, known: Solution, encoding: Encoding, solver_name: str, conflicts: int
) -> tuple[Solution | None, bool | None]:
    """Return a solution other than the known one, and the solver's last word."""
    if len(clues.numbers) >= LEAST_CELLS_SWEPT:
        swept = sweep(clues, known, solver_name, conflicts)
        return swept.other, swept.answer
    ends = frozenset(cell for pair in clues.ends() for cell in pair)
    with SatSolver(solver_name, encoding.clauses) as solver:
        solver.add_clauses(normal_form_clauses(encoding.edges, ends))
        solver.add_clause(differs_from(encoding.edges, known))
        return next_by_sat(clues, encoding.edges, solver, conflicts)
