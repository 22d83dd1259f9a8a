"""Boards: what is given, the grid under it, and the clues on and beside its cells."""
