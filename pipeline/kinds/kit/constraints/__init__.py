"""Kinds of puzzle that are declared by decision variables and constraints.

A kind builds a `Model`. The engines work on models alone: propagation on flat arrays (`arrays`,
`kernels/`), exhaustive search, SAT with lazy clauses, solving steps, grades and clue removal. The
views draw boards, read and write text forms, and export the model for the player.
"""
