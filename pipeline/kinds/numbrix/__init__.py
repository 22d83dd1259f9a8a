"""Numbrix: each number beside the next, across sides only."""
