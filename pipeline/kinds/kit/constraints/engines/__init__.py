"""What answers for declared kinds: arrays, search, clauses, verdicts, steps, grades, removal."""
