"""Cages: groups of cells with a total."""
