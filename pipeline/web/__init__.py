"""Records to a web site: the player, pages, feeds. Knows no puzzle by name outside ``player/``."""
