"""The verdict: how many solutions a puzzle has under its rule, and what stands behind the claim.

The exhaustive search and SAT confirm each other. The method names both: ``search+sat:glucose4`` or
``sat:glucose4+sat:cadical195``.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.hashi.engines.search import Search
from pipeline.kinds.hashi.model import Clues, Solution, encode_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.hashi.solve import NODES_BEFORE_SAT, by_sat, warm_up_search
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.proof import Judge, prove_by_search_and_sat
from pipeline.model import Verdict

VERSION: Final = 1
"""Raised when an equal puzzle and budget may give another verdict."""


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
    known = hint if hint is not None and not check(clues, hint) else None
    judge = Judge(clues.rule, VERSION, lambda found: not check(clues, found), encode_solution)
    ask = partial(by_sat, clues, 2, budget.conflicts)
    return prove_by_search_and_sat(
        Search(clues), ask, (NODES_BEFORE_SAT, budget.nodes), known, judge
    )
