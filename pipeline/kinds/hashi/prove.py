"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

What the exhaustive search says is confirmed by SAT, and what SAT says by a longer search or by
another solver. The method names both: ``search+sat:glucose4`` or ``sat:glucose4+sat:cadical195``.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.hashi.engines.search import Search
from pipeline.kinds.hashi.model import Clues, Solution, encode_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.hashi.solve import QUICK_NODES, by_sat, warm_up_search
from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proof import Judge, ProofStep, WatchedSearch, Way, prove_in_two_ways
from pipeline.model import Verdict
from pipeline.solvers.sat import SAT_SOLVERS

VERSION: Final = 1
"""Raised when an equal puzzle and budget may give another verdict."""

CONFIRM_NODES: Final = 20_000
"""Nodes that the search may spend where it only confirms what SAT found."""

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle under its rule.

    ``nodes`` are for the exhaustive search, ``conflicts`` for each SAT solver asked.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> verdict = prove(make_clues(1, 5, [2, 0, 3, 0, 1]), None, Budget(1000, 1000))
    >>> verdict.status.value, verdict.method
    ('unique', 'search+sat:glucose4')
    """
    warm_up_search()
    search = WatchedSearch(Search(clues))

    def searching(nodes: int) -> Way[Solution]:
        return lambda known: search.look_further(known, min(budget.nodes, nodes))

    def asking(name: str) -> Way[Solution]:
        def ask(known: Solution | None) -> Solved[Solution]:
            return by_sat(clues, 2, budget.conflicts, name, () if known is None else (known,))

        return ask

    steps = [
        ProofStep(searching(QUICK_NODES), lambda found: [asking(_SAT)]),
        ProofStep(asking(_SAT), lambda found: [searching(CONFIRM_NODES), asking(_OTHER_SAT)]),
        ProofStep(searching(budget.nodes)),
    ]
    known = hint if hint is not None and not check(clues, hint) else None
    judge = Judge(clues.rule, VERSION, lambda found: not check(clues, found), encode_solution)
    return prove_in_two_ways(steps, known, judge, f"search+sat:{_SAT}")
