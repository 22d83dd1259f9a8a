"""Futoshiki: a Latin square with signs of inequality between cells."""
