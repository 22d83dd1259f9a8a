"""Maze: the one way between walls from a start to a goal."""
