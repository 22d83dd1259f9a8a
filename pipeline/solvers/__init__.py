"""Engines that know no puzzle: a learning SAT solver behind a small door."""
