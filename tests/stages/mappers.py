"""Mappers of tests."""

import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any


def through_pickles(function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
    """Map a function as worker processes do, which get and return pickles."""
    for item in items:
        work, own = pickle.loads(pickle.dumps((function, item)))
        yield pickle.loads(pickle.dumps(work(own)))
