"""The runs of true literals in a line have given lengths, in this order: an automaton."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from pipeline.kinds.kit.words.accepted.rule import Layers, unroll


@cache
def runs_automaton(length: int, runs: tuple[int, ...]) -> Layers:
    """Return the automaton of a line; its state is the number of cells of runs and gaps passed."""
    pattern = [bit for run in runs for bit in (1,) * run + (0,)]

    def step(state: int, _: int, is_filled: int) -> int | None:
        if not is_filled and (state == 0 or pattern[state - 1] == 0):
            return state  # a gap may be longer
        return state + 1 if state < len(pattern) and pattern[state] == is_filled else None

    return unroll([2] * length, 0, step, lambda state: state >= len(pattern) - 1)


def runs_of(line: Sequence[bool]) -> tuple[int, ...]:
    """Return the lengths of the runs of a line.

    >>> runs_of([True, True, False, True])
    (2, 1)
    """
    return tuple(len([*run]) for is_filled, run in groupby(line) if is_filled)
