"""Engines of declared kinds: search, clauses, verdicts, solving steps, grades, clue removal."""
