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


def path_in(folder: Path, name: str | Path, start: Path | None = None) -> Path:
    """Return the path of a file that a configuration in a folder names, from that or ``start``.

    `ConfigError` if it leads out of the folder, by links too, and no `paths_outside` allows it: a
    configuration of somebody else would read any file of the machine into a book.
    """
    path = (start or folder) / name
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # reading it fails too, with a message
        is_inside = False
    if not (is_inside or _IS_ALLOWED.get()):
        raise ConfigError(
            f"expected a path inside of the folder of the configuration, found {str(name)!r}, "
            "which leads out of it; copy the file there, or, if you trust the configuration, add "
            "--allow-outside to the command"
        )
    return path
