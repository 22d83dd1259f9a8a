"""Masyu: one loop through cells, past white and black pearls."""
