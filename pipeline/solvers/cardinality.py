"""Limits on the number of true literals, as clauses with further variables, by python-sat."""

from __future__ import annotations

from collections.abc import Sequence


def sum_clauses(
    literals: Sequence[int], least: int, most: int, variables: int
) -> tuple[list[list[int]], int]:
    """Return clauses for ``least`` to ``most`` true literals, and the last variable in use then.

    ``variables`` are in use already. Source: C. Sinz, "Towards an optimal CNF encoding of Boolean
    cardinality constraints", CP 2005 (sequential counters).

    >>> sum_clauses([1, 2], 1, 2, 2)
    ([[1, 2]], 2)
    """
    from pysat.card import CardEnc, EncType

    clauses: list[list[int]] = []
    for encode, bound, is_needed in (
        (CardEnc.atleast, least, least > 0),
        (CardEnc.atmost, most, most < len(literals)),
    ):
        if is_needed:
            made = encode([*literals], bound, top_id=variables, encoding=EncType.seqcounter)
            clauses += made.clauses
            variables = max(variables, made.nv)
    return clauses, variables
