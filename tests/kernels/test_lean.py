"""Kernels without counted arrays: they do what others do, and cannot make an array."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

from pipeline.kernels.lean import lean_njit


@lean_njit
def _add(values, amount):
    for at in range(len(values)):
        values[at] += amount
    return len(values), amount


@lean_njit
def _make(size):
    return np.zeros(size).sum()


def test_arrays_of_the_caller_are_changed_in_place():
    values = np.arange(4)
    assert _add(values, 3) == (4, 3)
    assert values.tolist() == [3, 4, 5, 6]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="plain Python makes arrays")
def test_a_kernel_that_makes_an_array_does_not_compile():
    with pytest.raises(NumbaError, match="zeros"):
        _make(3)
