"""The runs of true literals in a line have given lengths, in this order: an automaton."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from pipeline.kinds.kit.words.accepted.rule import Layers


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


def runs_of(line: Sequence[bool]) -> tuple[int, ...]:
    """Return the lengths of the runs of a line.

    >>> runs_of([True, True, False, True])
    (2, 1)
    """
    return tuple(len([*run]) for is_filled, run in groupby(line) if is_filled)
