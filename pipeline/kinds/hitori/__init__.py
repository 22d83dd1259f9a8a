"""Hitori: shaded cells that leave no number twice in a line."""
