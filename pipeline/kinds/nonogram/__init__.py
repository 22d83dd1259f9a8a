"""Nonogram: numbers beside each line are the lengths of its runs of filled cells."""
