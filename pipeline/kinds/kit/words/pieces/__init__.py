"""Pieces of given shapes in groups of cells."""
