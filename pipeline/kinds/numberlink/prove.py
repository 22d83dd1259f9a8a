"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

The engine that finds does not vouch alone: ``unique`` and ``unsolvable`` are confirmed by a second
way, within its budget, and the method names both.

- ``frontier+search``: two exhaustive searches that share no code, one by diagonals and mates, one
  with label sets and propagation. Most boards that the first decides, the second decides as well.
- ``frontier+lemmas:glucose4``: under ``free``, where the lemmas below hold, they are quicker.
- ``...+sat:glucose4``: a fresh SAT solver with the plain encoding. Under no-uturn and no-touch the
  search by diagonals and the first proof by SAT use closed turns (``turns:glucose4``, see
  `by_sat`); there the second way is another solver without them (``frontier+sat:minisat22``).
- ``lemmas:glucose4+...``: under ``free``, the lemmas of `normal_form`; a puzzle under ``cover``
  that they find unique under ``free`` is so under its own rule too (``free-lemmas:glucose4``).
  Boards beyond the plain encoding are confirmed by another solver on the board upside down, where
  the lemmas say other things of the same cells (``lemmas:glucose4+mirror:cadical195``).
- ``boxes``: another solution, found within a small box of the board around the known one.
- ``sat:glucose4+sat:cadical195``: where only plain SAT answers, a solver of another make as well.

Where no second way ended within its budget, only the first is named. What is proved is the board's
canonical form, so that a board turned, mirrored or relabelled gets the same verdict, spent budgets
included. A witness is put to the rules by definition first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, TypeAlias

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proof import Judge, Step, WatchedSearch, Way, prove_in_two_ways
from pipeline.kinds.numberlink.canonical import find_canonical, turn, turn_back
from pipeline.kinds.numberlink.encode_sat import Encoding, differs_from, encode_plain, suits_sat
from pipeline.kinds.numberlink.engines.by_sat import (
    STRICT,
    closed_turn_clauses,
    encode_strict,
    first_without_touching,
    next_by_sat,
    second_in_normal_form,
)
from pipeline.kinds.numberlink.engines.diagonals import goes_whole, search_by_diagonals
from pipeline.kinds.numberlink.engines.frontier import FrontierSearch
from pipeline.kinds.numberlink.engines.normal_form import suits_normal_form
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.search import Search
from pipeline.kinds.numberlink.engines.windowed_refutation import SIDES
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, encode_solution, with_rule
from pipeline.kinds.numberlink.repair.box_check import find_in_boxes
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import label_nodes, quick_nodes, warm_up_frontier
from pipeline.kinds.numberlink.tuning import TUNING, Boxes
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

VERSION: Final = 6
"""Raised when an equal puzzle and budget may give another verdict."""

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"
_STRICT_SAT: Final = "minisat22"

_Found: TypeAlias = Solved[Solution]


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle under its rule.

    ``nodes`` are for each exhaustive search, ``conflicts`` for each SAT solver asked.

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
    form, known, symmetry = find_canonical(clues, known)
    judge = Judge(
        clues.rule,
        VERSION,
        lambda witness: not check(form, witness),
        lambda witness: encode_solution(turn_back(clues, witness, symmetry)),
    )
    return prove_in_two_ways(
        Ways(form, budget).steps(), known, judge, f"frontier+search+sat:{_SAT}"
    )


class Ways:
    """The ways to decide one puzzle; they share one search by diagonals and one plain encoding."""

    def __init__(self, clues: Clues, budget: Budget) -> None:
        warm_up_frontier(goes_whole(clues))
        self.clues = clues
        self.free = with_rule(clues, "free")
        self.budget = budget
        self.is_strict = clues.rule in STRICT
        is_fit = FrontierSearch.suits(clues)
        self.diagonals = WatchedSearch(search_by_diagonals(clues)) if is_fit else None
        self.encoding: Encoding | None = None

    def steps(self) -> Sequence[Step]:
        """Return the steps of the proof, each with the ways that confirm it, the cheapest first."""
        most = self.budget.nodes
        most_labels = label_nodes(self.clues, most)
        quick = partial(self.by_diagonals, quick_nodes(self.clues))
        labels = partial(self.by_labels, TUNING.quick_nodes[RULES.index(self.clues.rule)])
        plain = partial(self.by_plain_sat, _SAT, TUNING.confirming_conflicts)
        other_sat = _STRICT_SAT if self.is_strict else _OTHER_SAT
        slow = partial(self.by_plain_sat, other_sat, self.budget.conflicts)
        after_diagonals: list[Way[Solution]] = [labels, plain, self.by_mirror]
        if self.clues.rule == "free":
            after_diagonals.insert(0, self.by_lemmas)
        if self.is_strict:
            after_diagonals[1:] = [slow]  # the search rests on closed turns, and this does not
        after_others: list[Way[Solution]] = [plain, self.by_mirror]
        after_hard = after_others[::-1]
        if min(self.clues.rows, self.clues.cols) <= TUNING.narrow:
            after_others.insert(0, partial(self.by_diagonals, TUNING.confirming_cells))

        def after_lemmas(found: _Found) -> Sequence[Way[Solution]]:
            # What was hard for the lemmas is harder for the plain encoding.
            return after_hard if found.steps > TUNING.hard_conflicts else after_others

        return [
            Step(quick, lambda found: after_diagonals),
            Step(partial(self.by_boxes, TUNING.proof_boxes[:1])),
            Step(partial(self.by_guess_and_lemmas, TUNING.quick_conflicts), after_lemmas),
            Step(partial(self.by_boxes, TUNING.proof_boxes[1:])),
            Step(partial(self.by_guess_and_lemmas, self.budget.conflicts), after_lemmas),
            *([Step(self.by_mirror)] if self._is_windowed() else []),
            Step(self.by_sat, lambda found: [slow]),
            Step(partial(self.by_diagonals, most), lambda found: after_diagonals),
            Step(partial(self.by_labels, most_labels), lambda found: after_others),
        ]

    def _is_windowed(self) -> bool:
        """Return whether lemmas are asked window by window, where another solver may go on."""
        return not self.is_strict and len(self.clues.numbers) >= TUNING.least_cells_windowed

    def by_diagonals(self, nodes: int, known: Solution | None) -> _Found:
        """Search by diagonals, from where that search stopped."""
        if self.diagonals is None:
            return _say_nothing(known, "frontier")
        return self.diagonals.look_further(known, min(self.budget.nodes, nodes), "frontier")

    def by_labels(self, nodes: int, known: Solution | None) -> _Found:
        """Search with labels, from the start."""
        if not Search.suits(self.clues):
            return _say_nothing(known, "search")
        search = WatchedSearch(Search(self.clues))
        return search.look_further(known, min(self.budget.nodes, nodes), "search")

    def by_boxes(self, sizes: tuple[Boxes, ...], known: Solution | None) -> _Found:
        """Look for another solution that differs from a known one within a small box.

        What covers the board without being unique has mostly such a neighbour, which is found at
        once where solvers that look at the whole board spend their budgets. What is unique the
        lemmas mostly show sooner than larger boxes.
        """
        covered = with_rule(self.clues, "cover")
        if known is None or self.is_strict or check(covered, known) or not suits_sat(covered):
            return _say_nothing(known, "boxes")
        other = _second_in_boxes(covered, known, sizes, self.budget.conflicts)
        solutions = (known,) if other is None else (known, other)
        return Solved(solutions, False, 0, "boxes")

    def by_guess_and_lemmas(self, conflicts: int, known: Solution | None) -> _Found:
        """Ask the lemmas; where no solution is known, look for one among those that suit them."""
        if known is None and not self.is_strict and suits_sat(self.clues):
            guesses = min(self.budget.conflicts, TUNING.guess_conflicts)
            known = first_without_touching(self.clues, guesses, _SAT)
        return _say_nothing(known, "lemmas") if self.is_strict else self.by_lemmas(known, conflicts)

    def by_lemmas(self, known: Solution | None, conflicts: int | None = None) -> _Found:
        """Look for a second solution in normal form, where the first allows it.

        That is a proof under ``free``. What is unique under ``free`` is so under every rule that
        its solution keeps; another solution that leaves cells empty says nothing of other rules.
        """
        name = f"lemmas:{_SAT}" if self.clues.rule == "free" else f"free-lemmas:{_SAT}"
        if known is None or not self._suits_lemmas(known):
            return _say_nothing(known, name)
        return self._in_normal_form(self.free, known, _SAT, name, conflicts)

    def by_mirror(self, known: Solution | None) -> _Found:
        """Ask another solver for a second solution in normal form on the board upside down."""
        name = f"mirror:{_OTHER_SAT}"
        if known is None or not self._suits_lemmas(known):
            return _say_nothing(known, name)
        turned, solution = turn(self.free, known, SIDES[1])
        found = self._in_normal_form(turned, solution, _OTHER_SAT, name)
        back = tuple(turn(turned, one, SIDES[1])[1] for one in found.solutions)
        return Solved(back, found.is_complete, found.steps, name)

    def _suits_lemmas(self, known: Solution) -> bool:
        return suits_sat(self.clues) and suits_normal_form(self.free, known)

    def _in_normal_form(
        self, free: Clues, known: Solution, solver: str, name: str, conflicts: int | None = None
    ) -> _Found:
        most = self.budget.conflicts if conflicts is None else min(self.budget.conflicts, conflicts)
        encode = self._encode if free == self.clues else partial(encode_plain, free)
        other, answer, spent = second_in_normal_form(free, known, encode, solver, most)
        if other is not None and self.clues.rule == "free":
            return Solved((known, other), False, spent, name)
        return Solved((known,), answer is False, spent, name)

    def by_sat(self, known: Solution | None) -> _Found:
        """Ask a SAT solver for a first solution, if none is known, and then for a second."""
        name = f"turns:{_SAT}" if self.is_strict else f"sat:{_SAT}"
        return self._ask_sat(_SAT, self.budget.conflicts, known, name)

    def by_plain_sat(self, solver: str, conflicts: int, known: Solution | None) -> _Found:
        """Ask a SAT solver that is told the rule and nothing that follows from it."""
        most = min(self.budget.conflicts, conflicts)
        return self._ask_sat(solver, most, known, f"sat:{solver}")

    def _ask_sat(
        self, solver_name: str, conflicts: int, known: Solution | None, name: str
    ) -> _Found:
        if not suits_sat(self.clues):
            return _say_nothing(known, name)
        encoding = self._encode()
        with SatSolver(solver_name, encoding.clauses) as solver:
            if name.startswith("turns"):
                solver.add_clauses(closed_turn_clauses(self.clues, encoding.edges))
            solutions = [] if known is None else [known]
            answer: bool | None = True
            while answer and len(solutions) < 2:
                if solutions:
                    solver.add_clause(differs_from(encoding.edges, solutions[0]))
                found, answer = next_by_sat(self.clues, encoding.edges, solver, conflicts)
                solutions += [] if found is None else [found]
            return Solved(tuple(solutions), answer is False, solver.conflicts, name)

    def _encode(self) -> Encoding:
        """Return the clauses of the rule alone, made once; what `next_by_sat` completes."""
        if self.encoding is None:
            encode = partial(encode_strict, closed_turns=False) if self.is_strict else encode_plain
            self.encoding = encode(self.clues)
        return self.encoding


@lru_cache(maxsize=4)
def _second_in_boxes(
    covered: Clues, known: Solution, sizes: tuple[Boxes, ...], conflicts: int
) -> Solution | None:
    """Return a second solution in a small box; the same is asked under one rule after the other."""
    for boxes in sizes:
        few = replace(boxes, conflicts=min(boxes.conflicts, conflicts))
        if (other := find_in_boxes(covered, known, few)) is not None:
            return other
    return None


def _say_nothing(known: Solution | None, name: str) -> _Found:
    return Solved(() if known is None else (known,), False, 0, name)
