"""Functions that several kinds share; nothing here names a kind."""
