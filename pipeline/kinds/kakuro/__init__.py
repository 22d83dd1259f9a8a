"""Killer Sudoku: Sudoku with cages of different numbers that have a total."""
