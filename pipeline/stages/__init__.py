"""The stages: iterables of records in, iterables of records out. They know no puzzle by name."""
