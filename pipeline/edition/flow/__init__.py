"""Typesetting: lines, blocks, languages and styles."""
