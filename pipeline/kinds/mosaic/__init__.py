"""Mosaic, declared with the kit."""
