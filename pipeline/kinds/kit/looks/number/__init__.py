"""Numbers in cells."""
