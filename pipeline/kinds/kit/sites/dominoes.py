"""Boards of dominoes: the file that The New York Times has for a day, and a table of regions."""
