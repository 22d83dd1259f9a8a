"""Coloured runs: numbers outside of a board, each on the colour of its run."""
