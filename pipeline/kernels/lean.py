"""The decorator of kernels that make no arrays.

numba counts the holders of each array, and counts anew whenever an array is taken out of a
NamedTuple; each time is an atomic operation. In kernels of many short steps that was most of the
work: without it the chain of layouts runs five times as fast, the search with labels two to four
times. A kernel that only reads and writes arrays that its caller holds needs no counting, and
without it numba refuses to compile whatever would make an array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit


def lean_njit(function: Callable[..., Any]) -> Any:
    """Return a kernel compiled and cached, that counts no holders of arrays.

    Parameters
    ----------
    function : callable
        Makes no array and returns none; numbers and tuples of numbers may be returned.
    """
    # `_nrt` stands for the runtime that counts; the leading underscore is numba's own, and its
    # types do not know the option.
    options: dict[str, Any] = {"cache": True, "_nrt": False}
    return njit(**options)(function)
