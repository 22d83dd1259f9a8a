"""Kernels over the flat arrays of a model: propagation, probing, search, removal of clues."""
