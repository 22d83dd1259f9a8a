"""Mappers: they map the function of a stage over items in order, in one or more processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Mapper(Protocol):
    """Maps a function over items in order."""

    def __call__(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in order."""


def serial(function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
    """Yield ``function(item)`` for each item, in this process."""
    return map(function, items)
