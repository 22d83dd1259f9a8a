"""Reverse unit propagation in the slowest and most obvious way."""

from collections.abc import Sequence


def follows(clauses: Sequence[Sequence[int]], clause: Sequence[int]) -> bool:
    """Whether assuming a clause false leads to a contradiction by single literals alone."""
    true = {-literal for literal in clause}
    if any(-literal in true for literal in true):
        return True
    while True:
        more = set()
        for one in clauses:
            if any(literal in true for literal in one):
                continue
            left = {literal for literal in one if -literal not in true}
            if not left:
                return True
            if len(left) == 1:
                more |= left
        if not more:
            return False
        if any(-literal in more for literal in more):
            return True
        true |= more


def is_proof(clauses: Sequence[Sequence[int]], steps: Sequence[Sequence[int]]) -> bool:
    """Whether each clause follows from those before it, and the empty one is among them."""
    known = list(clauses)
    for step in steps:
        if not follows(known, step):
            return False
        if not step:
            return True
        known.append(step)
    return False
