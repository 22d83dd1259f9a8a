"""Hashiwokakero: join islands by bridges until each has as many as its number says."""
