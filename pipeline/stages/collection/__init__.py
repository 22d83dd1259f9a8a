"""Import and export of collections."""
