"""Find and load kinds of puzzle: a kind is a folder whose ``kind.py`` defines ``KIND``.

Kinds are in this package, in the folders of ``PUZZLEPRESS_KINDS``, and in packages that installed
distributions name as entry points. A folder's code runs when its kind is first used.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from pipeline.model import ConfigError, Json, shortage, unknown_name
from pipeline.model.kind_folders import (
    PAGE,
    VARIABLE,
    KindFolder,
    foreign_kinds,
    import_folders,
)

if TYPE_CHECKING:
    from pipeline.kinds.interface import AnyKind

OWN: Final = "puzzlepress"  # The source of the kinds of this package
_EXAMPLES: Final = "examples.json"

__path__ += import_folders()  # so that worker processes find what they unpickle


def add_kinds(folder: str) -> None:
    """Add a kind's folder, or a folder of kinds, for this process and those that it starts."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join(filter(None, (before, str(Path(folder).resolve()))))
    __path__.extend(import_folders())
    kind_folders()


def kind_ids() -> tuple[str, ...]:
    """Return the ids of all kinds, in the order in which commands and books list them."""
    return tuple(kind_folders())


def kind_folders() -> Mapping[str, KindFolder]:
    """Return the folders of all kinds by id; `ConfigError` if a foreign one has a known name."""
    own, foreign = _own_kinds(), foreign_kinds()
    if both := own.keys() & foreign.keys():
        name = min(both)
        raise ConfigError(
            f"expected a new name for a kind, found {name!r} in {foreign[name].folder}; rename it"
        )
    return {**own, **foreign}


@cache
def _own_kinds() -> dict[str, KindFolder]:
    root = Path(__file__).parent
    found = {path.parent for name in (PAGE, _EXAMPLES) for path in root.glob(f"*/{name}")}
    folders = sorted(found, key=lambda one: (_about(one).get("order", len(found)), one.name))
    return {one.name: KindFolder(f"{__name__}.{one.name}", one, OWN) for one in folders}


@cache
def _about(folder: Path) -> dict[str, Any]:
    """Return ``kind.toml`` or ``about.toml`` of a kind, read without running its code.

    {} if it cannot be read, which is an error when the kind is used.
    """
    file = folder / "kind.toml"
    file = file if file.is_file() else folder / "about.toml"
    with suppress(OSError, ValueError):
        return tomllib.loads(file.read_text(encoding="utf-8"))
    return {}


def other_names() -> dict[str, str]:
    """Return kinds by their other names, for suggestions in errors."""
    found = kind_folders().items()
    return {name: kind_id for kind_id, one in found for name in _about(one.folder).get("also", ())}


def compile_seconds(kind_id: str) -> float:
    """Return the processor time for the kernels of a kind, without those that kinds share."""
    one = kind_folders().get(kind_id)
    return float(_about(one.folder).get("compile_seconds", 0.5)) if one else 0.5


@cache
def get_kind(kind_id: str) -> AnyKind:
    """Return a kind by its id, importing its folder at the first call.

    `ConfigError` if the id is unknown, or the kind cannot be loaded.

    >>> get_kind("numberlink").title
    'Numberlink'
    """
    folders = kind_folders()
    if kind_id not in folders:
        raise unknown_name("kind", kind_id, folders, also=other_names())
    one = folders[kind_id]
    if one.source == OWN:
        has_page = (one.folder / PAGE).is_file()
        return cast("AnyKind", importlib.import_module(one.package + ".kind" * has_page).KIND)
    return _load_foreign(one)


def working_kinds() -> Iterator[AnyKind]:
    """Yield all kinds but the foreign ones that cannot be loaded, which `faults_of_kinds` names."""
    for kind_id in kind_ids():
        if kind_id in _faults:
            continue  # it is asked for with every text that is read
        try:
            yield get_kind(kind_id)
        except ConfigError as error:
            _faults[kind_id] = str(error)


def faults_of_kinds() -> list[str]:
    """Return why kinds were left out by `working_kinds`."""
    return [*_faults.values()]


_faults: Final[dict[str, str]] = {}


def _load_foreign(one: KindFolder) -> AnyKind:
    from pipeline.kinds.interface import PuzzleKind

    page = one.folder / PAGE
    importlib.import_module("pipeline.kinds.kit.constraints")  # for pages of version 1.0
    try:
        kind = getattr(importlib.import_module(f"{one.package}.kind"), "KIND", None)
    except Exception as error:
        is_placed = isinstance(error, ConfigError) and str(one.folder) in str(error)
        if is_placed or shortage(error):
            raise
        raise blame_kind(error) or ConfigError(f"{page}: {_first_line(error)}") from error
    if not isinstance(kind, PuzzleKind) or kind.id != one.folder.name:
        found = "none" if kind is None else repr(getattr(kind, "id", type(kind).__name__))
        raise ConfigError(
            f"{page}: expected KIND, a PuzzleKind with the id {one.folder.name!r}, found {found}; "
            "define KIND: Final = make_kind(Declared(package=__package__, ...))"
        )
    if not (one.folder / "texts.en.toml").is_file():
        raise ConfigError(
            f"{one.folder}: expected texts.en.toml, found none; add it as docs/kinds.md describes"
        )
    return kind


def blame_kind(error: BaseException) -> ConfigError | None:
    """Return the error for an exception from the code of a foreign kind; None for others.

    The innermost of its lines in the traceback is named, also if a worker process raised it. If
    none is from such a kind, one in use may have returned something wrong.
    """
    lines = re.findall(r'File "(.+?)", line (\d+)', "".join(traceback.format_exception(error)))
    foreign = foreign_kinds().values()
    own = [(*at, one) for at in lines for one in foreign if Path(at[0]).is_relative_to(one.folder)]
    if not own:
        used = (one for one in foreign if f"{one.package}.kind" in sys.modules)
        own = [(*at, one) for one in used for at in lines[-1:]]
    if not own:
        return None
    file, line, one = own[-1]
    return ConfigError(
        f"{file}:{line}: expected the kind {one.folder.name} to work, found {_first_line(error)}; "
        f"mend it, and try: puzzlepress check-kind {one.folder}"
    )


def _first_line(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text}".partition("\n")[0]


def has_examples(kind: AnyKind) -> bool:
    """Return whether a kind has its ``examples.json``, which a new one may lack at first."""
    return resources.files(kind.package).joinpath(_EXAMPLES).is_file()


def load_examples(kind: AnyKind) -> Json:
    """Return a kind's ``examples.json``: solved boards, and for each rule code a violation.

    `ConfigError` if it has none, or one that is no JSON.
    """
    file = resources.files(kind.package).joinpath(_EXAMPLES)
    if not has_examples(kind):
        raise ConfigError(
            f"{file}: expected the examples of {kind.id}, found none; write them with: puzzlepress "
            f"new examples {kind.id} -o {file}"
        )
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ConfigError(f"{file}: expected JSON, found {error}; mend it") from error
