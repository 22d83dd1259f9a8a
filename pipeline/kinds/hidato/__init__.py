"""Hidato: each number beside the next, across sides and corners."""
