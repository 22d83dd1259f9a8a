"""Locks of folders, which the system releases when their process ends."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir

from pipeline.model import StoreError

if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        """Return a descriptor to lock: of a file elsewhere, since folders cannot be opened."""
        name = os.path.normcase(folder.resolve())
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        return os.open(Path(gettempdir(), f"puzzlepress-{digest}.lock"), os.O_RDWR | os.O_CREAT)

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder in a ``with`` block; `StoreError` if another process has locked it."""
    descriptor = _open(folder)
    try:
        try:
            _lock(descriptor)
        except OSError as error:
            raise StoreError(
                f"{folder}: another run is at work in this folder; wait for it or choose another"
            ) from error
        yield
    finally:
        with suppress(OSError):
            os.close(descriptor)
