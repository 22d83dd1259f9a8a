"""The ships to be found, below the board."""
