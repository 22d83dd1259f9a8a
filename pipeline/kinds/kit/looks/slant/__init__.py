"""Numbers outside of the board, with an arrow along a diagonal."""
