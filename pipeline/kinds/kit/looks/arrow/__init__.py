"""Numbers with an arrow in cells."""
