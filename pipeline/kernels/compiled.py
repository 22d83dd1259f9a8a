"""The decorators of kernels: compiled, kept, and in most cases without reference counts.

numba counts references to every array that a function touches, with locked instructions, and takes
few of them out again where arrays stand in named tuples and functions call one another. A kernel
that gets all its arrays from its caller needs none: the caller holds them until it returns. Told
so, numba leaves the counting out. Measured on the searches and counts of Numberlink: two to six
times as fast, with the same steps and answers.

numba takes longer to import than a small board takes to solve, so it is imported only when a kernel
is called.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

from pipeline.kernels.cache import choose_cache_folder, is_compiled

KNOWN_VERSIONS: Final = ("0.68",)
"""Versions of numba whose inner workings are known here: with others kernels are slower, and take
longer to compile."""

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Return a kernel compiled by numba, to be kept on disk; it may make no array of its own.

    A kernel that makes one is refused when it is compiled. It gives no array back to Python: of a
    part of an array, numba would hand over the whole. With NUMBA_DISABLE_JIT=1 the function comes
    back as it is.
    """
    return _kernel(function, _nrt=False)


def inlined(function: F) -> F:
    """Return a kernel compiled as by `compiled`, and into each kernel that calls it.

    For small kernels that get named tuples of arrays: numba hands over each array as seven
    arguments, which takes longer than most of what they do. Measured on the chain of layouts:
    three times as fast, with the same steps.
    """
    return _kernel(function, _nrt=False, forceinline=True)


def making_arrays(function: F) -> F:
    """Return a kernel compiled as by `compiled`, which may make arrays and counts references.

    To copy one slice onto another counts as making one.
    """
    return _kernel(function, _nrt=True)


def _kernel(function: F, **options: bool) -> F:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return function
    return cast(F, _Kernel(function, options))


_KERNELS: Final[set[tuple[str, str]]] = set()
"""The modules and names of all kernels."""


class _Kernel:
    """A function that numba compiles, or loads, when it is first called.

    A kernel that calls another finds this object among its globals; numba asks it for its type.
    """

    dispatcher: Any
    """What numba makes of the function for Python to call; made at the first use."""

    part: Any
    """What numba makes of it for other kernels to call; made at the first use."""

    is_plain = False
    """Whether all kernels run as plain Python at the moment."""

    say_compiling: Callable[[], None] = staticmethod(lambda: None)
    """Called before the first kernel of this process is compiled, where none is kept yet."""

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._options = options
        _KERNELS.add((function.__module__, function.__qualname__))

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args) if _Kernel.is_plain else self.dispatcher(*args)

    def __getattr__(self, name: str) -> Any:
        """Make what numba makes of the function at the first use, and pass on all else to it."""
        if name.startswith("__"):  # what tools ask of any object
            raise AttributeError(name)
        if name == "_numba_type_":  # what numba asks of a kernel that another calls
            return self.part._numba_type_
        if name not in ("dispatcher", "part"):
            return getattr(self.dispatcher, name)
        _prepare_numba()
        made: Any = _make_dispatcher(self.py_func, self._options, name == "part")
        setattr(self, name, made)
        return made


@cache
def _prepare_numba() -> None:
    """Name the cache folder to numba, before the first kernel is made."""
    if not is_compiled():
        _Kernel.say_compiling()
    choose_cache_folder()
    from numba import __version__, config

    # It may have been imported before, and not know the folder.
    config.reload_config()  # type: ignore[no-untyped-call]
    if _is_known(__version__):
        _take_indices_as_they_are()


def _make_dispatcher(function: Callable[..., Any], options: dict[str, bool], is_part: bool) -> Any:
    """Return numba's dispatcher, which compiles for numbers, not for each constant passed to it.

    numba compiles a kernel that another calls with a constant for that very constant: two signs or
    three kinds of move are then as many copies of it and of all that it calls.
    """
    from numba import __version__, njit, types
    from numba.core.options import DefaultOptions

    # `_nrt` has no public name. Where a version of numba lacks it, kernels count and are slower.
    known: dict[str, Any] = {
        name: on for name, on in options.items() if hasattr(DefaultOptions, name)
    }
    if not _is_known(__version__):
        kernel = njit(cache=True, **known)(function)
    else:
        is_inlined = known.pop("forceinline", False)
        known |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": is_part}
        known |= {"pipeline_class": _part_compiler(is_inlined)} if is_part else {"cache": True}
        kernel = njit(**known)(function)
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


def _take_indices_as_they_are() -> None:
    """Have numba compile our kernels without a test whether each index is negative.

    A negative index counts from the end in Python. No kernel of ours has one: ``make bounds`` finds
    them, for there they are out of bounds. Without the test kernels take two thirds to nine tenths
    of their time. All else that numba compiles in this process keeps it.
    """
    from numba.core import types
    from numba.np import arrayobj

    usual: Any = arrayobj.fix_integer_index

    def take(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        function = context.fndesc
        if function is None or (function.modname, function.qualname) not in _KERNELS:
            return usual(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = take


_FLAGS: Final[dict[str, Any]] = {}


def _same_flags(flags: Any) -> Any:
    """Return one object for equal flags, which is told from others by what it is.

    numba looks up what an operation means by its flags too, and compares them one by one.
    """
    key = str(flags)
    if key not in _FLAGS:
        identity = {"__slots__": (), "__hash__": object.__hash__, "__eq__": object.__eq__}
        _FLAGS[key] = type("Flags", (type(flags),), identity)(flags)
    return _FLAGS[key]


@cache
def _part_compiler(is_inlined: bool) -> Any:
    """Return the compiler of kernels that others call: it makes no machine code, and keeps none.

    numba would optimise each and make machine code of it, then again as a part of each kernel that
    calls it, which has all its parts with it. More than half of the time of compiling went there.
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
            return SimpleNamespace(set_env=lambda name, env: None)  # nothing that could be called

    part: Any = Part

    class PartCompiler(Compiler):
        def __init__(self, typing: Any, target: Any, _: Any, *rest: Any) -> None:
            library = part(target.codegen(), "part")
            super().__init__(typing, target, library, *rest)  # type: ignore[no-untyped-call]

    return PartCompiler


def before_compiling(say: Callable[[], None]) -> None:
    """Have the user told, once it turns out that this process is the first to need kernels."""
    _Kernel.say_compiling = staticmethod(say)


@contextmanager
def plain_python() -> Iterator[None]:
    """Run kernels as plain Python, for tests that compare the two."""
    _Kernel.is_plain = True
    try:
        yield
    finally:
        _Kernel.is_plain = False
