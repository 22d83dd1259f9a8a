"""The engines of Hashi: the exhaustive search, and clauses for others."""
