"""The source of ``puzzlepress new kind``: Latin squares."""
