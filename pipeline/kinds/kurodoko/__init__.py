"""Kurodoko: numbers count the white cells that are seen from them."""
