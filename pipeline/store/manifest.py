"""The manifest of a run: configuration, versions, counts, and a digest of every file.

Everything but ``times`` depends only on configuration and versions, so two runs can be compared.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

import pipeline
from pipeline.model import Json, JsonObject
from pipeline.store.files import read_error, write_atomic

SCHEMA: Final = 1

DEPENDENCIES: Final = (
    "fonttools", "jinja2", "markupsafe", "networkx", "numba", "numpy", "pikepdf", "pillow",
    "pydantic", "python-sat", "reportlab", "rich", "rjsmin", "typer",
)  # fmt: skip
"""Distributions whose versions can affect the bytes of a run: all but those of the studio."""


def write_manifest(
    path: Path,
    *,
    config: JsonObject,
    kinds: Mapping[str, int],
    counts: JsonObject,
    times: Mapping[str, float],
) -> None:
    """Write the manifest of the folder of ``path``, with every file in it and below.

    The manifest itself and hidden files are not listed. The configuration has its defaults filled
    in (`pipeline.config.run_settings.resolved`); ``kinds`` has the versions of those that were
    used, ``times`` seconds by stage. `StoreError` if a file of the folder cannot be read, or the
    manifest cannot be written.
    """
    manifest = {
        "schema": SCHEMA,
        "config": config,
        "versions": {
            "puzzlepress": pipeline.__version__,
            "kinds": dict(kinds),
            "python": platform.python_version(),
            "dependencies": dependency_versions(),
        },
        "counts": counts,
        "files": list_files(path.parent, (path.name,)),
        "times": {
            "written": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": {stage: round(seconds, 3) for stage, seconds in times.items()},
        },
    }
    text = json.dumps(manifest, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False)
    write_atomic(path, f"{text}\n", follow=False)


def list_files(folder: Path, skip: Iterable[str] = ()) -> dict[str, Json]:
    """Return size and SHA-256 of every file in and below a folder, by sorted path with slashes.

    Hidden files and folders (a name with a leading dot) are left out, and the names in ``skip``.
    `StoreError` if a file cannot be read.
    """
    skipped = set(skip)
    paths = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    return {
        name: {"bytes": path.stat().st_size, "sha256": digest_of(path)}
        for name, path in sorted(paths.items())
        if name not in skipped and not any(part.startswith(".") for part in name.split("/"))
    }


def dependency_versions() -> dict[str, str]:
    """Return the installed version of each dependency, "none" for missing ones.

    >>> sorted(dependency_versions()) == list(DEPENDENCIES)
    True
    """
    return {name: _version(name) for name in DEPENDENCIES}


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file; `StoreError` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise read_error(error, str(path)) from error
