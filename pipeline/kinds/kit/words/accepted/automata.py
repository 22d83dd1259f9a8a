"""Automata over numbers from 1 up to a side, as options 0, 1, 2 ... of their places."""

from __future__ import annotations

from functools import lru_cache

from pipeline.kinds.kit.words.accepted.rule import Layers, unroll


@lru_cache(maxsize=256)
def skyline(length: int, number: int, parks: int = 0) -> Layers:
    """Return the automaton of a line in which so many buildings are seen.

    A state is the tallest building so far and how many are seen. So far all have different heights
    up to the tallest, hence there are not more of them than its height. With ``parks``, option 0 is
    one, of which a line has so many.

    >>> [option for _, option, _ in skyline(2, 2, 0).arcs[0]]
    [0]
    """

    def step(state: tuple[int, int], place: int, option: int) -> tuple[int, int] | None:
        top, seen = state
        height = option + (not parks)
        if height > top:
            top, seen = height, seen + 1
        elif height == top > 0:
            return None
        return (top, seen) if top + parks > place and seen <= number else None

    options = length - parks + (parks > 0)
    return unroll([options] * length, (0, 0), step, (length - parks, number).__eq__)


@lru_cache(maxsize=256)
def line_sum(side: int, length: int, total: int) -> Layers:
    """Return the automaton of numbers with a total; a state is what is missing.

    >>> [option for _, option, _ in line_sum(3, 2, 2).arcs[0]]
    [0]
    """

    def step(left: int, place: int, option: int) -> int | None:
        left -= option + 1
        more = length - place - 1
        return left if more <= left <= more * side else None

    return unroll([side] * length, total, step, (0).__eq__)


@lru_cache(maxsize=256)
def weighted_sum(length: int, total: int) -> Layers:
    """Return the automaton of 0 and 1 of which the places 1, 2, 3 ... of the ones have a total.

    >>> [option for _, option, _ in weighted_sum(3, 5).arcs[0]]
    [0]
    """
    return unroll(
        [2] * length,
        total,
        lambda left, place, option: left - option * (place + 1),
        (0).__eq__,
    )


@lru_cache(maxsize=64)
def sum_first(side: int, length: int) -> Layers:
    """Return the automaton of numbers of which the first is the sum of the others.

    >>> [option for _, option, _ in sum_first(3, 3).arcs[0]]
    [1, 2]
    """

    def step(left: int, place: int, option: int) -> int | None:
        left = left - option - 1 if place else option + 1
        return left if length - place - 1 <= left else None

    return unroll([side] * length, 0, step, (0).__eq__)


@lru_cache(maxsize=256)
def sandwich(length: int, total: int) -> Layers:
    """Return the automaton of a line with a total between its 1 and its largest number.

    A state is the bread that was met, as 0, 1 or 2 and its option, and the sum since the first.
    """

    def step(
        state: tuple[int, int, int], place: int, option: int
    ) -> tuple[int, int, int] | None:  # fmt: skip
        met, bread, sums = state
        if option in (0, length - 1):
            if met == 2 or (met and option == bread):
                return None
            return (1, option, 0) if not met else (2, 0, 0) if sums == total else None
        if met == 1:
            sums += option + 1
        return (met, bread, sums) if sums <= total else None

    return unroll([length] * length, (0, 0, 0), step, (2, 0, 0).__eq__)


@lru_cache(maxsize=256)
def x_sum(length: int, total: int) -> Layers:
    """Return the automaton of a line whose first numbers, as many as the first, have a total.

    A state is how many of them come, and what is missing. All numbers of the line are different.
    """

    def step(state: tuple[int, int], place: int, option: int) -> tuple[int, int] | None:
        more, left = state
        if not place:
            more, left = option + 1, total
        if more:
            more, left = more - 1, left - option - 1
        smallest = more * (more + 1) // 2
        largest = more * (2 * length + 1 - more) // 2
        return (more, left) if smallest <= left <= largest else None

    return unroll([length] * length, (0, 0), step, (0, 0).__eq__)


@lru_cache(maxsize=256)
def counted_when(length: int, sums: frozenset[int]) -> Layers:
    """Return the automaton of a literal, and others of which it wants one of some numbers.

    A state is how many of these are true, -1 where that does not matter.

    >>> [(option, after) for _, option, after in counted_when(1, frozenset([1])).arcs[0]]
    [(0, 1), (1, 2)]
    """

    def step(state: int, place: int, option: int) -> int:
        if place == 0:
            return option - 1
        return state + option if state >= 0 else state

    return unroll([2] * (length + 1), 0, step, lambda state: state < 0 or state in sums)
