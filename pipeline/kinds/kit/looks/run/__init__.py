"""Runs: the sums of crossing rows and columns, printed in the cells before them."""
