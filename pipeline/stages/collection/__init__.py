"""Collections of the outside world: read in any form, what is broken told, written again."""
