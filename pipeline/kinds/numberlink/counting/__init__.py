"""Counting: how many solutions there are, and what they have in common."""
