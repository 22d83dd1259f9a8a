"""Cells of even and of odd numbers."""
