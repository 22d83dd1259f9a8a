"""Tents: each tree has a tent of its own beside it, no two tents touch, lines are counted."""
