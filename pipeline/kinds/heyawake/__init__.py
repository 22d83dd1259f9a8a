"""Heyawake: shaded cells that do not touch, and white lines through two rooms at most."""
