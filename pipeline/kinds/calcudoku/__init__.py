"""Calcudoku: a Latin square with cages whose numbers give a result."""
