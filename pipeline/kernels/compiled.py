"""The decorator of kernels that allocate nothing: compiled, kept, and without reference counts.

numba counts references to every array that a function touches, with locked instructions, and takes
few of them out again where arrays stand in named tuples and functions call one another. A kernel
that gets all its arrays from its caller needs none: the caller holds them until it returns. Told
so, numba leaves the counting out. Measured on the searches and counts of Numberlink: two to six
times as fast, with the same steps and answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from numba import njit
from numba.core.options import DefaultOptions

F = TypeVar("F", bound=Callable[..., Any])

# The option has no public name. Where a version of numba lacks it, kernels count and are slower.
_OPTIONS: Final[dict[str, Any]] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


def compiled(function: F) -> F:
    """Return a kernel compiled by numba, to be kept on disk; it may make no array of its own.

    A kernel that makes one is refused when it is compiled. With NUMBA_DISABLE_JIT=1 the function
    comes back as it is.
    """
    made: F = njit(cache=True, **_OPTIONS)(function)
    return made


def inlined(function: F) -> F:
    """Return a kernel compiled as by `compiled`, and into each kernel that calls it.

    For small kernels that get named tuples of arrays: numba hands over each array as seven
    arguments, which takes longer than most of what they do. Measured on the chain of layouts:
    three times as fast, with the same steps.
    """
    made: F = njit(cache=True, forceinline=True, **_OPTIONS)(function)
    return made
