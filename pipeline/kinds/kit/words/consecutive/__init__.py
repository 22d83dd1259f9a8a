"""Consecutive numbers that touch."""
