"""A true cell for each slot."""
