"""Shaded areas: further groups of cells with different numbers."""
