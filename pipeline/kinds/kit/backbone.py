"""What all solutions of a puzzle have in common, with a solver that yields one solution at a time.

The backbone of a formula: start with all that one solution says, ask for a solution that denies
some of it, drop what that one denies, and ask again. Each answer drops at least one literal; the
last answer, that there is none, proves the rest. (Janota, Lynce and Marques-Silva, "Algorithms
for computing backbones of propositional formulae", AI Communications 28(2), 2015, algorithm 3.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = NDArray[np.bool_]
"""A solution as a model: ndarray[bool], indexed by variable."""


def holding(literals: Iterable[int], values: Values) -> list[int]:
    """Return those literals that hold in a model.

    Examples
    --------
    >>> holding([1, -2, 3], np.array([False, True, True, True]))
    [1, 3]
    """
    return [literal for literal in literals if bool(values[abs(literal)]) == (literal > 0)]


def find_backbone(
    literals: Iterable[int],
    deny: Callable[[Sequence[int]], None],
    next_values: Callable[[], tuple[Values | None, bool]],
) -> tuple[list[int], bool]:
    """Return those literals that no solution denied, and whether none can.

    ``literals`` are what a known solution says. ``deny`` takes a clause that the next solutions
    must keep. ``next_values`` returns a solution that keeps the clauses, and whether the search for
    it came to its end: (None, True) says that there is none, (None, False) that the budget was
    spent.

    Examples
    --------
    >>> answers = [(np.array([False, True, False]), True), (None, True)]
    >>> find_backbone([1, 2], lambda clause: None, lambda: answers.pop(0))
    ([1], True)
    """
    left = list(literals)
    while left:
        deny([-literal for literal in left])
        values, is_sure = next_values()
        if values is None:
            return left, is_sure
        left = holding(left, values)
    return left, True
