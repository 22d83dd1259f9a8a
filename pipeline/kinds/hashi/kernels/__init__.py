"""Search kernels of Hashi: arrays in, arrays out."""
