"""Proofs in two ways, for declared kinds and for those with engines of their own."""
