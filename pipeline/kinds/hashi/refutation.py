"""What a proof of uniqueness refutes, a puzzle as DIMACS, and how the rules lie in each other."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.hashi.declare import model_of, to_literals
from pipeline.kinds.hashi.model import RULE_PARTS, RULES, Clues, Solution
from pipeline.kinds.kit.constraints.refutation import refute_others, write_dimacs
from pipeline.kinds.kit.refutation import RefutationTask
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
    >>> refutation_task(make_clues(1, 3, [1, 0, 1]), Solution(((0, 2, 1),))).difference
    (-1, 2)
    """
    model = model_of(clues)
    return refute_others(model, _name(clues), to_literals(model, solution))


def dimacs(clues: Clues) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF of a puzzle, after comments that map variables to cells.

    A link has as many bridges as variables of its that are true.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> lines = list(dimacs(make_clues(1, 3, [2, 0, 2], "free-2")))
    >>> [line for line in lines if line.startswith(("p", "c 2"))]
    ['c 2: row 1 column 1 - row 1 column 3 are joined 2 times or more', 'p cnf 2 3']
    """
    return write_dimacs(model_of(clues), _name(clues))


def _name(clues: Clues) -> str:
    return f"Hashi {clues.cols}x{clues.rows}, rule {clues.rule}"
