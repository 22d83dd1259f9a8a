"""Islands with numbers, and bridges between them: drawn, read back, and written as text."""
