"""What a certificate of uniqueness states: how the rules lie in each other, and what is refuted.

Copying this kind? `includes` says which rules only take solutions away from others. `claim` puts
"there is another solution" in clauses. If your encoding leaves out a part of the rule (that
everything hangs together, say), give the clauses that a model breaks as cuts, and judge a cut by
the rule's definition alone; see the kinds of this folder. A square needs none.
"""

from __future__ import annotations

from pipeline.kinds.interface import RefutationTask
from pipeline.kinds.template.encode_sat import clauses, without
from pipeline.kinds.template.model import RULES, Clues, Solution


def includes(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule.

    Examples
    --------
    >>> includes("latin", "diagonal"), includes("diagonal", "latin")
    (True, False)
    """
    return RULES.index(rule) <= RULES.index(other)


def claim(clues: Clues, solution: Solution) -> RefutationTask:
    """Return the claim, in clauses, that there is another solution than this one.

    Examples
    --------
    >>> claim(Clues(2, "latin", (1, 0, 0, 0)), Solution((1, 2, 2, 1))).difference
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
        cut_name="nothing: there are no cuts",
        find_cuts=lambda model: (),
        is_cut=lambda clause: False,
    )
