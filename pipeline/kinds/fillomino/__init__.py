"""Fillomino: areas of equal numbers that have as many cells as their number."""
