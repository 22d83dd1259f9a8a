"""Settings: TOML files read as validated values; each key is declared once."""
