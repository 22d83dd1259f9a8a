"""What a proof of uniqueness refutes, and how the rules lie in each other.

`refutation_task` says in the plain encoding that a solution exists that differs from the known
one. Under ``free`` this needs no lazy clauses: take the closed loops out of a model, and a solution
is left; an edge of the known solution that was off stays off, so it is another one. Under the other
rules a closed loop cannot be taken out, since its cells would be empty; each that turns up is
forbidden by a lazy clause: not all its edges are on, as in every solution.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.engines.lazy import find_circles
from pipeline.kinds.kit.refutation import Clause, RefutationTask
from pipeline.kinds.numberlink.encode_sat import (
    MOST_CELLS,
    EdgeMap,
    differs_from,
    encode_plain,
    loop_clause,
    read_model,
    suits_sat,
)
from pipeline.kinds.numberlink.engines.dimacs import describe_variables
from pipeline.kinds.numberlink.model import RULES, Clues, Solution
from pipeline.model import ConfigError


def is_weaker_than(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule.

    Examples
    --------
    >>> is_weaker_than("free", "cover"), is_weaker_than("no-touch", "cover")
    (True, False)
    """
    return RULES.index(rule) <= RULES.index(other)


def refutation_task(clues: Clues, solution: Solution) -> RefutationTask:
    """Return the task of refuting, in clauses, that there is another solution than this one.

    `ConfigError` if the board has more than `MOST_CELLS` cells.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> refutation_task(make_clues(1, 3, "free", ["a", 0, "a"]), Solution(((0, 1, 2),))).difference
    (-1, -2)
    """
    if not suits_sat(clues):
        raise ConfigError(
            f"expected a board of at most {MOST_CELLS} cells for a CNF, found {clues.cols}x"
            f"{clues.rows}; leave it out of the proofs"
        )
    encoding = encode_plain(clues)
    edges = encoding.edges

    def find_lazy_clauses(model: NDArray[np.bool_]) -> list[list[int]]:
        _, loops = read_model(clues, edges, model)
        return [] if clues.rule == "free" else [loop_clause(loop) for loop in loops]

    return RefutationTask(
        about=tuple(describe_variables(clues, encoding)),
        variables=encoding.variables,
        encoding=tuple(encoding.clauses),
        difference=tuple(differs_from(edges, solution)),
        lazy_clause_name="not all edges of a closed loop are true",
        find_lazy_clauses=find_lazy_clauses,
        is_lazy_clause=lambda clause: forbids_a_loop(edges, clause),
    )


def forbids_a_loop(edges: EdgeMap, clause: Clause) -> bool:
    """Return whether a clause says that not all of some edges are on which close a loop."""
    if any(not -len(edges.edges) <= literal < 0 for literal in clause):
        return False
    drawn = [(literal, *edges.edges[-literal - 1]) for literal in dict.fromkeys(clause)]
    return any(find_circles(drawn))
