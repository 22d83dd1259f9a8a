"""Yajilin."""
