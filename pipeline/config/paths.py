"""Paths in a configuration, which stay inside of its folder unless the user allows others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from pipeline.model import ConfigError

_IS_ALLOWED: Final = ContextVar("outside", default=False)


@contextmanager
def paths_outside(is_allowed: bool) -> Iterator[None]:
    """Set whether configurations may name files outside of their folders, inside of a block."""
    token = _IS_ALLOWED.set(is_allowed)
    try:
        yield
    finally:
        _IS_ALLOWED.reset(token)


def may_read(path: Path, *folders: Path) -> bool:
    """Return whether a path is in one of some folders, or `paths_outside` allows others."""
    try:
        own = path.resolve()
        is_inside = any(own.is_relative_to(folder.resolve()) for folder in folders)
    except (OSError, RuntimeError, ValueError):  # reading it fails too, with a message
        is_inside = False
    return is_inside or _IS_ALLOWED.get()


def path_in(folder: Path, name: str | Path, start: Path | None = None) -> Path:
    """Return the path of a file that a configuration in a folder names, from that or ``start``.

    `ConfigError` if it leads out of the folder, by links too, and no `paths_outside` allows it: a
    configuration of somebody else would read any file of the machine into a book.
    """
    path = (start or folder) / name
    if not may_read(path, folder):
        raise ConfigError(
            f"expected a path inside of the folder of the configuration, found {str(name)!r}, "
            "which leads out of it; copy the file there, or, if you trust the configuration, add "
            "--allow-outside to the command"
        )
    return path
