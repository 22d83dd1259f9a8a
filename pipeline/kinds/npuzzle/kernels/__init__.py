"""numba kernels of the sliding puzzle. Arrays in, arrays out."""
