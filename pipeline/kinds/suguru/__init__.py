"""Suguru: regions with the numbers from 1 up, and no equal numbers that touch."""
