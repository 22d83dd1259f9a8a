"""Mending: rivals of a layout, and what is drawn anew or cut where one is found."""
