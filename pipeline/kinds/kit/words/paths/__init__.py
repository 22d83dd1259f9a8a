"""Open paths that meet labels in order."""
