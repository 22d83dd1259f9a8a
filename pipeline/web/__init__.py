"""Records to a web site: the player, pages, feeds. No kind is named outside ``player/``."""
