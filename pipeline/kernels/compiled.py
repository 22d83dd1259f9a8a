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

from numba import njit, types
from numba.core.dispatcher import Dispatcher
from numba.core.options import DefaultOptions

F = TypeVar("F", bound=Callable[..., Any])

# The option has no public name. Where a version of numba lacks it, kernels count and are slower.
_OPTIONS: Final[dict[str, Any]] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


def compiled(function: F) -> F:
    """Return a kernel compiled by numba, to be kept on disk; it may make no array of its own.

    A kernel that makes one is refused when it is compiled. With NUMBA_DISABLE_JIT=1 the function
    comes back as it is.
    """
    return _widened(njit(cache=True, **_OPTIONS)(function))


def inlined(function: F) -> F:
    """Return a kernel compiled as by `compiled`, and into each kernel that calls it.

    For small kernels that get named tuples of arrays: numba hands over each array as seven
    arguments, which takes longer than most of what they do. Measured on the chain of layouts:
    three times as fast, with the same steps.
    """
    return _widened(njit(cache=True, forceinline=True, **_OPTIONS)(function))


def _widened(kernel: F) -> F:
    """Return a kernel that is compiled for numbers, not for each constant that is passed to it.

    numba compiles a kernel that another calls with a constant for that very constant: two signs or
    three kinds of move are then as many copies of it and of all that it calls.
    """
    if not isinstance(kernel, Dispatcher):
        return kernel  # NUMBA_DISABLE_JIT=1
    widen: Callable[[types.Type], types.Type] = types.unliteral
    resolve = kernel.get_call_template

    def resolve_widened(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        wide = {name: widen(kind) for name, kind in kws.items()}
        return resolve(tuple(map(widen, args)), wide)

    kernel.get_call_template = resolve_widened  # type: ignore[method-assign, assignment]
    return kernel
