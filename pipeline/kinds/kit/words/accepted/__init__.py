"""Sequences that an automaton accepts, and lines that differ."""
