"""Reports on collections, as pages and tables."""
