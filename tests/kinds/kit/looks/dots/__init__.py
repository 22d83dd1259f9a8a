"""A sort of clues from outside of the package: white and black dots between two cells."""
