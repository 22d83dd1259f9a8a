"""How many answers a Latin square has, and in which cells they agree.

Copying this kind? Where answers can be too many to be listed, ask SAT for the backbone
(`pipeline.kinds.kit.backbone`, and Hashi's `explain` as an example), and say of what the budget
left undecided that it is. A count that an engine of your own finds without listing goes here too.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import Budget, Counted, Explained
from pipeline.kinds.kit.listing import count_by_listing
from pipeline.kinds.template.model import Clues, Solution
from pipeline.kinds.template.solve import solve
from pipeline.model import Status

MOST_COMPARED: Final = 1_000
"""Answers that are compared; what still agrees in so many is undecided if there may be more."""


def count(clues: Clues, budget: Budget) -> Counted:
    """Return how many answers there are; exact unless listing them stopped early.

    Examples
    --------
    >>> count(Clues(2, "latin", (0, 0, 0, 0)), Budget(100, 100)).count
    2
    """
    return count_by_listing(solve, clues, budget)


def explain(clues: Clues, budget: Budget) -> Explained[Solution]:
    """Return in which cells all answers hold the same number.

    Examples
    --------
    >>> explain(Clues(2, "latin", (0, 0, 0, 0)), Budget(100, 100)).differing
    (0, 1, 2, 3)
    """
    found = solve(clues, MOST_COMPARED, budget)
    answers = found.solutions
    cells = range(clues.side**2) if answers or not found.is_complete else range(0)
    differing = tuple(c for c in cells if len({answer.numbers[c] for answer in answers}) > 1)
    alike = tuple(c for c in cells if c not in differing)
    if len(answers) > 1:
        status = Status.MULTIPLE
    elif not found.is_complete:
        status = Status.UNDECIDED
    else:
        status = Status.UNIQUE if answers else Status.UNSOLVABLE
    return Explained(
        status=status,
        agreeing=alike if found.is_complete else (),
        differing=differing,
        undecided=() if found.is_complete else alike,
        witnesses=answers[:2],
        details={},
        method=found.method,
        steps=found.nodes,
    )
