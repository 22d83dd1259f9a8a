"""All literals of one of some options."""
