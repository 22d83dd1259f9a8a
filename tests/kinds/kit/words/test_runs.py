"""The automaton of runs against one that is unrolled state by state."""

from itertools import product

import pytest

from pipeline.kinds.kit.words.accepted.rule import Layers, unroll
from pipeline.kinds.kit.words.runs.rule import runs_automaton


def unrolled(length: int, runs: tuple[int, ...]) -> Layers:
    """Return the automaton, by the cells of runs and gaps that a line has passed."""
    pattern = [bit for run in runs for bit in (1,) * run + (0,)]

    def step(state: int, _: int, is_filled: int) -> int | None:
        if not is_filled and (state == 0 or pattern[state - 1] == 0):
            return state  # a gap may be longer
        return state + 1 if state < len(pattern) and pattern[state] == is_filled else None

    return unroll([2] * length, 0, step, lambda state: state >= len(pattern) - 1)


@pytest.mark.parametrize("length", range(1, 8))
def test_states_and_arcs_are_those_of_the_unrolled_automaton(length: int) -> None:
    for number in range(4):
        for runs in product(range(1, 4), repeat=number):
            assert runs_automaton(length, runs) == unrolled(length, runs)
