"""The folder of compiled kernels, named by a digest of their sources.

numba checks only the file of a kernel to decide whether its compiled form is stale. A kernel that
calls one of another file would run the old form of that one after an update, and equal seeds would
give other bytes. So the folder is named by a digest of all kernel files, with foreign kinds.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from pipeline.model.kind_folders import foreign_kinds

PACKAGE = Path(__file__).parent.parent

PACKED: Final = PACKAGE / "compiled_kernels"  # Kernels that a wheel brings; none in a checkout
ABOUT: Final = "about.json"  # What the packed kernels were compiled for

CPU_INFO: Final = Path("/proc/cpuinfo")

VARIABLE: Final = "PUZZLEPRESS_CACHE"  # Environment variable with the cache folder


def kernel_files(package: Path) -> list[Path]:
    """Return the files of kernels, sorted by name."""
    inside = {path for path in package.rglob("*.py") if "kernels" in path.parts[:-1]}
    return sorted(inside.union(package.rglob("kernels.py"), package.rglob("kernel.py")))


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

    If the cache folder is not writable, compiled kernels are kept beside the sources, else for the
    time of this process and its workers.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    home = next(filter(_is_writable, (cache_folder(), PACKAGE / "__pycache__")), None)
    if home is None:
        home = Path(_own_folder().name)
        complain(f"no permission to write to {cache_folder()}")
    foreign = (one.folder for one in foreign_kinds().values())
    folder = home.absolute() / f"kernels-{kernel_digest(PACKAGE, *foreign)}"
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


def _is_writable(folder: Path) -> bool:
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    return there.is_dir() and os.access(there, os.W_OK)


@cache
def _own_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="puzzlepress-")


def complain(text: str) -> None:
    """Write a message to standard error, the first of a process."""
    if not _complaints:
        sys.stderr.write(f"cache: {text}; kernels are compiled again where needed\n")
    _complaints.append(text)


_complaints: Final[list[str]] = []


def is_compiled() -> bool:
    """Return whether the wheel or the cache has compiled kernels of these sources."""
    choose_cache_folder()
    # numba creates the folder at once, and an index file with the first compiled kernel
    return packed_for() is not None or any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


@cache
def packed_for() -> tuple[str, str] | None:
    """Return name and features of the processor of the wheel's kernels, as numba knows them.

    None without such kernels, for another version of numba or of the sources, if this machine
    cannot run them, or if the user has chosen a processor.
    """
    if not (PACKED / ABOUT).is_file() or "NUMBA_CPU_NAME" in os.environ:
        return None
    try:
        about = json.loads((PACKED / ABOUT).read_text(encoding="utf-8"))
        needed = set(about["flags"])
        found = {"machine": platform.machine(), "numba": version("numba")}
        found |= {"python": "{}.{}".format(*sys.version_info), "sources": kernel_digest(PACKAGE)}
        can_run = needed <= _processor_flags() and found == {name: about[name] for name in found}
        return (about["cpu"], about["features"]) if can_run else None
    except (OSError, ValueError, KeyError, TypeError) as error:
        complain(f"{PACKED / ABOUT} cannot be read ({error})")
        return None


def _processor_flags() -> set[str]:
    """Return the abilities of the processor, as Linux names them; none elsewhere."""
    try:
        text = CPU_INFO.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    return set(text.partition("flags")[2].partition("\n")[0].split())


def before_compiling(say: Callable[[str], None]) -> None:
    """Set the callback for the first kernel of each room that this process compiles.

    It gets the name of the room: a kind, or "kit" for what kinds share.
    """
    _listeners[:] = [say]


def announce(function: Callable[..., Any]) -> None:
    """Report that a kernel is compiled, if its room was not reported yet."""
    name = function.__module__.replace("pipeline.kernels.", "kit.")
    room = name.removeprefix("pipeline.kinds.").partition(".")[0]
    if room not in _announced:
        _announced.add(room)
        for say in _listeners:
            say(room)


_listeners: Final[list[Callable[[str], None]]] = []
_announced: Final[set[str]] = set()
