"""The runs of true literals in a line, or around a cell, have given lengths: an automaton.

Runs may have colours, which are the values of cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, pairwise, product
from typing import Final, TypeAlias

from pipeline.kinds.kit.words.accepted.rule import Layers, unroll

WHOLE: Final = 8  # Cells of a whole ring
Ways: TypeAlias = frozenset[tuple[bool, ...]]


@lru_cache(maxsize=4096)
def runs_automaton(length: int, runs: tuple[int, ...]) -> Layers:
    """Return the automaton of a line; its state is the number of cells of runs and gaps passed.

    Before each place the states are all those that can be reached and lead to the end.

    >>> runs_automaton(3, (2,)).arcs
    (((0, 0, 1), (0, 1, 2)), ((1, 1, 3), (2, 1, 4)), ((3, 1, 5), (4, 0, 6)))
    """
    pattern = [bit for run in runs for bit in (1,) * run + (0,)]
    width = len(pattern)
    fronts = [range(max(0, width - 1 - length + k), min(k, width) + 1) for k in range(length + 1)]
    if not all(fronts):
        return Layers(((),) * length, 1)
    first, layers = 0, []
    for here, after in pairwise(fronts):
        name = {state: first + len(here) + k for k, state in enumerate(after)}
        layers.append(
            tuple(
                (first + k, option, name[state + step])
                for k, state in enumerate(here)
                for option, step in _ways(pattern, state)
                if state + step in name
            )
        )
        first += len(here)
    return Layers(tuple(layers), first + len(fronts[-1]))


def _ways(pattern: Sequence[int], state: int) -> Iterator[tuple[int, int]]:
    """Yield (value of the next cell, number of states passed); a gap may be longer."""
    is_gap = state == 0 or pattern[state - 1] == 0
    if is_gap:
        yield 0, 0
    if state < len(pattern) and (pattern[state] or not is_gap):
        yield pattern[state], 1


@lru_cache(maxsize=4096)
def coloured_automaton(length: int, runs: tuple[int, ...], colours: tuple[int, ...]) -> Layers:
    """Return the automaton of a line of coloured runs, with an empty cell between equal colours.

    Options are 0 for an empty cell, and the colours; a state is as in `runs_automaton`.

    >>> coloured_automaton(3, (2, 1), (1, 2)).arcs
    (((0, 1, 1),), ((1, 1, 2),), ((2, 2, 3),))
    """
    pattern = [
        one for run, colour in zip(runs, colours, strict=True) for one in (colour,) * run + (0,)
    ]
    needed = [0]  # Cells that the rest of the pattern takes at least, by state
    for at in range(len(pattern) - 1, -1, -1):
        is_free = not pattern[at] and (at + 1 == len(pattern) or pattern[at - 1] != pattern[at + 1])
        needed.append(needed[-1] + (not is_free))
    needed.reverse()

    def step(state: int, place: int, option: int) -> int | None:
        is_gap = state == 0 or pattern[state - 1] == 0
        if not (is_gap and option == 0):
            # The gap between two colours may be left out.
            is_skipped = option and not is_gap and state < len(pattern) and not pattern[state]
            state += (
                is_skipped and state + 1 < len(pattern) and pattern[state + 1] != pattern[state - 1]
            )
            if state == len(pattern) or pattern[state] != option:
                return None
            state += 1
        return state if needed[state] < length - place else None

    widths = [max(colours, default=0) + 1] * length
    return unroll(widths, 0, step, lambda state: needed[state] == 0)


@lru_cache(maxsize=1024)
def ring_automaton(parts: tuple[int, ...], runs: tuple[int | None, ...]) -> Layers:
    """Return the automaton of the cells around one, with these runs in any order.

    None is a run of any length. ``parts`` are the numbers of cells of the parts of the ring, as
    `Grid.ring` has them. A state is the set of ways to go on.

    >>> ring_automaton((3,), (1, None)).arcs
    (((0, 1, 1),), ((1, 0, 2),), ((2, 1, 3),))
    """
    size, known = sum(parts), Counter(run for run in runs if run is not None)
    ways = [
        way
        for way in product((False, True), repeat=size)
        if len(found := ring_runs(parts, way)) == len(runs) and known <= Counter(found)
    ]

    def step(left: Ways, _: int, option: int) -> Ways | None:
        return frozenset(way[1:] for way in left if way[0] == option) or None

    return unroll([2] * size, frozenset(ways), step, bool)


def ring_runs(parts: Sequence[int], way: Sequence[bool]) -> list[int]:
    """Return the lengths of the runs in the parts of a ring; in a whole one they pass its end.

    >>> ring_runs((8,), [True, False, True, True, False, False, False, True])
    [2, 2]
    """
    if [*parts] == [WHOLE] and False in way:
        start = way.index(False)
        way = [*way[start:], *way[:start]]
    ends = [*accumulate(parts)]
    lines = (way[end - length : end] for end, length in zip(ends, parts, strict=True))
    return [length for line in lines for length in runs_of(line)]


def runs_of(line: Sequence[bool]) -> tuple[int, ...]:
    """Return the lengths of the runs of a line.

    >>> runs_of([True, True, False, True])
    (2, 1)
    """
    return tuple(len([*run]) for is_filled, run in groupby(line) if is_filled)
