"""Battleships: a fleet of straight ships, and how many cells of ships each line has."""
