"""That one number is less than another, as clauses: what forbids loops in whatever counts up."""

from __future__ import annotations

from collections.abc import Sequence


def add_less(
    clauses: list[list[int]], variables: int, arc: int, lower: Sequence[int], upper: Sequence[int]
) -> int:
    """Add to ``clauses`` that ``arc`` implies lower < upper; return the last variable then.

    The numbers are in binary, least bit first; ``variables`` are in use already. A further variable
    says of the bits so far that those of one number are less than those of the other.

    Examples
    --------
    >>> clauses = []
    >>> add_less(clauses, 3, 1, [2], [3]), clauses
    (4, [[-4, -2, 3], [-4, 3], [-4, -2], [-1, 4]])
    """
    less: list[int] = []
    for low, high in zip(lower, upper, strict=True):
        variables += 1
        clauses += [[-variables, -low, high], [-variables, high, *less], [-variables, -low, *less]]
        less = [variables]
    clauses.append([-arc, *less])
    return variables
