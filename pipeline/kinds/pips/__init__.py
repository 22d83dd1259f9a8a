"""Pips: dominoes on a board of any outline, whose coloured regions have conditions."""
