"""Colour Nonogram; see `kind`."""
