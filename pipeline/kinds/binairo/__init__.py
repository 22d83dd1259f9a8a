"""Binairo: zeros and ones, as many of each in every line, never three alike in a row."""
