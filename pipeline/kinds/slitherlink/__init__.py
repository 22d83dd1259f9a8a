"""Slitherlink: one loop along the borders of cells."""
