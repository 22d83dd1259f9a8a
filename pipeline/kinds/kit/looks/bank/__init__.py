"""The dominoes to be placed, below the board."""
