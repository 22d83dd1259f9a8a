"""What a proof of uniqueness refutes, and how the rules lie in each other.

`refutation_task` says in the encoding of numbers and crossings that a solution exists that differs
from the known one. That all islands hang together, and that no loop is closed, is said by lazy
clauses, as models break it. A lazy clause is right by definition: some bridge leads across a line
that would part the islands into two groups, or not all links round a closed loop have a bridge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.hashi.encode_sat import Encoding, differs_from, encode, read_model
from pipeline.kinds.hashi.engines.dimacs import describe_variables
from pipeline.kinds.hashi.model import RULE_PARTS, RULES, Clues, Solution
from pipeline.kinds.kit.refutation import Clause, RefutationTask
from pipeline.kinds.kit.rules_files import require_rule


def is_weaker_than(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule.

    Examples
    --------
    >>> is_weaker_than("free-2", "connected-2"), is_weaker_than("connected-2", "tree-1")
    (True, True)
    >>> is_weaker_than("connected-2", "free-2"), is_weaker_than("tree-2", "forest-1")
    (False, False)
    """
    own, its = (RULE_PARTS[require_rule(name, RULES)] for name in (rule, other))
    return (
        own.max_bridges >= its.max_bridges
        and own.connected <= its.connected
        and own.loops >= its.loops
    )


def refutation_task(clues: Clues, solution: Solution) -> RefutationTask:
    """Return the task of refuting, in clauses, that there is another solution than this one.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> refutation_task(make_clues(1, 3, [2, 0, 2]), Solution(((0, 2, 2),))).difference
    (-2,)
    """
    encoding = encode(clues)

    def find_lazy_clauses(model: NDArray[np.bool_]) -> list[Clause]:
        return [*read_model(clues, encoding, model)[1]]

    return RefutationTask(
        about=tuple(describe_variables(clues, encoding)),
        variables=encoding.variables,
        encoding=tuple(encoding.clauses),
        difference=tuple(differs_from(encoding, solution)),
        lazy_clause_name="a bridge leads out of a group of islands, or a closed loop is broken",
        find_lazy_clauses=find_lazy_clauses,
        is_lazy_clause=lambda clause: is_lazy_clause(clues, encoding, clause),
    )


def is_lazy_clause(clues: Clues, encoding: Encoding, clause: Clause) -> bool:
    """Return whether a clause follows from the rule about groups and loops by definition.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> clues = make_clues(1, 5, [1, 0, 2, 0, 1])
    >>> is_lazy_clause(clues, encode(clues), [1]), is_lazy_clause(clues, encode(clues), [2])
    (True, False)
    """
    links = {(abs(literal) - 1) // encoding.most for literal in clause}
    ends = encoding.links.ends
    if max(links, default=len(ends)) >= len(ends):
        return False
    first = {encoding.at_least(link, 1) for link in links}
    if set(clause) == first:
        kept = [pair for link, pair in enumerate(ends) if link not in links]
        return clues.connected and _groups(len(encoding.links.cells), kept) > 1
    if clues.loops or set(clause) != {-variable for variable in first}:
        return False
    loop = [ends[link] for link in sorted(links)]
    islands = Counter(island for pair in loop for island in pair)
    others = len(encoding.links.cells) - len(islands)
    groups = _groups(len(encoding.links.cells), loop) - others
    return set(islands.values()) == {2} and groups == 1


def _groups(islands: int, pairs: Iterable[tuple[int, int]]) -> int:
    """Return the number of groups into which links join the islands."""
    group = list(range(islands))
    for one, other in pairs:
        old, new = group[one], group[other]
        if old != new:
            group = [new if mark == old else mark for mark in group]
    return len(set(group))
