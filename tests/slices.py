"""How much of a long check each run does: a part of it, and all of it in ``make slow``."""

import os

WHOLE = os.environ.get("TESTS") == "whole"


def share(count: int, part: int = 3) -> int:
    """Return how many of so many cases a run looks at; tests that ask are marked ``sliced``."""
    return count if WHOLE else -(-count // part)
