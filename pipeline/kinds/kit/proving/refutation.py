"""Clauses to be refuted for a checkable proof that a solution is the only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # numpy is slow to import, and --help does not need it
    import numpy as np
    from numpy.typing import NDArray


Clause: TypeAlias = Sequence[int]  # Literals of which one must be true


@dataclass(frozen=True, slots=True)
class RefutationTask:
    """Clauses stating that a second solution exists; their refutation proves uniqueness.

    ``about`` describes the variables, for the head of a file. Every solution satisfies ``encoding``
    (with suitable auxiliary variables), and every one but the known satisfies ``difference``.
    Omitted rules are added as *lazy clauses*: every solution satisfies them by the definition of
    the rule, which ``is_lazy_clause`` checks from the clause alone. ``find_lazy_clauses(model)``
    returns those that a model (ndarray[bool], indexed by variable) violates; if there are none, the
    model is another solution.
    """

    about: tuple[str, ...]
    variables: int
    encoding: tuple[Clause, ...]
    difference: Clause
    lazy_clause_name: str
    """A short description of what lazy clauses forbid."""
    find_lazy_clauses: Callable[[NDArray[np.bool_]], Sequence[Clause]]
    is_lazy_clause: Callable[[Clause], bool]
