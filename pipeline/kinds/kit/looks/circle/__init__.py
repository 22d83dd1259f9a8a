"""Circles, white and black, and lamps."""
