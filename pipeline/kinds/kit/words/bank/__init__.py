"""Drawn edges between numbers that are pieces of a bank."""
