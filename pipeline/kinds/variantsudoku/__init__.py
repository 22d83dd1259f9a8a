"""Variant Sudoku: Sudoku with thermometers, arrows, dots and other elements."""
