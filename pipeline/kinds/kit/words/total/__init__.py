"""Different values with a sum."""
