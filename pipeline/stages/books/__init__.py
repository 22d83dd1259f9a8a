"""From records to a book and its cover, and from a printed book back to its puzzles."""
