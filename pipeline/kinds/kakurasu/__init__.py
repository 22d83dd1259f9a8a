"""Kakurasu: shaded cells, of which the weights in each row and column have a sum."""
