"""Find the folders of kinds outside of this package, without running their code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pipeline.model.errors import ConfigError

VARIABLE: Final = "PUZZLEPRESS_KINDS"  # Folders, separated as in PATH; processes inherit it
GROUP: Final = "puzzlepress.kinds"  # Entry points: the id of a kind, and its package

PAGE: Final = "kind.py"


@dataclass(frozen=True, slots=True)
class KindFolder:
    """A folder with the ``kind.py`` of a kind: its package, and where it comes from."""

    package: str
    folder: Path
    source: str


def foreign_kinds() -> Mapping[str, KindFolder]:
    """Return the kinds outside of this package by id, in the order of their names.

    `ConfigError` if a folder has no kind, or two kinds have the same name.
    """
    return _find(os.environ.get(VARIABLE, ""))


def import_folders() -> list[str]:
    """Return the folders that contain those of `VARIABLE`, to import kinds from."""
    named = _split(os.environ.get(VARIABLE, ""))
    return [str(one.parent if (one / PAGE).is_file() else one) for one in named]


@cache
def _find(named: str) -> dict[str, KindFolder]:
    by_name: dict[str, KindFolder] = {}
    for kind_folder in [*_named(named), *_installed()]:
        other = by_name.setdefault(kind_folder.folder.name, kind_folder)
        if other.folder != kind_folder.folder:
            raise ConfigError(
                f"expected one kind named {kind_folder.folder.name!r}, found {other.folder} and "
                f"{kind_folder.folder}; rename one of the folders"
            )
    return dict(sorted(by_name.items()))


def _split(named: str) -> list[Path]:
    return [Path(one).resolve() for one in named.split(os.pathsep) if one]


def _named(named: str) -> Iterator[KindFolder]:
    for root in _split(named):
        inside = sorted(path.parent for path in root.glob(f"*/{PAGE}"))
        inside = [root] if (root / PAGE).is_file() else inside
        if not inside:
            raise ConfigError(
                f"expected a folder with {PAGE}, or with folders that have one, found none in "
                f"{root}; write one with: puzzlepress new kind NAME"
            )
        for folder in inside:
            if not folder.name.isidentifier():
                raise ConfigError(
                    f"expected a folder name of letters, digits and _ for a kind, found {folder}; "
                    "rename it"
                )
            yield KindFolder(f"pipeline.kinds.{folder.name}", folder, str(folder))


def _installed() -> Iterator[KindFolder]:
    for entry in entry_points(group=GROUP):
        root, *rest = entry.value.split(".")
        spec = find_spec(root)
        roots = spec.submodule_search_locations if spec else None
        folder = Path(next(iter(roots or [root])), *rest)
        source = entry.dist.name if entry.dist else GROUP
        if entry.name != folder.name or not (folder / PAGE).is_file():
            raise ConfigError(
                f"{source}: expected the entry point {entry.name!r} of {GROUP} to name a package "
                f"{entry.name} with {PAGE}, found {entry.value!r}; mend or uninstall {source}"
            )
        yield KindFolder(entry.value, folder, source)
