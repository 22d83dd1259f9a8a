"""Numberlink: lines that join equal numbers."""
