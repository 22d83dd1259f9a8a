"""Diagonals of a square board."""
