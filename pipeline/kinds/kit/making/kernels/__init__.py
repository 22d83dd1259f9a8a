"""Kernels of making."""
