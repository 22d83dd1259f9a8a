"""Different values."""
