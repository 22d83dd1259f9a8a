"""Shikaku: rectangles, each with one number, which is the number of its cells."""
