"""The parts of a book in order: front matter, guide, puzzles, answers, log, credits."""
