"""Numbers outside of the board, on its four sides."""
