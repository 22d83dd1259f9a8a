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

    The part of each run has every value of two or more lists, and of one list every third.
    """
    lists = [list(some) for some in values]
    each = range(0, max(map(len, lists)), part if len(lists) == 1 else 1)
    shown = {tuple(number % len(some) for some in lists) for number in each}
    return [
        pytest.param(
            *(some[at] for some, at in zip(lists, places, strict=True)),
            marks=[] if places in shown else [pytest.mark.slow],
        )
        for places in product(*(range(len(some)) for some in lists))
    ]
