"""Filled outlines: stars, tents, trees, ends of ships."""
