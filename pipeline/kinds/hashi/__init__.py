"""Hashi: islands joined by bridges."""
