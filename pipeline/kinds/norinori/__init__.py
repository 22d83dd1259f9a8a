"""Norinori: two shaded cells in each region, and all shaded cells in pairs."""
