"""Akari: lamps that light every white cell."""
