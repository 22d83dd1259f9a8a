"""Country Road: one loop that passes each region once."""
