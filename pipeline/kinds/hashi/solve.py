"""Solutions and verdicts: the engines of declared kinds, with Hashi's own exhaustive search."""

from __future__ import annotations

from functools import cache
from typing import Final

from pipeline.kinds.hashi import declare
from pipeline.kinds.hashi.engines import Search
from pipeline.kinds.hashi.model import Clues, Solution, decode_solution, encode_solution, make_clues
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.engine.solve import SOLVERS, Rules


def solve(clues: Clues, limit: int, budget: Budget, solver: str = SOLVERS[0]) -> Solved[Solution]:
    """Return up to ``limit`` solutions, and whether they are all there are; see `Rules.solve`.

    >>> clues = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> found = solve(clues, 10, Budget(nodes=1000, conflicts=1000))
    >>> len(found.solutions), found.is_complete, found.method
    (3, True, 'search')
    """
    warm_up_search()
    return HASHI.solve(clues, limit, budget, solver)


@cache
def warm_up_search() -> None:
    """Compile the search kernels, so that timings and workers start warm."""
    Search(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2")).next_solution(10)


HASHI: Final = Rules(
    title="Hashi",
    version=1,
    declare=declare.declare,
    check=check,
    encode_solution=encode_solution,
    decode_solution=decode_solution,
    read=declare.read_bridges,
    literals=declare.to_literals,
    search=Search,
)
