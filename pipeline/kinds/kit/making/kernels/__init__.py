"""Kernels that make random fillings, regions and patterns."""
