"""Settings: TOML files to checked values, each setting declared once."""
