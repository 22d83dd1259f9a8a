"""What several kinds need, as plain functions; knows no kind by name."""
