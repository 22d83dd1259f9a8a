"""Ripple Effect: 1 up to its size in each region, and equal numbers at a distance."""
