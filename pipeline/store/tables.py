"""Cache large tables between runs, each with its version and checksum.

A file that is damaged or of another version is rebuilt, so the cache never affects an answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.kernels.cache import VARIABLE, cache_folder
from pipeline.model import StoreError
from pipeline.store.files import make_folder, write_atomic

if TYPE_CHECKING:  # numpy is slow to import, and few commands need a table
    import numpy as np
    from numpy.typing import NDArray


def read_or_build(
    name: str, version: int, build: Callable[[], NDArray[np.uint8]]
) -> NDArray[np.uint8]:
    """Return a table from the cache folder, built and stored there if missing or damaged.

    The name has letters, digits and hyphens: the file is ``NAME.table``. Files of another version
    are replaced. ``build`` makes the table, with one axis. `StoreError` if the folder cannot be
    written.
    """
    import numpy as np

    path = cache_folder() / f"{name}.table"
    kept = _read(path, f"{name} {version}")
    if kept is not None:
        return np.frombuffer(kept, dtype=np.uint8)
    try:
        make_folder(path.parent)  # before the work, so that an error comes at once
        table = build()
        body = table.tobytes()
        write_atomic(path, _head(f"{name} {version}", body) + body)
    except StoreError as error:
        raise StoreError(
            f"{error}: tables are kept there; name a folder that can be written in {VARIABLE}"
        ) from error
    return table


def _head(name: str, data: bytes | memoryview) -> bytes:
    return f"{name} {len(data)} {hashlib.sha256(data).hexdigest()}\n".encode()


def _read(path: Path, name: str) -> memoryview | None:
    """Return the bytes of a table; None if the file is missing or another one."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head = content[: content.find(b"\n") + 1]
    data = memoryview(content)[len(head) :]
    return data if head == _head(name, data) else None
