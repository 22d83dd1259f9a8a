"""How boards of declared kinds look outside: drawn, read back, as texts, for the player."""
