"""Areas of equal numbers that are as large as their numbers."""
