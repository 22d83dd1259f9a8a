"""Samurai Sudoku: five Sudokus that share boxes."""
