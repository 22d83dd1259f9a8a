"""The verdict on a declared puzzle: how many solutions it has, and what stands behind the claim.

Two ways that share no code: the exhaustive search by propagation, and SAT with lazy clauses. What
the search says is confirmed by SAT, and what SAT says by a longer search or by another solver.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.constraints.answers import Clues, Solution
from pipeline.kinds.kit.constraints.rules import Rules
from pipeline.kinds.kit.constraints.solve import QUICK_NODES, SolutionSearch, by_sat
from pipeline.kinds.kit.proof import Judge, ProofStep, WatchedSearch, Way, prove_in_two_ways
from pipeline.model import Verdict
from pipeline.solvers.sat import SAT_SOLVERS

VERSION: Final = 1
"""Raised when an equal puzzle and budget may give another verdict."""

CONFIRM_NODES: Final = 20_000
"""Nodes that the search may spend where it only confirms what SAT found."""

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"


def prove(rules: Rules, clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle.

    ``nodes`` are for the exhaustive search, ``conflicts`` for each SAT solver asked. A hint that is
    wrong is ignored.
    """
    search = WatchedSearch(SolutionSearch(rules, clues))

    def searching(nodes: int) -> Way[Solution]:
        return lambda known: search.look_further(known, min(budget.nodes, nodes))

    def asking(name: str) -> Way[Solution]:
        def ask(known: Solution | None) -> Solved[Solution]:
            return by_sat(
                rules, clues, 2, budget.conflicts, name, () if known is None else (known,)
            )

        return ask

    steps = [
        ProofStep(searching(QUICK_NODES), lambda found: [asking(_SAT)]),
        ProofStep(asking(_SAT), lambda found: [searching(CONFIRM_NODES), asking(_OTHER_SAT)]),
        ProofStep(searching(budget.nodes)),
    ]
    is_right = partial(_is_right, rules, clues)
    known = hint if hint is not None and is_right(hint) else None
    judge = Judge(clues.rule or None, VERSION, is_right, rules.encode_solution)
    return prove_in_two_ways(steps, known, judge, f"search+sat:{_SAT}")


def _is_right(rules: Rules, clues: Clues, solution: Solution) -> bool:
    return not rules.check(clues, solution)
