"""Decorators of kernels, which numba compiles at the first call and stores in the cache folder.

numba takes longer to import than a small board takes to solve, so it is imported only when a kernel
is called. For the versions in `KNOWN_VERSIONS` this module goes beyond numba's public options; with
any other version kernels give the same results, and compile and run more slowly:

=========================  ===========================================================
part                       what it saves
=========================  ===========================================================
``_nrt=False``             reference counts of arrays, which the caller holds anyway:
                           searches of Numberlink run two to six times as fast
``forceinline``            passing each array of a named tuple as seven arguments:
                           layouts of Numberlink run three times as fast
widened arguments          one copy of a kernel for each constant passed to it
compilation                more than half of its time, by `_same_flags`, `_part_compiler`
                           and no wrappers: 11 instead of 29 s for Slitherlink, 15
                           instead of 37 s for Hashi
=========================  ===========================================================
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

from pipeline.kernels.cache import choose_cache_folder
from pipeline.kernels.locator import LOCATORS

KNOWN_VERSIONS: Final = ("0.68",)
"""Versions of numba for which the parts above were tested."""

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
    return cast(F, _Kernel(function, options))


class _Kernel:
    """A function that numba compiles or loads at its first call.

    A kernel that calls another finds this object among its globals; numba reads its type.
    """

    dispatcher: Any
    """numba's dispatcher for calls from Python; created at the first use."""

    part: Any
    """numba's dispatcher for calls from other kernels; created at the first use."""

    is_plain = False
    """Whether all kernels run as plain Python at the moment."""

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
        made: Any = _make_dispatcher(self.py_func, self._options, name == "part")
        setattr(self, name, made)
        return made


@cache
def _prepare_numba() -> None:
    """Set numba's cache folder before the first kernel is created."""
    choose_cache_folder()
    from numba import __version__, config

    if _is_known(__version__):
        os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", LOCATORS)
    # It may have been imported before the folder was set.
    config.reload_config()  # type: ignore[no-untyped-call]


def _make_dispatcher(function: Callable[..., Any], options: dict[str, bool], is_part: bool) -> Any:
    """Return numba's dispatcher, which compiles for types of arguments, not for constants.

    numba would compile a kernel once for each constant that another kernel passes to it, with a
    copy of everything that it calls.
    """
    from numba import __version__, njit, types
    from numba.core.options import DefaultOptions

    # `_nrt` has no public name; without it kernels count references and are slower.
    known: dict[str, Any] = {
        name: on for name, on in options.items() if hasattr(DefaultOptions, name)
    }
    if not _is_known(__version__):
        kernel = njit(cache=True, **known)(function)
    else:
        is_inlined = known.pop("forceinline", False)
        known |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": is_part}
        known |= {"pipeline_class": _part_compiler(is_inlined)} if is_part else {}
        kernel = njit(**known)(function)
        if not is_part:
            from pipeline.kernels.disk_cache import KernelCache

            kernel._cache = KernelCache(function)
        kernel._compiler._customize_flags = _same_flags
    widen: Callable[[types.Type], types.Type] = types.unliteral
    resolve = kernel.get_call_template

    def resolve_widened(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        wide = {name: widen(kind) for name, kind in kws.items()}
        return resolve(tuple(map(widen, args)), wide)

    kernel.get_call_template = resolve_widened
    return kernel


def _is_known(version: str) -> bool:
    return version.rpartition(".")[0] in KNOWN_VERSIONS


_FLAGS: Final[dict[str, Any]] = {}


def _same_flags(flags: Any) -> Any:
    """Return one object for equal flags, which is compared by identity.

    numba's lookups of operations have the flags in their keys, and compare them one by one.
    """
    key = str(flags)
    if key not in _FLAGS:
        identity = {"__slots__": (), "__hash__": object.__hash__, "__eq__": object.__eq__}
        _FLAGS[key] = type("Flags", (type(flags),), identity)(flags)
    return _FLAGS[key]


@cache
def _part_compiler(is_inlined: bool) -> Any:
    """Return the compiler of kernels that others call, which generates no machine code.

    numba would optimise each and generate code for it, then again as a part of each caller.
    """
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    class Part(JITCodeLibrary):
        def add_llvm_module(self, module: Any) -> None:
            if is_inlined:
                for function in module.functions:
                    if not function.is_declaration:
                        function.add_function_attribute("alwaysinline")
            super().add_llvm_module(module)  # type: ignore[no-untyped-call]

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
            self._finalized = True

        @property
        def codegen(self) -> Any:
            return SimpleNamespace(set_env=lambda name, env: None)  # there is no code to set it in

    part: Any = Part

    class PartCompiler(Compiler):
        def __init__(self, typing: Any, target: Any, _: Any, *rest: Any) -> None:
            library = part(target.codegen(), "part")
            super().__init__(typing, target, library, *rest)  # type: ignore[no-untyped-call]

    return PartCompiler


@contextmanager
def plain_python() -> Iterator[None]:
    """Run kernels as plain Python, for tests that compare the two."""
    _Kernel.is_plain = True
    try:
        yield
    finally:
        _Kernel.is_plain = False
