"""Global constraints: each says in one module what it means to every engine.

A `Global` returns its clauses, the rows from which the kernels propagate it, its JSON for the
player, and clauses that follow from it where an encoding of the whole would be too large.
"""
