"""Tapa."""
