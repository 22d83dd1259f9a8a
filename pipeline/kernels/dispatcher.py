"""numba's dispatchers of kernels: how they are compiled, and where the compiled form is kept.

Here alone private names of numba are used, for the versions in `KNOWN_VERSIONS`. With any other
version kernels give the same results, and compile and run more slowly:

=========================  ===========================================================
part                       what it saves
=========================  ===========================================================
``_nrt=False``             reference counts of arrays, which the caller holds anyway:
                           searches of Numberlink run two to six times as fast
``forceinline``            passing each array of a named tuple as seven arguments:
                           layouts of Numberlink run three times as fast
widened arguments          one copy of a kernel for each constant passed to it
compilation                more than half of its time, by `_same_flags`, `_PartCompiler`
                           and no wrappers: 11 instead of 29 s for Slitherlink, 15
                           instead of 37 s for Hashi
`_KernelCache`             compiling: kernels of a wheel are loaded, and what cannot be
                           read or is not as it was written is compiled again
=========================  ===========================================================
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from numba import __version__, njit, types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.options import DefaultOptions

from pipeline.kernels.cache import PACKED, announce, complain, kernel_digest, packed_for
from pipeline.kernels.locator import place_of

KNOWN_VERSIONS: Final = ("0.68",)  # Tested versions of numba

_DIGEST: Final = hashlib.sha256().digest_size
_FLAGS: Final[dict[str, Any]] = {}


def make_dispatcher(function: Callable[..., Any], options: dict[str, bool], is_part: bool) -> Any:
    """Return numba's dispatcher of a kernel, for calls from Python or, if a part, from kernels.

    It compiles for types of arguments, not for constants: numba would compile a kernel once for
    each constant that another kernel passes to it, with a copy of everything that it calls.
    """
    # `_nrt` has no public name; without it kernels count references and are slower.
    known: dict[str, Any] = {
        name: on for name, on in options.items() if hasattr(DefaultOptions, name)
    }
    if not is_known():
        kernel = njit(cache=True, **known)(function)
    else:
        if known.pop("forceinline", False) and is_part:
            known["pipeline_class"] = _InlinedCompiler
        elif is_part:
            known["pipeline_class"] = _PartCompiler
        known |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": is_part}
        kernel = njit(**known)(function)
        if not is_part:
            kernel._cache = _KernelCache(function)
        kernel._compiler._customize_flags = _same_flags
    widen: Callable[[types.Type], types.Type] = types.unliteral
    resolve = kernel.get_call_template

    def resolve_widened(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        wide = {name: widen(kind) for name, kind in kws.items()}
        return resolve(tuple(map(widen, args)), wide)

    kernel.get_call_template = resolve_widened
    return kernel


def is_known() -> bool:
    """Return whether the parts above were tested with this version of numba."""
    return __version__.rpartition(".")[0] in KNOWN_VERSIONS


def _same_flags(flags: Any) -> Any:
    """Return one object for equal flags, which numba's lookups then compare by identity."""
    key = str(flags)
    if key not in _FLAGS:
        identity = {"__slots__": (), "__hash__": object.__hash__, "__eq__": object.__eq__}
        _FLAGS[key] = type("Flags", (type(flags),), identity)(flags)
    return _FLAGS[key]


class _Part(JITCodeLibrary):
    """The code of a kernel that others call, for which no machine code is generated.

    numba would optimise each and generate code for it, then again as a part of each caller.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        return SimpleNamespace(set_env=lambda name, env: None)  # there is no code to set it in


class _InlinedPart(_Part):
    def add_llvm_module(self, module: Any) -> None:
        for function in module.functions:
            if not function.is_declaration:
                function.add_function_attribute("alwaysinline")
        super().add_llvm_module(module)


class _PartCompiler(Compiler):
    part: Any = _Part

    def __init__(self, typing: Any, target: Any, _: Any, *rest: Any) -> None:
        library = self.part(target.codegen(), "part")
        super().__init__(typing, target, library, *rest)


class _InlinedCompiler(_PartCompiler):
    part = _InlinedPart


class _Files(IndexDataCacheFile):
    """The files of one kernel; machine code is preceded by its digest."""

    def load(self, key: Any) -> Any:
        _require_file(Path(self._index_path))
        return super().load(key)

    def _load_data(self, name: str) -> Any:
        path = Path(self._data_path(name))
        _require_file(path)
        data = path.read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            raise ValueError(f"{name} is not as it was written")
        return pickle.loads(data[_DIGEST:])

    def _save_data(self, name: str, data: Any) -> None:
        body = self._dump(data)
        path = self._data_path(name)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(body).digest() + body)


def _require_file(path: Path) -> None:
    if path.exists() and not path.is_file():  # reading a pipe would never end
        raise ValueError(f"{path.name} is no file")


class _KernelCache(FunctionCache):
    """numba's cache of one kernel, which never fails."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        base, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
        self._cache_file: Any = _Files(self._cache_path, base, stamp)
        place = place_of(function)
        self._packed: Any = None
        if place is not None and packed_for() is not None:
            package = kernel_digest(PACKED.parent)
            self._packed = _Files(str(PACKED / place), base, package)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled form for a signature, None if there is none."""
        target_context.refresh()
        codegen = target_context.codegen()
        mine = self._index_key(sig, codegen)
        packed = (mine[0], (mine[1][0], *(packed_for() or ())), *mine[2:])
        for files, key in ((self._packed, packed), (self._cache_file, mine)):
            try:
                data = None if files is None else files.load(key)
                if data is not None:
                    return self._impl.rebuild(target_context, data)
            except Exception as error:
                # whatever a damaged pickle raises
                complain(f"some of the compiled kernels are damaged ({error or type(error)})")
                if files is self._cache_file:
                    with suppress(OSError):
                        files.flush()
        announce(self._py_func)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the compiled form for a signature, if that is possible."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            complain(f"compiled kernels cannot be saved ({error.strerror or os.strerror(0)})")
