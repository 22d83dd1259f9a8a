"""Drawings, page readers, text forms and player data of declared kinds."""
