"""Engines independent of puzzles: SAT solvers, and proofs that clauses have no model."""
