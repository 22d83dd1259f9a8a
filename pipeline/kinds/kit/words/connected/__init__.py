"""Connected cells."""
