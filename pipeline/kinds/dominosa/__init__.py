"""Dominosa: a board of numbers that is a set of dominoes, of which the outlines are lost."""
