"""Layouts: outlines, symmetries, starting covers, and the Markov chain."""
