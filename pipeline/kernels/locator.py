"""Where numba keeps the compiled form of a kernel: once for a machine, whatever the folder.

numba names files by the absolute path of the source, and drops them when its time changes, so that
a second clone, a moved one or another environment would compile everything again. Here they are
named by the module, in a folder that is named by the digest of all sources.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from pipeline.kernels.cache import PACKAGE, kernel_digest, kernel_files
from pipeline.model.kind_folders import foreign_kinds

LOCATORS: Final = ",".join(
    (
        f"{__name__}.KernelLocator",
        "UserProvidedCacheLocator",
        "InTreeCacheLocator",
        "UserWideCacheLocator",
        "IPythonCacheLocator",
        "ZipCacheLocator",
    )
)
"""The value of NUMBA_CACHE_LOCATOR_CLASSES: this one, then numba's own for all other functions."""


class KernelLocator:
    """The place of one kernel, with the methods that numba asks a cache locator for.

    numba itself checks its version, that of Python, and the processor.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._line = function.__code__.co_firstlineno
        self._folder = folder

    def ensure_cache_path(self) -> None:
        """Create the folder; `OSError` if it cannot be written to."""
        self._folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=self._folder).close()

    def get_cache_path(self) -> str:
        """Return the folder of the kernel's files."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the digest of all sources, with which every file becomes stale."""
        return _digest()

    def get_disambiguator(self) -> str:
        """Return what distinguishes kernels of one name and file."""
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> KernelLocator | None:
        """Return the place of a kernel; None for other functions, which have numba's own places."""
        place = place_of(function)
        return None if place is None else cls(function, Path(os.environ["NUMBA_CACHE_DIR"], place))


def place_of(function: Callable[..., Any]) -> Path | None:
    """Return the folder of a kernel's files within a cache; None for other functions."""
    path = Path(function.__code__.co_filename).resolve()
    for package, files in _kernels().items():
        if path in files:
            return path.relative_to(package.parent).with_suffix("")
    return None


@cache
def _kernels() -> dict[Path, frozenset[Path]]:
    packages = [PACKAGE, *(kind.folder for kind in foreign_kinds().values())]
    return {one.resolve(): frozenset(kernel_files(one.resolve())) for one in packages}


@cache
def _digest() -> str:
    return kernel_digest(*_kernels())
