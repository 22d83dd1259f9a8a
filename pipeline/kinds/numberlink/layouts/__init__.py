"""Layouts: what a board may look like, and how one is begun."""
