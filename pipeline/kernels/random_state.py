"""A random stream in an array: the same numbers on every machine, with JIT on or off.

SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
Bounded integers by the multiply-shift of Lemire (ACM TOMACS 29(1), 2019) on 32 bits, without the
rejection step: the bias is below 2**-32 times the bound, and no draw ever loops.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined

T = TypeVar("T")
RandomState: TypeAlias = NDArray[np.uint64]  # Of shape (1,), advanced in place

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = (np.uint64(n) for n in (27, 30, 31, 32))


def new_state(seed: int) -> NDArray[np.uint64]:
    """Return a random state, ndarray[uint64] of shape (1,), for a seed (any integer).

    >>> state = new_state(7)
    >>> [int(random_below(state, 10)) for _ in range(5)] == [
    ...     int(random_below(s, 10)) for s in [new_state(7)] for _ in range(5)]
    True
    """
    return np.array([seed % (1 << 64)], dtype=np.uint64)


@inlined
def random_bits(state: NDArray[np.uint64]) -> np.uint64:
    """Advance ``state`` in place and return 64 random bits.

    With JIT off numpy warns that the arithmetic wraps around; it is meant to.
    """
    state[0] += GOLDEN
    bits = state[0]
    bits = (bits ^ (bits >> SHIFT_30)) * MIX_A
    bits = (bits ^ (bits >> SHIFT_27)) * MIX_B
    return bits ^ (bits >> SHIFT_31)


@inlined
def random_below(state: NDArray[np.uint64], bound: int) -> int:
    """Advance ``state`` in place and return a random integer from 0 to ``bound - 1``.

    ``bound`` lies between 1 and 2**31.
    """
    product = (random_bits(state) >> SHIFT_32) * np.uint64(bound)
    return np.int64(product >> SHIFT_32)  # type: ignore[return-value]  # an index either way


@compiled
def shuffle(state: NDArray[np.uint64], values: NDArray[np.int64]) -> None:
    """Shuffle ``values`` in place (Fisher and Yates, Durstenfeld's form), advancing ``state``."""
    for last in range(len(values) - 1, 0, -1):
        other = random_below(state, last + 1)
        values[last], values[other] = values[other], values[last]


def shuffled(state: RandomState, numbers: Iterable[int]) -> list[int]:
    """Return whole numbers in random order, advancing ``state``."""
    values = np.fromiter(numbers, dtype=np.int64)
    shuffle(state, values)
    found: list[int] = values.tolist()
    return found


def pick(state: RandomState, items: Sequence[T]) -> T:
    """Return a random one of some items, advancing ``state``.

    >>> pick(new_state(1), "abc") in "abc"
    True
    """
    return items[int(random_below(state, len(items)))]
