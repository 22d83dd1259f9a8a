"""Decorators of kernels, which numba compiles at the first call and stores in the cache folder.

numba takes longer to import than a small board takes to solve, so it is imported only when a kernel
is called.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper
from typing import Any, TypeVar, cast

from pipeline.kernels.cache import choose_cache_folder
from pipeline.kernels.locator import LOCATORS

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Return a kernel compiled by numba and cached on disk; it must not create arrays.

    A kernel that creates one fails to compile. It must not return an array either: of a slice,
    numba would return the whole. With NUMBA_DISABLE_JIT=1 the function is returned unchanged.
    """
    return _kernel(function, _nrt=False)


def inlined(function: F) -> F:
    """Return a kernel like `compiled`, inlined into each kernel that calls it.

    For small kernels with named tuples of arrays as parameters.
    """
    return _kernel(function, _nrt=False, forceinline=True)


def making_arrays(function: F) -> F:
    """Return a kernel like `compiled`, which may create arrays and counts references.

    Copying one slice onto another creates one.
    """
    return _kernel(function, _nrt=True)


def _kernel(function: F, **options: bool) -> F:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return function
    return cast("F", _Kernel(function, options))


class _Kernel:
    """A function that numba compiles or loads at its first call, and types for other kernels."""

    dispatcher: Any  # For calls from Python, created at the first use
    part: Any  # For calls from other kernels, created at the first use
    is_plain = False  # Whether all kernels run as plain Python

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._options = options

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args) if _Kernel.is_plain else self.dispatcher(*args)

    def __getattr__(self, name: str) -> Any:
        """Create a dispatcher at its first use; look up other attributes in the dispatcher."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "_numba_type_":  # numba reads it of a kernel that another calls
            return self.part._numba_type_
        if name not in ("dispatcher", "part"):
            return getattr(self.dispatcher, name)
        _prepare_numba()
        from pipeline.kernels.dispatcher import make_dispatcher

        made: Any = make_dispatcher(self.py_func, self._options, name == "part")
        setattr(self, name, made)
        return made


@cache
def _prepare_numba() -> None:
    """Set numba's cache folder before the first kernel is created."""
    choose_cache_folder()
    from numba import config

    from pipeline.kernels.dispatcher import is_known

    if is_known():
        os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", LOCATORS)
    # It may have been imported before the folder was set.
    config.reload_config()  # type: ignore[no-untyped-call]


@contextmanager
def plain_python() -> Iterator[None]:
    """Run kernels as plain Python, for tests that compare the two."""
    _Kernel.is_plain = True
    try:
        yield
    finally:
        _Kernel.is_plain = False
