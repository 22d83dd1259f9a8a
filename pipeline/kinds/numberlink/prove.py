"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

The engine that finds does not vouch alone: ``unique`` is confirmed by a second way, within its
budget, and the method names both.

- ``frontier+search``: two exhaustive searches that share no code, one by diagonals and mates, one
  with label sets and propagation. Most boards that the first decides, the second decides as well.
- ``frontier+lemmas:glucose4``: under ``free``, where the lemmas below hold, they are quicker.
- ``...+sat:glucose4``: a fresh SAT solver with the plain encoding. Under no-uturn and no-touch the
  first proof by SAT may use closed turns (``turns:glucose4``, see `by_sat`); there the second is
  another solver without them (``turns:glucose4+sat:minisat22``).
- ``lemmas:glucose4+...``: under ``free``, the lemmas of `normal_form`; a puzzle under ``cover``
  that they find unique under ``free`` is so under its own rule too (``free-lemmas:glucose4``).
  Boards beyond the plain encoding are confirmed by another solver on the board upside down, where
  the lemmas say other things of the same cells (``lemmas:glucose4+mirror:cadical195``).
- ``sat:glucose4+sat:cadical195``: where only plain SAT answers, a solver of another make as well.

Where no second way ended within its budget, only the first is named. A witness is put to the rules
by definition first.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.engines import collect
from pipeline.kinds.numberlink.canonical import turn
from pipeline.kinds.numberlink.encode_sat import (
    Encoding,
    differs_from,
    encode_plain,
    suits_sat,
)
from pipeline.kinds.numberlink.engines.by_sat import (
    GUESS_CONFLICTS,
    STRICT,
    closed_turn_clauses,
    encode_strict,
    first_without_touching,
    next_by_sat,
    second_in_normal_form,
)
from pipeline.kinds.numberlink.engines.frontier import FrontierSearch
from pipeline.kinds.numberlink.engines.normal_form import suits_normal_form
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.search import Search
from pipeline.kinds.numberlink.engines.windowed_refutation import SIDES
from pipeline.kinds.numberlink.model import (
    Clues,
    Solution,
    encode_solution,
    with_rule,
)
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import (
    QUICK_NODES,
    quick_cells,
    warm_up_frontier,
)
from pipeline.kinds.numberlink.tuning import TUNING
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

VERSION: Final = 3
"""Raised when an equal puzzle and budget may give another verdict."""

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"
_STRICT_SAT: Final = "minisat22"


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle under its rule.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    hint : Solution or None
        A solution believed right; a wrong one is ignored. The witness differs from a right one.
    budget : Budget
        ``nodes`` for each exhaustive search, ``conflicts`` for each SAT solver asked.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> verdict = prove(clues, None, Budget(nodes=1000, conflicts=1000))
    >>> verdict.status.value, verdict.method
    ('unique', 'frontier+lemmas:glucose4')
    """
    reason = why_unsolvable(clues)
    if reason is not None:
        return Verdict(Status.UNSOLVABLE, clues.rule, reason, VERSION)
    known = hint if hint is not None and not check(clues, hint) else None
    return _Proof(clues, known, budget).run()


class _Proof:
    """One proof under way: the puzzle, the first solution known, the engines still to ask."""

    def __init__(self, clues: Clues, known: Solution | None, budget: Budget) -> None:
        warm_up_frontier()
        self.clues = clues
        self.known = known
        self.budget = budget
        self.frontier = FrontierSearch(clues) if FrontierSearch.suits(clues) else None
        self.encoding: Encoding | None = None

    def run(self) -> Verdict:
        """Ask the engines in turn until one decides."""
        quick = min(self.budget.nodes, quick_cells(self.clues))
        return (
            self._by_frontier(quick)
            or self._by_lemmas()
            or self._by_sat()
            or self._by_frontier(self.budget.nodes)
            or self._by_search()
            or self._verdict(Status.UNDECIDED, f"frontier+search+sat:{_SAT}")
        )

    def _by_frontier(self, nodes: int) -> Verdict | None:
        return None if self.frontier is None else self._exhaust(self.frontier, nodes, "frontier")

    def _by_search(self) -> Verdict | None:
        if not Search.suits(self.clues):
            return None
        return self._exhaust(Search(self.clues), self.budget.nodes, "search")

    def _exhaust(self, search: FrontierSearch | Search, nodes: int, method: str) -> Verdict | None:
        """Search until a second solution is found or no more exist."""
        while True:
            found = collect(search, 1, nodes)
            if not found:
                break
            if self.known is not None and found[0] != self.known:
                return self._multiple(found[0], method)
            self.known = found[0]
        if not search.is_complete:
            return None
        if self.known is None:
            return self._verdict(Status.UNSOLVABLE, method)
        return self._confirmed(method)

    def _by_lemmas(self) -> Verdict | None:
        """Look for a second solution in normal form, where the first allows it.

        That is a proof under ``free``. What is unique under ``free`` is so under every rule that
        its solution keeps; another solution that leaves cells empty says nothing of other rules.
        """
        if self.clues.rule in STRICT or not suits_sat(self.clues):
            return None
        if self.known is None:
            conflicts = min(self.budget.conflicts, GUESS_CONFLICTS)
            self.known = first_without_touching(self.clues, conflicts, _SAT)
        if not self._suits_lemmas():
            return None
        other, answer, spent = self._ask_lemmas()
        if other is not None:
            is_free = self.clues.rule == "free"
            return self._multiple(other, self._lemmas_name()) if is_free else None
        if answer is None:
            return None
        return self._confirmed(self._lemmas_name(), is_hard=spent > TUNING.hard_conflicts)

    def _ask_lemmas(self) -> tuple[Solution | None, bool | None, int]:
        """Return another solution in normal form under ``free``, the last word, the conflicts."""
        assert self.known is not None
        is_free = self.clues.rule == "free"
        posed = self.clues if is_free else with_rule(self.clues, "free")
        encode = self._encoding if is_free else partial(encode_plain, posed)
        return second_in_normal_form(posed, self.known, encode, _SAT, self.budget.conflicts)

    def _lemmas_name(self) -> str:
        return f"lemmas:{_SAT}" if self.clues.rule == "free" else f"free-lemmas:{_SAT}"

    def _suits_lemmas(self) -> bool:
        return self.known is not None and suits_normal_form(
            with_rule(self.clues, "free"), self.known
        )

    def _by_sat(self) -> Verdict | None:
        """Look for a first solution, if none is known, and then for a second."""
        if not suits_sat(self.clues):
            return None
        is_strict = self.clues.rule in STRICT
        encoding = self._encoding()
        method = f"turns:{_SAT}" if is_strict else f"sat:{_SAT}"
        with SatSolver(_SAT, encoding.clauses) as solver:
            if is_strict:
                solver.add_clauses(closed_turn_clauses(self.clues, encoding.edges))
            if self.known is None:
                first, answer = next_by_sat(
                    self.clues, encoding.edges, solver, self.budget.conflicts
                )
                if first is None:
                    return None if answer is None else self._verdict(Status.UNSOLVABLE, method)
                self.known = first
            solver.add_clause(differs_from(encoding.edges, self.known))
            other, answer = next_by_sat(self.clues, encoding.edges, solver, self.budget.conflicts)
        if other is not None:
            return self._multiple(other, method)
        if answer is None:
            return None
        second = _STRICT_SAT if is_strict else _OTHER_SAT
        return self._verdict(
            Status.UNIQUE, method + self._by_plain_sat(second, self.budget.conflicts)
        )

    def _by_plain_sat(self, name: str, conflicts: int) -> str:
        """Return what the plain encoding adds to a proof: a way's name, nothing if it is silent."""
        assert self.known is not None
        encoding = self._encoding()
        with SatSolver(name, encoding.clauses) as solver:
            solver.add_clause(differs_from(encoding.edges, self.known))
            other, answer = next_by_sat(self.clues, encoding.edges, solver, conflicts)
        if other is not None:
            raise AssertionError(f"found unique, but {name} knows {other}")
        return "" if answer is None else f"+sat:{name}"

    def _confirmed(self, method: str, *, is_hard: bool = False) -> Verdict:
        """Return "unique" after asking for another solution in a second way as well.

        The ways are asked from the cheapest on; the plain encoding late where it ``is_hard``.
        """
        plain, mirrored = self._plain, self._mirrored
        if method == "frontier":
            ways = [self._lemmas, self._searched, plain, mirrored]
        elif is_hard:
            ways = [mirrored, plain]
        else:
            ways = [self._diagonals, plain, mirrored]
        added = ""
        while not added and ways:
            added = ways.pop(0)()
        return self._verdict(Status.UNIQUE, method + added)

    def _lemmas(self) -> str:
        """Return what the lemmas add to a proof by search: their name, or nothing."""
        if self.clues.rule != "free" or not self._suits_lemmas() or not suits_sat(self.clues):
            return ""
        other, answer, _ = self._ask_lemmas()
        if other is not None:
            raise AssertionError(f"found unique, but the lemmas know {other}")
        return "" if answer is None else f"+{self._lemmas_name()}"

    def _diagonals(self) -> str:
        """Return what the search by diagonals adds to a proof by others: its name, or nothing."""
        search = self.frontier
        if search is None or min(self.clues.rows, self.clues.cols) > TUNING.narrow:
            return ""
        found = collect(search, 2, min(self.budget.nodes, TUNING.confirming_cells))
        if any(solution != self.known for solution in found):
            raise AssertionError(f"found unique, but the search by diagonals knows {found}")
        return "+frontier" if search.is_complete else ""

    def _plain(self) -> str:
        if not suits_sat(self.clues):
            return ""
        return self._by_plain_sat(_SAT, min(self.budget.conflicts, TUNING.confirming_conflicts))

    def _searched(self) -> str:
        """Return what the search with labels adds to a proof: its name, nothing if it is silent."""
        if not Search.suits(self.clues):
            return ""
        search = Search(self.clues)
        nodes = min(self.budget.nodes, QUICK_NODES[self.clues.rule])
        found = collect(search, 2, nodes)
        if any(solution != self.known for solution in found):
            raise AssertionError(f"found unique, but the search with labels knows {found}")
        if search.is_complete and not found:
            raise AssertionError(f"found {self.known}, but the search with labels knows none")
        return "+search" if search.is_complete else ""

    def _mirrored(self) -> str:
        """Return what the board upside down adds to the method: nothing if it does not answer."""
        if not self._suits_lemmas() or not suits_sat(self.clues):
            return ""
        assert self.known is not None
        clues, known = turn(with_rule(self.clues, "free"), self.known, SIDES[1])
        other, answer, _ = second_in_normal_form(
            clues, known, partial(encode_plain, clues), _OTHER_SAT, self.budget.conflicts
        )
        if other is not None:
            raise AssertionError(f"unique, but not upside down: {clues}, {other}")
        return "" if answer is None else f"+mirror:{_OTHER_SAT}"

    def _encoding(self) -> Encoding:
        """Return the clauses of the rule alone, made once; what `next_by_sat` completes."""
        if self.encoding is None:
            is_strict = self.clues.rule in STRICT
            encode = partial(encode_strict, closed_turns=False) if is_strict else encode_plain
            self.encoding = encode(self.clues)
        return self.encoding

    def _multiple(self, witness: Solution, method: str) -> Verdict:
        if check(self.clues, witness):
            raise AssertionError(f"{method} gave a solution that breaks the rules: {witness}")
        return self._verdict(Status.MULTIPLE, method, witness)

    def _verdict(self, status: Status, method: str, witness: Solution | None = None) -> Verdict:
        shown = None if witness is None else encode_solution(witness)
        return Verdict(status, self.clues.rule, method, VERSION, shown)
