"""Where compiled kernels are kept: a folder that belongs to exactly these kernel sources.

numba looks only at the file in which a kernel stands to tell whether its compiled form is stale. A
kernel that calls one of another file would go on running the old form of that one after an update,
and equal seeds would give other bytes. So the folder is named by a digest of all kernel files.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Final

PACKAGE = Path(__file__).parent.parent

VARIABLE: Final = "PUZZLEPRESS_CACHE"
"""Environment variable that names the cache folder."""


def kernel_files(package: Path) -> list[Path]:
    """Return every file that may hold kernels, in the order of their names."""
    inside = {path for path in package.rglob("*.py") if "kernels" in path.parts[:-1]}
    return sorted(inside | set(package.rglob("kernels.py")))


def kernel_digest(package: Path) -> str:
    """Return 12 hex digits that change with any kernel file's name or text."""
    digest = hashlib.sha256()
    for path in kernel_files(package):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """Return the folder that `VARIABLE` names, else the one where the system keeps caches."""
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
    """Name the folder to numba, unless the user has named one; before a kernel is made.

    Where the cache folder cannot be written, compiled kernels stand beside the sources.
    """
    cache = cache_folder()
    there = next(folder for folder in (cache, *cache.absolute().parents) if folder.exists())
    home = cache if there.is_dir() and os.access(there, os.W_OK) else PACKAGE / "__pycache__"
    folder = home.absolute() / f"kernels-{kernel_digest(PACKAGE)}"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))


def is_compiled() -> bool:
    """Return whether kernels of these sources have been compiled and kept before."""
    choose_cache_folder()
    # numba makes the folder at once, and an index file with the first kernel that is compiled
    return any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))
