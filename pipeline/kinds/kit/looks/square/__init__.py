"""Filled squares: walls, and shaded cells of an answer."""
