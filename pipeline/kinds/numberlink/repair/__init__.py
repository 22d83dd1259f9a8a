"""Repair: second solutions of a layout, and what is drawn anew where one is found."""
