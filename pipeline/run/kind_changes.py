"""Changes of kinds outside of this package after puzzles in a folder were made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from pipeline.kinds import OWN, kind_folders
from pipeline.model import StoreError, canonical_json
from pipeline.store.files import read_text, write_atomic
from pipeline.store.run_folder import KINDS

_FILES: Final = ("*.py", "kind.toml")


def note_kinds(folder: Path, kind_ids: Iterable[str], remedy: str) -> list[str]:
    """Note the files of foreign kinds in a folder of puzzles; return which ones have changed.

    ``remedy`` is how their puzzles are made again.
    """
    named = {kind_id: kind_folders()[kind_id] for kind_id in sorted({*kind_ids})}
    now = {kind_id: _digest(one.folder) for kind_id, one in named.items() if one.source != OWN}
    path = folder / KINDS
    known = _read(path) if path.is_file() else {}
    if now.keys() - known.keys():
        write_atomic(path, canonical_json({**now, **known}) + "\n", follow=False)
    return [
        f"warning: the kind {kind_id} has changed since puzzles in {folder} were made, which are "
        f"used again; to make them again, {remedy}"
        for kind_id, digest in now.items()
        if known.get(kind_id, digest) != digest
    ]


def _read(path: Path) -> dict[str, str]:
    """Return the digests in a file; `StoreError` if it is damaged."""
    with suppress(ValueError):
        known = json.loads(read_text(path))
        if isinstance(known, dict):
            return known
    raise StoreError(f"{path}: expected an object of JSON, found other text; delete the file")


def _digest(folder: Path) -> str:
    """Return what changes with the files of a kind that decide its puzzles."""
    digest = hashlib.sha256()
    for pattern in _FILES:
        for path in sorted(folder.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
