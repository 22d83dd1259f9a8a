"""Up to four numbers in a cell."""
