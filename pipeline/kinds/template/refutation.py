"""What a proof of uniqueness refutes, and which rule is weaker. No clause is lazy here."""

from __future__ import annotations

from pipeline.kinds.interface import RefutationTask
from pipeline.kinds.template.encode_sat import clauses, without
from pipeline.kinds.template.model import RULES, Clues, Solution


def is_weaker_than(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule.

    Examples
    --------
    >>> is_weaker_than("latin", "diagonal"), is_weaker_than("diagonal", "latin")
    (True, False)
    """
    return RULES.index(rule) <= RULES.index(other)


def refutation_task(clues: Clues, solution: Solution) -> RefutationTask:
    """Return the task of refuting, in clauses, that there is another solution than this one.

    Examples
    --------
    >>> refutation_task(Clues(2, "latin", (1, 0, 0, 0)), Solution((1, 2, 2, 1))).difference
    (-1, -4, -6, -7)
    """
    side = clues.side
    return RefutationTask(
        about=(
            f"Latin square {side}x{side}, rule {clues.rule}",
            f"variable (row * {side} + col) * {side} + number: the number at row, col from zero",
        ),
        variables=side**3,
        encoding=tuple(clauses(clues)),
        difference=without(side, solution.numbers),
        lazy_clause_name="nothing: there are no cuts",
        find_lazy_clauses=lambda model: (),
        is_lazy_clause=lambda clause: False,
    )
