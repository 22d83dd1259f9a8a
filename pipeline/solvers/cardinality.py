"""How many of some literals hold, as clauses with further variables: python-sat's encodings."""

from __future__ import annotations

from collections.abc import Sequence


def sum_clauses(
    literals: Sequence[int], least: int, most: int, variables: int
) -> tuple[list[list[int]], int]:
    """Return clauses that say that ``least`` to ``most`` literals hold, and the last variable then.

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
