"""Tools for those who work on puzzlepress; none of them is part of the program."""
