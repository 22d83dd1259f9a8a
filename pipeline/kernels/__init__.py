"""numba building blocks shared by kinds: random state, grids. Arrays in, arrays out."""
