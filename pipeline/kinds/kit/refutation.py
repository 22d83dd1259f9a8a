"""What is to be refuted in clauses, so that any checker can see that a solution is the only one.

It knows no kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # numpy takes a while to import, and --help needs none of it
    import numpy as np
    from numpy.typing import NDArray


Clause: TypeAlias = Sequence[int]
"""Literals of which one must hold: a variable, from 1, or its negative."""


@dataclass(frozen=True, slots=True)
class RefutationTask:
    """In clauses: there is another solution than the known one. Refuted, that one is the only one.

    ``about`` says what the variables mean, for the head of a file. Every solution satisfies
    ``encoding`` (its further variables filled in suitably), and every one but the known
    ``difference``. What ``encoding`` leaves out is added as *lazy clauses*: clauses that every
    solution satisfies by the definition of the rule, as ``is_lazy_clause`` finds out from the
    clause alone. ``find_lazy_clauses(model)`` gives those that a model (ndarray[bool], indexed by
    variable) breaks; where it gives none, the model shows another solution.
    """

    about: tuple[str, ...]
    variables: int
    encoding: tuple[Clause, ...]
    difference: Clause
    lazy_clause_name: str
    """What a lazy clause forbids or asks for, in a few words."""
    find_lazy_clauses: Callable[[NDArray[np.bool_]], Sequence[Clause]]
    is_lazy_clause: Callable[[Clause], bool]
