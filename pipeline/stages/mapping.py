"""How a stage is given its items: by a mapper that keeps their order, in this process or others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Mapper(Protocol):
    """Whatever maps a function over items in order."""

    def __call__(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in order."""


def serial(function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
    """Yield ``function(item)`` for each item, in this process."""
    return map(function, items)
