"""The folder of compiled kernels, named by a digest of their sources.

numba checks only the file of a kernel to decide whether its compiled form is stale. A kernel that
calls one of another file would run the old form of that one after an update, and equal seeds would
give other bytes. So the folder is named by a digest of all kernel files, with foreign kinds.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Final

from pipeline.model.kind_folders import foreign_kinds

PACKAGE = Path(__file__).parent.parent

VARIABLE: Final = "PUZZLEPRESS_CACHE"
"""Environment variable with the cache folder."""


def kernel_files(package: Path) -> list[Path]:
    """Return the files of kernels, sorted by name."""
    inside = {path for path in package.rglob("*.py") if "kernels" in path.parts[:-1]}
    return sorted(inside | set(package.rglob("kernels.py")))


def kernel_digest(*packages: Path) -> str:
    """Return 12 hex digits that change with any kernel file's name or text."""
    digest = hashlib.sha256()
    for package in packages:
        for path in kernel_files(package):
            digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """Return the folder in `VARIABLE`, else one in the user's cache folder."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    else:
        usual = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return usual / "puzzlepress"


def choose_cache_folder() -> None:
    """Set numba's cache folder, unless the user has set one, before a kernel is created.

    If the cache folder is not writable, compiled kernels are kept beside the sources.
    """
    cache = cache_folder()
    there = next(folder for folder in (cache, *cache.absolute().parents) if folder.exists())
    home = cache if there.is_dir() and os.access(there, os.W_OK) else PACKAGE / "__pycache__"
    foreign = (one.folder for one in foreign_kinds().values())
    folder = home.absolute() / f"kernels-{kernel_digest(PACKAGE, *foreign)}"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))


def is_compiled() -> bool:
    """Return whether the cache has compiled kernels of these sources."""
    choose_cache_folder()
    # numba creates the folder at once, and an index file with the first compiled kernel
    return any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))
