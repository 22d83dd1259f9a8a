"""The verdict on a declared puzzle: how many solutions it has, and what stands behind the claim.

Two ways that share no code: the exhaustive search by propagation, and SAT with lazy clauses. What
the search says is confirmed by SAT, and what SAT says by a longer search or by another solver.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.constraints.answers import Clues, Rules, Solution
from pipeline.kinds.kit.constraints.solve import NODES_BEFORE_SAT, SolutionSearch, by_sat
from pipeline.kinds.kit.proof import Judge, prove_by_search_and_sat
from pipeline.model import Verdict

VERSION: Final = 1
"""Of verdicts; raised when an equal puzzle and budget may give another one."""


def prove(rules: Rules, clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle.

    ``nodes`` are for the exhaustive search, ``conflicts`` for each SAT solver asked. A hint that is
    wrong is ignored.
    """
    is_right = partial(_is_right, rules, clues)
    known = hint if hint is not None and is_right(hint) else None
    judge = Judge(clues.rule or None, VERSION, is_right, rules.encode_solution)
    ask = partial(by_sat, rules, clues, 2, budget.conflicts)
    search = SolutionSearch(rules, clues)
    return prove_by_search_and_sat(search, ask, (NODES_BEFORE_SAT, budget.nodes), known, judge)


def _is_right(rules: Rules, clues: Clues, solution: Solution) -> bool:
    return not rules.check(clues, solution)
