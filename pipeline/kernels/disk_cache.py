"""The compiled forms of a kernel on disk: those in the wheel, then those of the user.

What cannot be read or is not as it was written is left aside with a message, and compiled again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from numba.core.caching import FunctionCache, IndexDataCacheFile

from pipeline.kernels.cache import PACKED, announce, complain, kernel_digest, packed_for
from pipeline.kernels.locator import place_of

_DIGEST: Final = hashlib.sha256().digest_size


class _Files(IndexDataCacheFile):
    """The files of one kernel; machine code is preceded by its digest."""

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            raise ValueError(f"{name} is not as it was written")
        return pickle.loads(data[_DIGEST:])

    def _save_data(self, name: str, data: Any) -> None:
        body = self._dump(data)
        path = self._data_path(name)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(body).digest() + body)


class KernelCache(FunctionCache):
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
