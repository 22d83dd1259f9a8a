"""The words to be found, in columns below the board."""
