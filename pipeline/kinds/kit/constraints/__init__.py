"""Rules as data: a kind declares decision variables and constraints once, and all else follows.

`model` has the words in which a kind says its rules. From a `Model` follow flat arrays and their
propagator (`arrays`, `kernels/`), the exhaustive search by it, clauses with lazy clauses, steps for
people, the grade, the removal of clues, and JSON for the player. Nothing here knows a kind.
"""
