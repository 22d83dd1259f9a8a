"""Kernels on the flat arrays of a model: propagation, probing, search, clue removal."""
