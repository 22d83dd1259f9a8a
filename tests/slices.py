"""How much of a long check each run does: a part of it, and all of it in ``make slow``."""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

WHOLE = os.environ.get("TESTS") == "whole"


def share(count: int, part: int = 3) -> int:
    """Return how many of so many cases a run looks at; tests that ask are marked ``sliced``."""
    return count if WHOLE else -(-count // part)


def cases(*values: Iterable[Any], part: int = 3) -> list[Any]:
    """Return all combinations of values as cases of a test; all but a part are marked ``slow``.

    Each value is in the part that every run does, if there are at least ``part`` of another.
    """
    found = []
    for numbered in product(*(enumerate(some) for some in values)):
        numbers, case = zip(*numbered, strict=True)
        marks = [pytest.mark.slow] if sum(numbers) % part else []
        found.append(pytest.param(*case, marks=marks))
    return found
