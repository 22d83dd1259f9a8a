"""Word Search: words to be found in a grid of letters, in up to eight directions."""
