"""Numberlink's numba kernels: arrays in, arrays out."""
