"""Looks: boards drawn, read back from pages, said, and played."""
