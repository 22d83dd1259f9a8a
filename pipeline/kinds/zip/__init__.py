"""Zip: one line through every cell that passes the numbers in order."""
