"""Sudoku: every number once in each row, column and region."""
