"""Skyscrapers: a Latin square of heights with the numbers of buildings seen from outside."""
